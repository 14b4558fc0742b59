import EditingModel
import MediaTime

/// The content of a video track on each output frame: the segment that it falls in, or a tree of layers.
struct TrackTimeline {
  /// The track's transform of its pictures, in place of their files'; the identity where it has none.
  let preferredTransform: Transform
  /// The contents, in order: segments, or the same tree again.
  private var contents: [TrackContent] = []
  /// The output frames of each: not empty, in order, without overlap. Between them the track is empty.
  private var frames: [Range<Int>] = []

  /// Lays `track` on `timeline`. A border falls on the first frame at or after it, so that a frame belongs to the segment
  /// whose half-open target contains the frame's time.
  init(_ track: CompositionTrack, on timeline: FrameTimeline) throws(RenderError) {
    self.preferredTransform = track.preferredTransform
    for clip in track.clips {
      let target = try clip.target()
      guard target.overlaps(timeline.window.range) else { continue }
      let frames = try exactly(clip: clip.reference, time: target.start) { () throws(RationalError) in
        try timeline.frames(of: target)
      }
      guard !frames.isEmpty else { continue }
      self.contents.append(.segment(clip))
      self.frames.append(frames)
    }
  }

  /// The track of layer tree number `tree`, which may be visible on `frames`, in ascending order.
  init(tree: Int, seenOn frames: [Range<Int>]) {
    preferredTransform = .identity
    self.frames = frames
    contents = frames.map { _ in .tree(tree) }
  }

  /// The content of output frame `frame`; nil where there is none.
  func content(at frame: Int) -> TrackContent? {
    let index = frames.partitioningIndex { $0.upperBound > frame }
    return index < frames.count && frames[index].contains(frame) ? contents[index] : nil
  }

  /// The first frames of the segments, and of what follows them, that lie within `range`.
  func borders(in range: Range<Int>) -> [Int] {
    let first = frames.partitioningIndex { $0.upperBound > range.lowerBound }
    return frames[first...]
      .prefix { $0.lowerBound < range.upperBound }
      .flatMap { [$0.lowerBound, $0.upperBound] }
      .filter(range.contains)
  }
}

/// A segment that shows or plays something, with the name that errors give it.
struct Clip: Hashable {
  /// The segment's name.
  let reference: ClipReference
  /// The media that it shows or plays.
  let source: CompositionTrackSegment.Source
  /// The treatment of pitch at a change of speed.
  let timePitch: TimePitch
  /// 0, unless an instruction shows the track more than once: two layers at once need two decoders.
  var occurrence = 0
  /// The part of the media, and where it stands in the composition.
  private let mapping: CMTimeMapping

  /// Segment number `index` of `track`; nil for an empty edit.
  init?(_ index: Int, of track: CompositionTrack) {
    let segment = track.segments[index]
    guard let source = segment.source else { return nil }
    self.reference = ClipReference(asset: source.asset, trackID: track.id, segmentIndex: index)
    self.source = source
    self.timePitch = segment.timePitch
    self.mapping = segment.timeMapping
  }

  /// A segment is known by its number.
  func hash(into hasher: inout Hasher) {
    hasher.combine(reference.trackID)
    hasher.combine(reference.segmentIndex)
    hasher.combine(occurrence)
  }

  /// Its beginning in the composition, as the composition writes it.
  var targetStart: CMTime { mapping.target.start }

  /// The part of the media, in the asset's time.
  func media() throws(RenderError) -> RationalRange {
    try RationalRange(mapping.source, of: "its media", clip: reference)
  }

  /// The part's range in composition time.
  func target() throws(RenderError) -> RationalRange {
    try RationalRange(mapping.target, of: "its place in the track", clip: reference)
  }
}

extension CompositionTrack {
  /// The segments that show or play something, in order.
  var clips: [Clip] { segments.indices.compactMap { Clip($0, of: self) } }
}
