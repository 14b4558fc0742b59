import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Effects by their descriptions, and parameters of units, by what comes out.
@Suite("Audio units") struct AudioUnitTests {
  private func effect(_ subType: OSType) -> AVAudioUnitEffect {
    AVAudioUnitEffect(
      audioComponentDescription: AudioComponentDescription(
        componentType: kAudioUnitType_Effect, componentSubType: subType,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
  }

  private func parameter(_ unit: AVAudioUnit, _ id: AudioUnitParameterID) throws -> AUParameter {
    let tree = try #require(unit.auAudioUnit.parameterTree)
    return try #require(tree.parameter(withAddress: AUParameterAddress(id)))
  }

  /// How loud a tone of `hertz`, half of full scale, comes out of `unit`, against how it goes in, in dB.
  private func gain(_ unit: AVAudioUnit, _ hertz: Double, level: Float = 1) throws -> Double {
    let offline = try OfflineEngine()
    let player = AVAudioPlayerNode()
    offline.connect(player, unit)
    let tone = Samples.sine(24_000, hertz, rate: 48_000).map { $0 * level }
    player.scheduleBuffer(try Samples.buffer([tone, tone]))
    try offline.engine.start()
    player.play()
    let samples = try offline.render(24_000)
    offline.engine.stop()
    let fit = Samples.fit(hertz, in: samples[0], 14_400..<24_000, rate: 48_000)
    return 20 * log10(fit.level * 2 / Double(level))
  }

  @Test func `filters let pass what their parameters say`() throws {
    let low = effect(kAudioUnitSubType_LowPassFilter)
    #expect(
      low.name == "AULowpass" && low.audioComponentDescription.componentSubType == kAudioUnitSubType_LowPassFilter)
    let cutoff = try parameter(low, kLowPassParam_CutoffFrequency)
    #expect(cutoff.value == 6_900 && cutoff.unit == .hertz && cutoff.minValue == 10)
    cutoff.value = 1_000
    try parameter(low, kLowPassParam_Resonance).value = 0
    #expect(abs(try gain(low, 100)) < 0.2)
    #expect(abs(try gain(low, 1_000)) < 0.1)
    #expect(try gain(low, 8_000) < -34)
    // A resonance is the gain at the cutoff.
    try parameter(low, kLowPassParam_Resonance).value = 12
    #expect(abs(try gain(low, 1_000) - 12) < 0.1)
    low.auAudioUnit.shouldBypassEffect = true
    #expect(try low.bypass && abs(gain(low, 8_000)) < 0.01)

    let high = effect(kAudioUnitSubType_HighPassFilter)
    try parameter(high, kHipassParam_CutoffFrequency).value = 2_000
    #expect(try gain(high, 200) < -38 && abs(gain(high, 2_000)) < 0.1 && abs(gain(high, 12_000)) < 0.3)

    let band = effect(kAudioUnitSubType_BandPassFilter)
    try parameter(band, kBandpassParam_CenterFrequency).value = 1_000
    try parameter(band, kBandpassParam_Bandwidth).value = 1_200
    #expect(try abs(gain(band, 1_000)) < 0.05 && gain(band, 100) < -20)
    // An octave is as wide as what loses less than 3 dB.
    #expect(abs(try gain(band, 1_000 * 2.0.squareRoot()) + 3) < 0.3)

    let shelf = effect(kAudioUnitSubType_LowShelfFilter)
    try parameter(shelf, kAULowShelfParam_CutoffFrequency).value = 200
    try parameter(shelf, kAULowShelfParam_Gain).value = 12
    #expect(try abs(gain(shelf, 20) - 12) < 0.2 && abs(gain(shelf, 200) - 6) < 0.1 && abs(gain(shelf, 5_000)) < 0.1)
    let upper = effect(kAudioUnitSubType_HighShelfFilter)
    try parameter(upper, kHighShelfParam_Gain).value = -20
    #expect(try abs(gain(upper, 10_000) + 10) < 0.1 && abs(gain(upper, 200)) < 0.1)
    let peak = effect(kAudioUnitSubType_ParametricEQ)
    try parameter(peak, kParametricEQParam_Gain).value = 9
    try parameter(peak, kParametricEQParam_Q).value = 2
    #expect(try abs(gain(peak, 2_000) - 9) < 0.05 && abs(gain(peak, 100)) < 0.1)
  }

  @Test func `a limiter keeps to full scale, and a dynamics processor lowers what is loud and what is soft`() throws {
    let limiter = effect(kAudioUnitSubType_PeakLimiter)
    try parameter(limiter, kLimiterParam_PreGain).value = 18
    let limited = try gain(limiter, 1_000)
    // Half of full scale is raised to it, and no further.
    #expect(limited > 5 && limited < 7.5)
    #expect(abs(try gain(limiter, 1_000, level: 0.1) - 18) < 0.1)

    let dynamics = effect(kAudioUnitSubType_DynamicsProcessor)
    try parameter(dynamics, kDynamicsProcessorParam_Threshold).value = -20
    try parameter(dynamics, kDynamicsProcessorParam_HeadRoom).value = 5
    try parameter(dynamics, kDynamicsProcessorParam_ReleaseTime).value = 1
    // 14 dB over the threshold become 5 · (1 − e^(−14 ÷ 5)).
    let loud = try gain(dynamics, 1_000)
    #expect(abs(loud - (4.7 - 14)) < 0.5, "\(loud)")
    let amount = try parameter(dynamics, kDynamicsProcessorParam_CompressionAmount)
    #expect(abs(Double(amount.value) + loud) < 0.5)
    amount.value = 3
    #expect(amount.value != 3)
    #expect(abs(try gain(dynamics, 1_000, level: 0.1)) < 0.1)
    try parameter(dynamics, kDynamicsProcessorParam_ExpansionThreshold).value = -20
    try parameter(dynamics, kDynamicsProcessorParam_ExpansionRatio).value = 2
    #expect(try gain(dynamics, 1_000, level: 0.1) < -5)
  }

  @Test func `parameters of units that have classes are the classes' own values`() async throws {
    let delay = AVAudioUnitDelay()
    try parameter(delay, kDelayParam_DelayTime).value = 0.25
    delay.wetDryMix = 40
    #expect(try delay.delayTime == 0.25 && parameter(delay, kDelayParam_WetDryMix).value == 40)
    try parameter(delay, kDelayParam_Feedback).value = 1_000
    #expect(try delay.feedback == 100 && parameter(delay, kDelayParam_Feedback).value == 100)
    delay.auAudioUnit.scheduleParameterBlock(
      AUEventSampleTimeImmediate, 0, AUParameterAddress(kDelayParam_Feedback), 20)
    #expect(delay.feedback == 20)
    let pitch = AVAudioUnitTimePitch(
      audioComponentDescription: AudioComponentDescription(
        componentType: kAudioUnitType_FormatConverter, componentSubType: kAudioUnitSubType_AUiPodTimeOther,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
    #expect(
      AudioUnitSetParameter(pitch.audioUnit, kNewTimePitchParam_Pitch, kAudioUnitScope_Global, 0, 700, 0) == noErr)
    var value: Float = 0
    #expect(AudioUnitGetParameter(pitch.audioUnit, kNewTimePitchParam_Pitch, 0, 0, &value) == noErr)
    #expect(value == 700 && pitch.pitch == 700)
    #expect(AudioUnitSetParameter(pitch.audioUnit, 99, 0, 0, 1, 0) == kAudioUnitErr_InvalidParameter)
    #expect(
      AudioUnitGetParameter(pitch.audioUnit, 1, kAudioUnitScope_Input, 0, &value) == kAudioUnitErr_InvalidParameter)
    let equalizer = AVAudioUnitEQ(numberOfBands: 3)
    let tree = try #require(equalizer.auAudioUnit.parameterTree)
    #expect(tree.allParameters.count == 16)
    try parameter(equalizer, kAUNBandEQParam_Frequency + 2).value = 440
    try parameter(equalizer, kAUNBandEQParam_FilterType + 2).value = 3
    try parameter(equalizer, kAUNBandEQParam_BypassBand + 2).value = 0
    #expect(equalizer.bands[2].frequency == 440 && equalizer.bands[2].filterType == .resonantLowPass)
    #expect(!equalizer.bands[2].bypass && equalizer.bands[0].frequency == 1_000)
    #expect(tree.parameter(withID: kAUNBandEQParam_GlobalGain, scope: kAudioUnitScope_Output, element: 0) == nil)

    let made = try await AVAudioUnit.instantiate(with: effect(kAudioUnitSubType_PeakLimiter).audioComponentDescription)
    #expect(made is AVAudioUnitEffect && made.name == "AUPeakLimiter")
    var foreign = made.audioComponentDescription
    foreign.componentManufacturer = 0x466F_6F20
    let error = await #expect(throws: NSError.self) { try await AVAudioUnit.instantiate(with: foreign) }
    #expect(error?.code == -3_000 && error?.domain == NSOSStatusErrorDomain)
    let mixer = AVAudioMixerNode()
    #expect(mixer.auAudioUnit.parameterTree == nil && mixer.auAudioUnit.outputBusses.count == 1)
    let unit = delay.auAudioUnit
    #expect(unit === delay.auAudioUnit && unit.audioUnitName == "AUDelay" && unit.inputBusses.count == 1)
  }

  @Test func `settings that come with a unit are loaded by their numbers`() throws {
    let reverb = AVAudioUnitReverb()
    let rooms = try #require(reverb.auAudioUnit.factoryPresets)
    #expect(rooms.count == 13 && rooms.map(\.number) == Array(0..<13) && rooms[8].name == "Cathedral")
    #expect(reverb.auAudioUnit.currentPreset?.name == "Medium Hall")
    reverb.auAudioUnit.currentPreset = rooms[8]
    #expect(reverb.auAudioUnit.currentPreset?.number == AVAudioUnitReverbPreset.cathedral.rawValue)
    reverb.loadFactoryPreset(.plate)
    #expect(reverb.auAudioUnit.currentPreset?.name == "Plate")
    let own = AUAudioUnitPreset()
    (own.number, own.name) = (-1, "Mine")
    reverb.auAudioUnit.currentPreset = own
    #expect(reverb.auAudioUnit.currentPreset?.name == "Plate" && !reverb.auAudioUnit.supportsUserPresets)
    #expect(throws: NSError.self) { try reverb.auAudioUnit.saveUserPreset(own) }
    let (distortion, delay) = (AVAudioUnitDistortion(), AVAudioUnitDelay())
    // A unit has its settings as long as its node is there.
    withExtendedLifetime((distortion, delay)) {
      let last = distortion.auAudioUnit.factoryPresets?.last
      #expect(last?.number == AVAudioUnitDistortionPreset.speechWaves.rawValue)
      #expect(delay.auAudioUnit.factoryPresets == nil && delay.auAudioUnit.currentPreset == nil)
    }
  }

  @Test func `observers are called for changes, in the groups around it too, but for the one that makes them`() throws {
    let parameters = (0..<2).map { number in
      AUParameterTree.createParameter(
        withIdentifier: "p\(number)", name: "Parameter \(number)", address: AUParameterAddress(number), min: 0, max: 10,
        unit: .indexed, unitName: nil, valueStrings: number == 0 ? ["none", "some"] : nil, dependentParameters: nil)
    }
    let group = AUParameterTree.createGroup(withIdentifier: "group", name: "A group", children: [parameters[1]])
    let tree = AUParameterTree.createTree(withChildren: [parameters[0], group])
    #expect(tree.allParameters == parameters && tree.parameter(withAddress: 1) === parameters[1])
    #expect(parameters[1].keyPath == "group.p1" && parameters[0].keyPath == "p0")
    final class Told: Sendable {
      let own = Mutex<[String]>([])
      func add(_ line: String) { own.withLock { $0.append(line) } }
      func taken() -> [String] {
        own.withLock { lines in
          defer { lines = [] }
          return lines
        }
      }
    }
    let told = Told()
    let inTree = tree.token(byAddingParameterObserver: { told.add("tree \($0) \($1)") })
    let inGroup = group.token(byAddingParameterObserver: { told.add("group \($0) \($1)") })
    let hands = parameters[1].token(byAddingParameterAutomationObserver: { count, events in
      told.add("hand \(count) \(events[0].value) \(events[0].eventType.rawValue)")
    })
    parameters[0].value = 3
    #expect(told.taken() == ["tree 0 3.0"])
    parameters[1].setValue(4, originator: inGroup)
    #expect(told.taken() == ["hand 1 4.0 0", "tree 1 4.0"])
    parameters[1].setValue(5, originator: nil, atHostTime: 0, eventType: .touch)
    #expect(told.taken() == ["hand 1 5.0 1"])
    tree.removeParameterObserver(inTree)
    parameters[1].removeParameterObserver(hands)
    parameters[1].value = 6
    #expect(told.taken() == ["group 1 6.0"])
    var one: AUValue = 1
    #expect(parameters[0].string(fromValue: &one) == "some" && parameters[1].string(fromValue: nil) == "6.00")
    #expect(parameters[0].value(from: "some") == 1 && parameters[1].value(from: " 2.5") == 2.5)
    #expect(parameters[1].value(from: "much") == 0)
  }
}
