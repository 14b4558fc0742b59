import MediaTime
import Testing

/// Values that Apple's framework is reported to give, by the strength of the report.
@Suite("Observed values")
struct CMTimeObservedValuesTests {
  @Suite("asserted by tests that run on Apple's framework", .tags(.publishedTest))
  struct PublishedTests {
    @Test func `a sum is not reduced`() {
      #expect(Fields(time(1, 2) + time(1, 2)) == Fields(2, 2))
    }

    @Test func `a difference is not reduced`() {
      #expect(Fields(time(1, 2) - time(1, 2)) == Fields(0, 2))
    }

    @Test(arguments: [(2, Fields(2, 2)), (3, Fields(3, 2))] as [(Int32, Fields)])
    func `a whole multiple keeps the timescale`(multiplier: Int32, product: Fields) {
      #expect(Fields(CMTimeMultiply(time(1, 2), multiplier: multiplier)) == product)
    }

    @Test(arguments: [(4.0, time(4, 2)), (5.0, time(5, 2))])
    func `a multiple by a floating-point number equals the fraction`(multiplier: Double, product: CMTime) {
      #expect(CMTimeMultiplyByFloat64(time(1, 2), multiplier: multiplier) == product)
    }

    @Test func `conversion to a timescale that divides is exact`() {
      #expect(Fields(CMTimeConvertScale(time(10, 2), timescale: 1, method: .default)) == Fields(5, 1))
    }

    @Test func `whole seconds make whole units`() {
      #expect(Fields(CMTimeMakeWithSeconds(20, preferredTimescale: 1)) == Fields(20, 1))
    }

    @Test func `the maximum is the greater time`() {
      #expect(Fields(CMTimeMaximum(time(1, 2), time(2, 2))) == Fields(2, 2))
    }

    @Test func `a ratio that is whole multiplies the value`() {
      #expect(CMTimeMultiplyByRatio(seconds(1000), multiplier: 20, divisor: 10).value == 2000)
    }

    @Test(arguments: [
      (time(1, 2), "{1/2 = 0.500}"), (.zero, "{0/1 = 0.000}"), (.invalid, "{INVALID}"),
    ])
    func `a time describes itself as a fraction and in decimals`(time: CMTime, text: String) {
      #expect(time.description == text)
      #expect(time.debugDescription == text)
    }

    @Test func `the dictionary of a time has its four fields, and an empty one makes the invalid time`() {
      let time = CMTime(value: 7, timescale: 600, flags: [.valid, .hasBeenRounded], epoch: 2)
      let fields = time.dictionaryRepresentation
      #expect(fields == ["value": 7, "timescale": 600, "flags": 3, "epoch": 2])
      #expect(Fields(CMTime(dictionaryRepresentation: fields)) == Fields(time))
      #expect(Fields(CMTime(dictionaryRepresentation: [:])) == Fields(.invalid))
    }

    @Test func `zero of a greater epoch is greater`() {
      #expect(time(0, 1, epoch: 0) < time(0, 1, epoch: 1))
      #expect(CMTimeCompare(time(0, 1, epoch: 0), time(0, 1, epoch: 1)) == -1)
    }

    @Test func `the invalid range is neither valid nor empty`() {
      #expect(!CMTimeRange.invalid.isValid)
      #expect(!CMTimeRange.invalid.isEmpty)
    }

    @Test func `the zero range is valid and empty`() {
      #expect(CMTimeRange.zero.isValid)
      #expect(CMTimeRange.zero.isEmpty)
    }

    @Test func `an empty mapping has the invalid range for its source`() {
      #expect(CMTimeMappingMakeEmpty(target: range(3, 2)).source == .invalid)
    }
  }

  @Suite("printed by Apple's framework", .tags(.publishedOutput))
  struct PublishedOutput {
    let threeSeconds = CMTimeRange(start: time(1800, 600), end: time(1800, 600))

    @Test func `ranges that only touch have the zero range in common`() {
      let common = range(3, 0).intersection(range(3, 3))
      #expect(Fields(common.start) == Fields(0, 1))
      #expect(Fields(common.duration) == Fields(0, 1))
    }

