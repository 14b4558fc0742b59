import Capture
import CoreMedia
import Foundation
import Synchronization

/// The samples of a queue of buffers, decoded, with its volume.
///
/// Threads: any, one after the other; what comes while a block is rendered waits for that, but not where it comes from that itself. The queue
/// outlives it.
final class AudioQueueRenderer {
  private unowned let queue: OpaqueAudioQueue
  /// Held while a block is rendered: one whose callback stops the queue may not have ended when that is started again.
  private let rendering = NSRecursiveLock()
  private var converter: OpaqueAudioConverter?
  /// Format of the samples that come out of the converter: those of all channels by turns.
  private var output: AudioStreamBasicDescription
  private var epoch = 0
  /// Samples that were decoded before they were needed.
  private var ahead: [Float] = []
  /// Whether the decoder got the end of the stream, and may have samples left.
  private var isAtEnd = false
  /// Number of buffers that may still be taken; nil for all that come.
  private var limit: Int?

  /// Result of rendering a block.
  struct Rendered {
    /// The samples of all channels by turns, fewer than were asked for where there were none.
    var samples: [Float]
    /// Whether the queue was to stop, and all has been played.
    var isOver: Bool
  }

  /// Number of buffers that cannot be decoded and are left out in a block.
  private static let patience = 16
  /// There is no buffer at present.
  private static let isDry: OSStatus = kAudioQueueErr_BufferEmpty

  init(_ queue: OpaqueAudioQueue) {
    self.queue = queue
    output = Self.samples(queue.format)
  }

  /// Floats by turns, in the rate and the channels of `format`.
  static func samples(_ format: AudioStreamBasicDescription) -> AudioStreamBasicDescription {
    AVAudioFormat.description(.pcmFormatFloat32, format.mSampleRate, format.mChannelsPerFrame, isInterleaved: true)
  }

  /// The next `count` samples, with the queue's volume.
  func render(_ count: Int) -> Rendered {
    rendering.lock()
    defer { rendering.unlock() }
    var rendered = decode(count)
    let channels = Int(output.mChannelsPerFrame)
    queue.state.withLock { state in
      state.volume.apply(to: &rendered.samples, channels: channels)
      if state.levels != nil { state.levels = Self.levels(rendered.samples, channels: channels, of: count) }
    }
    return rendered
  }

  /// Decodes all that is in the queue before it is needed, and returns the number of samples. Buffers that a callback puts into it meanwhile wait.
  func primeAll() -> Int {
    rendering.lock()
    defer { rendering.unlock() }
    guard opened() != nil else { return 0 }
    limit = queue.state.withLock(\.waiting.count)
    defer { limit = nil }
    let channels = Int(output.mChannelsPerFrame)
    var all = ahead
    ahead = []
    while true {
      let made = decode(RenderThread.blockLength).samples
      all += made
      guard made.count == RenderThread.blockLength * channels else { break }
    }
    ahead = all
    return ahead.count / channels
  }

  /// Decodes up to `count` samples before they are needed; how many there are.
  func prime(_ count: Int) -> Int {
    rendering.lock()
    defer { rendering.unlock() }
    // What was decoded before the queue was reset, or in another format, is none of it.
    guard opened() != nil else { return 0 }
    let channels = Int(output.mChannelsPerFrame)
    let left = count - ahead.count / channels
    if left > 0 {
      let there = ahead
      ahead = []
      ahead = there + decode(left).samples
    }
    return ahead.count / channels
  }

  // MARK: Decoding

  private func decode(_ count: Int) -> Rendered {
    let channels = Int(output.mChannelsPerFrame)
    guard let converter = opened() else { return Rendered(samples: [], isOver: true) }
    var faults = 0
    var samples = Array(ahead.prefix(count * channels))
    ahead.removeFirst(samples.count)
    while samples.count < count * channels {
      let missing = count - samples.count / channels
      var isGiven = false
      let (made, status) = fill(converter, missing) { [self] _ in
        if limit != 0, let sound = queue.next() {
          isGiven = true
          limit = limit.map { $0 - 1 }
          return .sound(sound)
        }
        isAtEnd = queue.isToEnd()
        return isAtEnd ? .end : .status(Self.isDry)
      }
      samples += made
      let isShort = made.count < missing * channels
      if isAtEnd, isShort {
        // What was left has come out: what follows is another sound.
        converter.reset()
        isAtEnd = false
        let (phase, isEmpty) = queue.state.withLock { ($0.phase, $0.waiting.isEmpty) }
        if isEmpty { return Rendered(samples: samples, isOver: phase == .stopping) }
      } else if status != noErr, status != Self.isDry {
        // What cannot be decoded is left out; the rest of it has no end where the program gives more and more.
        let isRunning = queue.state.withLock { state in
          state.converterStatus = status
          return state.phase == .running || state.phase == .stopping
        }
        converter.reset()
        faults += 1
        guard isGiven, isRunning, faults < Self.patience else { break }
      } else if isShort {
        break
      }
    }
    return Rendered(samples: samples, isOver: false)
  }

