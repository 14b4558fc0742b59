import MediaTime
import Testing

@Suite("Ranges and mappings")
struct CMTimeRangeTests {
  static let epochOne = CMTimeRange(start: time(0, 1, epoch: 1), duration: seconds(10))

  @Test(
    arguments: [
      (range(2, 3), true, false, false), (range(2, 0), true, true, false), (.zero, true, true, false),
      (.invalid, false, false, false), (range(2, -3), false, false, false),
      (CMTimeRange(start: .indefinite, duration: seconds(1)), true, false, true),
      (CMTimeRange(start: .zero, duration: .indefinite), true, false, true),
      (CMTimeRange(start: .zero, duration: .positiveInfinity), true, false, false),
      (CMTimeRange(start: .invalid, duration: seconds(1)), false, false, false),
      (CMTimeRange(start: .zero, duration: .invalid), false, false, false),
      (CMTimeRange(start: seconds(3), end: seconds(2)), false, false, false),
      (CMTimeRange(start: seconds(3), end: time(5, 1, epoch: 1)), false, false, false),
      (CMTimeRange(), false, false, false),
    ] as [(CMTimeRange, Bool, Bool, Bool)])
  func `a range is valid, empty, indefinite`(range: CMTimeRange, isValid: Bool, isEmpty: Bool, isIndefinite: Bool) {
    #expect(range.isValid == isValid)
    #expect(range.isEmpty == isEmpty)
    #expect(range.isIndefinite == isIndefinite)
    #expect(CMTIMERANGE_IS_VALID(range) == isValid)
    #expect(CMTIMERANGE_IS_INVALID(range) == !isValid)
    #expect(CMTIMERANGE_IS_EMPTY(range) == isEmpty)
    #expect(CMTIMERANGE_IS_INDEFINITE(range) == isIndefinite)
  }

  @Test func `a duration of an epoch other than zero makes the invalid range`() {
    #expect(CMTimeRangeMake(start: .zero, duration: time(1, 1, epoch: 1)) == kCMTimeRangeInvalid)
    var range = range(0, 1)
    range.duration.epoch = 1
    #expect(!range.isValid)
  }

  @Test func `the end is start plus duration, of the epoch of the start`() {
    #expect(Fields(CMTimeRangeGetEnd(range(2, 3))) == Fields(5, 1))
    #expect(Fields(Self.epochOne.end) == Fields(10, 1, epoch: 1))
    #expect(CMTimeRange(start: .zero, duration: .positiveInfinity).end == .positiveInfinity)
  }

  @Test func `ranges are equal when their times are`() {
    let halves = CMTimeRange(start: time(4, 2), duration: time(6, 2))
    #expect(CMTimeRangeEqual(range(2, 3), halves))
    #expect(range(2, 3).hashValue == halves.hashValue)
    #expect(!CMTimeRangeEqual(range(2, 3), range(2, 4)))
    #expect(kCMTimeRangeZero == CMTimeRangeFromTimeToTime(start: .zero, end: .zero))
  }

  @Test func `an empty or invalid range contains no time, and no range contains a time that is not finite`() {
    #expect(!range(2, 0).containsTime(seconds(2)))
    #expect(!CMTimeRange.invalid.containsTime(.zero))
    #expect(!range(2, -3).containsTime(seconds(1)))
    let endless = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(endless.containsTime(time(.max, 1)))
    #expect(!endless.containsTime(.indefinite))
    #expect(!endless.containsTime(.positiveInfinity))
    #expect(!endless.containsTime(.invalid))
  }

  @Test func `a range of an epoch contains times of that epoch`() {
    #expect(Self.epochOne.containsTime(time(5, 1, epoch: 1)))
    #expect(!Self.epochOne.containsTime(time(5, 1)))
    #expect(!Self.epochOne.containsTime(time(5, 1, epoch: 2)))
  }

