import MediaFormats

extension Colorimetry {
  /// What a film is tagged with, and its pictures are converted to, whose first picture is `facts`: the same matrix,
  /// transfer and primaries, in limited range.
  ///
  /// What the picture does not say follows from its lines (``Colorimetry/assumed(height:)``). RGB, stills and high dynamic
  /// range give BT.709.
  init(outputFor facts: VideoTrackFacts?) {
    guard let facts, facts.timing != .still, facts.colorimetry.matrix != 0, !facts.colorimetry.isHighDynamicRange else {
      self = .bt709
      return
    }
    self = facts.colorimetry.completed(from: .assumed(height: facts.size.height))
    isFullRange = false
  }
}
