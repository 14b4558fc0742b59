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

/// Nodes that play, mix and look at sound, rendered when asked: in samples.
@Suite("Audio engines") struct AudioEngineTests {
  private let left = Samples.noise(3_000, seed: 1)
  private let right = Samples.noise(3_000, seed: 2)

  // MARK: Playing and mixing

  @Test(arguments: [1, 7, 512, 4_096])
  func `a buffer comes out as it is, bit for bit, and silence behind it`(block: Int) throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([left, right]))
    player.play()
    let count = block == 1 ? 50 : 3_500
    let rendered = try offline.render(count, block: block)
    let silence = [Float](repeating: 0, count: max(0, count - 3_000))
    #expect(rendered == [Array(left.prefix(count)) + silence, Array(right.prefix(count)) + silence])
    #expect(offline.engine.manualRenderingSampleTime == Int64(count))
  }

  @Test func `two players are heard as their sum, and as often as it is rendered, the same`() throws {
    func mixed() throws -> [[Float]] {
      let offline = try OfflineEngine()
      let (first, second) = (offline.player(), offline.player())
      try offline.engine.start()
      first.scheduleBuffer(try Samples.buffer([left, right]))
      second.scheduleBuffer(try Samples.buffer([right, left]))
      first.play()
      second.play()
      return try offline.render(3_000)
    }
    let sum = zip(left, right).map { $0 + $1 }
    #expect(try mixed() == [sum, sum] && (try mixed()) == [sum, sum])
  }

  @Test func `volumes multiply, and a pan makes the other side softer in a straight line`() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    player.scheduleBuffer(
      try Samples.buffer([[Float](repeating: 0.5, count: 8), [Float](repeating: 0.25, count: 8)]), at: nil,
      options: .loops)
    player.play()
    func levels() throws -> [Float] { try offline.render(4).map { $0[3] } }
    #expect(try levels() == [0.5, 0.25])
    player.volume = 0.5
    #expect(try levels() == [0.25, 0.125])
    player.pan = 0.5
    #expect(try levels() == [0.125, 0.125])
    player.pan = -1
    #expect(try levels() == [0.25, 0])
    offline.engine.mainMixerNode.outputVolume = 0.5
    #expect(try levels() == [0.125, 0])
    // A connection has a say of its own, until the node's is set again.
    let mixer = offline.engine.mainMixerNode
    let destination = try #require(player.destination(forMixer: mixer, bus: 0))
    (destination.pan, destination.volume) = (0, 1)
    #expect(try levels() == [0.25, 0.125] && player.pan == -1 && player.volume == 0.5)
    player.volume = 2
    #expect(try levels() == [0.25, 0.125] && destination.volume == 1 && player.volume == 1)
    #expect(destination.connectionPoint.node === mixer && player.destination(forMixer: mixer, bus: 1) == nil)
  }

  @Test func `one channel is heard on both sides, and two become their mean`() throws {
    let offline = try OfflineEngine()
    let player = offline.player(format: try OfflineEngine.format(48_000, 1))
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([left]))
    player.play()
    #expect(try offline.render(3_000) == [left, left])
    let mono = try OfflineEngine(channels: 1)
    let stereo = mono.player(format: offline.format)
    try mono.engine.start()
    stereo.scheduleBuffer(try Samples.buffer([left, right]))
    stereo.play()
    #expect(try mono.render(3_000) == [zip(left, right).map { ($0 + $1) / 2 }])
  }

  @Test func `more channels are mixed from where their speakers stand`() throws {
    let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
    let offline = try OfflineEngine()
    let player = offline.player(format: format)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 600))
    buffer.frameLength = 600
    let data = try #require(buffer.floatChannelData)
    for channel in 0..<6 { for index in 0..<100 { data[channel][channel * 100 + index] = 0.5 } }
    try offline.engine.start()
    player.scheduleBuffer(buffer)
    player.play()
    let rendered = try offline.render(600, block: 77)
    // Left, right, center, the one for low frequencies, left and right behind.
    let (left, right) = ((0..<6).map { rendered[0][$0 * 100 + 50] }, (0..<6).map { rendered[1][$0 * 100 + 50] })
    #expect(left[0] > 0.1 && left[1] == 0)
    #expect(left[2] > 0.05 && left[4] > 0.05 && left[5] == 0)
    #expect(right == [left[1], left[0], left[2], left[3], left[5], left[4]])
  }

  @Test func `a mixer brings other rates to its own, in time to the sample`() throws {
    let offline = try OfflineEngine()
    let player = offline.player(format: try OfflineEngine.format(44_100, 2))
    try offline.engine.start()
    let tone = Samples.sine(44_100, 997, rate: 44_100)
    player.scheduleBuffer(try Samples.buffer([tone, tone], rate: 44_100))
    player.play()
    let rendered = try offline.render(48_100)[0]
    // The filter sees the edges of the sound.
    let (level, shift, rest) = Samples.fit(997, in: rendered, 1_000..<47_000, rate: 48_000)
    #expect(abs(level - 0.5) < 1e-4 && abs(shift) < 0.1 && rest < 2e-5, "\(level) \(shift) \(rest)")
    #expect(rendered[48_060...].allSatisfy { abs($0) < 1e-6 })
    // However long the blocks are.
    player.stop()
    offline.engine.stop()
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([tone, tone], rate: 44_100))
    player.play()
    #expect(try offline.render(2_000, block: 17)[0] == Array(rendered.prefix(2_000)))
  }

  @Test func `one output is heard at several inputs`() throws {
    let offline = try OfflineEngine()
    let (player, eq) = (AVAudioPlayerNode(), AVAudioUnitEQ(numberOfBands: 0))
    offline.engine.attach(player)
    offline.engine.attach(eq)
    let mixer = offline.engine.mainMixerNode
    offline.engine.connect(eq, to: mixer, format: offline.format)
    offline.engine.connect(
      player, to: [AVAudioConnectionPoint(node: eq, bus: 0), AVAudioConnectionPoint(node: mixer, bus: 5)], fromBus: 0,
      format: offline.format)
    #expect(offline.engine.outputConnectionPoints(for: player, outputBus: 0).map(\.bus) == [0, 5])
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([left, right]))
    player.play()
    #expect(try offline.render(3_000, block: 500) == [left.map { $0 * 2 }, right.map { $0 * 2 }])
    #expect(player.lastRenderTime?.sampleTime == 2_500)
  }

  @Test func `an effect that is taken out leaves its neighbours connected`() throws {
    let offline = try OfflineEngine()
    let (player, delay) = (AVAudioPlayerNode(), AVAudioUnitDelay())
    offline.connect(player, delay)
    let engine = offline.engine
    #expect(engine.inputConnectionPoint(for: engine.mainMixerNode, inputBus: 0)?.node === delay)
    try engine.start()
    player.scheduleBuffer(try Samples.buffer([left, right]))
    player.play()
    #expect(try offline.render(1_000)[0].allSatisfy { $0 == 0 })
    engine.detach(delay)
    #expect(engine.inputConnectionPoint(for: engine.mainMixerNode, inputBus: 0)?.node === player)
    #expect(try offline.render(1_000)[0] == Array(left[1_000..<2_000]) && delay.engine == nil)
    engine.disconnectNodeOutput(player)
    #expect(try offline.render(10)[0].allSatisfy { $0 == 0 } && player.lastRenderTime == nil)
  }

  // MARK: Schedules

  @Test func `sounds begin at their sample, and those without one behind the last`() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    let (long, short) = (try Samples.buffer([left, left]), try Samples.buffer([[1, 1, 1], [1, 1, 1]]))
    player.scheduleBuffer(short, at: AVAudioTime(sampleTime: 700, atRate: 48_000))
    player.scheduleBuffer(short)
    player.scheduleBuffer(short, at: AVAudioTime(sampleTime: 1_000, atRate: 24_000))
    player.scheduleBuffer(long, at: AVAudioTime(sampleTime: 5, atRate: 48_000))
    player.play()
    let rendered = try offline.render(6_000, block: 333)[0]
    var wanted = [Float](repeating: 0, count: 6_000)
    for start in [700, 703, 2_000] { wanted.replaceSubrange(start..<start + 3, with: [1, 1, 1]) }
    // One that is too late begins at once.
    wanted.replaceSubrange(2_003..<5_003, with: left)
    #expect(rendered == wanted)
  }

  @Test func `a buffer loops without a gap until another interrupts it, at once, at its time or at the loop`() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    let (loop, other) = (Array(left.prefix(100)), Array(right.prefix(30)))
    let (looping, interrupting) = (try Samples.buffer([loop, loop]), try Samples.buffer([other, other]))
    let looped = (0..<100).flatMap { _ in loop }
    func play(_ when: AVAudioTime?, _ options: AVAudioPlayerNodeBufferOptions) throws -> [Float] {
      player.stop()
      player.scheduleBuffer(looping, at: nil, options: .loops)
      // Behind what has no end.
      player.scheduleBuffer(try Samples.buffer([[9], [9]]))
      player.play()
      #expect(try offline.render(250, block: 64)[0] == Array(looped.prefix(250)))
      player.scheduleBuffer(interrupting, at: when, options: options)
      return try offline.render(500, block: 64)[0]
    }
    func wanted(_ start: Int) -> [Float] {
      let before = Array(looped[250..<250 + start]) + other
      return before + [Float](repeating: 0, count: 500 - before.count)
    }
    let time = AVAudioTime(sampleTime: 333, atRate: 48_000)
    #expect(try play(nil, .interrupts) == wanted(0))
    #expect(try play(time, .interrupts) == wanted(83))
    #expect(try play(nil, .interruptsAtLoop) == wanted(50))
    #expect(try play(time, .interruptsAtLoop) == wanted(150))
    // One that loops itself.
    #expect(try play(nil, [.loops, .interrupts]).suffix(440) == (0..<20).flatMap { _ in other }[60..<500])
  }

  @Test func `a player waits for its time, stands still when paused, and says where it is`() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    #expect(player.lastRenderTime?.sampleTime == 0 && !player.isPlaying)
    _ = try offline.render(600, block: 600)
    player.scheduleBuffer(try Samples.buffer([left, right]))
    #expect(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 0, atRate: 48_000)) == nil)
    player.play(at: AVAudioTime(sampleTime: 1_000, atRate: 48_000))
    #expect(player.isPlaying)
    let first = try offline.render(600, block: 300)[0]
    #expect(first == [Float](repeating: 0, count: 400) + left[..<200])
    let last = try #require(player.lastRenderTime)
    #expect(last.sampleTime == 900 && last.isSampleTimeValid && !last.isHostTimeValid)
    #expect(player.playerTime(forNodeTime: last)?.sampleTime == -100)
    #expect(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 24_000, atRate: 24_000))?.sampleTime == 49_000)
    player.pause()
    #expect(try offline.render(100)[0].allSatisfy { $0 == 0 } && !player.isPlaying)
    player.play()
    #expect(try offline.render(100)[0] == Array(left[200..<300]))
    #expect(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 200, atRate: 48_000))?.sampleTime == 1_300)
    player.stop()
    player.play()
    #expect(try offline.render(100)[0].allSatisfy { $0 == 0 })
    #expect(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 0, atRate: 48_000))?.sampleTime == 1_400)
  }

  @Test func `what a handler schedules is heard without a gap`() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    let buffer = try Samples.buffer([Array(left.prefix(64)), Array(right.prefix(64))])
    let calls = Notes(0)
    @Sendable func schedule() {
      player.scheduleBuffer(buffer, completionCallbackType: .dataRendered) { type in
        #expect(type == .dataRendered)
        let number = calls.change { calls in
          calls += 1
          return calls
        }
        if number < 10 { schedule() }
      }
    }
    schedule()
    player.play()
    let rendered = try offline.render(64 * 12, block: 64)[0]
    #expect(rendered == (0..<10).flatMap { _ in left.prefix(64) } + [Float](repeating: 0, count: 128))
    #expect(calls.value == 10)
  }

  @Test func `who waits for a buffer goes on when it was played, or the player was stopped`() async throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    let buffer = try Samples.buffer([left, right])
    let ends = Notes(0)
    // Who waits does so on a thread of Swift's pool, which other tests may have for minutes.
    let played = Task {
      await player.scheduleBuffer(buffer)
      ends.change { $0 += 1 }
    }
    player.play()
    #expect(
      await Poll.eventually(within: .seconds(3_600)) {
        _ = try? offline.render(4_096, block: 4_096)
        return ends.value == 1
      })
    await played.value
    let stopped = Task {
      let never = AVAudioTime(sampleTime: 1 << 40, atRate: 48_000)
      let type = await player.scheduleBuffer(buffer, at: never, completionCallbackType: .dataPlayedBack)
      ends.change { $0 += 1 }
      return type
    }
    #expect(
      await Poll.eventually(within: .seconds(3_600)) {
        player.stop()
        return ends.value == 2
      })
    #expect(await stopped.value == .dataPlayedBack)
  }

  @Test func `files are played as a whole and in part, at their own rate and with their own channels`() async throws {
    let sound = SoundFile(.noise(seed: 33)) { ($0.rate, $0.count) = (48_000, 20_003) }
    let file = try AVAudioFile(forReading: try await sound.url())
    let wanted = sound.pcm().withUnsafeBytes { $0.bindMemory(to: Int16.self).map { Float($0) / 32_768 } }
    file.framePosition = 77
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    let ends = Notes<[Int]>([])
    player.scheduleFile(file, at: nil) { ends.change { $0.append(1) } }
    player.scheduleSegment(file, startingFrame: 5_000, frameCount: 300, at: nil) { ends.change { $0.append(2) } }
    player.scheduleSegment(file, startingFrame: 20_000, frameCount: 300, at: nil) { ends.change { $0.append(3) } }
    player.prepare(withFrameCount: 4_096)
    player.play()
    let rendered = try offline.render(20_500, block: 1_000)
    for channel in 0..<2 {
      let samples = (0..<20_003).map { wanted[$0 * 2 + channel] }
      let whole = samples + samples[5_000..<5_300] + samples[20_000...]
      #expect(rendered[channel] == whole + [Float](repeating: 0, count: 20_500 - whole.count))
    }
    #expect(ends.value == [1, 2, 3] && file.framePosition == 77)
    // At another rate, and with one channel.
    let tone = SoundFile(.tone(hertz: 441)) { ($0.rate, $0.count, $0.channels) = (44_100, 44_100, 1) }
    let other = try AVAudioFile(forReading: try await tone.url())
    player.stop()
    player.scheduleFile(other, at: nil, completionHandler: nil)
    player.play()
    let again = try offline.render(48_500)
    let (level, shift, rest) = Samples.fit(441, in: again[1], 1_000..<47_000, rate: 48_000)
    // The file has 16 bits.
    #expect(abs(level - 0.5) < 1e-4 && abs(shift) < 0.1 && rest < 1e-4, "\(level) \(shift) \(rest)")
    #expect(again[0] == again[1] && again[0][48_000...].allSatisfy { $0 == 0 })
  }

  // MARK: Functions of the program's own

  @Test func `a tap gets every sample once, in buffers of about the size that it asks for`() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    let mixer = offline.engine.mainMixerNode
    let noise = Samples.noise(24_000, seed: 3)
    let got = Notes<[[Float]]>([])
    mixer.installTap(onBus: 0, bufferSize: 5_000, format: nil) { buffer, when in
      let data = buffer.floatChannelData?[0]
      got.change { got in
        #expect(when.sampleTime == got.reduce(0) { $0 + $1.count } && when.sampleRate == 48_000)
        got.append((0..<Int(buffer.frameLength)).map { data?[$0] ?? 9 })
      }
    }
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([noise, noise]))
    player.play()
    _ = try offline.render(20_100, block: 777)
    #expect(got.value.map(\.count) == [5_000, 5_000, 5_000, 5_000])
    #expect(got.value.flatMap { $0 } == Array(noise.prefix(20_000)))
    mixer.removeTap(onBus: 0)
    got.change { $0 = [] }
    // Less than a tenth of a second is not to be had.
    player.installTap(onBus: 0, bufferSize: 64, format: player.outputFormat(forBus: 0)) { buffer, _ in
      got.change { $0.append([Float](repeating: 0, count: Int(buffer.frameLength))) }
    }
    _ = try offline.render(9_700)
    #expect(got.value.map(\.count) == [4_800, 4_800])
  }

  @Test func `a source is asked for samples whose times follow one another`() throws {
    let offline = try OfflineEngine()
    let times = Notes<[Range<Int>]>([])
    func source(_ format: AVAudioFormat?) -> AVAudioSourceNode {
      let block: AVAudioSourceNodeRenderBlock = { isSilence, timestamp, count, list in
        let (first, count) = (Int(timestamp.pointee.mSampleTime), Int(count))
        #expect(timestamp.pointee.mFlags == .sampleTimeValid && !isSilence.pointee.boolValue)
        times.change { $0.append(first..<first + count) }
        for buffer in UnsafeMutableAudioBufferListPointer(list) {
          let samples: UnsafeMutableBufferPointer<Int16> = UnsafeMutableBufferPointer(buffer)
          let floats: UnsafeMutableBufferPointer<Float> = UnsafeMutableBufferPointer(buffer)
          if format == nil {
            for index in 0..<count { floats[index] = Float(first + index) / 8_192 }
          } else {
            for index in 0..<count { (samples[2 * index], samples[2 * index + 1]) = (Int16(first + index), -1) }
          }
        }
        return noErr
      }
      return format.map { AVAudioSourceNode(format: $0, renderBlock: block) } ?? AVAudioSourceNode(renderBlock: block)
    }
    let floats = source(nil)
    offline.connect(floats)
    let ramp = (0..<5_000).map { Float($0) / 8_192 }
    #expect(try offline.render(5_000, block: 321) == [ramp, ramp])
    let first = times.value
    #expect(first.first?.lowerBound == 0 && zip(first, first.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    // Integers by turns.
    let integers = try #require(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true))
    let second = try OfflineEngine()
    second.connect(source(integers))
    let least = [Float](repeating: -1 / 32_768, count: 100)
    #expect(try second.render(100) == [(0..<100).map { Float($0) / 32_768 }, least])
    // At another rate it is asked ahead of time, still without a gap.
    times.change { $0 = [] }
    let third = try OfflineEngine(rate: 96_000)
    third.connect(source(nil), format: offline.format)
    _ = try third.render(9_600, block: 100)
    let asked = times.value
    #expect(zip(asked, asked.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound } && asked.count < 200)
    #expect((4_800..<4_900).contains(asked.last?.upperBound ?? 0))
  }

  @Test func `a source may point to memory of its own, and one that fails is silent`() throws {
    let offline = try OfflineEngine(channels: 1)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 512)
    memory.initialize(repeating: 0.25, count: 512)
    defer { memory.deallocate() }
    nonisolated(unsafe) let place = memory
    offline.connect(
      AVAudioSourceNode { _, _, _, list in
        list.pointee.mBuffers.mData = UnsafeMutableRawPointer(place)
        return noErr
      },
      format: offline.format)
    offline.connect(
      AVAudioSourceNode { _, _, count, list in
        let samples: UnsafeMutableBufferPointer<Float> = UnsafeMutableBufferPointer(list.pointee.mBuffers)
        for index in 0..<Int(count) { samples[index] = 9 }
        return -1
      })
    #expect(try offline.render(100) == [[Float](repeating: 0.25, count: 100)])
  }

  @Test func `a sink gets what is connected to it, in its own format`() throws {
    let offline = try OfflineEngine()
    let player = AVAudioPlayerNode()
    let got = Notes<[Float]>([])
    let sink = AVAudioSinkNode { timestamp, count, list in
      let samples: UnsafeBufferPointer<Float> = UnsafeBufferPointer(list.pointee.mBuffers)
      got.change { got in
        #expect(Int(timestamp.pointee.mSampleTime) == got.count && samples.count == Int(count))
        got += samples
      }
      return noErr
    }
    offline.engine.attach(player)
    offline.engine.attach(sink)
    _ = offline.engine.outputNode
    offline.engine.connect(player, to: sink, format: try OfflineEngine.format(24_000, 1))
    #expect(sink.numberOfOutputs == 0 && sink.inputFormat(forBus: 0).sampleRate == 24_000)
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([left], rate: 24_000))
    player.play()
    #expect(try offline.render(3_001, block: 77)[0].allSatisfy { $0 == 0 })
    #expect(got.value == Array(left.prefix(1_500)))
  }

  @Test func `what a function gives comes in, brought to the output, and too little is said`() throws {
    let offline = try OfflineEngine(channels: 1)
    let engine = offline.engine
    let input = try Samples.buffer([left, right])
    let asked = Notes(0)
    #expect(AVAudioEngine().inputNode.setManualRenderingInputPCMFormat(input.format) { _ in nil } == false)
    #expect(
      engine.inputNode.setManualRenderingInputPCMFormat(input.format) { count in
        let sum = asked.change { asked in
          asked += Int(count)
          return asked
        }
        return sum > 600 ? nil : input.audioBufferList
      })
    #expect(engine.inputNode.inputFormat(forBus: 0) == input.format)
    engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
    let mean = zip(left, right).map { ($0 + $1) / 2 }
    // The function gives its first samples again.
    #expect(try offline.render(600, block: 300) == [Array(mean.prefix(300)) + Array(mean.prefix(300))])
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: offline.format, frameCapacity: 300))
    #expect(try engine.renderOffline(300, to: buffer) == .insufficientDataFromInputNode)
    #expect(buffer.frameLength == 300 && buffer.floatChannelData?[0][0] == 0)
    // By the clock there is nothing that comes in.
    engine.disableManualRenderingMode()
    #expect(!engine.isInManualRenderingMode && engine.inputNode.inputFormat(forBus: 0).channelCount == 0)
    #expect(throws: NSError.self) { try engine.start() }
  }

  // MARK: Being asked

  @Test func `the block renders into lists, with their memory or its own, in any format`() throws {
    let engine = AVAudioEngine()
    let format = try #require(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true))
    let player = AVAudioPlayerNode()
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: try OfflineEngine.format(48_000, 2))
    try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 256)
    let block = engine.manualRenderingBlock
    var error: OSStatus = 0
    let list = AudioBufferList.allocate(maximumBuffers: 1)
    defer { free(list.unsafeMutablePointer) }
    #expect(block(10, list.unsafeMutablePointer, &error) == .error)
    #expect(error == AVAudioEngineManualRenderingError.notRunning.rawValue && list[0].mDataByteSize == 0)
    try engine.start()
    player.scheduleBuffer(try Samples.buffer([left, right]))
    player.play()
    var rendered: [Int16] = []
    for count: AVAudioFrameCount in [256, 100] {
      list[0] = AudioBuffer(mNumberChannels: 2, mDataByteSize: 0, mData: nil)
      #expect(block(count, list.unsafeMutablePointer, nil) == .success)
      let samples: UnsafeMutableBufferPointer<Int16> = UnsafeMutableBufferPointer(list[0])
      rendered += samples
    }
    let wanted = (0..<356).flatMap { [left[$0], right[$0]] }.map { Int16((Double($0) * 32_768).rounded()) }
    #expect(rendered == wanted && engine.manualRenderingSampleTime == 356)
    #expect(block(257, list.unsafeMutablePointer, &error) == .error && error == -10_874)
    list[0].mDataByteSize = 4
    #expect(block(2, list.unsafeMutablePointer, &error) == .error && error == -50)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 256))
    #expect(throws: NSError.self) { try engine.renderOffline(10, to: buffer) }
  }

  @Test func `an engine starts only where something is connected that fits, and says what it cannot`() throws {
    func code(_ body: () throws -> Void) -> Int {
      do { try body() } catch { return (error as NSError).code }
      return 0
    }
    let engine = AVAudioEngine()
    _ = engine.outputNode
    #expect(code { try engine.start() } == -10_875 && !engine.isRunning)
    let (player, eq) = (AVAudioPlayerNode(), AVAudioUnitEQ(numberOfBands: 1))
    engine.attach(player)
    engine.attach(eq)
    engine.connect(player, to: eq, format: try OfflineEngine.format(48_000, 1))
    engine.connect(eq, to: engine.mainMixerNode, format: try OfflineEngine.format(44_100, 1))
    #expect(code { try engine.start() } == -10_868)
    engine.connect(eq, to: engine.mainMixerNode, format: try OfflineEngine.format(48_000, 1))
    engine.prepare()
    let format = try OfflineEngine.format(48_000, 2)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
    #expect(code { _ = try engine.renderOffline(10, to: buffer) } == -80_800)
    #expect(code { try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 100) } == -80_801)
    engine.stop()
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 100)
    #expect(code { _ = try engine.renderOffline(10, to: buffer) } == -80_802)
    try engine.start()
    #expect(code { _ = try engine.renderOffline(101, to: buffer) } == -10_874)
    let small = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 9))
    #expect(code { _ = try engine.renderOffline(10, to: small) } == -50 && small.frameLength == 0)
    #expect(try engine.renderOffline(10, to: buffer) == .success && engine.manualRenderingSampleTime == 10)
    engine.pause()
    #expect(code { _ = try engine.renderOffline(10, to: buffer) } == -80_802)
    engine.reset()
    #expect(engine.manualRenderingSampleTime == 0)
  }

  @Test func `what asks for sound while it is rendered is told to come later`() throws {
    let offline = try OfflineEngine(channels: 1)
    let engine = offline.engine
    let answers = Notes<[AVAudioEngineManualRenderingStatus]>([])
    let format = offline.format
    offline.connect(
      AVAudioSourceNode { [weak engine] _, _, _, _ in
        if let engine, let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 10) {
          let status = try? engine.renderOffline(10, to: buffer)
          answers.change { $0.append(status ?? .error) }
          engine.mainMixerNode.outputVolume = 0.5
          engine.pause()
        }
        return noErr
      })
    _ = try offline.render(10)
    #expect(answers.value == [.cannotDoInCurrentContext] && !engine.isRunning)
  }

  // MARK: By the clock

  @Test func `by the clock an engine renders by itself, and what it renders is heard by taps`() async throws {
    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    engine.attach(player)
    let format = engine.outputNode.outputFormat(forBus: 0)
    #expect(format.sampleRate == 48_000 && format.channelCount == 2)
    engine.connect(player, to: engine.mainMixerNode, format: format)
    let got = Notes<[Float]>([])
    let ends = Notes(0)
    engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4_800, format: format) { buffer, when in
      let data = buffer.floatChannelData?[0]
      #expect(when.isHostTimeValid && when.isSampleTimeValid)
      got.change { $0 += (0..<Int(buffer.frameLength)).map { data?[$0] ?? 9 } }
    }
    try engine.start()
    #expect(engine.isRunning && player.lastRenderTime != nil)
    // It begins with what is not silence.
    let noise = [0.25] + Samples.noise(11_999, seed: 5)
    player.scheduleBuffer(try Samples.buffer([noise, noise]), at: nil, options: []) { ends.change { $0 += 1 } }
    player.play()
    #expect(await Poll.eventually { got.value.drop { $0 == 0 }.count >= 12_000 && ends.value == 1 })
    let samples = Array(got.value.drop { $0 == 0 }.prefix(12_000))
    #expect(samples == noise)
    let time = try #require(player.lastRenderTime)
    #expect(time.isHostTimeValid && time.hostTime <= DispatchTime.now().uptimeNanoseconds)
    engine.stop()
    // Nothing comes any more.
    let count = got.value.count
    #expect(!engine.isRunning && player.lastRenderTime == nil && !player.isPlaying)
    #expect(await Poll.eventually(within: .milliseconds(300)) { got.value.count > count } == false)
  }

  @Test func `an engine that nobody has any more ends, and so does what it renders`() async throws {
    final class Place: @unchecked Sendable {
      weak var engine: AVAudioEngine?
      weak var node: AVAudioSourceNode?
    }
    let count = Notes(0)
    let place = Place()
    do {
      let engine = AVAudioEngine()
      let source = AVAudioSourceNode { _, _, _, _ in
        count.change { $0 += 1 }
        return noErr
      }
      (place.engine, place.node) = (engine, source)
      engine.attach(source)
      engine.connect(source, to: engine.mainMixerNode, format: nil)
      try engine.start()
      #expect(await Poll.eventually { count.value > 3 })
    }
    #expect(await Poll.eventually { place.engine == nil && place.node == nil })
  }
}
