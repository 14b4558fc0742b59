public import MediaTime

/// A track whose segments overlap, as two tracks: the segments change from one to the other at each transition.
///
/// ```
///  as cut     ├─ 0 ─┼─ 1 ─┼─ 2 ─┼─ 3 ─┤        transitions between 0 and 1, and between 2 and 3
///  first      ├─ 0 ──┤             ├─ 3 ─┤
///  second          ├── 1 ─┼─ 2 ──┤
/// ```
struct TrackOverlap {
  /// The track as it was.
  let track: CompositionTrack
  /// The number of the second track.
  let twinID: TrackID
  /// The transitions, in time order.
  private(set) var windows: [Window] = []
  /// The two tracks, each with the index that its segments had; an empty edit has that of the segment behind it.
  private(set) var lanes: [Lane] = [Lane(), Lane()]
  /// The problems found.
  private(set) var problems: [TransitionProblem] = []

  /// A transition in time.
  struct Window {
    /// Its range.
    var range: RationalRange
    var transition: ClipTransition
    /// Its number among the given transitions.
    var index: Int
    /// The segment that it leads away from.
    var segment: Int
  }

  /// One of the two tracks.
  struct Lane {
    var segments: [CompositionTrackSegment] = []
    var origins: [Int] = []
    /// The handles that segments give to transitions, by their index here.
    var handles: [Int: ClipHandle] = [:]
    fileprivate var end = Rational.zero
  }

  /// `track` with `placed`, each with its index among the given ones; `twinID` is the number of the second track.
  ///
  /// - Parameter stills: media that show the same at any time, before zero too.
  init(
    _ track: CompositionTrack, _ placed: [(index: Int, placed: PlacedTransition)], twinID: TrackID,
    stills: Set<AssetReference>
  ) {
    self.track = track
    self.twinID = twinID
    var found: [Window] = []
    for (index, placed) in placed {
      do throws(TransitionProblem) {
        let window = try window(of: placed, index: index)
        if let other = found.first(where: { $0.segment == window.segment }) {
          throw TransitionProblem(
            .duplicate, ofTransition: index,
            "Another transition, number \(other.index + 1), stands at the same cut.",
            expected: "one transition at a cut")
        }
        found.append(window)
      } catch {
        problems.append(error)
      }
    }
    found.sort { $0.segment < $1.segment }
    checkRoom(for: found)
    windows = found
    do {
      try layOut(stills: stills)
    } catch {
      problems.append(
        TransitionProblem(
          .timeNotExact, ofTransition: placed.first?.index ?? 0,
          "A time of a transition in track \(track.id) cannot be kept exactly.",
          expected: "times with smaller denominators"))
    }
  }

  /// The number of the track that `lane` becomes.
  func trackID(of lane: Int) -> TrackID { lane.isMultiple(of: 2) ? track.id : twinID }

  /// The one of the two that is seen at `time`, where no transition plays.
  func lane(at time: Rational) -> Int { windows.count { $0.range.end <= time } % 2 }

  // MARK: Where transitions stand

  private func window(of placed: PlacedTransition, index: Int) throws(TransitionProblem) -> Window {
    let transition = placed.transition
    guard let length = transition.duration.rational, length > .zero else {
      throw TransitionProblem(
        .invalidDuration, ofTransition: index, "The transition lasts \(transition.duration.messageText).",
        expected: "a duration greater than 0")
    }
    let cut = placed.cut.rational
    let segment = track.segments.firstIndex { !$0.isEmpty && $0.timeMapping.target.end.rational == cut }
    guard let cut, let segment else {
      let cuts = track.cuts.prefix(10).map(\.decimalText)
      throw TransitionProblem(
        .notAtCut, ofTransition: index, "No segment of track \(track.id) ends at \(placed.cut.messageText).",
        expected: cuts.isEmpty
          ? "two segments that adjoin; the track has none"
          : "a time at which one segment ends and the next begins: \(cuts.joined(separator: ", ")) s")
    }
    guard track.segments.indices.contains(segment + 1) else {
      throw TransitionProblem(
        .notAtCut, ofTransition: index,
        "The segment that ends at \(cut.decimalText) s is the last of its track: nothing follows it.",
        expected: "a segment behind it, or no transition; what fades out at the end is an opacity or a volume")
    }
    let next = track.segments[segment + 1]
    guard !next.isEmpty else {
      throw TransitionProblem(
        .notAtCut, ofTransition: index,
        "Nothing adjoins the segment that ends at \(cut.decimalText) s: the track is empty for "
          + "\(next.timeMapping.target.duration.rational?.decimalText ?? "some") s.",
        expected: "a segment that begins where this one ends")
    }
    do {
      return Window(range: try transition.window(at: cut), transition: transition, index: index, segment: segment)
    } catch {
      throw TransitionProblem(
        .timeNotExact, ofTransition: index, "The times of the transition cannot be kept exactly.",
        expected: "times with smaller denominators")
    }
  }

  /// Reports each of `windows` for which its clips are too short.
  private mutating func checkRoom(for windows: [Window]) {
    for (number, window) in windows.enumerated() {
      let before = number > 0 && windows[number - 1].segment + 1 == window.segment ? windows[number - 1] : nil
      let old = track.segments[window.segment].timeMapping.target
      let new = track.segments[window.segment + 1].timeMapping.target
      if let before, before.range.end > window.range.start {
        report(
          window, over: try? before.range.end - window.range.start, "the one before it still plays in the same clip")
      } else if before == nil, let start = old.start.rational, window.range.start < start {
        report(window, over: try? start - window.range.start, "the clip before the cut is shorter")
      }
      if let end = new.end.rational, window.range.end > end {
        report(window, over: try? window.range.end - end, "the clip behind the cut is shorter")
      }
    }
  }

