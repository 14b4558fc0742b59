public import Compositing
public import EditingModel
import Layers
public import MediaFormats
import MediaTime

/// Turns a model into a plan: a pure function of the model, the media's facts and the settings.
///
/// Times are exact rationals throughout. Output frame n stands at composition time `origin + n · d` and belongs to
/// whatever half-open range contains that time; sample m stands at `m / rate`, and borders of sound are rounded once, to
/// the nearest sample; where a clip's media goes on behind a cut, its samples go on, too.
///
/// The plan is that of the whole composition, also where only a range of it is rendered: then its range lists those
/// frames and samples, which are the same as in the whole. A range that starts between two frames of the whole has a
/// grid of its own, on which its first frame stands at its start; its sound starts at the nearest sample.
///
/// A segment whose source and target last different times is played faster or slower, picture and sound by the same exact
/// mapping. Sound slower than 1/32 of its speed, as under a freeze frame, is silent.
///
/// A layer's transform and crop apply to the picture as it is stored, in square pixels (`VideoTrackFacts.naturalSize`):
/// not turned upright, and not scaled to fit, as in AVFoundation. Where the layer or the film has a fit, the planner
/// does both for each segment by itself, and the transform applies to the result; without a video composition,
/// ``defaultVideoComposition(for:completing:facts:)`` sets the fit.
public enum RenderPlanner {
  /// The plan of `composition`, its picture as `videoComposition` says and its sound as `audioMix` says.
  ///
  /// - Parameters:
  ///   - videoComposition: nil for ``defaultVideoComposition(for:completing:facts:)``, which also stands in for what a video composition
  ///     without instructions does not say.
  ///   - audioMix: nil for every track at its own volume.
  ///   - facts: what is known about every file that an enabled track uses.
  ///   - compositor: what colors the video composition's custom compositor takes, where it has one.
  ///   - fontSubstitutes: the font families that are missing, with what is drawn instead.
  ///   - settings: the part to render, and how.
  ///   - maximumSize: a larger picture is scaled down until it fits inside, its shape kept; nil for no limit.
  /// - Throws: `RenderError`: `.invalidModel` where the model contradicts itself or its media, `.mediaMissing` where a
  ///   file's facts are not given, `.sourceRangeBeyondMedia` where a segment asks for more than its file holds, and
  ///   `.unsupported` for what is refused by name: high dynamic range.
  public static func plan(
    composition: Composition, videoComposition: VideoComposition?, audioMix: AudioMix?,
    facts: [AssetReference: MediaFacts], compositor: CompositorColorSupport = CompositorColorSupport(),
    fontSubstitutes: [String: String] = [:], settings: RenderSettings = RenderSettings(),
    fittingIn maximumSize: PixelSize? = nil
  ) throws(RenderError) -> RenderPlan {
    try planning(
      composition: composition, videoComposition: videoComposition, audioMix: audioMix, facts: facts,
      compositor: compositor, fontSubstitutes: fontSubstitutes, settings: settings, fittingIn: maximumSize
    ).plan
  }

  /// The plan, and the video composition that it was made from: the given one or the default one; nil without a
  /// picture.
  package static func planning(
    composition: Composition, videoComposition: VideoComposition?, audioMix: AudioMix?,
    facts: [AssetReference: MediaFacts], compositor: CompositorColorSupport,
    fontSubstitutes: [String: String] = [:], settings: RenderSettings, fittingIn maximumSize: PixelSize? = nil
  ) throws(RenderError) -> (plan: RenderPlan, videoComposition: VideoComposition?) {
    try refuse(composition.validate())
    if let videoComposition { try refuse(videoComposition.validate(over: composition)) }
    if let audioMix { try refuse(audioMix.validate(over: composition)) }
    let media = try RenderWindow(of: composition)
    let film = videoComposition?.animationTool == nil ? media : try media.reaching(endOf: settings.timeRange)
    let part = try film.part(in: settings.timeRange)
    let lookup = FactsLookup(facts: facts, fontSubstitutes: fontSubstitutes)
    var plan = RenderPlan(picture: nil, sound: nil)
    var shown: Shown?
    if settings.includesPicture {
      let tracks = composition.tracks(withMediaType: .video).filter(\.isEnabled)
      for track in tracks { try lookup.check(track) }
      shown = try Shown(composition, as: videoComposition, lookup: lookup, settings: settings, box: maximumSize)
      if film.range.end > media.range.end { try shown?.addBackground(from: media.range.end, to: film.range.end) }
      if let shown {
        plan.picture = try picture(
          of: tracks, as: shown, compositor: compositor, part: part, of: film, lookup: lookup, settings: settings,
          soundEnd: settings.includesSound ? composition.soundEnd : nil)
        plan.picture?.hardwareDecoding = settings.hardwareDecoding
      }
    }
    if settings.includesSound {
      plan.sound = try SoundPlanner(composition, audioMix: audioMix, in: film, lookup: lookup)?.plan(part, settings)
    }
    if plan.picture == nil, let sound = plan.sound, sound.range.isEmpty {
      throw RenderError(
        .invalidModel, "The sound lasts less than a sample at \(sound.grid.rate) Hz, and there is no picture.",
        remedy: "Make it longer.")
    }
    guard plan.picture != nil || plan.sound != nil else {
      throw RenderError(
        .invalidModel, "No enabled track gives anything that is to be rendered.",
        remedy: "Add a segment, or render picture and sound.")
    }
    return (plan, shown?.videoComposition)
  }

