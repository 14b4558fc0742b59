import MediaFormats
import MediaTime

extension VideoComposition {
  /// A video composition that shows `composition` as it is (`init(propertiesOf:)`).
  ///
  /// ```
  ///  track 1   [ cat         )[ cat )        [ dog     )
  ///  track 2            [ dog      )
  ///  shown     [ 1      )[ 1, 2    )[ 1 )[   )[ 1      )     one instruction for each change of what is shown
  /// ```
  ///
  /// * The picture is as large as `composition.naturalSize`, or else the first picture, turned upright. It is zero where no
  ///   enabled video track shows anything, which validation refuses.
  /// * Frames last as long as the shortest among those of the sources; 1/30 s where no source says.
  /// * Each enabled video track has a layer wherever it shows something; the first track is on top. Its transform is the
  ///   track's `preferredTransform` where that is not the identity, or else, segment by segment, that of the source.
  ///   Nothing is scaled to fit.
  ///
  /// - Parameter properties: what is known of a segment's pictures; what nothing is known of takes no part in the size and
  ///   the frame duration.
  public init(
    propertiesOf composition: Composition, source properties: (CompositionTrackSegment.Source) -> VideoTrackProperties?
  ) {
    self.init(showing: composition) { _, source in properties(source) }
  }

  /// A video composition that shows `composition` as it is, as far as its tracks know what is on them: from the asset
  /// tracks that edits have put there (``CompositionTrack/videoProperties``). Otherwise as
  /// ``init(propertiesOf:source:)``.
  public init(propertiesOf composition: Composition) {
    self.init(showing: composition) { track, _ in track.videoProperties }
  }

  private init(
    showing composition: Composition,
    _ properties: (CompositionTrack, CompositionTrackSegment.Source) -> VideoTrackProperties?
  ) {
    let tracks = composition.tracks(withMediaType: .video).filter(\.isEnabled).map { track in
      ShownTrack(track) { properties(track, $0) }
    }
    self.init(
      frameDuration: tracks.compactMap(\.minFrameDuration).min() ?? CMTime(value: 1, timescale: 30),
      renderSize: composition.naturalSize ?? tracks.lazy.compactMap(\.uprightSize).first ?? .zero,
      instructions: Self.instructions(showing: tracks, until: composition.duration))
  }

  /// One instruction for each stretch of time in which the same of `tracks` show something.
  private static func instructions(showing tracks: [ShownTrack], until end: CMTime) -> [VideoCompositionInstruction] {
    var borders = tracks.flatMap { track in track.stretches.flatMap { [$0.start, $0.end] } } + [.zero]
    borders = borders.filter { $0.isNumeric && $0 < end }.sorted()
    var instructions: [VideoCompositionInstruction] = []
    // Of each track, the stretch that comes next or lasts.
    var next = tracks.map { _ in 0 }
    for (index, start) in borders.enumerated() where index == 0 || borders[index - 1] != start {
      let past = borders[index...].first { $0 > start } ?? end
      let range = CMTimeRange(start: start, end: past)
      var layers: [LayerInstruction] = []
      for (number, track) in tracks.enumerated() {
        while next[number] < track.stretches.count, track.stretches[next[number]].end <= start { next[number] += 1 }
        guard next[number] < track.stretches.count, track.stretches[next[number]].start <= start else { continue }
        layers.append(LayerInstruction(trackID: track.id, transform: track.transform(during: range)))
      }
      instructions.append(VideoCompositionInstruction(timeRange: range, layerInstructions: layers))
    }
    return instructions
  }
}

/// A video track as its segments' pictures make it.
private struct ShownTrack {
  /// The track's number.
  let id: TrackID
  /// When it shows something without interruption, in order.
  private(set) var stretches: [CMTimeRange] = []
  /// The size of its first picture, upright; nil where it shows nothing that is known.
  private(set) var uprightSize: Size?
  /// How long its shortest frame lasts; nil where nothing says.
  private(set) var minFrameDuration: CMTime?
  /// How its pictures are turned, from each time on at which that changes.
  private var turns: [(start: CMTime, transform: Transform)] = []

  init(_ track: CompositionTrack, _ properties: (CompositionTrackSegment.Source) -> VideoTrackProperties?) {
    self.id = track.id
    for segment in track.segments {
      guard let source = segment.source else { continue }
      let target = segment.timeMapping.target
      if let last = stretches.last, last.end == target.start {
        stretches[stretches.count - 1] = CMTimeRange(start: last.start, end: target.end)
      } else {
        stretches.append(target)
      }
      guard let found = properties(source) else { continue }
      let upright = track.preferredTransform == .identity ? found.preferredTransform : track.preferredTransform
      if turns.last?.transform != upright { turns.append((target.start, upright)) }
      if uprightSize == nil {
        let box = upright.boundingBox(of: Rectangle(found.naturalSize))
        uprightSize = Size(width: box.width, height: box.height)
      }
      let durations = [minFrameDuration, found.minFrameDuration].compactMap(\.self)
      minFrameDuration = durations.filter { $0.isNumeric && $0 > .zero }.min()
    }
  }

  /// How the pictures shown during `range` are turned; no entry where they are not.
  func transform(during range: CMTimeRange) -> Ramps<Transform> {
    let next = turns.partitioningIndex { $0.start > range.start }
    let shown = turns[max(0, next - 1)...].prefix { $0.start < range.end }
    guard shown.contains(where: { $0.transform != .identity }) else { return Ramps() }
    return Ramps(shown.map { .setting(at: $0.start, value: $0.transform) })
  }
}
