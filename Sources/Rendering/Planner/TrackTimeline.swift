import EditingModel
import MediaTime

/// Which segment of a video track each output frame falls in.
struct TrackTimeline {
  /// The output frames of one segment that shows something.
  struct Stretch: Hashable {
    /// The output frames; not empty.
    let frames: Range<Int>
    /// The segment.
    let clip: Clip
  }

  /// In order, without overlap; where there is none the track is empty.
  let stretches: [Stretch]

  /// Lays `track` on `grid`. A border falls on the first frame at or after it, so that a frame belongs to the segment
  /// whose half-open target contains the frame's time.
  init(_ track: CompositionTrack, in window: RenderWindow, on grid: FrameGrid, count: Int) throws(RenderError) {
    var stretches: [Stretch] = []
    for clip in track.clips {
      let target = try clip.target()
      guard target.start < window.range.end, target.end > window.range.start else { continue }
      let frames = try exactly(clip: clip.reference, time: target.start) { () throws(RationalError) in
        let first = try window.frame(atOrAfter: target.start, on: grid, count: count)
        return first..<max(first, try window.frame(atOrAfter: target.end, on: grid, count: count))
      }
      if !frames.isEmpty { stretches.append(Stretch(frames: frames, clip: clip)) }
    }
    self.stretches = stretches
  }

  /// The stretch that contains output frame `frame`, if something is shown there.
  func stretch(at frame: Int) -> Stretch? {
    let index = stretches.partitioningIndex { $0.frames.upperBound > frame }
    guard index < stretches.count, stretches[index].frames.contains(frame) else { return nil }
    return stretches[index]
  }

  /// The first frames of the stretches, and of what follows them, that lie within `frames`.
  func borders(in frames: Range<Int>) -> [Int] {
    let first = stretches.partitioningIndex { $0.frames.upperBound > frames.lowerBound }
    return stretches[first...]
      .prefix { $0.frames.lowerBound < frames.upperBound }
      .flatMap { [$0.frames.lowerBound, $0.frames.upperBound] }
      .filter(frames.contains)
  }
}
