import MediaTime
import Testing

@testable import TimeStretching

@Suite("A change of tempo: the pitch stays")
struct TempoChangeTests {
  @Test(
    arguments: [
      fraction(1, 10), fraction(1, 2), fraction(4, 5), fraction(1001, 1000), fraction(5, 4), fraction(2), fraction(10),
      fraction(100),
    ])
  func `a tone keeps its pitch and its loudness, and no grain begins with a click`(rate: Rational) {
    let samples = Sound.tone(1_000).tempo(rate, seconds: 0.4)
    let heard = ToneReading(samples[...])
    #expect(abs(heard.frequency / 1_000 - 1) < 0.005)
    #expect(abs(heard.amplitude / 0.5 - 1) < 0.05)
    // The steepest step of the tone itself, and a tenth.
    #expect(heard.greatestStep < 0.5 * 2 * .pi * 1_000 / 48_000 * 1.1)
  }

  @Test func `a thousand times the speed is a speed like any other`() {
    let heard = ToneReading(Sound.tone(1_000).tempo(fraction(1_000), seconds: 0.05)[...])
    #expect(abs(heard.frequency / 1_000 - 1) < 0.01)
    #expect(abs(heard.amplitude / 0.5 - 1) < 0.1)
  }

  @Test(arguments: [60.0, 110, 440, 3_000, 7_919])
  func `low and high tones keep their loudness`(frequency: Double) {
    let heard = ToneReading(Sound.tone(frequency).tempo(fraction(3, 2), seconds: 0.5).dropLast(960))
    #expect(abs(heard.amplitude / 0.5 - 1) < 0.1)
    #expect(abs(heard.frequency / frequency - 1) < 0.005)
  }

  @Test(arguments: [fraction(1, 2), fraction(1001, 1000), fraction(5, 4), fraction(2)])
  func `a tone is as loud at the end as everywhere, wherever the source stops`(rate: Rational) {
    for length in stride(from: 4_800, to: 4_870, by: 10) {
      let samples = Sound.tone(1_000).tempo(rate, seconds: Double(length) / 48_000)
      for start in stride(from: 0, to: length - 480, by: 240) {
        let heard = ToneReading(samples[start..<start + 480]).amplitude
        #expect(abs(heard / 0.5 - 1) < 0.15, "\(length) samples, from \(start)")
      }
    }
  }

  @Test func `noise keeps its loudness`() {
    let noise = Sound.noise()
    let there = ToneReading((0..<48_000).map { noise.value($0, 0) }[...])
    for rate in [fraction(1, 2), fraction(2)] {
      let heard = ToneReading(noise.tempo(rate, seconds: 1)[...])
      #expect(abs(heard.amplitude / there.amplitude - 1) < 0.12)
    }
  }

  @Test(arguments: [fraction(1, 2), fraction(4, 5), fraction(1001, 1000), fraction(5, 4), fraction(2), fraction(4)])
  func `clicks are heard in sync, each once`(rate: Rational) {
    // A little more than 160 ms apart in the output, so that they fall on all parts of a grain.
    let positions = (1...9).map { Int((Double($0) * 0.1613 * rate.seconds * 48_000).rounded()) }
    let heard = burstPositions(in: Sound.clicks(at: positions).tempo(rate, seconds: 1.6))
    #expect(heard.count == positions.count)
    for (position, heard) in zip(positions, heard) {
      #expect(abs(Double(position) / rate.seconds - Double(heard)) <= 48, "\(position): \(heard)")
    }
  }

