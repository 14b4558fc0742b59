public import EditingModel
import MediaFormats
import MediaTime

extension RenderPlanner {
  /// The video composition that stands in where none is given: `videoComposition(withPropertiesOf:)`.
  ///
  /// One instruction over the whole composition shows its enabled video tracks, the first on top. The picture is as large
  /// as `composition.naturalSize`, or else the first track's first picture, upright and in square pixels; sides are even.
  /// A size that is taken from a still has 9,437,184 pixels at most (4,096 × 2,304, what films have); a larger photograph is
  /// scaled down. Its rate is that of the first film, but a thousand frames a second at most, or 30 where there are only
  /// stills. Every picture is turned upright, by its track's `preferredTransform` where that is not the identity and else
  /// by what its file says, fitted inside, and centred on black.
  ///
  /// - Returns: nil where no enabled video track shows anything.
  /// - Throws: `RenderError` with `.mediaMissing` or `.invalidModel`, which names the clip.
  public static func defaultVideoComposition(
    for composition: Composition, facts: [AssetReference: MediaFacts]
  ) throws(RenderError) -> VideoComposition? {
    try DefaultVideoComposition(composition, lookup: FactsLookup(facts: facts))?.videoComposition(scale: 1)
  }
}

/// How video tracks become one picture where no video composition is given.
struct DefaultVideoComposition {
  private let tracks: [CompositionTrack]
  private let duration: Rational
  private let size: Size
  private let frameDuration: Rational
  private let lookup: FactsLookup

  /// What stands in for `composition`; nil where no enabled video track shows anything.
  init?(_ composition: Composition, lookup: FactsLookup) throws(RenderError) {
    self.tracks = composition.tracks(withMediaType: .video).filter(\.isEnabled)
    self.lookup = lookup
    self.duration = try RenderWindow(of: composition).range.end
    var size = composition.naturalSize
    var frameDuration: Rational?
    for track in tracks {
      for clip in track.clips where frameDuration == nil {
        let facts = try lookup.video(of: clip)
        size = size ?? facts.filmSize(in: track)
        frameDuration = facts.timing.nominalFrameDuration
      }
    }
    guard let size else { return nil }
    self.size = size
    self.frameDuration = try exactly { () throws(RationalError) in
      // What says that it has more than a thousand frames a second has a broken header.
      if let frameDuration { max(frameDuration, try Rational(1, 1_000)) } else { try Rational(1, 30) }
    }
  }

  /// How large the picture is at `scale`: even sides.
  func renderSize(scale: Double) throws(RenderError) -> Size {
    let even = Size(
      width: OutputFrame.pixels(size.width, inStepsOf: 2), height: OutputFrame.pixels(size.height, inStepsOf: 2))
    return Size(try OutputFrame(renderSize: even, scale: scale, pixelFormat: .yuv420p).size)
  }

  /// The video composition, its picture `scale` times as large as it would be: what lies beside even pixels is moved onto
  /// them at that size.
  func videoComposition(scale: Double) throws(RenderError) -> VideoComposition {
    let renderSize = try renderSize(scale: scale)
    var layers: [LayerInstruction] = []
    for track in tracks {
      layers.append(LayerInstruction(trackID: track.id, transform: try placements(of: track, in: renderSize)))
    }
    let times = try exactly { () throws(RationalError) in
      (whole: try CMTime(exactly: duration), frame: try CMTime(exactly: frameDuration))
    }
    let range = CMTimeRange(start: .zero, duration: times.whole)
    return VideoComposition(
      frameDuration: times.frame, renderSize: renderSize,
      instructions: [VideoCompositionInstruction(timeRange: range, layerInstructions: layers)])
  }

  /// Where each segment's picture goes: a setting wherever that changes.
  private func placements(of track: CompositionTrack, in renderSize: Size) throws(RenderError) -> Ramps<Transform> {
    var ramps = Ramps<Transform>()
    for clip in track.clips {
      let fitted = try lookup.video(of: clip).fitted(into: renderSize, in: track)
      guard ramps.entries.last?.lastValue != fitted else { continue }
      ramps.entries.append(.setting(at: clip.targetStart, value: fitted))
    }
    return ramps
  }
}

extension VideoTrackFacts {
  /// From the pixels of `naturalSize` to upright ones, wherever in the plane.
  private func upright(in track: CompositionTrack) -> Transform {
    track.preferredTransform == .identity ? orientation.transform(for: naturalSize) : track.preferredTransform
  }

  /// The size of a film of the picture when it stands upright: a still's is bounded.
  fileprivate func filmSize(in track: CompositionTrack) -> Size {
    let size = uprightSize(in: track)
    guard timing == .still, size.width * size.height > Self.largestFilm else { return size }
    let scale = (Self.largestFilm / (size.width * size.height)).squareRoot()
    return Size(width: size.width * scale, height: size.height * scale)
  }

  /// The pixels of the largest film that a still makes unless another size is asked for: level 5.1 of H.264.
  private static let largestFilm = 4_096.0 * 2_304

  /// The picture's size when it stands upright.
  fileprivate func uprightSize(in track: CompositionTrack) -> Size {
    let box = upright(in: track).boundingBox(of: Rectangle(naturalSize))
    return Size(width: box.width, height: box.height)
  }

  /// The map that turns the picture upright, scales it to fit inside `renderSize`, and centres it, as near as even pixels
  /// allow.
  fileprivate func fitted(into renderSize: Size, in track: CompositionTrack) -> Transform {
    let upright = upright(in: track)
    let box = upright.boundingBox(of: Rectangle(naturalSize))
    let scale = min(renderSize.width / box.width, renderSize.height / box.height)
    let width = OutputFrame.pixels(box.width * scale, inStepsOf: 2)
    let height = OutputFrame.pixels(box.height * scale, inStepsOf: 2)
    return
      upright
      .concatenating(.translation(x: -box.x, y: -box.y))
      .concatenating(.scale(x: width / box.width, y: height / box.height))
      .concatenating(
        .translation(
          x: ((renderSize.width - width) / 4).rounded(.down) * 2,
          y: ((renderSize.height - height) / 4).rounded(.down) * 2))
  }
}
