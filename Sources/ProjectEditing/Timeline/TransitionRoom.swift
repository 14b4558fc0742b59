import EditingModel
import MediaTime

/// Keeps transitions where they have room: those whose cut is gone are removed, and those that are too long are shortened.
extension Timeline {
  /// Fits the transitions around what is not as it was in `original`.
  mutating func fitTransitions(since original: Timeline, _ media: MediaLimits) throws(RationalError) {
    let before = Dictionary(original.tracks.flatMap(\.clips).map { ($0.id, $0) }) { first, _ in first }
    for track in tracks.indices {
      // When the transition into the segment ends, and whether it is another than before.
      var busy: Rational?
      var hasNewTransition = false
      for index in tracks[track].clips.indices {
        let clip = tracks[track].clips[index]
        let entered = (busy: busy, isNew: hasNewTransition)
        (busy, hasNewTransition) = (nil, false)
        guard var transition = clip.transition else { continue }
        guard tracks[track].adjoins(index), tracks[track].clips[index + 1].id == transition.follower else {
          tracks[track].clips[index].transition = nil
          continue
        }
        let next = tracks[track].clips[index + 1]
        let isOther = try (clip.isOther(than: before[clip.id]), next.isOther(than: before[next.id]))
        if isOther.0 || isOther.1 || entered.isNew {
          hasNewTransition = true
          let longest = try tracks[track].longestTransition(
            at: index, transition.alignment, from: entered.busy, to: nil, media)
          let length = try min(
            transition.duration, longest.onGrid(of: longest < transition.duration ? frameDuration : nil))
          guard length > .zero else {
            tracks[track].clips[index].transition = nil
            continue
          }
          transition.duration = length
          tracks[track].clips[index].transition = transition
        }
        busy = try next.start + (try transition.parts().behind)
      }
    }
  }
}

extension TimelineTrack {
  /// Whether the next segment begins where segment `index` ends.
  func adjoins(_ index: Int) -> Bool {
    clips.indices.contains(index + 1) && clips[index + 1].start == clips[index].end
  }

  /// The longest transition that has room between segment `index` and the next, which adjoins it; zero where none has.
  ///
  /// - Parameters:
  ///   - busy: until when another transition plays in the segment; nil for none.
  ///   - taken: from when another one plays in the next; nil for none.
  func longestTransition(
    at index: Int, _ alignment: ClipTransition.Alignment, from busy: Rational?, to taken: Rational?,
    _ media: MediaLimits
  ) throws(RationalError) -> Rational {
    let (old, new) = (clips[index], clips[index + 1])
    var before = try old.end - max(old.start, busy ?? old.start)
    var behind = try min(new.end, taken ?? new.end) - new.start
    if let handle = try media.handleBefore(new) { before = min(before, handle) }
    if let handle = try media.tail(of: old) { behind = min(behind, handle) }
    let longest: Rational =
      switch alignment {
      case .center: try min(before, behind) * Rational(2)
      case .start: behind
      case .end: before
      }
    return max(.zero, longest)
  }
}

extension TimelineClip {
  /// Whether it has another length or transition than `before`, or plays another stretch of its media.
  fileprivate func isOther(than before: TimelineClip?) throws(RationalError) -> Bool {
    guard let before else { return true }
    let lengths = try (duration(), before.duration())
    return sourceStart != before.sourceStart || sourceDuration != before.sourceDuration
      || transition != before.transition || lengths.0 != lengths.1
  }
}

extension Rational {
  /// The greatest whole number of frames that is not longer; itself without a grid.
  func onGrid(of frameDuration: Rational?) throws(RationalError) -> Rational {
    guard let frameDuration else { return self }
    return try Rational((try self / frameDuration).floor()) * frameDuration
  }
}
