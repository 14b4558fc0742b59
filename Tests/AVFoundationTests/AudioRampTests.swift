import AVFoundation
import TestSupport
import Testing

/// Parameters of units that are scheduled, by the samples that come out.
@Suite("Ramps of audio units") struct AudioRampTests {
  private let gain = AUParameterAddress(kAUNBandEQParam_GlobalGain)

  /// What an equalizer without bands makes of `count` ones that come in, rendered in blocks of `block`; `schedule` is called with it
  /// before the first.
  private func samples(
    _ count: Int, block: Int = 512, _ schedule: (AVAudioUnitEQ) throws -> Void
  ) throws -> [Float] {
    let (offline, player, unit) = (try OfflineEngine(), AVAudioPlayerNode(), AVAudioUnitEQ(numberOfBands: 1))
    offline.connect(player, unit)
    let ones = [Float](repeating: 1, count: count)
    player.scheduleBuffer(try Samples.buffer([ones, ones]))
    try offline.engine.start()
    player.play()
    try schedule(unit)
    return try offline.render(count, block: block)[0]
  }

  private func factor(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

  @Test func `a scheduled value holds from its very sample on`() throws {
    let rendered = try samples(2_000) { unit in
      unit.auAudioUnit.scheduleParameterBlock(1_001, 0, gain, -20)
      unit.auAudioUnit.scheduleParameterBlock(1_500, 0, gain, 6)
    }
    #expect(rendered[..<1_001].allSatisfy { $0 == 1 })
    #expect(rendered[1_001..<1_500].allSatisfy { $0 == factor(-20) })
    #expect(rendered[1_500...].allSatisfy { $0 == factor(6) })
  }

  @Test func `a ramp goes on a straight way, in steps of 32 samples, whatever the blocks`() throws {
    func ramp(_ unit: AVAudioUnitEQ) {
      unit.globalGain = -20
      unit.auAudioUnit.scheduleParameterBlock(700, 1_000, gain, 0)
    }
    let rendered = try samples(2_000, ramp)
    #expect(rendered[..<700].allSatisfy { $0 == factor(-20) } && rendered[1_700...].allSatisfy { $0 == 1 })
    for (place, sample) in rendered[700..<1_700].enumerated() {
      let level = 20 * log10(Double(sample))
      // A step's value is that of its middle.
      #expect(abs(level - (-20 + 0.02 * (Double(place) + 0.5))) <= 0.02 * 16 + 1e-3, "\(place): \(level)")
    }
    let steps = zip(rendered, rendered.dropFirst()).enumerated().filter { $0.element.0 != $0.element.1 }
    #expect(steps.map(\.offset) == (0..<32).map { 699 + 32 * $0 } + [1_699])
    #expect(zip(rendered, rendered.dropFirst()).allSatisfy { $0 <= $1 })
    for block in [1_000, 333, 32] { #expect(try samples(2_000, block: block, ramp) == rendered, "\(block)") }
  }

  @Test func `what begins later takes the place of a ramp that is under way`() throws {
    let rendered = try samples(1_500) { unit in
      let schedule = unit.auAudioUnit.scheduleParameterBlock
      schedule(0, 1_000, gain, -40)
      schedule(500, 0, gain, -6)
      schedule(1_000, 100, gain, -12)
    }
    #expect(rendered[499] > factor(-21) && rendered[499] < factor(-19))
    #expect(rendered[500..<1_000].allSatisfy { $0 == factor(-6) })
    // It goes on from what the parameter has then.
    #expect(rendered[1_000] < factor(-6) && rendered[1_000] > factor(-8))
    #expect(rendered[1_100...].allSatisfy { $0 == factor(-12) })
  }

  @Test func `times count from the next block, and a reset forgets them`() throws {
    let (offline, player, unit) = (try OfflineEngine(), AVAudioPlayerNode(), AVAudioUnitEQ(numberOfBands: 1))
    offline.connect(player, unit)
    let ones = [Float](repeating: 1, count: 3_000)
    player.scheduleBuffer(try Samples.buffer([ones, ones]))
    try offline.engine.start()
    player.play()
    let schedule = unit.auAudioUnit.scheduleParameterBlock
    #expect(try offline.render(700, block: 100)[0].allSatisfy { $0 == 1 })
    schedule(AUEventSampleTimeImmediate + 100, 0, gain, -20)
    let rendered = try offline.render(700, block: 100)[0]
    #expect(rendered[..<100].allSatisfy { $0 == 1 } && rendered[100...].allSatisfy { $0 == factor(-20) })
    // One that is past holds at once.
    schedule(3, 0, gain, -6)
    #expect(try offline.render(300)[0].allSatisfy { $0 == factor(-6) })
    schedule(1_800, 0, gain, 0)
    unit.auAudioUnit.reset()
    #expect(try offline.render(300)[0].allSatisfy { $0 == factor(-6) } && unit.globalGain == -6)
  }

  @Test func `parameters of a program's own tree are set at once, and no unit has them`() throws {
    let parameter = AUParameterTree.createParameter(
      withIdentifier: "own", name: "Own", address: 77, min: 0, max: 10, unit: .generic, unitName: nil,
      valueStrings: nil, dependentParameters: nil)
    let rendered = try samples(600) { unit in
      unit.auAudioUnit.parameterTree = AUParameterTree.createTree(withChildren: [parameter])
      let schedule = unit.auAudioUnit.scheduleParameterBlock
      schedule(100, 50, 77, 4)
      // What the tree does not have is nothing to schedule.
      schedule(100, 0, gain, -20)
    }
    #expect(parameter.value == 4 && rendered.allSatisfy { $0 == 1 })
  }
}
