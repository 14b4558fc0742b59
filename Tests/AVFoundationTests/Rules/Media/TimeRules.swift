import AVFoundation
import Testing

@Suite("Rules of times")
struct TimeRules {
  /// CMTime.h, "CMTime": a structure with four fields.
  @Test func `a changed copy of a time leaves the time as it was`() {
    let time = CMTime(value: 3, timescale: 30)
    var copy = time
    copy.value = 9
    #expect(time.value == 3 && copy.value == 9)
  }

  /// CMTime.h, "timescale": the field is written without conversion, as Apple's sample AVCustomEdit does.
  @Test func `a time of twice the timescale is half as long`() {
    var time = CMTime(value: 10, timescale: 30)
    time.timescale *= 2
    #expect(time.value == 10 && time.seconds * 6 == 1)
  }

  /// CMTime.h, "kCMTimeFlags_Valid": a time whose flags are cleared is invalid, whatever its other fields are.
  @Test func `a time without the valid flag is invalid`() {
    var time = CMTime(value: 10, timescale: 30)
    time.flags = []
    #expect(!time.isValid && time.seconds.isNaN)
  }

  /// CMTime.h, "CMTimeMakeWithEpoch": the epoch is kept.
  @Test func `the epoch of a time is zero unless said`() {
    #expect(CMTimeMake(value: 1, timescale: 2).epoch == 0)
    #expect(CMTimeMakeWithEpoch(value: 1, timescale: 2, epoch: 7).epoch == 7)
  }

  /// CMTime.h, "CMTIME_COMPARE_INLINE": unequal representations of the same time are equal.
  @Test func `a rounded time equals one that was not rounded`() {
    let rounded = CMTime(value: 1, timescale: 2, flags: [.valid, .hasBeenRounded], epoch: 0)
    #expect(rounded == CMTime(value: 2, timescale: 4))
  }

  /// CMTime.h, "CMTimeMakeFromDictionary": invalid if the dictionary lacks an entry.
  @Test func `a dictionary without the fields of a time is the invalid time`() {
    #expect(!CMTimeMakeFromDictionary([:]).isValid)
  }

  /// CMTime.h, "CMTimeConvertScale": the value of infinite times has no timescale.
  @Test func `an infinite time stays infinite at another timescale`() {
    #expect(CMTimeConvertScale(.positiveInfinity, timescale: 30, method: .default) == .positiveInfinity)
  }

  /// CMTime.h, "CMTimeAbsoluteValue": of a negative number.
  @Test func `the absolute value of a negative infinity is positive infinity`() {
    #expect(CMTimeAbsoluteValue(.negativeInfinity) == .positiveInfinity)
  }

  /// CMTime.h, "CMTimeSubtract": the sign of an infinite subtrahend is turned.
  @Test func `a time less infinity is negative infinity`() {
    #expect(CMTime.zero - .positiveInfinity == .negativeInfinity)
  }
}
