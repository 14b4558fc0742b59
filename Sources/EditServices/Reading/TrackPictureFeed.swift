import Compositing
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// The frames of a track's media, each once and at its own time, whatever the rates of the media.
///
/// ```
///  media A    │ 7  │ 8    │ 9 │           frames at any times
///  track      ├─[─┼──────┼──)─┤─ nothing ─┤─ B …
///  given        7   8      9               7 begins where its segment does, 9 ends there
/// ```
///
/// One file is open at a time. Threads: as `SampleFeed`.
final class TrackPictureFeed: SampleFeed {
  private let clips: [Clip]
  private let format: PixelFormat?
  private let open: Opener
  private let state = Mutex(State())
  private let current = Mutex<Current>(Current())

  /// Opens the pictures of a plan, unless `check` throws meanwhile. Blocks.
  typealias Opener =
    @Sendable (
      _ plan: RenderPlan, _ format: PixelFormat, _ check: () throws(RenderError) -> Void
    ) throws(RenderError) -> any PictureReader

  /// A stretch of one file's track, and when it is shown.
  struct Clip: Sendable {
    /// The media, its pictures, and when they are presented in it.
    var source: CompositionTrackSegment.Source
    var pictures: StoredPictures
    var facts: VideoTrackFacts
    /// The range in which the stretch is shown.
    var target: RationalRange
    /// The media's time at its start, and how much of it passes in a second.
    var mediaStart: Rational
    var rate: Rational
  }

  private struct State {
    var clip = 0
    /// The frame of the media that is given next; nil where a clip begins.
    var frame: Int?
  }

  /// The file that is open, which another thread may cancel.
  private struct Current {
    var source: CompositionTrackSegment.Source?
    var reader: (any PictureReader)?
    var isCancelled = false
  }

  /// The frames of `clips`, in `format` or, if nil, the one nearest to how each is stored.
  init(_ clips: [Clip], as format: PixelFormat?, open: @escaping Opener) {
    (self.clips, self.format, self.open) = (clips, format, open)
  }

  func next() throws(RenderError) -> SampleBuffer? {
    try state.withLock { state throws(RenderError) in
      while state.clip < clips.count {
        let clip = clips[state.clip]
        let frame = state.frame ?? clip.facts.timing.frame(at: clip.mediaStart)
        let (shown, isLast) = try clip.time(of: frame)
        if isLast { (state.clip, state.frame) = (state.clip + 1, nil) } else { state.frame = frame + 1 }
        guard !shown.isEmpty else { continue }
        let picture = try reader(of: clip).blockingPicture(at: clip.pictures.planFrame(showing: frame))
        return try SampleBuffer(
          picture, from: shown.start, to: shown.end, colorimetry: clip.pictures.colorimetry)
      }
      return nil
    }
  }

  private func reader(of clip: Clip) throws(RenderError) -> any PictureReader {
    let (known, isCancelled) = current.withLock { current in
      (current.source == clip.source ? current.reader : nil, current.isCancelled)
    }
    if isCancelled { throw .cancelled() }
    if let known { return known }
    close()
    let format = format ?? .usual(storedAs: clip.facts.format, hasAlpha: clip.facts.hasAlpha)
    let reader = try open(clip.pictures.plan, format) { () throws(RenderError) in
      if self.current.withLock(\.isCancelled) { throw .cancelled() }
    }
    let wasCancelled = current.withLock { current in
      (current.source, current.reader) = (clip.source, reader)
      return current.isCancelled
    }
    if wasCancelled { reader.cancel() }
    return reader
  }

  func cancel() {
    let reader = current.withLock { current in
      current.isCancelled = true
      return current.reader
    }
    reader?.cancel()
  }

  func close() {
    let reader = current.withLock { current in
      defer { (current.source, current.reader) = (nil, nil) }
      return current.reader
    }
    reader?.close()
  }
}

extension TrackPictureFeed.Clip {
  /// The range in which frame `frame` of the media is shown, and whether the clip ends with it.
  fileprivate func time(of frame: Int) throws(RenderError) -> (shown: RationalRange, isLast: Bool) {
    let (clip, count) = (self, facts.timing.count)
    return try exactly { () throws(RationalError) in
      func shown(_ mediaTime: Rational) throws(RationalError) -> Rational {
        try clip.target.start + (mediaTime - clip.mediaStart) / clip.rate
      }
      let isFirst = frame == clip.facts.timing.frame(at: clip.mediaStart)
      let start = isFirst ? clip.target.start : try max(clip.target.start, shown(clip.facts.timing.start(of: frame)))
      let isLastOfMedia = frame + 1 >= count
      let end: Rational
      if clip.rate > .zero, let mediaEnd = try clip.facts.timing.end(of: frame), !isLastOfMedia {
        end = try min(clip.target.end, shown(mediaEnd))
      } else {
        end = clip.target.end
      }
      return (try RationalRange(start: start, end: max(start, end)), end >= clip.target.end)
    }
  }
}
