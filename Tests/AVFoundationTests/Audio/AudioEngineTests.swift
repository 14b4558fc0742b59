import AVFAudio
import AVFoundation
import TestSupport
import Testing

/// Nodes that play and mix sound, rendered when asked: in samples.
@Suite("Audio engines") struct AudioEngineTests {
  private let left = Samples.noise(3_000, seed: 1)
  private let right = Samples.noise(3_000, seed: 2)

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
}
