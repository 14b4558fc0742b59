import AVFoundation
import AudioToolbox
import Synchronization
import TestSupport
import Testing

/// Units and graphs of them by functions, rendered when asked and by the clock: in samples.
@Suite("Audio graphs") struct AudioGraphTests {
  /// A function that counts: each sample is its number times `step`.
  private final class Ramp: @unchecked Sendable {
    let step: Float
    var times: [Double] = []
    var status = noErr
    let calls = Mutex(0)

    init(_ step: Float) { self.step = step }

    var function: AURenderCallbackStruct {
      AURenderCallbackStruct(
        inputProc: { client, flags, time, bus, count, list in
          let ramp = Unmanaged<Ramp>.fromOpaque(client).takeUnretainedValue()
          ramp.calls.withLock { $0 += 1 }
          ramp.times.append(time.pointee.mSampleTime)
          guard let list else { return kAudio_ParamError }
          for buffer in UnsafeMutableAudioBufferListPointer(list) {
            let samples = UnsafeMutableBufferPointer<Float>(buffer)
            for index in 0..<Int(count) { samples[index] = Float(time.pointee.mSampleTime + Double(index)) * ramp.step }
          }
          return ramp.status
        }, inputProcRefCon: Unmanaged.passUnretained(self).toOpaque())
    }
  }

  private func unit(_ type: OSType, _ subType: OSType) throws -> AudioUnit {
    var description = AudioComponentDescription(
      componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
      componentFlags: 0, componentFlagsMask: 0)
    let component = try #require(AudioComponentFindNext(nil, &description))
    #expect(AudioComponentFindNext(component, &description) == nil && AudioComponentCount(&description) == 1)
    var unit: AudioUnit?
    #expect(AudioComponentInstanceNew(component, &unit) == noErr)
    return try #require(unit)
  }

  private func set<Value>(
    _ unit: AudioUnit, _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
    _ value: Value
  ) -> OSStatus {
    withUnsafePointer(to: value) {
      AudioUnitSetProperty(unit, property, scope, element, $0, UInt32(MemoryLayout<Value>.size))
    }
  }

  private func connect(_ unit: AudioUnit, _ input: AudioUnitElement, _ ramp: Ramp) -> OSStatus {
    set(unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, input, ramp.function)
  }

  /// `count` samples of both channels from `first` on, in memory of the unit's own.
  private func render(_ unit: AudioUnit, _ count: UInt32, at first: Double = 0) -> (
    status: OSStatus, samples: [[Float]]
  ) {
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    var time = AudioTimeStamp(mSampleTime: first, mHostTime: 0, mRateScalar: 1, mFlags: .sampleTimeValid)
    var flags: AudioUnitRenderActionFlags = []
    let status = AudioUnitRender(unit, &flags, &time, 0, count, list.unsafeMutablePointer)
    guard status == noErr else { return (status, []) }
    return (status, list.map { Array(UnsafeMutableBufferPointer<Float>($0)) })
  }