    @Test func `a floating-point multiple counts nanoseconds`() {
      let product = CMTimeMultiplyByFloat64(time(1800, 600), multiplier: 1.5)
      #expect(Fields(product) == Fields(4_500_000_000, 1_000_000_000))
    }

    @Test func `a floating-point multiple that is not exact is rounded to the nearest nanosecond`() {
      let product = CMTimeMultiplyByFloat64(time(43_804, 600), multiplier: 0.25)
      #expect(Fields(product) == .rounded(18_251_666_667, 1_000_000_000))
    }

    @Test(
      arguments: [
        (time(1800, 600), 2, 3, Fields(3600, 1800)), (time(43_804, 600), 1, 4, Fields(43_804, 2400)),
      ] as [(CMTime, Int32, Int32, Fields)])
    func `a ratio multiplies the timescale by its divisor`(
      time: CMTime, multiplier: Int32, divisor: Int32, product: Fields
    ) {
      #expect(Fields(CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: divisor)) == product)
    }

    @Test func `of equal times the minimum is the second and the maximum the first`() {
      #expect(Fields(CMTimeMinimum(time(1800, 600), time(3000, 1000))) == Fields(3000, 1000))
      #expect(Fields(CMTimeMaximum(time(1800, 600), time(3000, 1000))) == Fields(1800, 600))
    }

    @Test func `different timescales meet at their least common multiple`() {
      #expect(Fields(time(1800, 600) + time(3000, 1000)) == Fields(18_000, 3000))
      #expect(Fields(time(3000, 600) - time(3000, 1000)) == Fields(6000, 3000))
      #expect(Fields(CMTimeMultiply(time(1800, 600), multiplier: 2)) == Fields(3600, 600))
    }

    @Test func `a range from a time to itself is empty there`() {
      #expect(Fields(threeSeconds.start) == Fields(1800, 600))
      #expect(Fields(threeSeconds.duration) == Fields(0, 600))
    }

    @Test func `the union of an empty range and the range after it is that range`() {
      let union = threeSeconds.union(CMTimeRange(start: time(1800, 600), duration: time(1800, 600)))
      #expect(Fields(union.start) == Fields(1800, 600))
      #expect(Fields(union.duration) == Fields(1800, 600))
      #expect(Fields(union.end) == Fields(3600, 600))
    }

    @Test func `intersection is the overlap and union encloses both`() {
      #expect(range(0, 5).intersection(range(2, 5)) == range(2, 3))
      #expect(range(0, 5).union(range(2, 5)) == range(0, 7))
    }

    @Test(
      arguments: [
        (1228.647, 1, 1228), (2.368, 24, 56), (1.1, 1, 1), (2.87, 1, 2), (0.082, 24, 1), (7.581, 1, 7),
      ] as [(Double, Int32, Int64)])
    func `seconds that are not whole units are truncated, not rounded to the nearest`(
      seconds: Double, timescale: Int32, value: Int64
    ) {
      #expect(Fields(CMTimeMakeWithSeconds(seconds, preferredTimescale: timescale)) == .rounded(value, timescale))
    }

    @Test func `whole seconds at 600 units are exact`() {
      #expect(Fields(CMTimeMakeWithSeconds(5, preferredTimescale: 600)) == Fields(3000, 600))
    }

    @Test(arguments: [(time(3000, 600), "{3000/600 = 5.000}"), (time(10_000, 600), "{10000/600 = 16.667}")])
    func `decimals are rounded to three places`(time: CMTime, text: String) {
      #expect(time.description == text)
    }

    @Test func `tenths add up`() {
      #expect(Fields(time(1, 10) + time(1, 10)) == Fields(2, 10))
    }

    @Test func `a range without an end describes itself`() {
      let range = CMTimeRange(start: .zero, duration: .positiveInfinity)
      #expect(range.description == "{{0/1 = 0.000}, {+INFINITY}}")
    }
  }

