import AVFAudio
import AVFoundation
import Testing

extension OfflineEngine {
  /// What comes out of `effect` for `channels`, in as many.
  static func rendered(
    _ effect: AVAudioNode, _ channels: [[Float]], _ count: Int, rate: Double = 48_000, block: Int = 512
  ) throws -> [[Float]] {
    let offline = try OfflineEngine(rate: rate, channels: AVAudioChannelCount(channels.count))
    let player = AVAudioPlayerNode()
    offline.connect(player, effect)
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer(channels, rate: rate))
    player.play()
    return try offline.render(count, block: block)
  }
}

/// Rooms and distortion: in decay times and harmonics.
@Suite("Audio rooms and distortion") struct AudioRoomTests {
  private static let rooms: [(AVAudioUnitReverbPreset, Double, Double)] = [
    (.smallRoom, 0.4, 0.25), (.mediumRoom, 0.7, 0.4), (.largeRoom, 1.1, 0.6), (.plate, 1.4, 1.2),
  ]

  /// The seconds in which `answer` loses 60 dB, after Schroeder's integral from -5 to -35 dB.
  private func decay(_ answer: [Float], rate: Double) -> Double {
    var energy = [Double](repeating: 0, count: answer.count + 1)
    for index in answer.indices.reversed() {
      energy[index] = energy[index + 1] + Double(answer[index]) * Double(answer[index])
    }
    func last(_ decibels: Double) -> Int {
      energy.lastIndex { $0 > energy[0] * pow(10, decibels / 10) } ?? 0
    }
    return 2 * Double(last(-35) - last(-5)) / rate
  }

  /// `samples` below `hertz`, by two filters of the first order.
  private func below(_ hertz: Double, _ samples: [Float], rate: Double) -> [Float] {
    let kept = exp(-2 * Double.pi * hertz / rate)
    var (first, second) = (0.0, 0.0)
    return samples.map { sample in
      first = (1 - kept) * Double(sample) + kept * first
      second = (1 - kept) * first + kept * second
      return Float(second)
    }
  }

  @Test(arguments: rooms) func `a room sounds as long as it says`(
    preset: AVAudioUnitReverbPreset, low: Double, high: Double
  ) throws {
    let reverb = AVAudioUnitReverb()
    reverb.loadFactoryPreset(preset)
    #expect(reverb.wetDryMix == 100)
    let impulse = [1] + [Float](repeating: 0, count: 99)
    let answer = try OfflineEngine.rendered(reverb, [impulse], Int(low * 20_000), rate: 16_000)[0]
    let found = decay(below(500, answer, rate: 16_000), rate: 16_000)
    #expect(abs(found - low) < low * 0.08, "\(found) s")
    // Of all tones, between the two.
    #expect((high * 0.8...low).contains(decay(answer, rate: 16_000)))
    // What goes in comes out about as loud, over all of it.
    let energy = answer.reduce(0) { $0 + $1 * $1 }
    #expect((0.3...4).contains(energy), "\(energy)")
  }

  @Test func `a room's channels differ, and what is dry stays as it is`() throws {
    let reverb = AVAudioUnitReverb()
    let noise = (0..<2).map { Samples.noise(1_000, seed: 60 + UInt64($0)) }
    let wet = try OfflineEngine.rendered(reverb, noise, 4_000)
    #expect(wet[0] != wet[1] && wet[0].contains { $0 != 0 } && wet.allSatisfy { $0.allSatisfy(\.isFinite) })
    let dry = AVAudioUnitReverb()
    dry.wetDryMix = 0
    #expect(try OfflineEngine.rendered(dry, noise, 1_000) == noise)
    let small = AVAudioUnitReverb()
    small.loadFactoryPreset(.smallRoom)
    small.wetDryMix = 50
    let half = try OfflineEngine.rendered(small, noise, 30_000)
    // Before the first wall answers there is the half that is dry.
    #expect(half[0][..<90].elementsEqual(noise[0][..<90].map { $0 / 2 }))
    #expect(half[0][28_000...].allSatisfy { abs($0) < 1e-4 })
  }

