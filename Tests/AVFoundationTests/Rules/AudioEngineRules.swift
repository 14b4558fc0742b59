import AVFoundation
import TestSupport
import Testing

@Suite("Rules of audio engines and nodes")
struct AudioEngineRules {
  private let engine = AVAudioEngine()
  private let player = AVAudioPlayerNode()

  private func format(_ rate: Double, _ channels: AVAudioChannelCount = 2) throws -> AVAudioFormat {
    try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels))
  }

  private func buffer(_ format: AVAudioFormat, _ count: AVAudioFrameCount) throws -> AVAudioPCMBuffer {
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: count))
    buffer.frameLength = count
    return buffer
  }

  // MARK: Engines

  /// AVAudioEngine.h, "autoShutdownEnabled": disabled by default; "running"; "isInManualRenderingMode".
  @Test func `a fresh engine does not run, has no nodes, and goes by a device`() {
    #expect(!engine.isRunning && !engine.isAutoShutdownEnabled && !engine.isInManualRenderingMode)
    #expect(engine.attachedNodes.isEmpty)
  }

  /// AVAudioEngine.h, "manualRenderingFormat", "manualRenderingMaximumFrameCount": an invalid format and 0 when not in manual rendering.
  @Test func `an engine that goes by a device has no format of manual rendering`() {
    let format = engine.manualRenderingFormat
    #expect(format.sampleRate == 0 && format.channelCount == 0 && engine.manualRenderingMaximumFrameCount == 0)
  }

  /// AVAudioEngine.h, "enableManualRenderingMode:…": the timeline starts at 0, the output is in the format.
  @Test func `manual rendering is as it was enabled`() throws {
    let format = try format(22_050, 1)
    try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 100)
    #expect(engine.isInManualRenderingMode && engine.manualRenderingMode == .realtime)
    #expect(engine.manualRenderingFormat == format && engine.manualRenderingMaximumFrameCount == 100)
    #expect(engine.outputNode.outputFormat(forBus: 0) == format && engine.manualRenderingSampleTime == 0)
  }

  /// AVAudioEngine.h, "mainMixerNode": connected to the output on demand, and its format tracks the output's.
  @Test func `the main mixer is connected to the output, and follows its format`() throws {
    let mixer = engine.mainMixerNode
    #expect(engine.mainMixerNode === mixer && engine.outputConnectionPoints(for: mixer, outputBus: 0).count == 1)
    #expect(engine.inputConnectionPoint(for: engine.outputNode, inputBus: 0)?.node === mixer)
    #expect(engine.attachedNodes == [mixer, engine.outputNode])
    try engine.enableManualRenderingMode(.offline, format: try format(32_000, 1), maximumFrameCount: 100)
    #expect(mixer.outputFormat(forBus: 0).sampleRate == 32_000 && mixer.outputFormat(forBus: 0).channelCount == 1)
    #expect(engine.outputNode.inputFormat(forBus: 0).sampleRate == 32_000)
    engine.disableManualRenderingMode()
    #expect(mixer.outputFormat(forBus: 0) == engine.outputNode.outputFormat(forBus: 0))
  }

  /// AVAudioEngine.h, "mainMixerNode": you may make the connection explicitly with a different format.
  @Test func `a main mixer that was connected explicitly keeps its format`() throws {
    engine.connect(engine.mainMixerNode, to: engine.outputNode, format: try format(16_000))
    try engine.enableManualRenderingMode(.offline, format: try format(32_000, 1), maximumFrameCount: 100)
    #expect(engine.mainMixerNode.outputFormat(forBus: 0).sampleRate == 16_000)
  }

  /// AVAudioEngine.h, "enableManualRenderingMode:…": taps of the input and output nodes are removed.
  @Test func `switching the mode ends taps of the output`() throws {
    engine.outputNode.installTap(onBus: 0, bufferSize: 100, format: nil) { _, _ in }
    try engine.enableManualRenderingMode(.offline, format: try format(32_000), maximumFrameCount: 100)
    engine.outputNode.installTap(onBus: 0, bufferSize: 100, format: nil) { _, _ in }
  }

  /// AVAudioEngine.h, "inputNode": non-zero rate and channels say whether input is enabled.
  @Test func `without a device the input has neither rate nor channels`() {
    let format = engine.inputNode.inputFormat(forBus: 0)
    #expect(format.sampleRate == 0 && format.channelCount == 0)
  }

  /// AVAudioIONode.h, "setVoiceProcessingEnabled:error:": an error where it cannot be; "voiceProcessingEnabled".
  @Test func `without a device no voice is processed`() throws {
    #expect(throws: NSError.self) { try engine.inputNode.setVoiceProcessingEnabled(true) }
    try engine.outputNode.setVoiceProcessingEnabled(false)
    #expect(!engine.inputNode.isVoiceProcessingEnabled && engine.outputNode.presentationLatency == 0)
  }

  // MARK: Connections

  /// AVAudioEngine.h, "attachNode:", "detachNode:".
  @Test func `a node is an engine's from attaching until detaching`() {
    #expect(player.engine == nil && player.outputFormat(forBus: 0).channelCount == 0)
    engine.attach(player)
    #expect(player.engine === engine && engine.attachedNodes == [player])
    engine.detach(player)
    #expect(player.engine == nil && engine.attachedNodes.isEmpty)
  }

  /// AVAudioEngine.h, "connect:to:format:": bus 0, and of a mixer the next available one.
  @Test func `nodes are connected to the next input of a mixer`() throws {
    let others = [player, AVAudioPlayerNode(), AVAudioPlayerNode()]
    let mixer = engine.mainMixerNode
    for node in others {
      engine.attach(node)
      engine.connect(node, to: mixer, format: nil)
    }
    #expect(others.map { engine.outputConnectionPoints(for: $0, outputBus: 0).map(\.bus) } == [[0], [1], [2]])
    engine.disconnectNodeInput(mixer, bus: 1)
    #expect(mixer.nextAvailableInputBus == 1 && engine.inputConnectionPoint(for: mixer, inputBus: 1) == nil)
    engine.disconnectNodeInput(mixer)
    #expect(mixer.nextAvailableInputBus == 0)
  }

  /// AVAudioEngine.h, "connect:to:fromBus:toBus:format:": the format is the output's, and in all cases the input's.
  @Test func `both ends of a connection have its format`() throws {
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, fromBus: 0, toBus: 3, format: try format(8_000, 1))
    #expect(player.outputFormat(forBus: 0) == (try format(8_000, 1)))
    #expect(engine.mainMixerNode.inputFormat(forBus: 3) == (try format(8_000, 1)))
  }

  /// AVAudioEngine.h, "connect:to:fromBus:toBus:format:": connections of the same output and input are broken.
  @Test func `a new connection breaks those of its output and its input`() throws {
    let (other, mixer) = (AVAudioPlayerNode(), engine.mainMixerNode)
    engine.attach(player)
    engine.attach(other)
    engine.connect(player, to: mixer, fromBus: 0, toBus: 0, format: nil)
    engine.connect(player, to: mixer, fromBus: 0, toBus: 1, format: nil)
    #expect(engine.inputConnectionPoint(for: mixer, inputBus: 0) == nil)
    engine.connect(other, to: mixer, fromBus: 0, toBus: 1, format: nil)
    #expect(engine.inputConnectionPoint(for: mixer, inputBus: 1)?.node === other)
    #expect(engine.outputConnectionPoints(for: player, outputBus: 0).isEmpty)
  }

  // MARK: Nodes

  /// AVAudioNode.h, "lastRenderTime": nil if the engine is not running or the node is not connected.
  @Test func `a node that is not rendered has no time`() throws {
    #expect(player.lastRenderTime == nil)
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: nil)
    #expect(player.lastRenderTime == nil && player.latency == 0)
  }

  /// AVAudioMixing.h, "volume", "pan": 1 and 0 by default.
  @Test func `a fresh source is loud and in the middle`() {
    #expect(player.volume == 1 && player.pan == 0 && engine.mainMixerNode.outputVolume == 1)
  }

  /// AVAudioMixing.h: properties of a source hold for new connections, and stay when it is disconnected.
  @Test func `what is set on a source holds for later connections`() throws {
    (player.volume, player.pan) = (0.25, -0.5)
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: nil)
    let destination = try #require(player.destination(forMixer: engine.mainMixerNode, bus: 0))
    #expect(destination.volume == 0.25 && destination.pan == -0.5)
    destination.volume = 1
    engine.disconnectNodeOutput(player)
    #expect(player.volume == 0.25 && player.destination(forMixer: engine.mainMixerNode, bus: 0) == nil)
  }

  /// AVAudioPlayerNode.h, "nodeTimeForPlayerTime:": nil if the player is not playing.
  @Test func `a player that does not play has no times`() {
    let time = AVAudioTime(sampleTime: 0, atRate: 44_100)
    #expect(player.nodeTime(forPlayerTime: time) == nil && player.playerTime(forNodeTime: time) == nil)
    #expect(!player.isPlaying)
  }

  /// AVAudioPlayerNode.h, "AVAudioPlayerNodeBufferOptions": 1, 2 and 4.
  @Test func `options of buffers are bits`() {
    let all: AVAudioPlayerNodeBufferOptions = [.loops, .interrupts, .interruptsAtLoop]
    #expect(all.rawValue == 7 && AVAudioPlayerNodeBufferOptions.loops.rawValue == 1)
  }

  /// AVAudioPlayerNode.h, "stop": scheduled events are cleared; handlers are called after the player is stopped.
  @Test func `stopping tells those whose sound was not played`() async throws {
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: nil)
    let calls = Notes(0)
    let buffer = try buffer(player.outputFormat(forBus: 0), 10)
    player.scheduleBuffer(buffer, completionHandler: { calls.change { $0 += 1 } })
    player.scheduleBuffer(buffer, completionCallbackType: .dataConsumed) { _ in calls.change { $0 += 1 } }
    player.stop()
    #expect(await Poll.eventually { calls.value == 2 })
  }

  /// AVAudioUnitEQ.h: parametric, 0 dB, bypassed by default.
  @Test func `a fresh equalizer does nothing`() {
    let eq = AVAudioUnitEQ(numberOfBands: 4)
    #expect(eq.bands.count == 4 && eq.globalGain == 0 && !eq.bypass)
    #expect(eq.bands.allSatisfy { $0.bypass && $0.gain == 0 && $0.filterType == .parametric })
  }

  /// AVAudioUnitEQ.h: bandwidth 0.05 to 5 octaves, gain -96 to 24 dB, frequency from 20 Hz.
  @Test func `bands stay within their ranges`() {
    let band = AVAudioUnitEQ(numberOfBands: 1).bands[0]
    (band.bandwidth, band.gain, band.frequency) = (9, -200, 1)
    #expect(band.bandwidth == 5 && band.gain == -96 && band.frequency == 20)
    (band.bandwidth, band.gain) = (0, .nan)
    #expect(band.bandwidth == 0.05 && band.gain == -96)
  }

  /// AVAudioUnitDelay.h: 1 s, 50 %, 15,000 Hz, 100 %.
  @Test func `a fresh delay is of a second`() {
    let delay = AVAudioUnitDelay()
    #expect(delay.delayTime == 1 && delay.feedback == 50 && delay.lowPassCutoff == 15_000 && delay.wetDryMix == 100)
    (delay.delayTime, delay.feedback, delay.wetDryMix) = (3, -101, 101)
    #expect(delay.delayTime == 2 && delay.feedback == -100 && delay.wetDryMix == 100)
  }

  /// AVAudioUnitTimePitch.h: rate 1, pitch 0, overlap 8; AVAudioUnitVarispeed.h: rate 1, from 0.25 to 4.
  @Test func `fresh time effects change nothing, and stay within their ranges`() {
    let (pitch, speed) = (AVAudioUnitTimePitch(), AVAudioUnitVarispeed())
    #expect(pitch.rate == 1 && pitch.pitch == 0 && pitch.overlap == 8 && speed.rate == 1 && !pitch.bypass)
    (pitch.rate, pitch.pitch, pitch.overlap, speed.rate) = (99, -9_999, 1, 0)
    #expect(pitch.rate == 32 && pitch.pitch == -2_400 && pitch.overlap == 3 && speed.rate == 0.25)
  }

  /// AVAudioSourceNode.h, AVAudioSinkNode.h, AVAudioPlayerNode.h: which buses there are.
  @Test func `sources have no inputs, sinks no outputs`() {
    let (source, sink) = (AVAudioSourceNode { _, _, _, _ in 0 }, AVAudioSinkNode { _, _, _ in 0 })
    #expect(source.numberOfInputs == 0 && source.numberOfOutputs == 1 && player.numberOfInputs == 0)
    #expect(sink.numberOfInputs == 1 && sink.numberOfOutputs == 0 && AVAudioUnitDelay().numberOfInputs == 1)
    #expect(player.name(forOutputBus: 0) == nil && sink.name(forInputBus: 0) == nil)
  }

  /// AVAudioTime.h, "audioTimeStamp", "initWithAudioTimeStamp:sampleRate:".
  @Test func `a time is converted to fields and back`() {
    var stamp = AVAudioTime(hostTime: 7, sampleTime: 48, atRate: 48_000).audioTimeStamp
    #expect(stamp.mHostTime == 7 && stamp.mSampleTime == 48 && stamp.mFlags == .sampleHostTimeValid)
    stamp.mFlags = .sampleTimeValid
    let time = AVAudioTime(audioTimeStamp: &stamp, sampleRate: 48_000)
    #expect(time.sampleTime == 48 && !time.isHostTimeValid && time.sampleRate == 48_000)
  }

  /// AVAudioBuffer.h, "initWithPCMFormat:bufferListNoCopy:deallocator:": the samples are the list's.
  @Test func `a buffer of a list has its samples, and says when it needs them no more`() throws {
    let original = try buffer(try format(48_000), 3)
    original.floatChannelData?[1][2] = 0.5
    let ended = Notes(false)
    do {
      let view = try #require(
        AVAudioPCMBuffer(pcmFormat: original.format, bufferListNoCopy: original.audioBufferList) { _ in
          ended.change { $0 = true }
        })
      #expect(view.frameLength == 3 && view.floatChannelData?[1][2] == 0.5)
      view.floatChannelData?[0][0] = 0.25
      #expect(!ended.value)
    }
    #expect(ended.value && original.floatChannelData?[0][0] == 0.25)
    let other = try format(48_000, 1)
    #expect(AVAudioPCMBuffer(pcmFormat: other, bufferListNoCopy: original.audioBufferList) == nil)
  }

  // MARK: What ends the process

  /// Whether the last that a process said was an exception of AVFAudio's with `words`.
  private func says(_ words: String, _ end: ExitTest.Result?) -> Bool {
    let text = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
    return text.contains("com.apple.coreaudio.avfaudio") && text.contains(words)
  }

  /// AVAudioEngine.h, "attachNode:": nodes are not usable until they are attached.
  @Test func `connecting a node that is not attached ends the process`() async {
    let end = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let engine = AVAudioEngine()
      engine.connect(AVAudioPlayerNode(), to: engine.mainMixerNode, format: nil)
    }
    #expect(says("[_nodes containsObject: node1]", end))
  }

  /// AVAudioNode.h: formats of connections are PCM floats; AVFAudio raises error -10868 for others.
  @Test func `connecting in integers ends the process`() async {
    let end = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
      engine.attach(player)
      let format = AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true)
      engine.connect(player, to: engine.mainMixerNode, format: format)
    }
    #expect(says("error -10868", end))
  }

  /// AVAudioPlayerNode.h, "playAtTime:": AVFAudio raises _engine->IsRunning() where the engine does not run.
  @Test func `playing while the engine does not run ends the process`() async {
    let end = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
      engine.attach(player)
      engine.connect(player, to: engine.mainMixerNode, format: nil)
      player.play()
    }
    #expect(says("_engine->IsRunning()", end))
  }

  /// AVAudioPlayerNode.h, "ERRORS": a buffer's channel count does not match that of the node's output format.
  @Test func `a buffer with other channels ends the process`() async {
    let end = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
      engine.attach(player)
      engine.connect(player, to: engine.mainMixerNode, format: nil)
      if let mono = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1),
        let buffer = AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 1)
      {
        player.scheduleBuffer(buffer, completionHandler: nil)
      }
    }
    #expect(says("_outputFormat.channelCount == buffer.format.channelCount", end))
  }

  /// AVAudioNode.h, "installTapOnBus:…": only one tap may be installed on any bus.
  @Test func `a second tap ends the process`() async {
    let end = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let mixer = AVAudioEngine().mainMixerNode
      mixer.installTap(onBus: 0, bufferSize: 100, format: nil) { _, _ in }
      mixer.installTap(onBus: 0, bufferSize: 100, format: nil) { _, _ in }
    }
    #expect(says("nullptr == Tap()", end))
  }

  /// AVAudioEngine.h, "startAndReturnError:": AVFAudio raises inputNode != nullptr || outputNode != nullptr.
  @Test func `starting an engine without an input or output ends the process`() async {
    let end = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try AVAudioEngine().start()
    }
    #expect(says("inputNode != nullptr || outputNode != nullptr", end))
  }

  /// AVAudioEngine.h, "inputNode": input that is not available.
  @Test func `connecting an input without a device ends the process`() async {
    let end = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let engine = AVAudioEngine()
      engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
    }
    #expect(says("IsFormatSampleRateAndChannelCountValid(format)", end))
  }
}
