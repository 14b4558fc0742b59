import MediaTime

extension SegmentPlan {
  /// The segments of `plan` as lines that follow its text, frames counted as there; nothing of a film that is too short to be
  /// divided.
  ///
  /// ```
  /// 2 segments
  ///   segment 0: frames 0..<250 at 00:00:00.000
  ///   segment 1: frames 250..<450 at 00:00:08.341
  /// ```
  public func text(of plan: RenderPlan) -> String {
    guard let picture = plan.picture else { return "" }
    guard isDivided else { return reasonForOne.map { "1 segment: \($0)\n" } ?? "" }
    let lines = segments.map { segment in
      let time = (try? segment.times(in: picture).start) ?? .zero
      return "  segment \(segment.number): frames \(segment.frames(in: picture)) at \(time.timecode)\n"
    }
    return "\(segments.count) segments\n" + lines.joined()
  }
}

extension SegmentPlan.Segment {
  /// Its frames, counted from the first that is rendered of `picture`.
  public func frames(in picture: PicturePlan) -> Range<Int> {
    let first = picture.range.lowerBound
    return (frames.lowerBound - first)..<(frames.upperBound - first)
  }
}
