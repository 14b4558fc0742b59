/// A straight piece of linear gain.
public struct VolumePiece: Hashable, Sendable {
  /// The output samples.
  public var samples: Range<Int64>
  /// The gain at the first sample.
  public var from: Double
  /// The gain the line reaches at `samples.upperBound`, one past the last sample.
  public var to: Double

  /// A line from `from`, at the first of `samples`, to `to`, just after the last.
  public init(samples: Range<Int64>, from: Double, to: Double) {
    self.samples = samples
    self.from = from
    self.to = to
  }
}
