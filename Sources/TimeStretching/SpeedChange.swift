/// Sound that is played faster or slower than it was recorded, made bit by bit out of a source that is read once, in order.
///
/// ```
///  source   ├──────────[ what is played )────────┤       read from `lead` samples before the first one on
///                       ╲               ╲
///  output               [ as many samples as are asked for )
/// ```
///
/// Samples are interleaved doubles of as many channels as were named at the start, the same on both sides.
public protocol SpeedChange {
  /// How many samples before the first one that is played the source must begin.
  var lead: Int { get }

  /// The next `count` output samples.
  ///
  /// `source` gives the next so many samples of what is played: always all of them, silence where there is nothing.
  ///
  /// - Throws: What `source` throws; nothing can be read after that.
  mutating func samples(_ count: Int, from source: (Int) throws -> [Double]) rethrows -> [Double]
}
