/// What is done along a line of samples: each is worked out from those within `reach` to either side. Beyond its ends the
/// line goes on with its outermost samples.
struct Line {
  /// How many samples it has.
  let length: Int
  /// How far a sample is looked at from.
  let reach: Int

  /// The least of each sample's neighbours.
  ///
  /// Where the least stands is kept as long as that is within reach, so that most samples are looked at once.
  func least(_ source: Span<UInt8>, _ target: inout MutableSpan<UInt8>) {
    var place = -1
    for index in 0..<length {
      let last = min(index + reach, length - 1)
      if place < max(0, index - reach) {
        place = max(0, index - reach)
        for other in place...last where source[other] <= source[place] { place = other }
      } else if source[last] <= source[place] {
        place = last
      }
      target[index] = source[place]
    }
  }

  /// The mean of each sample and its neighbours, rounded to nearest.
  func mean(_ source: Span<UInt8>, _ target: inout MutableSpan<UInt8>) {
    let count = UInt64(2 * reach + 1)
    // So large that the product's upper half is the quotient, for lines of up to four thousand neighbours.
    let reciprocal = (1 << 32) / count + 1
    let last = length - 1
    func sample(_ index: Int) -> UInt64 { UInt64(source[min(max(index, 0), last)]) }
    // Half the count more than the sum: it rounds.
    var sum = (-reach...reach).reduce(count / 2) { $0 + sample($1) }
    for index in 0..<length {
      target[index] = UInt8(truncatingIfNeeded: (sum &* reciprocal) >> 32)
      sum = sum &+ sample(index &+ reach &+ 1) &- sample(index &- reach)
    }
  }
}
