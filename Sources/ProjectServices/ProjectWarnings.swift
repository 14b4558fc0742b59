package import EditingModel
import MediaFormats
import MediaTime
package import ProjectFile
import Rendering

/// A warning about a project's file and its media, which can be rendered, and the part of the model that it is about.
package struct ProjectWarning: Hashable, Sendable {
  /// The warning, at its place in the file.
  package var diagnostic: ProjectDiagnostic
  /// The part of the model.
  package var location: ModelLocation

  init(_ diagnostic: ProjectDiagnostic, at location: ModelLocation) {
    (self.diagnostic, self.location) = (diagnostic, location)
  }
}

extension ResolvedProject {
  /// The warnings, as far as the media of `facts` tells.
  ///
  /// A segment whose pictures are of another size than those of the segment before it, and that is placed by the same
  /// transform. Nothing is scaled where nothing says a fit, so one of the two is too large or too small.
  func warnings(facts: [AssetReference: MediaFacts]) -> [ProjectWarning] {
    guard let videoComposition else { return [] }
    let unshown = warningsAboutLayers(in: videoComposition)
    guard videoComposition.customCompositor == nil else { return unshown }
    return unshown + warningsAboutShapes(in: videoComposition, facts: facts)
      + composition.tracks.enumerated().flatMap { index, track in
        track.isEnabled && track.mediaType == .video
          ? warnings(about: track, number: index, in: videoComposition, facts: facts) : []
      }
  }

  /// Layers that are tracks which no instruction shows.
  private func warningsAboutLayers(in videoComposition: VideoComposition) -> [ProjectWarning] {
    guard !videoComposition.instructions.isEmpty else { return [] }
    // Where an instruction asks for all, nil stands for their numbers.
    let shown = videoComposition.instructions.map(\.requiredSourceTrackIDs)
    let named = Set(
      shown.compactMap(\.self).joined() + videoComposition.instructions.flatMap(\.layerInstructions).map(\.trackID))
    guard videoComposition.customCompositor == nil || !shown.contains(nil) else { return [] }
    return (videoComposition.animationTool?.additionalLayers ?? []).enumerated().compactMap { index, additional in
      let place = ModelLocation(.additionalLayer(index, path: ""))
      return named.contains(additional.trackID)
        ? nil
        : ProjectWarning(
          diagnostic(
            at: place, "The layers of track \(additional.trackID) are never seen: no instruction shows the track.",
            expected: "a layer with \"track\": \(additional.trackID) in an instruction, or none of it"),
          at: place)
    }
  }

  /// Transitions between pictures of two shapes that leave bars free: the picture visible in the bars appears or
  /// disappears at once.
  private func warningsAboutShapes(
    in videoComposition: VideoComposition, facts: [AssetReference: MediaFacts]
  ) -> [ProjectWarning] {
    placedTransitions.enumerated().compactMap { index, placed in
      guard let track = layout.track(withTrackID: placed.trackID), track.mediaType == .video,
        let cut = placed.cut.rational,
        let number = track.segments.firstIndex(where: { $0.timeMapping.target.end.rational == cut }),
        track.segments.indices.contains(number + 1),
        let instruction = videoComposition.instruction(at: cut).map({ videoComposition.instructions[$0] }),
        let layer = instruction.layerInstructions.first(where: { layer in
          composition.track(withTrackID: layer.trackID)?.segment(forTrackTime: placed.cut)?.source
            == track.segments[number + 1].source
        }),
        [.resizeAspect, .center].contains(layer.fit(in: videoComposition)),
        let shapes = track.segments[number...number + 1].map({ $0.shape(facts) }) as? [Double],
        abs(shapes[0] / shapes[1] - 1) > 0.01
      else { return nil }
      let shown = composition.tracks.firstIndex { $0.id == layer.trackID } ?? 0
      let segment = composition.tracks[shown].segments.lastIndex { segment in
        segment.timeMapping.target.start.rational.map { $0 <= cut } ?? false
      }
      return ProjectWarning(
        diagnostic(
          aboutTransition: index,
          "The two pictures are of different shapes, and what one of them leaves free of the frame shows the other, all of it at once.",
          expected: "the fit fill, stretch or blur, or pictures of one shape"),
        at: ModelLocation(.segment(track: shown, index: segment ?? 0)))
    }
  }

  private func warnings(
    about track: CompositionTrack, number: Int, in videoComposition: VideoComposition,
    facts: [AssetReference: MediaFacts]
  ) -> [ProjectWarning] {
    var warnings: [ProjectWarning] = []
    var before: (size: Size, transform: Transform)?
    for (index, segment) in track.segments.enumerated() {
      guard let source = segment.source, let pictures = facts[source.asset]?.videoTracks,
        pictures.indices.contains(source.trackIndex), let start = segment.timeMapping.target.start.rational,
        let transform = videoComposition.transform(of: track.id, at: start)
      else { continue }
      let size = pictures[source.trackIndex].naturalSize
      if let before, before.size != size, before.transform == transform {
        let place = ModelLocation(.segment(track: number, index: index))
        warnings.append(
          ProjectWarning(
            diagnostic(
              at: place,
              "Its pictures are \(size.spoken) and those of the segment before it \(before.size.spoken), and the same "
                + "transform places both.",
              expected: "a fit in the layer of track \(track.id), or a transform that is set at \(start.timecode)"),
            at: place))
      }
      before = (size, transform)
    }
    return warnings
  }
}

extension VideoComposition {
  /// The transform of the pictures of track `trackID` at `time`; nil where no layer shows it, or a fit places each by itself.
  fileprivate func transform(of trackID: TrackID, at time: Rational) -> Transform? {
    guard let instruction = instruction(at: time).map({ instructions[$0] }), instruction.passthroughTrackID == nil
    else {
      return nil
    }
    let layer = instruction.layerInstructions.first { $0.trackID == trackID && $0.fit(in: self) == nil }
    return layer?.transform.value(at: time, initial: .identity)
  }
}

extension CompositionTrackSegment {
  /// The ratio of its upright pictures' width to their height; nil where that is not known.
  fileprivate func shape(_ facts: [AssetReference: MediaFacts]) -> Double? {
    guard let source, let tracks = facts[source.asset]?.videoTracks, tracks.indices.contains(source.trackIndex) else {
      return nil
    }
    return tracks[source.trackIndex].shape
  }
}

extension VideoTrackFacts {
  /// The ratio of its upright pictures' width to their height.
  var shape: Double? {
    let box = orientation.transform(for: naturalSize).boundingBox(of: Rectangle(naturalSize))
    return box.height > 0 ? box.width / box.height : nil
  }
}

extension Size {
  /// "1280 × 720 pixels".
  fileprivate var spoken: String { "\(Int(width)) × \(Int(height)) pixels" }
}

extension VideoComposition {
  /// The instruction that applies at `time`; nil where none does.
  fileprivate func instruction(at time: Rational) -> Int? {
    let index = instructions.partitioningIndex { instruction in
      instruction.timeRange.end.rational.map { $0 > time } ?? true
    }
    guard index < instructions.count, let start = instructions[index].timeRange.start.rational, start <= time else {
      return nil
    }
    return index
  }
}
