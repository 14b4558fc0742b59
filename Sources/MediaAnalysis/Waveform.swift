public import MediaFormats
import MediaTime

/// The level of sound over time: of each interval the lowest and the highest sample and the root mean square, channel
/// by channel.
///
/// ```
///   1 ┤      ▄█▄
///     │   ▂▄█████▄▂     ▄▄         a point for each interval: its highest sample,
///   0 ┼───▀▀█████▀▀─────▀▀──       its lowest, and between them the root mean square
///     │      ▀█▀
///  -1 ┤
/// ```
///
/// 1 is full scale; sums of several tracks can lie beyond it.
public struct Waveform: Hashable, Sendable, Codable {
  /// Samples a second.
  public var sampleRate: Int
  /// The samples that were measured, counted from the film's or the file's time zero.
  public var samples: Range<Int64>
  /// The number of intervals that `samples` is divided into, alike to a sample.
  public var pointCount: Int
  /// The speakers of the channels; empty where they were mixed into one.
  public var layout: ChannelLayout?
  /// The channels, in the order of their speakers; one where they were mixed.
  public var channels: [Channel]

  /// One channel's points, in order of time; each array has `pointCount` of them.
  public struct Channel: Hashable, Sendable, Codable {
    /// The lowest sample of each interval.
    public var minimums: [Double]
    /// The highest sample of each interval.
    public var maximums: [Double]
    /// The root of the mean of the squared samples of each interval.
    public var rootMeanSquares: [Double]

    /// The sample of interval `point` that is furthest from zero, as an amount.
    public func peak(of point: Int) -> Double { max(maximums[point], -minimums[point]) }
  }

  /// The samples of interval `point`: number i of n begins at `samples.lowerBound + ⌊i · samples.count / n⌋`.
  public func samples(of point: Int) -> Range<Int64> {
    Self.boundary(point, of: pointCount, in: samples)..<Self.boundary(point + 1, of: pointCount, in: samples)
  }

  /// The beginning of interval `point`, in seconds from time zero.
  public func start(of point: Int) -> Double { Double(samples(of: point).lowerBound) / Double(sampleRate) }

  static func boundary(_ point: Int, of count: Int, in samples: Range<Int64>) -> Int64 {
    samples.lowerBound + Int64(Int128(samples.count) * Int128(point) / Int128(count))
  }
}

extension Waveform {
  /// The resolution of a waveform.
  public enum Resolution: Hashable, Sendable {
    /// This many points over the whole, as for the pixels of a picture; at most one a sample.
    case points(Int)
    /// This many points a second, rounded up to whole points over the whole.
    case pointsPerSecond(Double)
  }
}
