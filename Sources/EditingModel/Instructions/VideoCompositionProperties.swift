import MediaFormats
import MediaTime

extension VideoComposition {
  /// The default video composition of `composition` (`init(propertiesOf:)`).
  ///
  /// ```
  ///  track 1   [ cat         )[ cat )        [ dog     )
  ///  track 2            [ dog      )
  ///  shown     [ 1      )[ 1, 2    )[ 1 )[   )[ 1      )     one instruction for each set of tracks
  /// ```
  ///
  /// * The render size is `composition.naturalSize`, or else the upright size of the first segment's frames. It is
  ///   zero, which validation reports, where no enabled video track shows anything.
  /// * The frame duration is the shortest of the sources'; 1/30 s where none is known.
  /// * Each enabled video track has a layer wherever it shows a segment; the first track is on top. Its transform is
  ///   the track's `preferredTransform` where that is not the identity, or else, segment by segment, the source's.
  ///   Nothing is scaled to fit.
  ///
  /// - Parameter properties: the properties of a segment's frames; nil where they are not known, which leaves the
  ///   segment out of the size and the frame duration.
  public init(
    propertiesOf composition: Composition, source properties: (CompositionTrackSegment.Source) -> VideoTrackProperties?
  ) {
    self.init(showing: composition) { _, source in properties(source) }
  }

  /// The default video composition of `composition`, by the frame properties that edits have recorded in its tracks
  /// (``CompositionTrack/videoProperties``); otherwise as ``init(propertiesOf:source:)``.
  public init(propertiesOf composition: Composition) {
    self.init(showing: composition) { track, _ in track.videoProperties }
  }

  private init(
    showing composition: Composition,
    _ properties: (CompositionTrack, CompositionTrackSegment.Source) -> VideoTrackProperties?
  ) {
    let tracks = composition.tracks(withMediaType: .video).filter(\.isEnabled).map { track in
      VisibleTrack(track) { properties(track, $0) }
    }
    self.init(
      frameDuration: tracks.compactMap(\.minFrameDuration).min() ?? CMTime(value: 1, timescale: 30),
      renderSize: composition.naturalSize ?? tracks.lazy.compactMap(\.uprightSize).first ?? .zero,
      instructions: Self.instructions(showing: tracks, until: composition.duration))
  }

  /// One instruction for each time range in which the same of `tracks` show a segment.
  private static func instructions(showing tracks: [VisibleTrack], until end: CMTime) -> [VideoCompositionInstruction] {
    var borders = tracks.flatMap { track in track.visibleRanges.flatMap { [$0.start, $0.end] } } + [.zero]
    borders = borders.filter { $0.isNumeric && $0 < end }.sorted()
    var instructions: [VideoCompositionInstruction] = []
    // Of each track, the first visible range that has not ended.
    var next = tracks.map { _ in 0 }
    for (index, start) in borders.enumerated() where index == 0 || borders[index - 1] != start {
      let past = borders[index...].first { $0 > start } ?? end
      let range = CMTimeRange(start: start, end: past)
      var layers: [LayerInstruction] = []
      for (number, track) in tracks.enumerated() {
        while next[number] < track.visibleRanges.count, track.visibleRanges[next[number]].end <= start {
          next[number] += 1
        }
        guard next[number] < track.visibleRanges.count, track.visibleRanges[next[number]].start <= start else {
          continue
        }
        layers.append(LayerInstruction(trackID: track.id, transform: track.transform(during: range)))
      }
      instructions.append(VideoCompositionInstruction(timeRange: range, layerInstructions: layers))
    }
    return instructions
  }
}

/// A video track's visible ranges and the properties of its segments' frames.
private struct VisibleTrack {
  /// The track's number.
  let id: TrackID
  /// The uninterrupted ranges in which it shows segments, in order.
  private(set) var visibleRanges: [CMTimeRange] = []
  /// The upright size of the first segment whose properties are known.
  private(set) var uprightSize: Size?
  /// The shortest frame duration; nil where none is known.
  private(set) var minFrameDuration: CMTime?
  /// The transforms of its frames, each with the time from which it applies.
  private var transforms: [(start: CMTime, transform: Transform)] = []

  init(_ track: CompositionTrack, _ properties: (CompositionTrackSegment.Source) -> VideoTrackProperties?) {
    self.id = track.id
    for segment in track.segments {
      guard let source = segment.source else { continue }
      let target = segment.timeMapping.target
      if let last = visibleRanges.last, last.end == target.start {
        visibleRanges[visibleRanges.count - 1] = CMTimeRange(start: last.start, end: target.end)
      } else {
        visibleRanges.append(target)
      }
      guard let found = properties(source) else { continue }
      let upright = track.preferredTransform == .identity ? found.preferredTransform : track.preferredTransform
      if transforms.last?.transform != upright { transforms.append((target.start, upright)) }
      if uprightSize == nil {
        let box = upright.boundingBox(of: Rectangle(found.naturalSize))
        uprightSize = Size(width: box.width, height: box.height)
      }
      let durations = [minFrameDuration, found.minFrameDuration].compactMap(\.self)
      minFrameDuration = durations.filter { $0.isNumeric && $0 > .zero }.min()
    }
  }

  /// The transform during `range`; without entries where it is the identity throughout.
  func transform(during range: CMTimeRange) -> Ramps<Transform> {
    let next = transforms.partitioningIndex { $0.start > range.start }
    let applied = transforms[max(0, next - 1)...].prefix { $0.start < range.end }
    guard applied.contains(where: { $0.transform != .identity }) else { return Ramps() }
    return Ramps(applied.map { .setting(at: $0.start, value: $0.transform) })
  }
}
