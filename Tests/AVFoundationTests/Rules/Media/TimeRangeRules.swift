import AVFoundation
import Testing

@Suite("Rules of ranges of times")
struct TimeRangeRules {
  /// CMTimeRange.h, "CMTimeRange": a structure of two fields.
  @Test func `a range with another duration has another end and the same start`() {
    var range = frames(5, 10)
    range.duration = frames(1)
    #expect(range.start == frames(5) && range.end == frames(6))
  }

  /// CMTimeRange.h, "CMTIMERANGE_IS_VALID": the duration is not negative.
  @Test func `a range that ends before it starts is invalid`() {
    #expect(!CMTimeRangeFromTimeToTime(start: frames(6), end: frames(2)).isValid)
  }

  /// CMTimeRange.h, "CMTIMERANGE_IS_EMPTY": valid, with a duration of zero.
  @Test func `an empty range may start anywhere`() {
    #expect(CMTimeRange(start: frames(6), duration: .zero).isEmpty && !CMTimeRange.invalid.isEmpty)
  }

  /// CMTimeRange.h, "CMTIMERANGE_IS_INDEFINITE": start or duration is indefinite.
  @Test func `a range of an indefinite duration is indefinite and valid`() {
    let range = CMTimeRange(start: .zero, duration: .indefinite)
    #expect(range.isIndefinite && range.isValid && !range.isEmpty)
  }

  /// CMTimeRange.h, "CMTimeRangeGetEnd": the end is the first time that the range does not contain.
  @Test func `the end of a range does not belong to it`() {
    #expect(!frames(2, 6).containsTime(frames(2, 6).end) && frames(2, 6).containsTime(frames(2, 6).start))
  }

  /// CMTimeRange.h, "CMTimeRangeContainsTimeRange": a range contains itself.
  @Test func `a range contains itself and each of its parts`() {
    #expect(frames(2, 6).containsTimeRange(frames(2, 6)) && frames(2, 6).containsTimeRange(frames(3, 6)))
    #expect(!frames(2, 6).containsTimeRange(frames(3, 7)))
  }

  /// CMTimeRange.h, "CMTimeRangeEqual": ranges are equal when start and duration are.
  @Test func `equal ranges may have different timescales`() {
    let other = CMTimeRange(start: CMTime(value: 20, timescale: 300), duration: CMTime(value: 40, timescale: 300))
    #expect(CMTimeRangeEqual(frames(2, 6), other))
  }

  /// CMTimeRange.h, "CMTimeMappingMakeEmpty": the source is the invalid range.
  @Test func `an empty mapping is valid and has no source`() {
    let mapping = CMTimeMappingMakeEmpty(target: frames(0, 3))
    #expect(CMTIMEMAPPING_IS_VALID(mapping) && CMTIMEMAPPING_IS_EMPTY(mapping) && !mapping.source.isValid)
  }

  /// CMTimeRange.h, "CMTIMEMAPPING_IS_VALID": by the target alone.
  @Test func `a mapping to no range is invalid`() {
    #expect(!CMTimeMapping(source: frames(0, 3), target: .invalid).isValid)
  }

  /// CMTimeRange.h, "CMTimeMapTimeFromRangeToRange": times outside are mapped as well.
  @Test func `a time behind a range is mapped behind the other`() {
    #expect(CMTimeMapTimeFromRangeToRange(frames(20), fromRange: frames(0, 10), toRange: frames(0, 5)) == frames(10))
  }
}