  private mutating func report(_ window: Window, over excess: Rational?, _ reason: String) {
    let (start, end) = (window.range.start.decimalText, window.range.end.decimalText)
    let shorter = excess.flatMap { excess in
      window.transition.alignment == .center ? try? excess * Rational(2) : excess
    }
    let rest = shorter.flatMap { try? window.range.duration - $0 }
    problems.append(
      TransitionProblem(
        .tooLong, ofTransition: window.index,
        "The transition plays from \(start) to \(end) s, and \(reason): \(excess?.decimalText ?? "some") s too much.",
        expected: rest.flatMap { $0 > .zero ? "at most \($0.decimalText) s, or a longer clip" : nil }
          ?? "a shorter transition before it, or a longer clip"))
  }

  // MARK: Two tracks

  private mutating func layOut(stills: Set<AssetReference>) throws(RationalError) {
    var lane = 0
    for (index, segment) in track.segments.enumerated() {
      let leadingIn = windows.first { $0.segment + 1 == index }
      let leadingOut = windows.first { $0.segment == index }
      if leadingIn != nil { lane = 1 - lane }
      guard segment.source != nil, let target = try RationalRange(segment.timeMapping.target) else { continue }
      guard leadingIn != nil || leadingOut != nil, let media = try RationalRange(segment.timeMapping.source) else {
        try add(segment, origin: index, over: target, to: lane)
        continue
      }
      let rate = try media.duration / target.duration
      let head = try leadingIn.map { window throws(RationalError) in try target.start - window.range.start } ?? .zero
      let tail = try leadingOut.map { window throws(RationalError) in try window.range.end - target.end } ?? .zero
      let grown = try RationalRange(start: target.start - head, end: target.end + tail)
      var start = try media.start - head * rate
      if start < .zero, let window = leadingIn, let asset = segment.source?.asset {
        if !stills.contains(asset) {
          report(window, missing: try .zero - start, of: segment, head: head, rate: rate)
        }
        start = .zero
      }
      var longer = segment
      longer.timeMapping = CMTimeMapping(
        source: CMTimeRange(
          start: try CMTime(exactly: start), duration: try CMTime(exactly: grown.duration * rate)),
        target: CMTimeRange(start: try CMTime(exactly: grown.start), duration: try CMTime(exactly: grown.duration)))
      if let leadingOut, tail > .zero {
        lanes[lane].handles[lanes[lane].segments.count + (lanes[lane].end < grown.start ? 1 : 0)] = ClipHandle(
          transition: leadingOut.index, length: try tail * rate, rate: rate)
      }
      try add(longer, origin: index, over: grown, to: lane)
    }
    // The track is as long as it was.
    if let last = track.duration.rational, last > lanes[0].end, last > lanes[1].end {
      try addGap(upTo: last, origin: max(0, track.segments.count - 1), to: 0)
    }
  }

  private mutating func add(
    _ segment: CompositionTrackSegment, origin: Int, over target: RationalRange, to lane: Int
  ) throws(RationalError) {
    try addGap(upTo: target.start, origin: origin, to: lane)
    lanes[lane].segments.append(segment)
    lanes[lane].origins.append(origin)
    lanes[lane].end = target.end
  }

  private mutating func addGap(upTo start: Rational, origin: Int, to lane: Int) throws(RationalError) {
    let end = lanes[lane].end
    guard start > end else { return }
    let gap = CMTimeRange(start: try CMTime(exactly: end), duration: try CMTime(exactly: start - end))
    lanes[lane].segments.append(CompositionTrackSegment(emptyOver: gap))
    lanes[lane].origins.append(origin)
    lanes[lane].end = start
  }

  private mutating func report(
    _ window: Window, missing: Rational, of segment: CompositionTrackSegment, head: Rational, rate: Rational
  ) {
    let name = segment.source?.asset.name ?? ""
    let begins = segment.timeMapping.source.start.rational ?? .zero
    let needed = (try? head * rate) ?? head
    problems.append(
      TransitionProblem(
        .missingHandle, ofTransition: window.index,
        "The transition needs \(needed.decimalText) s of “\(name)” before its segment, which begins at "
          + "\(begins.decimalText) s of it: \(missing.decimalText) s are missing.",
        expected:
          "a segment of “\(name)” that begins \(missing.decimalText) s later, a shorter transition, or one whose "
          + "alignment is start"))
  }
}

/// The handle that a segment gives to a transition behind its end.
public struct ClipHandle: Hashable, Sendable {
  /// The number of the transition that takes it.
  public var transition: Int
  /// The length of the media, in seconds.
  public var length: Rational
  /// Seconds of the media in one of the composition.
  public var rate: Rational
}

extension CompositionTrack {
  /// The times at which one segment ends and the next begins.
  fileprivate var cuts: [Rational] {
    zip(segments, segments.dropFirst()).compactMap { segment, next in
      segment.isEmpty || next.isEmpty ? nil : segment.timeMapping.target.end.rational
    }
  }
}
