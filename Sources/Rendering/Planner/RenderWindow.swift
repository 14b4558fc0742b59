import EditingModel
import MediaTime

/// A stretch of composition time, [start, end), and where times in it fall on grids that begin with it.
struct RenderWindow: Hashable {
  /// The stretch, in composition time: `start` is the time of frame 0 and of sample 0.
  let range: RationalRange

  /// All of `composition`, from zero to the end of its longest track.
  ///
  /// - Throws: `RenderError` with `.invalidModel` where that is nothing.
  init(of composition: Composition) throws(RenderError) {
    var end = Rational.zero
    for track in composition.tracks {
      guard let target = track.segments.last?.timeMapping.target else { continue }
      end = max(end, try RationalRange(target, of: "the last segment of track \(track.id)").end)
    }
    guard end > .zero else {
      throw RenderError(
        .invalidModel, "The composition lasts no time: there is nothing to render.", remedy: "Add a segment.")
    }
    let bounds = end
    self.range = try exactly { () throws(RationalError) in try RationalRange(start: .zero, end: bounds) }
  }

  /// The stretch `range`.
  init(_ range: RationalRange) {
    self.range = range
  }

  /// The stretch, extended by `timeRange` if that ends later: an animation may outlast the media.
  func reaching(endOf timeRange: CMTimeRange?) throws(RenderError) -> RenderWindow {
    guard let start = timeRange?.start.rational, let duration = timeRange?.duration.rational else { return self }
    return try exactly { () throws(RationalError) in
      RenderWindow(try RationalRange(start: range.start, end: max(range.end, start + duration)))
    }
  }

  /// The part of the stretch that lies in `timeRange`; all of it if nil.
  ///
  /// - Throws: `RenderError` with `.invalidModel` where that is nothing.
  func part(in timeRange: CMTimeRange?) throws(RenderError) -> RationalRange {
    guard let timeRange else { return range }
    guard let wanted = timeRange.start.rational, timeRange.duration.isValid else {
      throw RenderError(
        .invalidModel, "The range to render is \(timeRange).", remedy: "Give it a finite start and a duration.")
    }
    guard wanted >= range.start else {
      throw RenderError(
        .invalidModel, "The range to render starts at \(wanted.timecode), before the film.",
        remedy: "Give it a start of 0 or later.")
    }
    let start = wanted
    var end = range.end
    // An end that is not finite is the composition's own.
    if let duration = timeRange.duration.rational {
      end = min(end, try exactly { () throws(RationalError) in try wanted + duration })
    }
    guard start < end else {
      throw RenderError(
        .invalidModel, "Nothing of the composition lies in the range to render, which starts at \(wanted.timecode).",
        remedy: "Choose a range within the composition's duration.")
    }
    let bounds = (start, end)
    return try exactly { () throws(RationalError) in try RationalRange(start: bounds.0, end: bounds.1) }
  }

  /// The window with its start moved later, by less than a frame, so that `time` lies on `grid`.
  func aligned(to time: Rational, on grid: FrameGrid) throws(RationalError) -> RenderWindow {
    let passed = try time - range.start
    let start = try range.start + (passed - grid.time(of: grid.frame(containing: passed)))
    return RenderWindow(try RationalRange(start: start, end: range.end))
  }

  /// The sample of `grid` nearest to composition time `time`; negative before the range.
  func sample(nearest time: Rational, on grid: SampleGrid) throws(RationalError) -> Int64 {
    try grid.nearestSample(to: time - range.start)
  }
}

extension RationalRange {
  /// `range` as it is, which must be of finite times; errors call it `what`.
  init(_ range: CMTimeRange, of what: @autoclosure () -> String, clip: ClipReference? = nil) throws(RenderError) {
    let exact = try exactly(clip: clip, time: range.start.rational) { () throws(RationalError) in
      try RationalRange(range)
    }
    guard let exact else {
      throw RenderError(
        .invalidModel, "The time range of \(what()) is \(range), which is not of finite times.",
        remedy: "Give it a start and a duration.", clip: clip)
    }
    self = exact
  }
}