  @Test func `a mixer sums what functions give, as loud and where it is said, bit for bit`() throws {
    let mixer = try unit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
    #expect(set(mixer, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, UInt32(3)) == noErr)
    let ramps = [Ramp(1), Ramp(0.5), Ramp(7)]
    for (number, ramp) in ramps.enumerated() { #expect(connect(mixer, UInt32(number), ramp) == noErr) }
    #expect(connect(mixer, 3, ramps[0]) == kAudioUnitErr_InvalidElement)
    #expect(render(mixer, 4).status == kAudioUnitErr_Uninitialized)
    #expect(AudioUnitInitialize(mixer) == noErr)
    let (volume, enable, pan) = (
      kMultiChannelMixerParam_Volume, kMultiChannelMixerParam_Enable, kMultiChannelMixerParam_Pan
    )
    #expect(AudioUnitSetParameter(mixer, volume, kAudioUnitScope_Input, 0, 0.5, 0) == noErr)
    #expect(AudioUnitSetParameter(mixer, pan, kAudioUnitScope_Input, 1, 1, 0) == noErr)
    #expect(AudioUnitSetParameter(mixer, enable, kAudioUnitScope_Input, 2, 0, 0) == noErr)
    #expect(AudioUnitSetParameter(mixer, 9, kAudioUnitScope_Input, 2, 0, 0) == kAudioUnitErr_InvalidParameter)
    let rendered = render(mixer, 4, at: 10)
    #expect(rendered.samples == [[5, 5.5, 6, 6.5], [10, 11, 12, 13]])
    #expect(AudioUnitSetParameter(mixer, volume, kAudioUnitScope_Output, 0, 0.25, 0) == noErr)
    #expect(render(mixer, 2, at: 10).samples == [[1.25, 1.375], [2.5, 2.75]])
    var value: Float = 0
    #expect(AudioUnitGetParameter(mixer, volume, kAudioUnitScope_Output, 0, &value) == noErr && value == 0.25)
    #expect(ramps[0].times == [10, 10] && ramps[2].times.isEmpty)
    // A callback's error is returned, and kept as the last render error.
    ramps[1].status = -99
    #expect(render(mixer, 2).status == -99)
    var (error, size) = (OSStatus(0), UInt32(4))
    #expect(
      AudioUnitGetProperty(mixer, kAudioUnitProperty_LastRenderError, 0, 0, &error, &size) == noErr && error == -99)
    #expect(render(mixer, 5_000).status == kAudioUnitErr_TooManyFramesToProcess)
  }

  @Test func `an effect changes what another unit gives, as in an engine, and watchers see what comes out`() throws {
    let source = Samples.noise(2_000, seed: 4)
    final class Noise: @unchecked Sendable {
      let samples: [Float]
      var seen: [UInt32] = []
      init(_ samples: [Float]) { self.samples = samples }
    }
    let noise = Noise(source)
    let client = Unmanaged.passUnretained(noise).toOpaque()
    let give: AURenderCallback = { client, _, time, _, count, list in
      let noise = Unmanaged<Noise>.fromOpaque(client).takeUnretainedValue()
      guard let list else { return -1 }
      for buffer in UnsafeMutableAudioBufferListPointer(list) {
        let samples = UnsafeMutableBufferPointer<Float>(buffer)
        for index in 0..<Int(count) { samples[index] = noise.samples[Int(time.pointee.mSampleTime) + index] }
      }
      return noErr
    }
    let filter = try unit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
    let output = try unit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
    let function = AURenderCallbackStruct(inputProc: give, inputProcRefCon: client)
    #expect(set(filter, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, function) == noErr)
    let connection = AudioUnitConnection(sourceAudioUnit: filter, sourceOutputNumber: 0, destInputNumber: 0)
    #expect(set(output, kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, connection) == noErr)
    #expect(AudioUnitSetParameter(filter, kLowPassParam_CutoffFrequency, kAudioUnitScope_Global, 0, 1_000, 0) == noErr)
    let watch: AURenderCallback = { client, flags, _, _, _, _ in
      Unmanaged<Noise>.fromOpaque(client).takeUnretainedValue().seen.append(flags.pointee.rawValue)
      return noErr
    }
    #expect(AudioUnitAddRenderNotify(output, watch, client) == noErr)
    // What another unit pulls is seen, too.
    let pulled = Noise([])
    #expect(AudioUnitAddRenderNotify(filter, watch, Unmanaged.passUnretained(pulled).toOpaque()) == noErr)
    let circle = AudioUnitConnection(sourceAudioUnit: output, sourceOutputNumber: 0, destInputNumber: 0)
    #expect(
      set(filter, kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, circle)
        == kAudioUnitErr_InvalidPropertyValue)
    #expect(AudioUnitInitialize(filter) == noErr && AudioUnitInitialize(output) == noErr)
    var made: [Float] = []
    for first in stride(from: 0, to: 2_000, by: 500) { made += render(output, 500, at: Double(first)).samples[0] }
    #expect(noise.seen == [4, 8, 4, 8, 4, 8, 4, 8] && pulled.seen == noise.seen)