  @Test(.tags(.derived))
  func `a range contains the ranges that start and end within it, an empty one at its end included`() {
    #expect(range(0, 10).containsTimeRange(range(0, 10)))
    #expect(range(0, 10).containsTimeRange(range(3, 4)))
    #expect(CMTimeRangeContainsTimeRange(range(0, 10), otherRange: range(10, 0)))
    #expect(!range(0, 10).containsTimeRange(range(3, 8)))
    #expect(!range(0, 10).containsTimeRange(range(-1, 2)))
    #expect(!range(0, 10).containsTimeRange(.invalid))
    #expect(!CMTimeRange.invalid.containsTimeRange(range(0, 1)))
    #expect(!range(0, 10).containsTimeRange(Self.epochOne))
  }

  @Test func `a union fills gaps and accepts endless ranges`() {
    #expect(CMTimeRangeGetUnion(range(0, 1), otherRange: range(5, 1)) == range(0, 6))
    let endless = CMTimeRange(start: seconds(3), duration: .positiveInfinity)
    #expect(range(0, 1).union(endless) == CMTimeRange(start: .zero, duration: .positiveInfinity))
  }

  @Test func `an intersection with an endless range is what follows its start`() {
    let endless = CMTimeRange(start: seconds(3), duration: .positiveInfinity)
    #expect(CMTimeRangeGetIntersection(range(0, 5), otherRange: endless) == range(3, 2))
    #expect(endless.intersection(endless) == endless)
  }

  @Test func `disjoint and empty ranges have the zero range in common`() {
    #expect(range(0, 1).intersection(range(5, 1)) == .zero)
    #expect(range(0, 9).intersection(range(5, 0)) == .zero)
  }

  @Test func `invalid ranges and ranges of two epochs have no union and no intersection`() {
    for other in [CMTimeRange.invalid, range(0, -1), Self.epochOne] {
      #expect(range(0, 1).union(other) == .invalid)
      #expect(other.union(range(0, 1)) == .invalid)
      #expect(range(0, 1).intersection(other) == .invalid)
      #expect(other.intersection(range(0, 1)) == .invalid)
    }
  }

  @Test func `clamping brings a time to the nearer border`() {
    #expect(CMTimeClampToRange(seconds(-1), range: range(2, 3)) == seconds(2))
    #expect(CMTimeClampToRange(seconds(4), range: range(2, 3)) == seconds(4))
    #expect(CMTimeClampToRange(seconds(5), range: range(2, 3)) == seconds(5))
    #expect(CMTimeClampToRange(.positiveInfinity, range: range(2, 3)) == seconds(5))
    #expect(CMTimeClampToRange(.negativeInfinity, range: range(2, 3)) == seconds(2))
    #expect(CMTimeClampToRange(.invalid, range: range(2, 3)) == .invalid)
    #expect(CMTimeClampToRange(seconds(4), range: .invalid) == .invalid)
  }

  @Test func `folding needs finite times of one epoch`() {
    #expect(CMTimeFoldIntoRange(seconds(10), foldRange: range(0, 10)) == .zero)
    #expect(CMTimeFoldIntoRange(time(12, 1, epoch: 1), foldRange: Self.epochOne) == time(2, 1, epoch: 1))
    #expect(CMTimeFoldIntoRange(seconds(12), foldRange: Self.epochOne) == .invalid)
    #expect(CMTimeFoldIntoRange(.invalid, foldRange: range(0, 10)) == .invalid)
    #expect(CMTimeFoldIntoRange(.positiveInfinity, foldRange: range(0, 10)) == .invalid)
    let endless = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(CMTimeFoldIntoRange(seconds(12), foldRange: endless) == .invalid)
  }

