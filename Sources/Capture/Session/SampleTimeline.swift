import EditServices
import MediaTime
import Rendering

/// The places of blocks of samples on the grid of their rate: end to end, as long as the device's own times agree
/// within a fiftieth of a second.
///
/// ```
///  device's times  ├──────┤ ├──────┤├──────┤   ├──────┤      the clock is read now and then, and the hardware keeps its own
///  placed          ├──────┼──────┼──────┼──────┤             no gap, no overlap
///                                               … until they are further apart: then the device's time holds again
/// ```
struct SampleTimeline {
  /// The number of the sample that follows; nil before the first block.
  private var next: Int64?
  private var rate = 0

  /// The part of a second by which times may be off: less than a picture lasts.
  private static let tolerance: Int64 = 50

  /// The number, counted from the clock's zero, of the first of `count` samples that came at `time`, `rate` of them a second.
  ///
  /// - Throws: `RenderError` with `.outOfRange` where the time is beyond what can be counted.
  mutating func place(_ count: Int, at time: Rational, rate: Int) throws(RenderError) -> Int64 {
    let said = try exactly { () throws(RationalError) in try time.rounded(scaledBy: Int64(rate)) }
    var place = said
    if let next, rate == self.rate, (next - said).magnitude <= UInt64(Int64(rate) / Self.tolerance) { place = next }
    (next, self.rate) = (place + Int64(count), rate)
    return place
  }
}