    let offline = try OfflineEngine(rate: 44_100)
    let player = AVAudioPlayerNode()
    let effect = AVAudioUnitEffect(
      audioComponentDescription: AudioComponentDescription(
        componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_LowPassFilter,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
    effect.auAudioUnit.parameterTree?.parameter(withAddress: 0)?.value = 1_000
    offline.connect(player, effect)
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([source, source], rate: 44_100))
    player.play()
    #expect(try offline.render(2_000, block: 500)[0] == made)
  }

  @Test func `formats of both sides may differ, and what cannot be is refused`() throws {
    let converter = try unit(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter)
    var format = AudioStreamBasicDescription(
      mSampleRate: 22_050, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 9, mBytesPerPacket: 4, mFramesPerPacket: 1,
      mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32, mReserved: 0)
    let ramp = Ramp(1e-4)
    #expect(set(converter, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, format) == noErr)
    #expect(connect(converter, 0, ramp) == noErr && AudioUnitInitialize(converter) == noErr)
    let samples = render(converter, 4_000).samples
    #expect(samples[0] == samples[1])
    // Away from the beginning a straight line stays one, half as steep.
    for index in 1_000..<3_000 { #expect(abs(samples[0][index] - Float(index) * 0.5e-4) < 1e-4) }
    #expect(ramp.times.first == 0 && ramp.times == ramp.times.sorted())

    let effect = try unit(kAudioUnitType_Effect, kAudioUnitSubType_Delay)
    #expect(set(effect, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, format) == noErr)
    #expect(AudioUnitInitialize(effect) == kAudioUnitErr_FormatNotSupported)
    format.mBytesPerFrame = 3
    #expect(
      set(effect, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, format) == kAudioUnitErr_FormatNotSupported
    )
    #expect(set(effect, 999, kAudioUnitScope_Global, 0, UInt32(1)) == kAudioUnitErr_InvalidProperty)
    let device = try unit(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
    #expect(set(device, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, UInt32(1)) == noErr)
    #expect(
      set(device, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, UInt32(1))
        == kAudioUnitErr_PropertyNotWritable)
  }

  @Test func `a graph runs by the clock until it is stopped`() async throws {
    var (made, mixerNode, outputNode): (AUGraph?, AUNode, AUNode) = (nil, 0, 0)
    #expect(NewAUGraph(&made) == noErr)
    let graph = try #require(made)
    var description = AudioComponentDescription(
      componentType: kAudioUnitType_Mixer, componentSubType: kAudioUnitSubType_MultiChannelMixer,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
    #expect(AUGraphAddNode(graph, &description, &mixerNode) == noErr)
    #expect(AUGraphOpen(graph) == noErr && AUGraphInitialize(graph) == kAUGraphErr_OutputNodeErr)
    (description.componentType, description.componentSubType) = (kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
    #expect(AUGraphAddNode(graph, &description, &outputNode) == noErr)
    #expect(AUGraphConnectNodeInput(graph, mixerNode, 0, outputNode, 0) == noErr)
    #expect(AUGraphConnectNodeInput(graph, outputNode, 0, mixerNode, 0) == kAUGraphErr_InvalidConnection)
    let ramp = Ramp(1)
    var function = ramp.function
    #expect(AUGraphSetNodeInputCallback(graph, mixerNode, 0, &function) == noErr)
    var output: AudioUnit?
    #expect(AUGraphNodeInfo(graph, outputNode, nil, &output) == noErr && output != nil)
    #expect(AUGraphInitialize(graph) == noErr && AUGraphStart(graph) == noErr)
    var isRunning: DarwinBoolean = false
    #expect(AUGraphIsRunning(graph, &isRunning) == noErr && isRunning.boolValue)
    #expect(await Poll.eventually { ramp.calls.withLock { $0 } > 3 })
    #expect(AUGraphStop(graph) == noErr)
    let count = ramp.calls.withLock { $0 }
    #expect(Array(ramp.times.prefix(3)) == [0, 512, 1_024] && count == ramp.times.count)
    #expect(DisposeAUGraph(graph) == noErr)
    description.componentSubType = 0x6E6F_6E65
    #expect(AUGraphAddNode(graph, &description, &outputNode) == kAUGraphErr_InvalidAudioUnit)
  }
}