  /// Throws the first of `problems`, if there are any.
  private static func refuse(_ problems: [ModelProblem]) throws(RenderError) {
    guard let problem = problems.first else { return }
    let others = problems.count == 1 ? "" : " (The first of \(problems.count) problems.)"
    throw RenderError(
      .invalidModel, "\(problem.location): \(problem.message)",
      remedy: problem.expected.map { "Expected \($0).\(others)" })
  }

  /// The picture's video composition, and its scale.
  private struct Shown {
    /// The given video composition, or the default one.
    private(set) var videoComposition: VideoComposition
    /// The factor of its render size.
    let scale: Double

    /// `given`, or what stands in for it, scaled as `settings` say and to fit into `box`; nil where nothing is shown.
    init?(
      _ composition: Composition, as given: VideoComposition?, lookup: FactsLookup, settings: RenderSettings,
      box: PixelSize?
    ) throws(RenderError) {
      if let given, !given.isStandIn, given.frameDuration != .invalid, given.renderSize != .zero {
        self.videoComposition = given
      } else {
        let standIn = try DefaultVideoComposition(
          composition, completing: given, lookup: lookup, keepsStillSize: settings.keepsStillSize,
          allowsOddSides: settings.allowsOddSides)
        guard let standIn else { return nil }
        self.videoComposition = try standIn.videoComposition(over: settings.pixelFormat.hasAlpha ? .clear : .black)
        if let given, !given.isStandIn {
          (self.videoComposition.instructions, self.videoComposition.fit) = (given.instructions, given.fit)
        }
      }
      try videoComposition.checkFrameTiming(over: composition)
      // A layer among the pictures, and a compositor that is asked for each frame, compose all of the film.
      if videoComposition.animationTool != nil || videoComposition.customCompositor != nil {
        videoComposition.frameTiming = .grid
      }
      let scale = videoComposition.renderScale * settings.scale
      self.scale = scale * Self.factor(fitting: videoComposition.renderSize, scaledBy: scale, into: box)
    }

    /// Shows the last instruction's background and what it shows of layers that are tracks from `start` to `end`: films have ended.
    mutating func addBackground(from start: Rational, to end: Rational) throws(RenderError) {
      let range = try exactly { () throws(RationalError) in try RationalRange(start: start, end: end) }
      guard let start = try? CMTime(exactly: range.start), let end = try? CMTime(exactly: range.end) else {
        throw RenderError(
          .invalidModel, "The range to render ends at \(range.end), which is no time of a film.",
          remedy: "Give it an end with a smaller denominator.")
      }
      videoComposition.instructions.append(
        VideoCompositionInstruction(
          timeRange: CMTimeRange(start: start, end: end),
          layerInstructions: (videoComposition.instructions.last?.layerInstructions ?? []).filter {
            videoComposition.animationTool?.additionalTrackIDs.contains($0.trackID) ?? false
          },
          backgroundColor: videoComposition.instructions.last?.backgroundColor ?? .black))
    }

    /// The factor by which a picture of `size`, scaled by `scale`, fits into `box`; never more than 1.
    private static func factor(fitting size: Size, scaledBy scale: Double, into box: PixelSize?) -> Double {
      guard let box else { return 1 }
      let width = size.width * scale
      let height = size.height * scale
      guard width > 0, height > 0 else { return 1 }
      return min(1, Double(box.width) / width, Double(box.height) / height)
    }
  }