  @Test(.tags(.derived)) func `mapping is exact, at the timescale of the times or in lowest terms`() {
    let (thirty, ninety) = (
      CMTimeRange(start: .zero, duration: time(30, 600)), CMTimeRange(start: .zero, duration: time(90, 600))
    )
    #expect(Fields(CMTimeMapTimeFromRangeToRange(time(1, 600), fromRange: thirty, toRange: ninety)) == Fields(3, 600))
    #expect(Fields(CMTimeMapTimeFromRangeToRange(time(1, 600), fromRange: ninety, toRange: thirty)) == Fields(1, 1800))
    #expect(
      Fields(CMTimeMapDurationFromRangeToRange(time(6, 600), fromRange: ninety, toRange: thirty)) == Fields(2, 600))
    #expect(
      Fields(CMTimeMapDurationFromRangeToRange(time(1, 600), fromRange: ninety, toRange: thirty)) == Fields(1, 1800))
  }

  @Test func `mapping is not confined to the ranges`() {
    #expect(CMTimeMapTimeFromRangeToRange(seconds(-1), fromRange: range(0, 10), toRange: range(5, 20)) == seconds(3))
    #expect(CMTimeMapTimeFromRangeToRange(seconds(11), fromRange: range(0, 10), toRange: range(5, 20)) == seconds(27))
  }

  @Test func `mapping takes the time from one epoch to the other`() {
    let mapped = CMTimeMapTimeFromRangeToRange(time(5, 1, epoch: 1), fromRange: Self.epochOne, toRange: range(0, 20))
    #expect(Fields(mapped) == Fields(10, 1))
    let back = CMTimeMapTimeFromRangeToRange(seconds(10), fromRange: range(0, 20), toRange: Self.epochOne)
    #expect(Fields(back) == Fields(5, 1, epoch: 1))
    #expect(CMTimeMapTimeFromRangeToRange(seconds(5), fromRange: Self.epochOne, toRange: range(0, 20)) == .invalid)
    #expect(
      CMTimeMapDurationFromRangeToRange(time(5, 1, epoch: 1), fromRange: Self.epochOne, toRange: range(0, 20))
        == .invalid)
  }

  @Test func `endless ranges map by their starts, and only to each other`() {
    let (fromOne, fromTen) = (
      CMTimeRange(start: seconds(1), duration: .positiveInfinity),
      CMTimeRange(start: seconds(10), duration: .positiveInfinity)
    )
    #expect(CMTimeMapTimeFromRangeToRange(seconds(5), fromRange: fromOne, toRange: fromTen) == seconds(14))
    #expect(CMTimeMapDurationFromRangeToRange(time(3, 2), fromRange: fromOne, toRange: fromTen) == time(3, 2))
    #expect(CMTimeMapTimeFromRangeToRange(seconds(5), fromRange: fromOne, toRange: range(0, 1)) == .invalid)
    #expect(CMTimeMapTimeFromRangeToRange(seconds(5), fromRange: range(0, 1), toRange: fromOne) == .invalid)
  }

  @Test(.tags(.derived)) func `special times map by the rules of sums`() {
    let (from, to) = (range(0, 10), range(5, 20))
    for special in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      #expect(CMTimeMapTimeFromRangeToRange(special, fromRange: from, toRange: to) == special)
      #expect(CMTimeMapDurationFromRangeToRange(special, fromRange: from, toRange: to) == special)
    }
    #expect(CMTimeMapTimeFromRangeToRange(.zero, fromRange: .invalid, toRange: to) == .invalid)
    #expect(CMTimeMapTimeFromRangeToRange(.zero, fromRange: from, toRange: .invalid) == .invalid)
  }

  @Test(.tags(.derived)) func `mapping that no timescale holds is rounded once, to the finest`() throws {
    let from = CMTimeRange(start: .zero, duration: time(2_147_483_629, 2_147_483_647))
    let mapped = CMTimeMapTimeFromRangeToRange(time(1, 1_000_003), fromRange: from, toRange: range(0, 1))
    #expect(mapped.hasBeenRounded)
    #expect(mapped.timescale == .max)
    // 2147483647² / (1000003 · 2147483629), by hand.
    #expect(mapped.value == 2147)
  }

  @Test func `a mapping is valid by its target and empty without a source`() {
    let mapping = CMTimeMappingMake(source: range(0, 4), target: range(10, 2))
    let gap = CMTimeMappingMakeEmpty(target: range(10, 2))
    #expect(mapping.isValid && CMTIMEMAPPING_IS_VALID(mapping))
    #expect(!mapping.isEmpty && !CMTIMEMAPPING_IS_EMPTY(mapping))
    #expect(gap.isValid && !CMTIMEMAPPING_IS_INVALID(gap))
    #expect(gap.isEmpty && CMTIMEMAPPING_IS_EMPTY(gap))
    #expect(!kCMTimeMappingInvalid.isValid && CMTIMEMAPPING_IS_INVALID(kCMTimeMappingInvalid))
    #expect(!CMTimeMapping.invalid.isEmpty)
  }
}
