import MediaTime
import Testing

/// Values that Apple's documentation and headers give, and values that follow from their rules.
@Suite("Documented values")
struct CMTimeDocumentedValuesTests {
  @Suite("in Apple's documentation and headers", .tags(.documented))
  struct Documented {
    @Test func `the same number of seconds at two timescales is equal`() {
      #expect(time(200, 2) == time(400, 4))
      #expect(Fields(time(200, 2)) != Fields(time(400, 4)))
    }

    @Test func `a third of seconds, tripled and diminished, is exact again`() {
      let third = CMTimeMakeWithSeconds(200.0 / 3, preferredTimescale: 3)
      #expect(CMTimeMultiply(third, multiplier: 3) - seconds(100) == time(400, 4))
    }

    @Test(
      arguments: [
        (.positiveInfinity, .negativeInfinity, .invalid), (.negativeInfinity, .positiveInfinity, .invalid),
        (.positiveInfinity, .positiveInfinity, .positiveInfinity),
        (.negativeInfinity, .negativeInfinity, .negativeInfinity),
        (.indefinite, seconds(1), .indefinite), (.indefinite, .indefinite, .indefinite),
        (.positiveInfinity, .indefinite, .positiveInfinity), (seconds(1), .negativeInfinity, .negativeInfinity),
        (.invalid, seconds(1), .invalid), (.positiveInfinity, .invalid, .invalid), (.indefinite, .invalid, .invalid),
      ] as [(CMTime, CMTime, CMTime)])
    func `a sum of special times`(left: CMTime, right: CMTime, sum: CMTime) {
      #expect(Fields(left + right) == Fields(sum))
      #expect(Fields(CMTimeAdd(right, left)) == Fields(sum))
    }

    @Test(
      arguments: [
        (.positiveInfinity, .positiveInfinity, .invalid), (.negativeInfinity, .negativeInfinity, .invalid),
        (.positiveInfinity, .negativeInfinity, .positiveInfinity),
        (.negativeInfinity, .positiveInfinity, .negativeInfinity),
        (seconds(1), .positiveInfinity, .negativeInfinity), (seconds(1), .negativeInfinity, .positiveInfinity),
        (.indefinite, .positiveInfinity, .negativeInfinity), (seconds(1), .indefinite, .indefinite),
        (.invalid, .invalid, .invalid), (seconds(1), .invalid, .invalid),
      ] as [(CMTime, CMTime, CMTime)])
    func `a difference of special times`(left: CMTime, right: CMTime, difference: CMTime) {
      #expect(Fields(left - right) == Fields(difference))
      #expect(Fields(CMTimeSubtract(left, right)) == Fields(difference))
    }

    @Test func `times sort from negative infinity to invalid`() {
      let unsorted: [CMTime] = [.invalid, .positiveInfinity, .indefinite, .zero, .negativeInfinity]
      let sorted: [CMTime] = [.negativeInfinity, .zero, .indefinite, .positiveInfinity, .invalid]
      #expect(unsorted.sorted() == sorted)
    }

    @Test(
      arguments: [
        (1, 3, .positiveInfinity), (-1, 3, .negativeInfinity), (1, -3, .negativeInfinity), (-1, -3, .positiveInfinity),
        (0, 3, .invalid), (1, 0, .invalid), (0, 0, .invalid),
      ] as [(Int64, Int32, CMTime)])
    func `a ratio over zero is infinite, or invalid when time or multiplier is zero`(
      value: Int64, multiplier: Int32, product: CMTime
    ) {
      #expect(Fields(CMTimeMultiplyByRatio(seconds(value), multiplier: multiplier, divisor: 0)) == Fields(product))
    }

    @Test func `a range contains its start and not its end`() {
      #expect(CMTimeRangeContainsTime(range(0, 10), time: seconds(0)))
      #expect(!CMTimeRangeContainsTime(range(0, 10), time: seconds(10)))
    }