  @Suite("reported by a public re-implementation", .tags(.unverified))
  struct SecondHand {
    @Test(
      arguments: [
        (time(1, 2), 1, Fields.rounded(0, 1)), (time(-1, 2), 1, .rounded(-1, 1)),
        (time(1, 2), 3, .rounded(2, 3)), (time(5, 3), 2, .rounded(3, 2)),
      ] as [(CMTime, Int32, Fields)])
    func `QuickTime's rounding truncates to smaller timescales and grows to larger ones`(
      time: CMTime, timescale: Int32, converted: Fields
    ) {
      #expect(Fields(time.convertScale(timescale, method: .quickTime)) == converted)
    }

    @Test(
      arguments: [
        (.roundHalfAwayFromZero, 1, -1), (.roundTowardZero, 0, 0), (.roundAwayFromZero, 1, -1),
        (.roundTowardPositiveInfinity, 1, 0), (.roundTowardNegativeInfinity, 0, -1),
      ] as [(CMTimeRoundingMethod, Int64, Int64)])
    func `each rounding method places a half`(method: CMTimeRoundingMethod, positive: Int64, negative: Int64) {
      #expect(Fields(time(1, 2).convertScale(1, method: method)) == .rounded(positive, 1))
      #expect(Fields(time(-1, 2).convertScale(1, method: method)) == .rounded(negative, 1))
    }

    @Test func `half a second at one unit a second is zero, marked as rounded`() {
      #expect(Fields(CMTimeMakeWithSeconds(0.5, preferredTimescale: 1)) == .rounded(0, 1))
    }

    @Test func `seconds that are whole units are not marked as rounded`() {
      #expect(Fields(CMTimeMakeWithSeconds(1.5, preferredTimescale: 2)) == Fields(3, 2))
    }

    @Test func `epoch 0 yields to another epoch`() {
      #expect(Fields(time(1, 1, epoch: 1) + time(1, 1)) == Fields(2, 1, epoch: 1))
      #expect(CMTimeCompare(time(1, 1, epoch: 1), time(1, 1)) == 1)
    }

    @Test func `not-a-number of seconds is zero, marked as rounded`() {
      #expect(Fields(CMTimeMakeWithSeconds(.nan, preferredTimescale: 600)) == .rounded(0, 600))
    }

    @Test func `two thirds of a half is two sixths`() {
      #expect(Fields(CMTimeMultiplyByRatio(time(1, 2), multiplier: 2, divisor: 3)) == Fields(2, 6))
    }

    @Test func `a floating-point multiple of a half has the timescale of nanoseconds`() {
      #expect(CMTimeMultiplyByFloat64(time(1, 2), multiplier: 1.5).timescale == 1_000_000_000)
    }

    @Test func `a time after a range folds into it`() {
      #expect(CMTimeFoldIntoRange(seconds(25), foldRange: range(0, 10)) == seconds(5))
    }

    @Test func `a time after a range clamps to its end`() {
      #expect(CMTimeClampToRange(seconds(15), range: range(0, 10)) == seconds(10))
    }

    @Test func `a time maps to the same relative place`() {
      #expect(CMTimeMapTimeFromRangeToRange(seconds(5), fromRange: range(0, 10), toRange: range(0, 20)) == seconds(10))
    }

    @Test func `a time takes 24 bytes`() {
      #expect(MemoryLayout<CMTime>.size == 24)
    }

    @Test func `a multiple that does not fit at one unit a second is infinite`() {
      #expect(Fields(CMTimeMultiply(time(.max, 1), multiplier: 2)) == Fields(.positiveInfinity))
    }

    @Test func `a timescale of zero makes the invalid time`() {
      #expect(Fields(CMTimeMake(value: 5, timescale: 0)) == Fields(.invalid))
    }

    @Test(arguments: [(0, 1, 6, 15), (-7, 11, 93, 165)] as [(Int64, Int32, Int64, Int32)])
    func `a time before a range folds into it from the end`(
      value: Int64, timescale: Int32, foldedValue: Int64, foldedTimescale: Int32
    ) {
      let range = CMTimeRange(start: time(1, 3), duration: time(2, 5))
      let folded = CMTimeFoldIntoRange(time(value, timescale), foldRange: range)
      #expect(Fields(folded) == Fields(foldedValue, foldedTimescale))
    }
  }
}
