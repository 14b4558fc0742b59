import EditingModel
import MediaFormats
import MediaTime

/// The output's frames in composition time: what the planner counts by.
///
/// ```
///  composition   0 ── window.start ───────────────────────────────── window.end
///  frames                 | 0 | 1 | 2     | 3 | 4 | …               each until the next one begins
/// ```
struct FrameTimeline: Hashable {
  /// The stretch of the composition; times of frames are counted from its start.
  let window: RenderWindow
  /// The presentation time of each frame, from the window's start on.
  let timing: FrameTiming
  /// The usual duration of a frame.
  let frameDuration: Rational
  /// The number of frames.
  let count: Int

  /// Frames that are presented as `timing` says, and usually last `frameDuration`.
  init(_ timing: FrameTiming, in window: RenderWindow, frameDuration: Rational) {
    (self.window, self.timing, self.frameDuration) = (window, timing, frameDuration)
    count = timing.count
  }

  /// Frames every `frameDuration`, as many as cover the window.
  init(every frameDuration: Rational, over window: RenderWindow) throws(RationalError) {
    let count = try FrameGrid(frameDuration: frameDuration).frameCount(covering: window.range.duration)
    self.init(
      .constant(start: .zero, frameDuration: frameDuration, count: count), in: window, frameDuration: frameDuration)
  }

  /// Whether frames are equally far apart.
  var isConstant: Bool {
    if case .constant = timing { true } else { false }
  }

  /// The composition time of frame `frame`; the end of the last where there is none of that number.
  func time(of frame: Int) throws(RationalError) -> Rational {
    try window.range.start + timing.border(frame)
  }

  /// The first frame at or after composition time `time`, within `0…count`.
  func firstFrame(atOrAfter time: Rational) throws(RationalError) -> Int {
    if time <= window.range.start { return 0 }
    if time >= window.range.end { return count }
    return try timing.firstFrame(atOrAfter: time - window.range.start)
  }

  /// The frames whose times lie in `target`.
  func frames(of target: RationalRange) throws(RationalError) -> Range<Int> {
    let first = try firstFrame(atOrAfter: target.start)
    return first..<max(first, try firstFrame(atOrAfter: target.end))
  }
}

extension FrameTimeline {
  /// The frames of what `videoComposition` shows of `tracks`, by its rule; `frameDuration` apart, where it is a grid. Those of a grid
  /// cover `film`, and one of them begins where `part` does; others are those of `part` alone.
  init(
    of videoComposition: VideoComposition, every frameDuration: Rational, tracks: [CompositionTrack],
    part: RationalRange, of film: RenderWindow, output: OutputFrame, lookup: FactsLookup, soundEnd: Rational?
  ) throws(RenderError) {
    guard videoComposition.frameTimesRule != .grid else {
      self = try exactly { () throws(RationalError) in
        let grid = try FrameGrid(frameDuration: frameDuration)
        return try FrameTimeline(every: frameDuration, over: film.aligned(to: part.start, on: grid))
      }
      return
    }
    let window = RenderWindow(part)
    let times = PictureTimes(
      videoComposition: videoComposition, tracks: tracks, window: window, frameDuration: frameDuration,
      soundEnd: soundEnd, output: output, lookup: lookup)
    let timing = videoComposition.frameTimesRule == .source ? try times.own() : try times.regular()
    self.init(timing, in: window, frameDuration: frameDuration)
  }
}

extension Composition {
  /// The end of the last sound of an enabled track; nil without sound.
  var soundEnd: Rational? {
    tracks(withMediaType: .audio).filter(\.isEnabled)
      .compactMap { $0.segments.last { !$0.isEmpty }?.timeMapping.target.end.rational }.max()
  }
}
