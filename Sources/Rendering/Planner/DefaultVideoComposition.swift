public import EditingModel
import MediaFormats
import MediaTime

extension RenderPlanner {
  /// The default video composition, where none is given: `videoComposition(withPropertiesOf:)`.
  ///
  /// One instruction over the whole composition shows its enabled video tracks, the first on top. The picture is as
  /// large as `composition.naturalSize`, or else the first track's first picture, upright and in square pixels; sides
  /// are even. A size that is taken from a still has 9,437,184 pixels at most (4,096 × 2,304, what films have); a
  /// larger photograph is scaled down. Its rate is that of the first film, but a thousand frames a second at most, or
  /// 30 where there are only stills. Every picture is turned upright, by its track's `preferredTransform` where that is
  /// not the identity and else by its file, fitted inside, and centred on black (`PictureFit.resizeAspect`). In a film
  /// with alpha, the area around it is transparent.
  ///
  /// - Parameter given: A video composition without instructions, whose fit, size and frame duration are kept; nil for
  ///   none.
  /// - Returns: nil where no enabled video track shows anything.
  /// - Throws: `RenderError` with `.mediaMissing` or `.invalidModel`, which names the clip.
  public static func defaultVideoComposition(
    for composition: Composition, completing given: VideoComposition? = nil, facts: [AssetReference: MediaFacts]
  ) throws(RenderError) -> VideoComposition? {
    try DefaultVideoComposition(composition, completing: given, lookup: FactsLookup(facts: facts))?.videoComposition()
  }
}

/// The video composition of an edit without instructions.
struct DefaultVideoComposition {
  private let tracks: [CompositionTrack]
  private let duration: Rational
  private let given: VideoComposition
  /// From the media, where `given` does not say them.
  private let size: Size
  private let frameDuration: CMTime

  /// The default for `composition`, as far as `given` does not say it; nil where no enabled video track shows anything.
  /// With `keepsStillSize`, a still is exactly as large as it is, and fills the picture; with `allowsOddSides` films keep odd sides.
  init?(
    _ composition: Composition, completing given: VideoComposition?, lookup: FactsLookup, keepsStillSize: Bool = false,
    allowsOddSides: Bool = false
  ) throws(RenderError) {
    self.tracks = composition.tracks(withMediaType: .video).filter(\.isEnabled)
    self.given = given ?? VideoComposition(fit: keepsStillSize ? .resize : .resizeAspect)
    self.duration = try RenderWindow(of: composition).range.end
    var size = composition.naturalSize
    var frameDuration: Rational?
    for track in tracks {
      for clip in track.clips where frameDuration == nil {
        let facts = try lookup.video(of: clip)
        size = size ?? (keepsStillSize ? facts.uprightSize(in: track) : facts.filmSize(in: track))
        frameDuration = facts.timing.nominalFrameDuration
      }
    }
    guard let size else { return nil }
    let step = keepsStillSize || allowsOddSides ? 1 : 2
    self.size = Size(
      width: OutputFrame.pixels(size.width, inStepsOf: step), height: OutputFrame.pixels(size.height, inStepsOf: step))
    self.frameDuration = try exactly { () throws(RationalError) in
      // A file of more than a thousand frames a second has a broken header.
      let duration = if let frameDuration { max(frameDuration, try Rational(1, 1_000)) } else { try Rational(1, 30) }
      return try CMTime(exactly: duration)
    }
  }

  /// The video composition, over `background`.
  func videoComposition(over background: Color = .black) throws(RenderError) -> VideoComposition {
    let end = try exactly { () throws(RationalError) in try CMTime(exactly: duration) }
    var videoComposition = given
    if given.fit == nil { videoComposition.fit = .resizeAspect }
    if given.renderSize == .zero { videoComposition.renderSize = size }
    if given.frameDuration == .invalid { videoComposition.frameDuration = frameDuration }
    videoComposition.instructions = [
      VideoCompositionInstruction(
        timeRange: CMTimeRange(start: .zero, duration: end),
        layerInstructions: (given.animationTool?.additionalTrackIDs ?? []).map { LayerInstruction(trackID: $0) }
          + tracks.map(LayerInstruction.init(assetTrack:)), backgroundColor: background)
    ]
    return videoComposition
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
}