  @Test func `at a tenth of the speed clicks are heard in sync, each once`() {
    let positions = [3_000, 5_500, 7_500]
    let heard = burstPositions(in: Sound.clicks(at: positions).tempo(fraction(1, 10), seconds: 2))
    #expect(heard.count == 3, "\(heard)")
    for (position, heard) in zip(positions, heard) { #expect(abs(position * 10 - heard) <= 48) }
  }

  @Test(
    arguments: [fraction(1, 10), fraction(1, 4), fraction(1, 2), fraction(4, 5), fraction(5, 4), fraction(3)],
    [24, 480, 960, 1_500])
  func `a click near the start or the end is heard in sync, once and whole`(rate: Rational, distance: Int) {
    let length = 15_000
    let last = Int((Double(length) * rate.seconds).rounded())
    guard distance < last else { return }
    for position in [distance, last - distance] {
      let samples = Sound.clicks(at: [position]).tempo(rate, seconds: Double(length) / 48_000)
      let heard = burstPositions(in: samples, louderThan: 0.1)
      #expect(heard.count == 1, "\(position): \(heard)")
      for heard in heard {
        #expect(abs(Double(position) / rate.seconds - Double(heard)) <= 2, "\(position): \(heard)")
        #expect(abs(samples[heard]) > 0.7)
      }
    }
  }

  @Test(arguments: [fraction(16), fraction(40), fraction(100)])
  func `at high speeds clicks are heard in sync, each once`(rate: Rational) {
    let positions = [0.004, 0.03, 0.047, 0.069, 0.098].map { Int($0 * rate.seconds * 48_000) }
    let samples = Sound.clicks(at: positions).tempo(rate, seconds: 0.1)
    let heard = burstPositions(in: samples, louderThan: 0.1)
    #expect(heard.count == positions.count, "\(heard)")
    for (position, heard) in zip(positions, heard) {
      #expect(abs(Double(position) / rate.seconds - Double(heard)) <= 48, "\(position): \(heard)")
    }
  }

  @Test(arguments: [fraction(1, 10), fraction(1, 2), fraction(2)], [0.015, 0.06])
  func `a sudden onset is heard at its time, and the sound after it without a break`(
    rate: Rational, start: Double
  ) {
    let onset = Int(start * 48_000)
    let tone = Sound.tone(1_000)
    let sound = Sound { sample, channel in sample < onset ? 0 : tone.value(sample, channel) }
    let samples = sound.tempo(rate, seconds: 0.2 / rate.seconds)
    let position = Int(Double(onset) / rate.seconds)
    #expect(samples[..<(position - 240)].allSatisfy { abs($0) < 0.001 })
    let heard = ToneReading(samples[(position + 480)...])
    #expect(abs(heard.frequency / 1_000 - 1) < 0.005)
    #expect(abs(heard.amplitude / 0.5 - 1) < 0.05)
  }

  @Test(arguments: [fraction(1, 3), fraction(3)])
  func `the first sample is the source's first and the last its last`(rate: Rational) {
    let noise = Sound.noise()
    let samples = noise.tempo(rate, seconds: 0.5)
    #expect(samples.count == 24_000)
    #expect(samples[0] == noise.value(0, 0))
    let last = Int(24_000 * rate.seconds) - 1
    #expect(abs(samples[23_999] - noise.value(last, 0)) < 0.001)
  }

  @Test func `samples before and after the source range are not heard`() {
    let stretch = Sound { sample, _ in (0..<24_000).contains(sample) ? 0 : 1 }
    for (rate, seconds) in [(fraction(1, 2), 1.0), (fraction(2), 0.25), (fraction(1, 10), 5)] {
      #expect(stretch.tempo(rate, seconds: seconds).allSatisfy { $0 == 0 })
    }
  }

  @Test func `channels stay in phase`() {
    let sound = Sound(channels: 2) { sample, channel in (channel == 0 ? 1 : -0.5) * Sound.noise().value(sample, 0) }
    let samples = sound.tempo(fraction(7, 5), seconds: 0.3)
    for index in stride(from: 0, to: samples.count, by: 2) {
      #expect(abs(samples[index] + 2 * samples[index + 1]) < 1e-12)
    }
  }

  @Test func `the output does not depend on the portions requested, or on the run`() {
    let noise = Sound.noise()
    let change = TempoChange(rate: fraction(9, 7), length: 5_000, sampleRate: 48_000, channels: 1)
    let once = noise.played(by: change, count: 5_000, portion: 5_000).samples
    #expect(once == noise.played(by: change, count: 5_000, portion: 5_000).samples)
    #expect(once == noise.played(by: change, count: 5_000, portion: 77).samples)
  }

  @Test(
    arguments: [1, 2, 7, 100, 961, 1_921, 5_000],
    [fraction(1, 32), fraction(1, 3), fraction(1), fraction(3), fraction(100)])
  func `every length is made of its exact source range`(length: Int, rate: Rational) {
    let change = TempoChange(rate: rate, length: length, sampleRate: 48_000, channels: 1)
    let (samples, read) = Sound.noise().played(by: change, count: length + 10)
    #expect(samples.count == length + 10)
    #expect(samples[length...].allSatisfy { $0 == 0 })
    #expect(read <= Int((Double(length) * rate.seconds).rounded()))
  }
}