  private static func picture(
    of tracks: [CompositionTrack], as shown: Shown, compositor: CompositorColorSupport, part: RationalRange,
    of film: RenderWindow, lookup: FactsLookup, settings: RenderSettings, soundEnd: Rational?
  ) throws(RenderError) -> PicturePlan {
    let videoComposition = shown.videoComposition
    let clips = try pictures(of: tracks, lookup: lookup)
    let asked = videoComposition.color?.colorimetry
    // Layers are drawn in sRGB, and so is a picture that lies among them.
    let isAmongLayers = videoComposition.animationTool?.layer.showsVideo ?? false
    guard asked?.isHighDynamicRange != true || !isAmongLayers else {
      throw RenderError(
        .unsupported,
        "A film of high dynamic range was asked for, and a layer shows the film, which makes it one of sRGB.",
        remedy: "Choose another color, or lay layers over the film only.")
    }
    let takesLight =
      (videoComposition.customCompositor == nil || compositor.highDynamicRange) && settings.keepsHighDynamicRange
      && !isAmongLayers
    let isBright = asked?.isHighDynamicRange ?? (takesLight && clips.areOfHighDynamicRange)
    let pixelFormat = isBright ? settings.highDynamicRangeFormat ?? settings.pixelFormat : settings.pixelFormat
    guard asked?.isHighDynamicRange != true || pixelFormat.bitDepth > 8 && settings.keepsHighDynamicRange else {
      let reason =
        settings.keepsHighDynamicRange
        ? "in \(pixelFormat.rawValue), which has eight bits" : "in a file of RGB, which has none"
      throw RenderError(
        .unsupported, "A film of high dynamic range was asked for \(reason).",
        remedy: "Choose HEVC, VP9, ProRes or FFV1 in ten bits, or another color.")
    }
    let output = try OutputFrame(
      renderSize: videoComposition.renderSize, scale: shown.scale,
      pixelFormat: settings.allowsOddSides
        ? pixelFormat.holding(videoComposition.renderSize, scaledBy: shown.scale) : pixelFormat,
      edges: settings.keepsStillSize ? OutputFrame.stillEdges : OutputFrame.filmEdges)
    guard let frameDuration = videoComposition.frameDuration.rational, frameDuration > .zero else {
      throw RenderError(
        .invalidModel, "The frame duration is \(videoComposition.frameDuration).", remedy: "Give it a time above 0.")
    }
    let colorimetry = Colorimetry(
      filmOf: clips, height: output.size.height, keepsLight: isBright && pixelFormat.bitDepth > 8,
      asked: videoComposition.color)
    let planner = try PicturePlanner(
      videoComposition, tracks: tracks,
      frames: try FrameTimeline(
        of: videoComposition, every: frameDuration, tracks: tracks, part: part, of: film, output: output,
        lookup: lookup,
        soundEnd: soundEnd),
      output: output, lookup: lookup,
      colorimetry: colorimetry, compositorColorimetry: compositor.colorimetry(in: colorimetry))
    return try planner.plan(part)
  }

  /// The pictures of all segments of `tracks`: the output's colors follow them, whatever part is rendered.
  private static func pictures(
    of tracks: [CompositionTrack], lookup: FactsLookup
  ) throws(RenderError) -> [VideoTrackFacts] {
    var pictures: [VideoTrackFacts] = []
    for track in tracks {
      for clip in track.clips { pictures.append(try lookup.video(of: clip)) }
    }
    return pictures
  }
}

extension RenderPlanner {
  /// Every segment that asks for what its media does not hold: all of what `plan` would refuse one by one.
  ///
  /// Segments of tracks that take no part, and of media without facts, are passed over.
  ///
  /// - Returns: `.sourceRangeBeyondMedia` and `.invalidModel`, each with its clip, in the order of the tracks.
  public static func mediaProblems(
    in composition: Composition, facts: [AssetReference: MediaFacts]
  ) -> [RenderError] {
    let lookup = FactsLookup(facts: facts)
    var problems: [RenderError] = []
    for track in composition.tracks where track.isEnabled {
      for clip in track.clips where facts[clip.source.asset] != nil {
        do throws(RenderError) {
          try lookup.check(clip, in: track)
        } catch {
          problems.append(error)
        }
      }
    }
    return problems
  }
}

extension VideoComposition {
  /// Rejects times of frames that are to be those of a track, where they cannot be.
  fileprivate func checkFrameTiming(over composition: Composition) throws(RenderError) {
    let id = sourceTrackIDForFrameTiming
    guard id != .invalid else { return }
    if composition.track(withTrackID: id)?.isEnabled == false {
      throw RenderError(
        .invalidModel, "Frames are to be at the times of track \(id), which is disabled.",
        remedy: "Enable it, or name another track in sourceTrackIDForFrameTiming.")
    }
    guard animationTool != nil || customCompositor != nil else { return }
    throw RenderError(
      .unsupported,
      "Frames are to be at the times of track \(id), and \(animationTool == nil ? "a custom compositor" : "layers or titles") "
        + "are drawn at equal distances.",
      remedy: "Leave sourceTrackIDForFrameTiming unset, and set frameDuration.")
  }
}
