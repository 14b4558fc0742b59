import EditingModel
import MediaTime

/// A segment that shows or plays something, with the name that errors give it.
struct Clip: Hashable {
  /// The segment's name.
  let reference: ClipReference
  /// What it shows or plays.
  let source: CompositionTrackSegment.Source
  /// What a change of speed does to the pitch.
  let timePitch: TimePitch
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

  /// When it begins in the composition, in the composition's own words.
  var targetStart: CMTime { mapping.target.start }

  /// The part of the media, in the asset's time.
  func media() throws(RenderError) -> ExactRange {
    try ExactRange(mapping.source, of: "its media", clip: reference)
  }

  /// Where the part stands, in composition time.
  func target() throws(RenderError) -> ExactRange {
    try ExactRange(mapping.target, of: "its place in the track", clip: reference)
  }
}

extension CompositionTrack {
  /// The segments that show or play something, in order.
  var clips: [Clip] { segments.indices.compactMap { Clip($0, of: self) } }
}