    @Test func `nothing maps from, folds into or clamps to an empty range`() {
      let (empty, full) = (range(2, 0), range(0, 10))
      #expect(Fields(CMTimeMapTimeFromRangeToRange(seconds(2), fromRange: empty, toRange: full)) == Fields(.invalid))
      #expect(Fields(CMTimeMapTimeFromRangeToRange(seconds(2), fromRange: full, toRange: empty)) == Fields(.invalid))
      #expect(
        Fields(CMTimeMapDurationFromRangeToRange(seconds(2), fromRange: empty, toRange: full)) == Fields(.invalid))
      #expect(
        Fields(CMTimeMapDurationFromRangeToRange(seconds(2), fromRange: full, toRange: empty)) == Fields(.invalid))
      #expect(Fields(CMTimeClampToRange(seconds(2), range: empty)) == Fields(.invalid))
      #expect(Fields(CMTimeFoldIntoRange(seconds(2), foldRange: empty)) == Fields(.invalid))
    }

    @Test func `two epochs other than zero cannot be added, and one makes a duration`() {
      #expect(Fields(time(1, 1, epoch: 1) + time(1, 1, epoch: 2)) == Fields(.invalid))
      #expect(Fields(time(5, 1, epoch: 3) - time(2, 1, epoch: 3)) == Fields(3, 1))
      #expect(Fields(time(5, 1, epoch: 3) + time(2, 1, epoch: 3)) == Fields(7, 1))
      #expect(Fields(time(5, 1) - time(2, 1, epoch: 3)) == Fields(3, 1, epoch: 3))
    }

    @Test func `rounding is inherited from either operand`() {
      let rounded = CMTime(value: 1, timescale: 2, flags: [.valid, .hasBeenRounded], epoch: 0)
      #expect(Fields(rounded + time(1, 2)) == .rounded(2, 2))
      #expect(Fields(time(1, 2) - rounded) == .rounded(0, 2))
      #expect(Fields(CMTimeMultiply(rounded, multiplier: 2)) == .rounded(2, 2))
      #expect(Fields(CMTimeMultiplyByRatio(rounded, multiplier: 1, divisor: 2)) == .rounded(1, 4))
      #expect(Fields(CMTimeMultiplyByFloat64(rounded, multiplier: 2)) == .rounded(1_000_000_000, 1_000_000_000))
      #expect(Fields(rounded.convertScale(4, method: .default)) == .rounded(2, 4))
    }

    @Test func `an infinite time times a number is infinite, of the sign of both`() {
      #expect(Fields(CMTimeMultiply(.positiveInfinity, multiplier: -2)) == Fields(.negativeInfinity))
      #expect(Fields(CMTimeMultiply(.negativeInfinity, multiplier: -2)) == Fields(.positiveInfinity))
      #expect(Fields(CMTimeMultiply(.negativeInfinity, multiplier: 2)) == Fields(.negativeInfinity))
      #expect(Fields(CMTimeMultiplyByFloat64(.positiveInfinity, multiplier: -0.5)) == Fields(.negativeInfinity))
      #expect(Fields(CMTimeMultiplyByRatio(.positiveInfinity, multiplier: 1, divisor: 2)) == Fields(.positiveInfinity))
    }

    @Test func `an indefinite time times a number is indefinite, and an invalid one invalid`() {
      for special in [CMTime.indefinite, .invalid] {
        #expect(Fields(CMTimeMultiply(special, multiplier: -2)) == Fields(special))
        #expect(Fields(CMTimeMultiplyByRatio(special, multiplier: 1, divisor: 0)) == Fields(special))
        #expect(Fields(CMTimeMultiplyByFloat64(special, multiplier: 0)) == Fields(special))
      }
    }

    @Test func `a timescale that is not positive makes no time of seconds`() {
      #expect(Fields(CMTimeMakeWithSeconds(1, preferredTimescale: 0)) == Fields(.invalid))
      #expect(Fields(CMTimeMakeWithSeconds(1, preferredTimescale: -600)) == Fields(.invalid))
    }

    @Test func `seconds that do not fit halve the timescale`() {
      #expect(Fields(CMTimeMakeWithSeconds(0x1p62, preferredTimescale: 600)) == Fields(1 << 62, 1))
      #expect(Fields(CMTimeMakeWithSeconds(0x1p60, preferredTimescale: 75)) == Fields(4 << 60, 4))
    }
  }

  @Suite("derived from the rules", .tags(.derived))
  struct Derived {
    @Test func `the least common multiple is exact where it fits`() {
      #expect(Fields(time(1, 600) + time(1, 1001)) == Fields(1601, 600_600))
    }

    @Test func `a least common multiple that is too large becomes the largest timescale`() {
      #expect(Fields(time(1, 2_147_483_647) + time(1, 2_147_483_646)) == .rounded(2, 2_147_483_647))
    }

    @Test func `a sum that does not fit halves the timescale, and is not rounded when that is exact`() {
      #expect(Fields(time(.max, 2) + time(.max, 2)) == Fields(.max, 1))
    }

    @Test func `a halved timescale rounds what does not fall on it`() {
      #expect(Fields(time(.max, 5) + seconds(1)) == .rounded(3_689_348_814_741_910_325, 2))
      #expect(Fields(time(.min, 5) - seconds(1)) == .rounded(-3_689_348_814_741_910_325, 2))
    }

    @Test func `a sum that does not fit at one unit a second is infinite`() {
      #expect(Fields(time(.max, 1) + time(.max, 1)) == Fields(.positiveInfinity))
      #expect(Fields(time(.min, 1) - time(1, 1)) == Fields(.negativeInfinity))
    }

    @Test
    func `a ratio whose timescale does not fit stands in lowest terms, and is rounded only when those do not fit`() {
      let nanoseconds = time(6_000_000_000, 1_000_000_000)
      #expect(Fields(CMTimeMultiplyByRatio(nanoseconds, multiplier: 1, divisor: 7)) == Fields(6, 7))
      let tiny = CMTimeMultiplyByRatio(time(1, .max), multiplier: 1, divisor: 2)
      #expect(Fields(tiny) == .rounded(1, .max))
    }

    @Test func `a negative divisor turns the sign`() {
      #expect(Fields(CMTimeMultiplyByRatio(time(1, 2), multiplier: 2, divisor: -3)) == Fields(-2, 6))
      #expect(Fields(CMTimeMultiplyByRatio(time(1, 1), multiplier: .min, divisor: .min)) == Fields(1, 1))
      #expect(Fields(CMTimeMultiplyByRatio(.positiveInfinity, multiplier: 1, divisor: -2)) == Fields(.negativeInfinity))
    }

    @Test func `multipliers that are not finite`() {
      #expect(Fields(CMTimeMultiplyByFloat64(seconds(-1), multiplier: .infinity)) == Fields(.negativeInfinity))
      #expect(Fields(CMTimeMultiplyByFloat64(seconds(-1), multiplier: -.infinity)) == Fields(.positiveInfinity))
      #expect(Fields(CMTimeMultiplyByFloat64(.zero, multiplier: .infinity)) == Fields(.invalid))
      #expect(Fields(CMTimeMultiplyByFloat64(seconds(1), multiplier: .nan)) == Fields(.invalid))
    }

    @Test func `a floating-point multiple that does not fit halves the timescale or is infinite`() {
      #expect(CMTimeMultiplyByFloat64(seconds(1), multiplier: 0x1p40) == seconds(1 << 40))
      #expect(
        Fields(CMTimeMultiplyByFloat64(seconds(-1), multiplier: .greatestFiniteMagnitude)) == Fields(.negativeInfinity))
      #expect(
        Fields(CMTimeMultiplyByFloat64(seconds(1), multiplier: .leastNonzeroMagnitude)) == .rounded(0, 1_000_000_000))
    }

    @Test func `infinite seconds make infinite times`() {
      #expect(Fields(CMTimeMakeWithSeconds(.infinity, preferredTimescale: 600)) == Fields(.positiveInfinity))
      #expect(Fields(CMTimeMakeWithSeconds(-.infinity, preferredTimescale: 600)) == Fields(.negativeInfinity))
      #expect(Fields(CMTimeMakeWithSeconds(-0x1p63, preferredTimescale: 1)) == Fields(.min, 1))
      #expect(Fields(CMTimeMakeWithSeconds(0x1p63, preferredTimescale: 1)) == Fields(.positiveInfinity))
    }

    @Test func `conversion keeps the epoch, rejects timescales that are not positive and leaves special times alone`() {
      #expect(Fields(time(3, 2, epoch: 4).convertScale(4, method: .default)) == Fields(6, 4, epoch: 4))
      #expect(Fields(seconds(1).convertScale(0, method: .default)) == Fields(.invalid))
      #expect(Fields(seconds(1).convertScale(-1, method: .default)) == Fields(.invalid))
      for special in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
        #expect(Fields(special.convertScale(600, method: .default)) == Fields(special))
      }
    }

    @Test func `a converted value that does not fit is infinite`() {
      #expect(Fields(time(.max, 1).convertScale(.max, method: .default)) == Fields(.positiveInfinity))
      #expect(Fields(time(.min, 1).convertScale(.max, method: .default)) == Fields(.negativeInfinity))
    }

    @Test func `an absolute value keeps timescale and epoch`() {
      #expect(Fields(CMTimeAbsoluteValue(time(-3, 2, epoch: 4))) == Fields(3, 2, epoch: 4))
      #expect(Fields(CMTimeAbsoluteValue(time(3, 2))) == Fields(3, 2))
      #expect(Fields(CMTimeAbsoluteValue(.negativeInfinity)) == Fields(.positiveInfinity))
      #expect(Fields(CMTimeAbsoluteValue(time(.min, 1))) == Fields(.positiveInfinity))
      #expect(Fields(CMTimeAbsoluteValue(time(.min, 2))) == Fields(1 << 62, 1))
      for special in [CMTime.invalid, .indefinite, .positiveInfinity] {
        #expect(Fields(CMTimeAbsoluteValue(special)) == Fields(special))
      }
    }

    @Test(
      arguments: [
        (.indefinite, "{INDEFINITE}"), (.positiveInfinity, "{+INFINITY}"), (.negativeInfinity, "{-INFINITY}"),
        (time(-1, 2), "{-1/2 = -0.500}"), (time(1999, 2000), "{1999/2000 = 1.000}"),
        (time(.min, 1), "{-9223372036854775808/1 = -9223372036854775808.000}"), (time(1, 1000), "{1/1000 = 0.001}"),
        (CMTimeMakeWithSeconds(2.87, preferredTimescale: 1), "{2/1 = 2.000, rounded}"),
        (time(1, 2, epoch: 3), "{1/2 = 0.500, epoch 3}"),
      ] as [(CMTime, String)])
    func `other times describe themselves`(time: CMTime, text: String) {
      #expect(time.description == text)
    }

    @Test func `a mapping describes its ranges`() {
      let mapping = CMTimeMappingMakeEmpty(target: range(1, 2))
      #expect(mapping.description == "{{{INVALID}, {INVALID}}, {{1/1 = 1.000}, {2/1 = 2.000}}}")
    }
  }
}
