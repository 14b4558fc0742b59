import MediaTime
import SeededRandom
import Testing

/// Laws that hold for all ranges, tested on thousands of random ones.
@Suite("Laws of ranges")
struct CMTimeRangeLawsTests {
  @Test func `splitting a range and joining the parts changes nothing`() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<2000 {
      let whole = random.range()
      let part = CMTimeMultiplyByRatio(whole.duration, multiplier: .random(in: 1...9, using: &random), divisor: 10)
      let cut = whole.start + part
      let (left, right) = (CMTimeRange(start: whole.start, end: cut), CMTimeRange(start: cut, end: whole.end))
      #expect(left.union(right) == whole)
      #expect(left.intersection(right) == .zero)
      #expect(left.duration + right.duration == whole.duration)
      #expect(left.end == right.start)
      #expect(!left.containsTime(cut))
      #expect(right.containsTime(cut))
      #expect(whole.containsTimeRange(left) && whole.containsTimeRange(right))
    }
  }

  @Test func `a range is half-open`() {
    var random = SeededGenerator(seed: 22)
    for _ in 0..<2000 {
      let range = random.range()
      let time = random.time()
      #expect(range.containsTime(range.start))
      #expect(!range.containsTime(range.end))
      #expect(range.containsTime(time) == (range.start <= time && time < range.end))
    }
  }

  @Test func `intersection holds what both hold, union what either holds`() {
    var random = SeededGenerator(seed: 23)
    var overlaps = 0
    for _ in 0..<3000 {
      let (first, second) = (random.range(), random.range())
      let (union, intersection) = (first.union(second), first.intersection(second))
      #expect(union.containsTimeRange(first) && union.containsTimeRange(second))
      #expect(union == second.union(first))
      #expect(intersection == second.intersection(first))
      if !intersection.isEmpty {
        overlaps += 1
        #expect(first.containsTimeRange(intersection) && second.containsTimeRange(intersection))
      }
      for time in [first.start, second.start, random.time()] {
        #expect(intersection.containsTime(time) == (first.containsTime(time) && second.containsTime(time)))
        #expect(union.containsTime(time) || !(first.containsTime(time) || second.containsTime(time)))
      }
    }
    #expect(overlaps > 100)
  }

  @Test func `mapping there and back changes nothing when nothing was rounded`() {
    var random = SeededGenerator(seed: 24)
    var exactCases = 0
    for _ in 0..<3000 {
      let (from, to, time) = (random.range(), random.range(), random.time())
      let mapped = CMTimeMapTimeFromRangeToRange(time, fromRange: from, toRange: to)
      let back = CMTimeMapTimeFromRangeToRange(mapped, fromRange: to, toRange: from)
      #expect(CMTimeMapTimeFromRangeToRange(from.start, fromRange: from, toRange: to) == to.start)
      #expect(CMTimeMapDurationFromRangeToRange(from.duration, fromRange: from, toRange: to) == to.duration)
      guard !mapped.hasBeenRounded, !back.hasBeenRounded else { continue }
      exactCases += 1
      #expect(back == time)
      #expect(to.containsTime(mapped) == from.containsTime(time))
    }
    #expect(exactCases > 1000)
  }

  @Test func `mapping keeps the order of times`() {
    var random = SeededGenerator(seed: 25)
    for _ in 0..<3000 {
      let (from, to) = (random.range(), random.range())
      let (first, second) = (random.time(), random.time())
      let mapped = (
        CMTimeMapTimeFromRangeToRange(first, fromRange: from, toRange: to),
        CMTimeMapTimeFromRangeToRange(second, fromRange: from, toRange: to)
      )
      #expect(first <= second ? mapped.0 <= mapped.1 : mapped.0 >= mapped.1)
    }
  }

  @Test func `a folded time lies in the range, whole durations away`() throws {
    var random = SeededGenerator(seed: 26)
    var exactCases = 0
    for _ in 0..<3000 {
      let (range, time) = (random.range(), random.time())
      let folded = CMTimeFoldIntoRange(time, foldRange: range)
      guard !folded.hasBeenRounded else { continue }
      exactCases += 1
      #expect(range.containsTime(folded))
      let (moved, duration) = try #require(
        (time - folded).rational.flatMap { moved in
          range.duration.rational.map { (moved, $0) }
        })
      #expect(try (moved / duration).denominator == 1)
    }
    #expect(exactCases > 2000)
  }

  @Test func `clamping is to the nearest time of the closed range`() {
    var random = SeededGenerator(seed: 27)
    for _ in 0..<3000 {
      let (range, time) = (random.range(), random.time())
      let clamped = CMTimeClampToRange(time, range: range)
      #expect(range.start <= clamped && clamped <= range.end)
      #expect(CMTimeClampToRange(clamped, range: range) == clamped)
      #expect(clamped == time || !range.containsTime(time))
    }
  }
}
