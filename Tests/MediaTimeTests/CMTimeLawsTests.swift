import MediaTime
import SeededRandom
import Testing

/// Laws that hold for all times, tested on thousands of random ones.
@Suite("Laws of times")
struct CMTimeLawsTests {
  @Test func `addition commutes`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<3000 {
      let (first, second) = (random.time(), random.time())
      #expect(Fields(first + second) == Fields(second + first))
    }
  }

  @Test func `addition associates when nothing was rounded`() {
    var random = SeededGenerator(seed: 2)
    var exactCases = 0
    for _ in 0..<3000 {
      let (first, second, third) = (random.time(), random.time(), random.time())
      let (left, right) = ((first + second) + third, first + (second + third))
      guard !left.hasBeenRounded, !right.hasBeenRounded else { continue }
      exactCases += 1
      #expect(Fields(left) == Fields(right))
    }
    #expect(exactCases > 2000)
  }

  @Test func `subtraction undoes addition when nothing was rounded`() {
    var random = SeededGenerator(seed: 3)
    var exactCases = 0
    for _ in 0..<3000 {
      let (first, second) = (random.time(), random.time())
      let back = (first + second) - second
      guard !back.hasBeenRounded else { continue }
      exactCases += 1
      #expect(back == first)
    }
    #expect(exactCases > 2000)
  }

  @Test func `a rounded sum is within half a unit of the exact one`() throws {
    var random = SeededGenerator(seed: 4)
    var rounded = 0
    for _ in 0..<2000 {
      let first = CMTime(
        value: .random(in: -1_000_000...1_000_000, using: &random),
        timescale: .random(in: 2_000_000_000 ... .max, using: &random))
      let second = CMTime(
        value: .random(in: -1_000_000...1_000_000, using: &random),
        timescale: .random(in: 2_000_000_000 ... .max, using: &random))
      let sum = first + second
      if sum.hasBeenRounded { rounded += 1 }
      #expect(sum.timescale == .max || !sum.hasBeenRounded)
      // |sum - (first + second)| · 2 · scales ≤ scales, in whole numbers.
      let scales = Int128(first.timescale) * Int128(second.timescale)
      let exact =
        Int128(first.value) * Int128(second.timescale) + Int128(second.value) * Int128(first.timescale)
      let error = Int128(sum.value) * scales - exact * Int128(sum.timescale)
      #expect(error.magnitude * 2 <= scales.magnitude)
    }
    #expect(rounded > 1900)
  }

  @Test func `a multiple is the repeated sum`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<1000 {
      let time = random.time()
      let count = Int32.random(in: 1...20, using: &random)
      let sum = (1..<count).reduce(time) { partial, _ in partial + time }
      #expect(Fields(CMTimeMultiply(time, multiplier: count)) == Fields(sum))
      #expect(CMTimeMultiplyByRatio(sum, multiplier: 1, divisor: count) == time)
    }
  }

  @Test func `a floating-point multiple agrees with the ratio wherever nanoseconds hold it`() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<2000 {
      let time = CMTime(value: .random(in: -100_000_000...100_000_000, using: &random), timescale: 1000)
      let eighths = Int32.random(in: -1000...1000, using: &random)
      let product = CMTimeMultiplyByFloat64(time, multiplier: Double(eighths) / 8)
      #expect(product == CMTimeMultiplyByRatio(time, multiplier: eighths, divisor: 8))
      #expect(!product.hasBeenRounded)
      #expect(product.timescale == 1_000_000_000)
    }
  }

  @Test func `order is that of the differences, and equal times hash equally`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      let (first, second) = (random.time(), random.time())
      #expect((first < second) == ((first - second).value < 0))
      #expect(CMTimeCompare(first, second) == -CMTimeCompare(second, first))
      let multiple = CMTime(value: first.value * 7, timescale: first.timescale * 7)
      #expect(first == multiple)
      #expect(first.hashValue == multiple.hashValue)
    }
  }

  @Test func `every method rounds in its direction by less than a unit`() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<1000 {
      let time = random.time()
      let timescale = SeededGenerator.timescales[Int.random(in: 0..<SeededGenerator.timescales.count, using: &random)]
      for method in CMTimeRoundingMethod.allCases {
        let converted = time.convertScale(timescale, method: method)
        // The error in units of the product of both scales: one unit of the result is the time's own scale.
        let error = converted.value * Int64(time.timescale) - time.value * Int64(timescale)
        let unit = Int64(time.timescale)
        #expect(converted.hasBeenRounded == (error != 0))
        #expect(error.magnitude < unit.magnitude)
        let awayFromZero = error * time.value.signum() > 0
        switch method {
        case .roundHalfAwayFromZero: #expect(abs(error) * 2 < unit || (abs(error) * 2 == unit && awayFromZero))
        case .roundTowardZero: #expect(!awayFromZero)
        case .roundAwayFromZero: #expect(awayFromZero || error == 0)
        case .roundTowardPositiveInfinity: #expect(error >= 0)
        case .roundTowardNegativeInfinity: #expect(error <= 0)
        case .quickTime:
          let truncated = time.convertScale(timescale, method: .roundTowardZero).value
          let grown = time.convertScale(timescale, method: .roundAwayFromZero).value
          let vanishes = time.value < 0 && truncated == 0
          #expect(converted.value == (timescale < time.timescale && !vanishes ? truncated : grown))
        }
      }
    }
  }

  @Test func `conversion to a multiple of the timescale and back changes nothing`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<3000 {
      let time = random.time()
      let finer = time.convertScale(time.timescale * 12, method: .default)
      #expect(finer == time)
      #expect(Fields(finer.convertScale(time.timescale, method: .roundTowardZero)) == Fields(time))
    }
  }

  @Test func `seconds of a time make the same time again`() {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<3000 {
      // Units that are a power of two are exact in binary; others may be truncated to the unit before.
      let time = CMTime(value: .random(in: -(1 << 40)...(1 << 40), using: &random), timescale: 1 << 12)
      #expect(Fields(CMTimeMakeWithSeconds(time.seconds, preferredTimescale: 1 << 12)) == Fields(time))
    }
  }

  @Test func `no fields make an operation trap, and every result is a time`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<5000 {
      let (first, second, third, fourth) = (
        random.anyFields(), random.anyFields(), random.anyFields(), random.anyFields()
      )
      let multiplier = Int32.random(in: .min ... .max, using: &random)
      let ranges = (CMTimeRange(start: first, duration: second), CMTimeRange(start: third, end: fourth))
      let union = ranges.0.union(ranges.1)
      let intersection = ranges.0.intersection(ranges.1)
      let results = [
        first + second, first - second, CMTimeMultiply(first, multiplier: multiplier),
        CMTimeMultiplyByRatio(first, multiplier: multiplier, divisor: second.timescale),
        CMTimeMultiplyByFloat64(first, multiplier: Double(bitPattern: random.next())),
        CMTimeMakeWithSeconds(Double(bitPattern: random.next()), preferredTimescale: first.timescale),
        first.convertScale(
          second.timescale, method: CMTimeRoundingMethod(rawValue: .random(in: 1...6, using: &random)) ?? .default),
        CMTimeAbsoluteValue(first), CMTimeMinimum(first, second), CMTimeMaximum(first, second),
        ranges.0.end, union.start, union.duration, intersection.start, intersection.duration,
        CMTimeClampToRange(third, range: ranges.0), CMTimeFoldIntoRange(third, foldRange: ranges.0),
        CMTimeMapTimeFromRangeToRange(third, fromRange: ranges.0, toRange: ranges.1),
        CMTimeMapTimeFromRangeToRange(third, fromRange: ranges.0, toRange: CMTimeRange(start: fourth, duration: third)),
        CMTimeMapDurationFromRangeToRange(
          third, fromRange: ranges.0, toRange: CMTimeRange(start: fourth, duration: third)),
      ]
      for result in results {
        #expect(result == result)
        #expect(result.isNumeric == !(result.seconds.isNaN || result.seconds.isInfinite))
        #expect(result.description.hasPrefix("{"))
        #expect((result.rational != nil) == result.isNumeric)
      }
      #expect(!(first < second && second < first))
    }
  }

  @Test func `comparison of any times is a total order`() {
    var random = SeededGenerator(seed: 12)
    let times = (0..<400).map { _ in random.anyFields() }.sorted()
    for (index, time) in times.enumerated() {
      for later in times[index...] {
        #expect(time <= later)
        if time == later { #expect(time.hashValue == later.hashValue) }
      }
    }
  }
}
