import AVFAudio
import AVFoundation
import Testing

/// What effects make of sound, against their formulas.
@Suite("Audio effects") struct AudioEffectTests {
  /// What comes out of `effect` for `samples`, in one channel.
  private func rendered(
    _ effect: AVAudioNode, _ samples: [Float], _ count: Int, rate: Double = 48_000, block: Int = 512
  ) throws -> [Float] {
    let offline = try OfflineEngine(rate: rate, channels: 1)
    let player = AVAudioPlayerNode()
    offline.connect(player, effect)
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([samples], rate: rate))
    player.play()
    return try offline.render(count, block: block)[0]
  }

  /// How much louder, in dB, the answer to an impulse is at `hertz`.
  private func decibels(_ answer: [Float], at hertz: Double, rate: Double = 48_000) -> Double {
    let angle = 2 * Double.pi * hertz / rate
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in answer.enumerated() {
      real += Double(sample) * cos(angle * Double(index))
      imaginary -= Double(sample) * sin(angle * Double(index))
    }
    return 10 * log10(real * real + imaginary * imaginary)
  }

  private func impulse(_ count: Int = 1) -> [Float] { [1] + [Float](repeating: 0, count: count - 1) }

  /// A band, and how much louder it must be at frequencies.
  struct Band: Sendable, CustomTestStringConvertible {
    let type: AVAudioUnitEQFilterType
    var gain: Float = 0
    let wanted: [(hertz: Double, decibels: Double)]
    var testDescription: String { "\(type) \(gain)" }
  }

  static let bands = [
    Band(type: .parametric, gain: 12, wanted: [(1_000, 12), (20, 0), (20_000, 0)]),
    Band(type: .parametric, gain: -18, wanted: [(1_000, -18), (20, 0)]),
    Band(type: .lowPass, wanted: [(1_000, -3.01), (20, 0), (4_000, -24.4)]),
    Band(type: .highPass, wanted: [(1_000, -3.01), (15_000, 0), (250, -24.1)]),
    Band(type: .bandPass, wanted: [(1_000, 0)]),
    Band(type: .lowShelf, gain: 10, wanted: [(1_000, 5), (20, 10), (20_000, 0)]),
    Band(type: .highShelf, gain: -8, wanted: [(1_000, -4), (20, 0), (20_000, -8)]),
    Band(type: .resonantLowShelf, gain: 6, wanted: [(1_000, 3), (20, 6), (20_000, 0)]),
    Band(type: .resonantHighShelf, gain: 6, wanted: [(1_000, 3), (20, 0), (20_000, 6)]),
  ]

  @Test(arguments: bands) func `a band is as loud at its frequency as it says, and far from it`(band: Band) throws {
    let eq = AVAudioUnitEQ(numberOfBands: 1)
    let parameters = eq.bands[0]
    (parameters.filterType, parameters.frequency, parameters.bandwidth) = (band.type, 1_000, 1)
    (parameters.gain, parameters.bypass) = (band.gain, false)
    let answer = try rendered(eq, impulse(), 24_000)
    for (hertz, wanted) in band.wanted {
      let found = decibels(answer, at: hertz)
      #expect(abs(found - wanted) < 0.1, "\(hertz) Hz: \(found) dB")
    }
  }

  /// The formulas of the cookbook, once more: how loud a band of an octave is, in dB.
  private func cookbook(_ type: AVAudioUnitEQFilterType, _ middle: Double, _ gain: Double, at hertz: Double) -> Double {
    let (angle, place) = (2 * Double.pi * middle / 48_000, 2 * Double.pi * hertz / 48_000)
    let (amplitude, cosine) = (pow(10, gain / 40), cos(angle))
    let alpha = sin(angle) * sinh(log(2) / 2 * angle / sin(angle))
    let (b, a): ([Double], [Double]) =
      switch type {
      case .parametric:
        (
          [1 + alpha * amplitude, -2 * cosine, 1 - alpha * amplitude],
          [1 + alpha / amplitude, -2 * cosine, 1 - alpha / amplitude]
        )
      case .resonantLowPass:
        ([(1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2], [1 + alpha, -2 * cosine, 1 - alpha])
      case .resonantHighPass:
        ([(1 + cosine) / 2, -1 - cosine, (1 + cosine) / 2], [1 + alpha, -2 * cosine, 1 - alpha])
      case .bandStop: ([1, -2 * cosine, 1], [1 + alpha, -2 * cosine, 1 - alpha])
      default: ([alpha, 0, -alpha], [1 + alpha, -2 * cosine, 1 - alpha])
      }
    func power(_ c: [Double]) -> Double {
      let real = c[0] + c[1] * cos(place) + c[2] * cos(2 * place)
      let imaginary = c[1] * sin(place) + c[2] * sin(2 * place)
      return real * real + imaginary * imaginary
    }
    return 10 * log10(power(b) / power(a))
  }

  @Test(arguments: [AVAudioUnitEQFilterType.parametric, .resonantLowPass, .resonantHighPass, .bandStop, .bandPass])
  func `a band of an octave is as wide as the formula says`(type: AVAudioUnitEQFilterType) throws {
    let eq = AVAudioUnitEQ(numberOfBands: 2)
    let parameters = eq.bands[1]
    (parameters.filterType, parameters.frequency, parameters.bandwidth) = (type, 5_000, 1)
    (parameters.gain, parameters.bypass) = (-9, false)
    let answer = try rendered(eq, impulse(), 24_000, block: 100)
    for hertz in [100, 2_500, 3_535, 5_000 * 1.01, 7_071, 10_000, 20_000] {
      let (found, wanted) = (decibels(answer, at: hertz), cookbook(type, 5_000, -9, at: hertz))
      #expect(abs(found - wanted) < 0.1 || max(found, wanted) < -80, "\(hertz) Hz: \(found) and not \(wanted) dB")
    }
  }

  @Test func `bands come one after another, all of it is raised, and what is passed by stays as it is`() throws {
    let eq = AVAudioUnitEQ(numberOfBands: 3)
    for band in eq.bands.prefix(2) { (band.gain, band.bypass) = (6, false) }
    eq.globalGain = -20
    #expect(abs(decibels(try rendered(eq, impulse(), 24_000), at: 1_000) + 8) < 0.1)
    let noise = Samples.noise(2_000, seed: 6)
    eq.bypass = true
    #expect(try rendered(eq, noise, 2_000) == noise)
    #expect(try rendered(AVAudioUnitEQ(numberOfBands: 2), noise, 2_000) == noise)
  }

  @Test func `no band makes what is no number, whatever is set`() throws {
    let eq = AVAudioUnitEQ(numberOfBands: 11)
    for (number, band) in eq.bands.enumerated() {
      band.filterType = AVAudioUnitEQFilterType(rawValue: number) ?? .parametric
      (band.frequency, band.bandwidth, band.gain, band.bypass) = (1e9, 5, number.isMultiple(of: 2) ? 24 : -96, false)
    }
    #expect(try rendered(eq, Samples.noise(2_000, seed: 8), 2_000).allSatisfy { $0.isFinite })
  }

  // MARK: Echoes

  @Test func `echoes come at their sample, each softer than the one before`() throws {
    let delay = AVAudioUnitDelay()
    (delay.delayTime, delay.feedback, delay.wetDryMix, delay.lowPassCutoff) = (0.01, -50, 40, 24_000)
    let answer = try rendered(delay, impulse(), 2_000, block: 333)
    var wanted = [Float](repeating: 0, count: 2_000)
    wanted[0] = 0.6
    for (number, level) in [0.4, -0.2, 0.1, -0.05].enumerated() { wanted[480 * (number + 1)] = Float(level) }
    #expect(zip(answer, wanted).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `echoes lose three decibels at their low-pass, the second twice as much`() throws {
    let delay = AVAudioUnitDelay()
    (delay.delayTime, delay.feedback, delay.lowPassCutoff) = (0.1, 100, 2_000)
    let answer = try rendered(delay, impulse(), 14_400)
    #expect(answer[..<4_800].allSatisfy { $0 == 0 })
    let (first, second) = (Array(answer[4_800..<9_600]), Array(answer[9_600...]))
    #expect(abs(decibels(first, at: 2_000) + 3.01) < 0.05 && abs(decibels(second, at: 2_000) + 6.02) < 0.05)
    #expect(abs(decibels(first, at: 20)) < 0.05)
  }

  @Test func `what is set holds from the next block on, and a reset ends echoes`() throws {
    let offline = try OfflineEngine(channels: 1)
    let (player, delay) = (AVAudioPlayerNode(), AVAudioUnitDelay())
    (delay.delayTime, delay.wetDryMix, delay.lowPassCutoff) = (0.01, 100, 24_000)
    offline.connect(player, delay)
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([impulse()]))
    player.play()
    #expect(try offline.render(600)[0].firstIndex { $0 != 0 } == 480)
    delay.wetDryMix = 0
    #expect(try offline.render(600)[0].allSatisfy { $0 == 0 })
    delay.wetDryMix = 100
    #expect(try offline.render(600)[0].contains { $0 != 0 })
    delay.reset()
    #expect(try offline.render(2_000)[0].allSatisfy { $0 == 0 })
  }

  // MARK: Speed and pitch

  @Test func `without a change speed and pitch leave every sample as it is`() throws {
    let noise = Samples.noise(5_000, seed: 7)
    #expect(try rendered(AVAudioUnitVarispeed(), noise, 5_000, block: 100) == noise)
    #expect(try rendered(AVAudioUnitTimePitch(), noise, 5_000, block: 100) == noise)
    let passed = AVAudioUnitTimePitch()
    (passed.rate, passed.bypass) = (2, true)
    #expect(try rendered(passed, noise, 5_000, block: 100) == noise)
  }

  @Test(arguments: [0.25, 0.5, 1.5, 2, 4] as [Float])
  func `another speed changes length and pitch together`(rate: Float) throws {
    let speed = AVAudioUnitVarispeed()
    speed.rate = rate
    let length = Int((24_000 / rate).rounded())
    let rendered = try rendered(speed, Samples.sine(24_000, 600, rate: 48_000), length + 2_000)
    let inside = rendered[100..<length - 100]
    #expect(abs(Samples.risesThroughZero(inside, rate: 48_000) - 600 * Double(rate)) < 1)
    #expect(abs((inside.max() ?? 0) - 0.5) < 0.01)
    // Behind its end, and what the filter reaches over it, there is nothing.
    #expect(rendered[(length + 60)...].allSatisfy { abs($0) < 1e-4 })
    #expect(rendered[length - 40..<length].contains { abs($0) > 0.1 })
  }

  @Test func `a speed that changes goes on where the other was`() throws {
    let offline = try OfflineEngine(channels: 1)
    let (player, speed) = (AVAudioPlayerNode(), AVAudioUnitVarispeed())
    offline.connect(player, speed)
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([Samples.sine(48_000, 100, rate: 48_000)]))
    player.play()
    var (rendered, wanted, place): ([Float], [Float], Double) = ([], [], 0)
    for rate: Float in [1, 2, 0.5, 3, 0.25, 1] {
      speed.rate = rate
      rendered += try offline.render(1_000, block: 250)[0]
      for _ in 0..<1_000 {
        wanted.append(Float(sin(2 * .pi * 100 * place / 48_000) / 2))
        place += Double(rate)
      }
    }
    let worst = zip(rendered, wanted).dropFirst(60).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 1e-3, "\(worst)")
  }

  @Test(arguments: [0.5, 0.8, 1.25, 2] as [Float])
  func `another tempo changes the length, and not the pitch`(rate: Float) throws {
    let tempo = AVAudioUnitTimePitch()
    tempo.rate = rate
    let length = Int((48_000 / rate).rounded())
    let rendered = try rendered(tempo, Samples.sine(48_000, 600, rate: 48_000), length + 4_000)
    let inside = rendered[1_000..<length - 2_000]
    #expect(abs(Samples.risesThroughZero(inside, rate: 48_000) - 600) < 3)
    #expect(inside.map(abs).max() ?? 0 > 0.45 && rendered[(length + 2_000)...].allSatisfy { $0 == 0 })
    let last = rendered.lastIndex { abs($0) > 0.01 } ?? 0
    #expect(abs(last - length) < 1_500)
  }

  @Test(
    arguments: [(1, 1_200, 1_200), (1, -1_200, 300), (1, 700, 898.98), (2, 500, 800.9)] as [(Float, Float, Double)])
  func `another pitch changes the pitch, and not the length`(rate: Float, pitch: Float, hertz: Double) throws {
    let shift = AVAudioUnitTimePitch()
    (shift.rate, shift.pitch) = (rate, pitch)
    let length = Int((48_000 / rate).rounded())
    let rendered = try rendered(shift, Samples.sine(48_000, 600, rate: 48_000), length + 4_000)
    #expect(abs(Samples.risesThroughZero(rendered[1_000..<length - 2_000], rate: 48_000) - hertz) < hertz / 200)
    let last = rendered.lastIndex { abs($0) > 0.01 } ?? 0
    #expect(abs(last - length) < 1_500)
  }

  @Test func `a tempo that changes while it is heard makes no click`() throws {
    let offline = try OfflineEngine(channels: 1)
    let (player, tempo) = (AVAudioPlayerNode(), AVAudioUnitTimePitch())
    offline.connect(player, tempo)
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([Samples.sine(96_000, 200, rate: 48_000)]))
    player.play()
    var rendered: [Float] = []
    for rate: Float in [1, 1.5, 0.75, 1] {
      tempo.rate = rate
      rendered += try offline.render(9_600)[0]
    }
    // The steepest step of the tone itself is 0.5 · 2π · 200 / 48,000.
    let steepest = zip(rendered, rendered.dropFirst()).map { abs($0 - $1) }.max() ?? 1
    #expect(steepest < 0.02, "\(steepest)")
    #expect(abs(Samples.risesThroughZero(rendered, rate: 48_000) - 200) < 4)
  }
}
