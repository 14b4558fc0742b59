import MediaTime

/// The gestures of the editing room on one segment. Each goes as far as media, neighbors and the shortest segment let it.
///
/// ```
///  before        ├── a ──┼── b ──┼── c ──┤
///  trim b's end  ├── a ──┼─ b ─┤ ├── c ──┤     the others stay
///  ripple        ├── a ──┼─ b ─┼── c ──┤       what follows moves
///  roll          ├── a ──┼─ b ─┼─── c ───┤     the cut moves
///  slip          ├── a ──┼── b'──┼── c ──┤     another stretch of b's media
/// ```
extension TimelineTrack {
  /// Moves the beginning of segment `index` to `time`; all others stay.
  mutating func trimStart(
    of index: Int, to time: Rational, shortest: Rational, _ media: MediaLimits
  ) throws(RationalError) {
    let clip = clips[index]
    let neighbor = index > 0 ? clips[index - 1].end : .zero
    let earliest = try media.head(of: clip).map { (head) throws(RationalError) in try clip.start - head }
    try clips[index].cutHead(
      by: try time.clamped(from: max(neighbor, earliest ?? neighbor), through: clip.latestStart(shortest)) - clip.start,
      movingStart: true)
  }

  /// Moves the end of segment `index` to `time`; all others stay.
  mutating func trimEnd(
    of index: Int, to time: Rational, shortest: Rational, _ media: MediaLimits
  ) throws(RationalError) {
    let neighbor = clips.indices.contains(index + 1) ? clips[index + 1].start : nil
    let limits = [neighbor, try clips[index].latestEnd(media)].compactMap(\.self)
    try clips[index].setEnd(time.clamped(from: try clips[index].earliestEnd(shortest), through: limits.min() ?? time))
  }

  /// Cuts segment `index` at its head by what lies between its beginning and `time`, or extends it there where that is earlier. It begins
  /// where it did, and what follows moves.
  mutating func rippleStart(
    of index: Int, to time: Rational, shortest: Rational, _ media: MediaLimits
  ) throws(RationalError) {
    let clip = clips[index]
    let earliest = try media.head(of: clip).map { (head) throws(RationalError) in try clip.start - head }
    let head = try min(time, clip.latestStart(shortest))
    let change = try max(head, earliest ?? head) - clip.start
    try clips[index].cutHead(by: change, movingStart: false)
    try move(from: index + 1, by: -change)
  }

  /// Moves the end of segment `index` to `time`, and what follows with it.
  mutating func rippleEnd(
    of index: Int, to time: Rational, shortest: Rational, _ media: MediaLimits
  ) throws(RationalError) {
    let clip = clips[index]
    let end = time.clamped(from: try clip.earliestEnd(shortest), through: try clip.latestEnd(media) ?? time)
    try clips[index].setEnd(end)
    try move(from: index + 1, by: try end - clip.end)
  }

  /// Moves the cut between segment `index` and the next, which adjoins it, to `time`.
  mutating func roll(
    at index: Int, to time: Rational, shortest: Rational, _ media: MediaLimits
  ) throws(RationalError) {
    guard clips.indices.contains(index + 1) else { return }
    let (old, new) = (clips[index], clips[index + 1])
    let head = try media.head(of: new).map { (head) throws(RationalError) in try new.start - head }
    let earliest = try max(old.earliestEnd(shortest), head ?? .zero)
    let latest = try min(new.latestStart(shortest), old.latestEnd(media) ?? time)
    let cut = time.clamped(from: earliest, through: max(latest, earliest))
    try clips[index].setEnd(cut)
    try clips[index + 1].cutHead(by: try cut - new.start, movingStart: true)
  }

  /// Shows a stretch of the media of segment `index` that begins later by `change`, a time of the media.
  mutating func slip(_ index: Int, by change: Rational, _ media: MediaLimits) throws(RationalError) {
    let clip = clips[index]
    var start = max(.zero, try clip.sourceStart + change)
    if !media.stills.contains(clip.asset), let held = media.durations[clip.asset] {
      start = min(start, max(.zero, try held - clip.sourceDuration))
    }
    clips[index].sourceStart = start
  }

  /// Cuts segment `index` in two at `time`, which lies within it. The second is called `id`, and has the transition.
  mutating func split(_ index: Int, at time: Rational, id: Int) throws(RationalError) {
    var second = clips[index]
    try second.cutHead(by: try time - second.start, movingStart: true)
    second.id = id
    second.template = second.place ?? second.template
    second.place = nil
    try clips[index].setEnd(time)
    clips[index].transition = nil
    clips.insert(second, at: index + 1)
  }

  /// Removes segment `index`; what follows moves up where the removal `ripples`.
  mutating func remove(_ index: Int, ripples: Bool) throws(RationalError) {
    let gone = clips.remove(at: index)
    if ripples { try move(from: index, by: -(try gone.duration())) }
  }

  /// Places `clip` where it fits nearest to `time`.
  mutating func place(_ clip: TimelineClip, nearestTo time: Rational) throws(RationalError) {
    var best: (start: Rational, distance: Rational, index: Int)?
    let length = try clip.duration()
    for index in 0...clips.count {
      let earliest = index == 0 ? .zero : clips[index - 1].end
      let latest = index == clips.count ? max(time, earliest) : try clips[index].start - length
      guard latest >= earliest else { continue }
      let start = time.clamped(from: earliest, through: latest)
      let distance = try max(start, time) - min(start, time)
      if best.map({ distance < $0.distance }) ?? true { best = (start, distance, index) }
    }
    guard let best else { return }
    var placed = clip
    placed.start = best.start
    placed.end = try best.start + length
    clips.insert(placed, at: best.index)
  }

  /// Moves the segments from `index` on.
  private mutating func move(from index: Int, by change: Rational) throws(RationalError) {
    for index in clips.indices.dropFirst(index) {
      clips[index].start = try clips[index].start + change
      clips[index].end = try clips[index].end + change
    }
  }
}

extension TimelineClip {
  /// The latest beginning that leaves the end where it is. A segment that is shorter than `shortest` stays as long as it is.
  fileprivate func latestStart(_ shortest: Rational) throws(RationalError) -> Rational {
    try end - min(shortest, try duration())
  }

  /// The earliest end that leaves the beginning where it is.
  fileprivate func earliestEnd(_ shortest: Rational) throws(RationalError) -> Rational {
    try start + min(shortest, try duration())
  }

  /// The end of the media; nil where nothing is known to limit it.
  fileprivate func latestEnd(_ media: MediaLimits) throws(RationalError) -> Rational? {
    try media.tail(of: self).map { (tail) throws(RationalError) in try end + tail }
  }

  /// Cuts `change` seconds of the composition from the beginning, at the speed that it has; extends it where that is negative.
  fileprivate mutating func cutHead(by change: Rational, movingStart: Bool) throws(RationalError) {
    guard change != .zero else { return }
    let cut = try change * (try rate())
    // A still has no media before its first, and shows the same.
    sourceStart = max(.zero, try sourceStart + cut)
    sourceDuration = try sourceDuration - cut
    if movingStart { start = try start + change } else { end = try end - change }
  }

  /// Ends at `time`, at the speed that it has.
  fileprivate mutating func setEnd(_ time: Rational) throws(RationalError) {
    guard time != end else { return }
    sourceDuration = try (try time - start) * (try rate())
    end = time
  }
}

extension Rational {
  /// The nearest time of a range; the lower limit where that is above the upper one.
  func clamped(from lower: Rational, through upper: Rational) -> Rational { max(lower, min(self, upper)) }
}