  @Test func `a reset ends what a room still answers`() throws {
    let offline = try OfflineEngine(channels: 1)
    let (player, reverb) = (AVAudioPlayerNode(), AVAudioUnitReverb())
    offline.connect(player, reverb)
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([Samples.noise(1_000, seed: 62)]))
    player.play()
    #expect(try offline.render(4_000)[0].suffix(500).contains { abs($0) > 1e-4 })
    reverb.reset()
    #expect(try offline.render(1_000)[0].allSatisfy { $0 == 0 })
  }

  // MARK: Distortion

  private func distorted(
    _ preset: AVAudioUnitDistortionPreset, _ samples: [Float], _ count: Int, gain: Float = 0
  ) throws -> [Float] {
    let distortion = AVAudioUnitDistortion()
    #expect(distortion.preGain == -6 && distortion.wetDryMix == 50)
    distortion.loadFactoryPreset(preset)
    (distortion.preGain, distortion.wetDryMix) = (gain, 100)
    return try OfflineEngine.rendered(distortion, [samples], count)[0]
  }

  @Test func `a square is heard at twice the frequency, a cube at thrice`() throws {
    let sine = Samples.sine(24_000, 500, rate: 48_000)
    let squared = try distorted(.multiDistortedSquared, sine, 24_000)
    // (sin / 2)² is an eighth of 1 - cos 2x.
    #expect(abs(Samples.fit(1_000, in: squared, 14_400..<24_000, rate: 48_000).level - 0.125) < 0.002)
    #expect(Samples.fit(500, in: squared, 14_400..<24_000, rate: 48_000).level < 0.002)
    let cubed = try distorted(.multiDistortedCubed, sine, 24_000, gain: 6.0206)
    // sin³ is three quarters of sin, less a quarter of sin 3x.
    #expect(abs(Samples.fit(1_500, in: cubed, 4_800..<14_400, rate: 48_000).level - 0.25) < 0.002)
    #expect(abs(Samples.fit(500, in: cubed, 4_800..<14_400, rate: 48_000).level - 0.75) < 0.002)
  }

  @Test func `samples are held as long as the preset says`() throws {
    let held = try distorted(.multiDecimated4, Samples.noise(4_800, seed: 63), 4_800)
    let changes = zip(held, held.dropFirst()).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    #expect(changes.count == 199 && changes.allSatisfy { ($0 + 1) % 24 == 0 })
  }

  @Test func `echoes come when the preset says, each as loud as it says`() throws {
    let echoes = try distorted(.multiEcho1, [1], 40_000)
    let heard = echoes.indices.filter { echoes[$0] != 0 }
    #expect(heard == [12_000, 24_000, 36_000] && abs(echoes[24_000] - 0.4) < 1e-6 && echoes[12_000] == 1)
  }

  @Test func `every preset changes the sound, stays within limits, and leaves what is dry`() throws {
    let noise = Samples.noise(6_000, seed: 64)
    for number in 0..<22 {
      let preset = try #require(AVAudioUnitDistortionPreset(rawValue: number))
      let wet = try distorted(preset, noise, 6_000)
      #expect(wet != noise && wet.allSatisfy { abs($0) <= 1 }, "\(preset)")
    }
    let dry = AVAudioUnitDistortion()
    dry.wetDryMix = 0
    #expect(try OfflineEngine.rendered(dry, [noise], 6_000)[0] == noise)
  }

  // MARK: Units

  @Test func `a unit is made by its description, and says what it stands for`() async throws {
    let reverb = AVAudioUnitReverb()
    #expect(reverb.audioComponentDescription.componentSubType == kAudioUnitSubType_Reverb2)
    #expect(!reverb.name.isEmpty && reverb.version == 1 && !reverb.manufacturerName.isEmpty)
    #expect(try await AVAudioUnit.instantiate(with: reverb.audioComponentDescription) is AVAudioUnitReverb)
    for unit in [AVAudioUnitDelay(), AVAudioUnitEQ(), AVAudioUnitTimePitch(), AVAudioUnitVarispeed()] as [AVAudioUnit] {
      let made = try await AVAudioUnit.instantiate(with: unit.audioComponentDescription)
      #expect(type(of: made) == type(of: unit))
    }
    let unknown = AudioComponentDescription(
      componentType: kAudioUnitType_Effect, componentSubType: 1, componentManufacturer: 2, componentFlags: 0,
      componentFlagsMask: 0)
    await #expect(throws: NSError.self) { try await AVAudioUnit.instantiate(with: unknown) }
    #expect(throws: NSError.self) { try reverb.loadPreset(at: URL(fileURLWithPath: "/none.aupreset")) }
  }
}