  private func fill(
    _ converter: OpaqueAudioConverter, _ count: Int, from ask: (UInt32) -> OpaqueAudioConverter.Given
  ) -> ([Float], OSStatus) {
    let channels = Int(output.mChannelsPerFrame)
    var samples = [Float](repeating: 0, count: count * channels)
    var made = UInt32(clamping: count)
    let (_, status) = converter.fill(&samples, &made, from: ask)
    samples.removeLast(samples.count - Int(made) * channels)
    return (samples, status)
  }

  private func opened() -> OpaqueAudioConverter? {
    let (epoch, offline, cookie) = queue.state.withLock { ($0.epoch, $0.offline, $0.cookie) }
    let wanted = Self.samples(offline ?? queue.format)
    if let converter, wanted == output {
      if epoch != self.epoch {
        converter.reset()
        (self.epoch, ahead, isAtEnd) = (epoch, [], false)
      }
      return converter
    }
    let made = OpaqueAudioConverter(queue.format, wanted)
    if let cookie { made?.converter.magicCookie = .init(cookie) }
    (converter, output, self.epoch) = (made, wanted, epoch)
    (ahead, isAtEnd) = ([], false)
    return made
  }

  // MARK: Levels

  private static func levels(_ samples: [Float], channels: Int, of count: Int) -> [AudioQueueLevelMeterState] {
    (0..<channels).map { channel in
      var (power, peak) = (0.0, Float(0))
      for place in stride(from: channel, to: samples.count, by: channels) {
        power += Double(samples[place] * samples[place])
        peak = max(peak, abs(samples[place]))
      }
      return AudioQueueLevelMeterState(
        mAveragePower: Float((power / Double(max(1, count))).squareRoot()), mPeakPower: peak)
    }
  }
}

extension OpaqueAudioQueue {
  /// Sound in the next buffer; the one before it has been played, and is given back first. Nil where there is none.
  fileprivate func next() -> AVAudioBuffer? {
    let done = state.withLock { state -> Place? in
      defer { state.playing = nil }
      return state.playing
    }
    if let done { giveBack(done) }
    return state.withLock { state -> SoundBox? in
      guard !state.waiting.isEmpty, state.phase != .paused else { return nil }
      let entry = state.waiting.removeFirst()
      state.playing = entry.place
      for event in entry.events { state.volume.set(event.mID, event.mValue, rate: format.mSampleRate) }
      return entry.sound.map { SoundBox(sound: $0) }
    }?.sound
  }

  /// Whether what the decoder has left is to come out: the queue is to stop, or to be flushed.
  fileprivate func isToEnd() -> Bool {
    state.withLock { state in
      defer { state.isFlushed = false }
      return state.isFlushed || state.phase == .stopping
    }
  }

  /// Sound that is handed over from under the lock.
  private struct SoundBox: @unchecked Sendable {
    // @unchecked: the sound in a buffer is a copy, which the queue gives to one that renders.
    let sound: AVAudioBuffer
  }
}

/// The settings of a queue's gain, and where it changes; a value.
struct AudioQueueVolume: Sendable {
  /// Values that were set, by parameter.
  private(set) var values: [AudioQueueParameterID: Float] = [
    kAudioQueueParam_Volume: 1, kAudioQueueParam_PlayRate: 1, kAudioQueueParam_Pitch: 0,
    kAudioQueueParam_VolumeRampTime: 0, kAudioQueueParam_Pan: 0,
  ]
  /// Gain of the next samples.
  private var gain = AudioGain()

  /// Sets a parameter; false of one that cannot be, or not to that.
  @discardableResult mutating func set(_ id: AudioQueueParameterID, _ value: Float, rate: Double) -> Bool {
    guard value.isFinite else { return false }
    switch id {
    case kAudioQueueParam_Volume:
      let goal = value.within(0...1)
      gain.fade(
        to: Double(goal), over: Int((Double(values[kAudioQueueParam_VolumeRampTime] ?? 0) * rate).within(0...1e9)))
      values[id] = goal
    case kAudioQueueParam_VolumeRampTime: values[id] = max(0, value)
    case kAudioQueueParam_Pan:
      let pan = value.within(-1...1)
      gain.pan = Double(pan)
      values[id] = pan
    case kAudioQueueParam_PlayRate: return value == 1
    case kAudioQueueParam_Pitch: return value == 0
    default: return false
    }
    return true
  }

  /// Changes `samples`, those of all `channels` by turns.
  mutating func apply(to samples: inout [Float], channels: Int) {
    guard !gain.isUnity, channels > 0 else { return }
    let sides = gain.sides(channels)
    for first in stride(from: 0, to: samples.count - samples.count % channels, by: channels) {
      let volume = gain.next()
      for (channel, side) in sides.enumerated() { samples[first + channel] *= Float(volume * side) }
    }
  }
}
