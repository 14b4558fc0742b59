import AVFAudio
import AVFoundation
import SeededRandom
import Synchronization
import TestSupport
import Testing

/// An engine that renders when it is asked, in floats, and how it is asked.
struct OfflineEngine {
  let engine = AVAudioEngine()
  let format: AVAudioFormat

  /// An engine that renders `rate` samples a second in `channels` channels.
  init(rate: Double = 48_000, channels: AVAudioChannelCount = 2, most: AVAudioFrameCount = 4_096) throws {
    format = try Self.format(rate, channels)
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: most)
  }

  static func format(_ rate: Double, _ channels: AVAudioChannelCount) throws -> AVAudioFormat {
    try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels))
  }

  /// Attaches `nodes` and connects each to the next, the last to the main mixer, in `format`.
  func connect(_ nodes: AVAudioNode..., format: AVAudioFormat? = nil) {
    for node in nodes where node.engine == nil { engine.attach(node) }
    for (node, next) in zip(nodes, nodes.dropFirst() + [engine.mainMixerNode]) {
      engine.connect(node, to: next, format: format ?? self.format)
    }
  }

  /// A player that is connected to the main mixer.
  func player(format: AVAudioFormat? = nil) -> AVAudioPlayerNode {
    let player = AVAudioPlayerNode()
    connect(player, format: format)
    return player
  }

  /// Renders `count` samples in blocks of `block`; those of each channel.
  func render(_ count: Int, block: Int = 512) throws -> [[Float]] {
    if !engine.isRunning { try engine.start() }
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(block)))
    var channels = [[Float]](repeating: [], count: Int(format.channelCount))
    while channels[0].count < count {
      let wanted = min(block, count - channels[0].count)
      let status = try engine.renderOffline(AVAudioFrameCount(wanted), to: buffer)
      #expect(status == .success && buffer.frameLength == wanted)
      let data = try #require(buffer.floatChannelData)
      for channel in channels.indices { channels[channel] += (0..<wanted).map { data[channel][$0] } }
    }
    return channels
  }
}

/// Samples that tests give to nodes.
enum Samples {
  /// `count` different ones.
  static func noise(_ count: Int, seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float.random(in: -0.5..<0.5, using: &generator) }
  }

  /// A sine of `hertz`, `rate` samples a second.
  static func sine(_ count: Int, _ hertz: Double, rate: Double) -> [Float] {
    (0..<count).map { Float(sin(2 * .pi * hertz * Double($0) / rate) / 2) }
  }

  /// A buffer of `channels`.
  static func buffer(_ channels: [[Float]], rate: Double = 48_000) throws -> AVAudioPCMBuffer {
    let format = try OfflineEngine.format(rate, AVAudioChannelCount(channels.count))
    let count = AVAudioFrameCount(channels[0].count)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: max(1, count)))
    buffer.frameLength = count
    let data = try #require(buffer.floatChannelData)
    for (channel, samples) in channels.enumerated() {
      for (index, sample) in samples.enumerated() { data[channel][index] = sample }
    }
    return buffer
  }

  /// The sine of `hertz` that `range` of `samples` is: how loud it is, by how many samples it is late, and what is left without it at most.
  static func fit(
    _ hertz: Double, in samples: [Float], _ range: Range<Int>, rate: Double
  ) -> (level: Double, shift: Double, rest: Double) {
    let step = 2 * Double.pi * hertz / rate
    // Least squares for a · sin + b · cos.
    var (ss, cc, sc, xs, xc) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in range {
      let (sine, cosine, sample) = (sin(step * Double(index)), cos(step * Double(index)), Double(samples[index]))
      (ss, cc, sc) = (ss + sine * sine, cc + cosine * cosine, sc + sine * cosine)
      (xs, xc) = (xs + sample * sine, xc + sample * cosine)
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant)
    let rest = range.map { abs(Double(samples[$0]) - a * sin(step * Double($0)) - b * cos(step * Double($0))) }
    return ((a * a + b * b).squareRoot(), -atan2(b, a) / step, rest.max() ?? 1)
  }

  /// How often `samples` rise through zero, a second.
  static func risesThroughZero(_ samples: some Collection<Float>, rate: Double) -> Double {
    let places = zip(samples, samples.dropFirst()).enumerated().filter { $0.element.0 < 0 && $0.element.1 >= 0 }
    guard let first = places.first?.offset, let last = places.last?.offset, last > first else { return 0 }
    return Double(places.count - 1) * rate / Double(last - first)
  }
}

/// What functions of nodes note.
final class Notes<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value { state.withLock { $0 } }

  func change<Answer: Sendable>(_ body: (inout Value) -> Answer) -> Answer { state.withLock { body(&$0) } }
}
