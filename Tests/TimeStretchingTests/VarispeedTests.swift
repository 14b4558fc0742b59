import MediaTime
import Testing

@testable import TimeStretching

@Suite("Varispeed: the pitch follows the speed")
struct VarispeedTests {
  @Test func `at rate 1 the output is the source bit for bit`() {
    let noise = Sound.noise(channels: 2)
    let samples = noise.varispeed(.one, seconds: 0.1)
    #expect(samples == (0..<4_800).flatMap { sample in (0..<2).map { noise.value(sample, $0) } })
    let later = noise.varispeed(.one, from: .one, seconds: 0.1)
    #expect(later == (1..<4_801).flatMap { sample in (0..<2).map { noise.value(sample, $0) } })
  }

  @Test(arguments: [fraction(1, 10), fraction(1, 2), fraction(1001, 1000), fraction(5, 4), fraction(2), fraction(10)])
  func `a tone's pitch is multiplied by the rate, and its loudness kept`(rate: Rational) {
    let heard = ToneReading(Sound.tone(500).varispeed(rate, seconds: 0.5)[...])
    #expect(abs(heard.frequency / (500 * rate.seconds) - 1) < 1e-5)
    #expect(abs(heard.amplitude / 0.5 - 1) < 0.01)
    #expect(heard.greatestStep <= 0.5 * 2 * .pi * 500 * rate.seconds / 48_000 * 1.001)
  }

  @Test func `between samples the band is interpolated within a ten-thousandth`() {
    let (tone, rate) = (Sound.tone(9_000), fraction(2, 3))
    let exact = Sound.tone(6_000)
    let samples = tone.varispeed(rate, seconds: 0.05)
    #expect(samples.indices.allSatisfy { abs(samples[$0] - exact.value($0, 0)) < 1e-4 })
  }

  @Test func `frequencies above the output's band are not folded back into it`() {
    let heard = ToneReading(Sound.tone(20_000).varispeed(fraction(2), seconds: 0.1)[...])
    #expect(heard.amplitude < 0.5 * 1e-4)
  }

  @Test(arguments: [fraction(1, 10), fraction(1, 3), fraction(1001, 1000), fraction(7, 2), fraction(100)])
  func `a click is heard at its time, to the sample`(rate: Rational) {
    let positions = (1...4).map { Int(Double($0) * 0.02 * rate.seconds * 48_000) }
    let heard = burstPositions(in: Sound.clicks(at: positions, length: rate.seconds).varispeed(rate, seconds: 0.1))
    #expect(heard.count == 4)
    for (position, heard) in zip(positions, heard) {
      #expect(abs(Double(position) / rate.seconds - Double(heard)) <= 1)
    }
  }

  @Test func `after a million steps the phase is still exact`() {
    var phase = PhaseAccumulator(first: fraction(-1, 3), rate: fraction(1_001, 30_030))
    for _ in 0..<1_000_000 { phase.advance() }
    let exact = fraction(-1, 3).seconds + 1_000_000.0 / 30
    #expect(phase.whole == Int(exact.rounded(.down)))
    #expect(abs(phase.fraction - 0) < 1e-12)
  }

  @Test func `the output does not depend on the portions requested`() {
    let noise = Sound.noise()
    let change = Varispeed(rate: fraction(9, 7), channels: 1)
    #expect(
      noise.played(by: change, count: 500, portion: 500).samples
        == noise.played(by: change, count: 500, portion: 7).samples)
  }

  @Test func `at a hundred times the speed no more is read than is played`() {
    let (_, read) = Sound.tone(100).played(by: Varispeed(rate: fraction(100), channels: 1), count: 480)
    #expect(read < 48_000 + 4_000)
  }
}
