import AVFAudio
import AVFoundation
import TestSupport
import Testing

/// How an engine runs: when it is asked, and by the clock.
@Suite("Running audio engines") struct AudioEngineRunningTests {
  private let left = Samples.noise(3_000, seed: 1)
  private let right = Samples.noise(3_000, seed: 2)

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

  @Test func `a nested rendering gets an error`() throws {
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

  @Test func `an engine without a reference ends, and so does its rendering`() async throws {
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
