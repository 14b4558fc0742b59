import EditingModel
import MediaTime

extension SegmentPlan {
  /// The segments of `plan` as lines that follow its text, frames counted as there; empty for a film that is too short
  /// to be divided.
  ///
  /// ```
  /// 2 segments
  ///   segment 0: frames 0..<250 at 00:00:00.000
  ///   segment 1: frames 250..<450 at 00:00:08.341, copied: "a.mp4", frames 1250..<1350, 1400..<1430; "b.mp4", frames 0..<70
  ///   encoded: frames 0..<250: Layers are drawn over the picture.
  /// ```
  public func text(of plan: RenderPlan) -> String {
    guard let picture = plan.picture else { return "" }
    let reasons = (smart?.reasons ?? []).map { reason in
      "  encoded: frames \(picture.counted(reason.frames)): \(reason.sentence)\n"
    }.joined()
    guard isDivided else { return (reasonForOne.map { "1 segment: \($0)\n" } ?? "") + reasons }
    let lines = segments.map { segment in
      let time = (try? segment.times(in: picture).start) ?? .zero
      let copied = segment.isCopied ? ", copied: \(segment.copiesText)" : ""
      return "  segment \(segment.number): frames \(segment.frames(in: picture)) at \(time.timecode)\(copied)\n"
    }
    return "\(segments.count) segments\n" + lines.joined() + reasons
  }
}

extension SegmentPlan.Segment {
  /// Its frames, counted from the first that is rendered of `picture`.
  public func frames(in picture: PicturePlan) -> Range<Int> { picture.counted(frames) }

  /// The sources of its copies: each file, and its frames.
  fileprivate var copiesText: String {
    var text = ""
    for (number, copied) in copies.enumerated() {
      let isSame = number > 0 && copies[number - 1].source == copied.source
      text += isSame ? ", " : (number == 0 ? "" : "; ") + "\"\(copied.source.asset.name)\", frames "
      text += "\(copied.frames)"
    }
    return text
  }
}

extension PicturePlan {
  /// `frames`, counted from the first that is rendered.
  public func counted(_ frames: Range<Int>) -> Range<Int> {
    (frames.lowerBound - range.lowerBound)..<(frames.upperBound - range.lowerBound)
  }
}
