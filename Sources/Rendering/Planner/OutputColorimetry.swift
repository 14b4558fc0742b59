import EditingModel

extension Colorimetry {
  /// What a film is tagged with, and its pictures are converted to, whose first picture is `facts`: the same matrix,
  /// transfer and primaries, in limited range.
  ///
  /// What the picture does not say is taken as GStreamer takes it: BT.709 above 576 lines, BT.601 up to that. RGB, stills
  /// and high dynamic range give BT.709.
  init(outputFor facts: VideoTrackFacts?) {
    guard let facts, facts.timing != .still, facts.colorimetry.matrix != 0, !facts.colorimetry.isHighDynamicRange else {
      self = .bt709
      return
    }
    let unsaid = facts.size.height > 576 ? Colorimetry.bt709 : .bt601
    let said = facts.colorimetry
    self.init(
      isFullRange: false, matrix: said.matrix == 2 ? unsaid.matrix : said.matrix,
      transfer: said.transfer == 2 ? unsaid.transfer : said.transfer,
      primaries: said.primaries == 2 ? unsaid.primaries : said.primaries)
  }
}
