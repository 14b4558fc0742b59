/// What a film is to say of its colors, in FFmpeg's words; pictures are not converted.
///
/// FFmpeg 7 takes it from the frames, earlier ones take it from options: both say it.
public struct StatedColors: Sendable {
  /// The matrix, as `bt709`.
  public var matrix: String
  /// The primaries, as `bt2020`.
  public var primaries: String
  /// The transfer function, as `smpte2084`.
  public var transfer: String
  /// `tv` or `pc`; nil where nothing is said of the range.
  public var range: String?

  /// All of `name`'s.
  public init(_ name: String, range: String? = nil) {
    self.init(matrix: name, primaries: name, transfer: name, range: range)
  }

  /// Colors by their parts.
  public init(matrix: String, primaries: String, transfer: String, range: String? = nil) {
    (self.matrix, self.primaries, self.transfer, self.range) = (matrix, primaries, transfer, range)
  }

  /// The filter that sets these colors, the last one of a chain.
  public var filter: String {
    "setparams=colorspace=\(matrix == "rgb" ? "gbr" : matrix):color_primaries=\(primaries):color_trc=\(transfer)"
      + (range.map { ":range=\($0)" } ?? "")
  }

  /// The options that set these colors, without the filter.
  public var options: [String] {
    (range.map { ["-color_range", $0] } ?? [])
      + ["-colorspace", matrix, "-color_primaries", primaries, "-color_trc", transfer]
  }

  /// Filter and options, for a film without other filters.
  public var arguments: [String] { ["-vf", filter] + options }
}
