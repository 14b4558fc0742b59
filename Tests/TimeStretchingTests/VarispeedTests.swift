import MediaTime
import Testing

@testable import TimeStretching

@Suite("Varispeed: the pitch follows the speed")
struct VarispeedTests {
  @Test func `at its own speed a sound comes out bit for bit`() {
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

  @Test func `what lies above the output's band is not folded back into it`() {
    let heard = ToneReading(Sound.tone(20_000).varispeed(fraction(2), seconds: 0.1)[...])
    #expect(heard.amplitude < 0.5 * 1e-4)
  }

  @Test(arguments: [fraction(1, 10), fraction(1, 3), fraction(1001, 1000), fraction(7, 2), fraction(100)])
  func `a click comes out where it belongs, to the sample`(rate: Rational) {
    let places = (1...4).map { Int(Double($0) * 0.02 * rate.seconds * 48_000) }
    let heard = burstPlaces(in: Sound.clicks(at: places, length: rate.seconds).varispeed(rate, seconds: 0.1))
    #expect(heard.count == 4)
    for (place, heard) in zip(places, heard) { #expect(abs(Double(place) / rate.seconds - Double(heard)) <= 1) }
  }

  @Test func `a million steps later the place is still exact`() {
    var place = PhaseAccumulator(first: fraction(-1, 3), rate: fraction(1_001, 30_030))
    for _ in 0..<1_000_000 { place.advance() }
    let exact = fraction(-1, 3).seconds + 1_000_000.0 / 30
    #expect(place.whole == Int(exact.rounded(.down)))
    #expect(abs(place.fraction - 0) < 1e-12)
  }

  @Test func `portions do not matter`() {
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
