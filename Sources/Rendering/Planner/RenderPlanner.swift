public import EditingModel
import MediaTime

/// Turns a model into a plan: a pure function of what is to be shown, what the media hold, and what is wanted.
///
/// Times are exact rationals throughout. Output frame n stands at composition time `origin + n · d` and belongs to
/// whatever half-open range contains that time; sample m stands at `m / rate`, and borders of sound are rounded once, to
/// the nearest sample.
///
/// The plan is that of the whole composition, also where only a range of it is rendered: then it says which frames and
/// samples those are, so that each of them is what it is in the whole. A range that starts between two frames of the whole
/// has a grid of its own, on which its first frame stands at its start; its sound starts at the nearest sample.
///
/// A segment whose source and target last different times is played faster or slower, picture and sound by the same exact
/// mapping. Sound slower than 1/32 of its speed, as under a freeze frame, is silent.
///
/// A layer's transform and crop apply to the picture as it is stored, in square pixels (`VideoTrackFacts.naturalSize`):
/// not turned upright, and not scaled to fit, as in AVFoundation. Without a video composition
/// ``defaultVideoComposition(for:facts:)`` does both.
public enum RenderPlanner {
  /// The plan of `composition`, its picture as `videoComposition` says and its sound as `audioMix` says.
  ///
  /// - Parameters:
  ///   - videoComposition: nil for ``defaultVideoComposition(for:facts:)``.
  ///   - audioMix: nil for every track at its own volume.
  ///   - facts: what is known about every file that an enabled track uses.
  ///   - settings: what of it is rendered, and how.
  /// - Throws: `RenderError`: `.invalidModel` where the model contradicts itself or its media, `.mediaMissing` where a
  ///   file's facts are not given, `.sourceRangeBeyondMedia` where a segment asks for more than its file holds, and
  ///   `.unsupported` for what is refused by name: high dynamic range.
  public static func plan(
    composition: Composition, videoComposition: VideoComposition?, audioMix: AudioMix?,
    facts: [AssetReference: MediaFacts], settings: RenderSettings = RenderSettings()
  ) throws(RenderError) -> RenderPlan {
    try refuse(composition.validate())
    if let videoComposition { try refuse(videoComposition.validate(over: composition)) }
    if let audioMix { try refuse(audioMix.validate(over: composition)) }
    let film = try RenderWindow(of: composition)
    let part = try film.part(in: settings.timeRange)
    let ledger = FactsLookup(facts: facts)
    let plan = RenderPlan(
      picture: settings.includesPicture
        ? try picture(of: composition, as: videoComposition, part: part, of: film, ledger: ledger, settings: settings)
        : nil,
      sound: settings.includesSound
        ? try SoundPlanner(composition, audioMix: audioMix, in: film, ledger: ledger)?.plan(part, settings) : nil)
    guard plan.picture != nil || plan.sound != nil else {
      throw RenderError(
        .invalidModel, "No enabled track gives anything that is to be rendered.",
        remedy: "Add a segment, or render picture and sound.")
    }
    return plan
  }

  /// Throws the first of `problems`, if there are any.
  private static func refuse(_ problems: [ModelProblem]) throws(RenderError) {
    guard let problem = problems.first else { return }
    let others = problems.count == 1 ? "" : " (The first of \(problems.count) problems.)"
    throw RenderError(
      .invalidModel, "\(problem.location): \(problem.message)", remedy: "Expected \(problem.expected).\(others)")
  }

  private static func picture(
    of composition: Composition, as given: VideoComposition?, part: RationalRange, of film: RenderWindow,
    ledger: FactsLookup,
    settings: RenderSettings
  ) throws(RenderError) -> PicturePlan? {
    let tracks = composition.tracks(withMediaType: .video).filter(\.isEnabled)
    for track in tracks { try ledger.check(track) }
    // Without a video composition the pictures are placed on the pixels of the scaled size, where they can stay whole.
    let videoComposition: VideoComposition
    if let given {
      videoComposition = given
    } else {
      guard let standIn = try DefaultVideoComposition(composition, ledger: ledger) else { return nil }
      videoComposition = try standIn.videoComposition(scale: settings.scale)
    }
    let output = try OutputFrame(
      renderSize: videoComposition.renderSize,
      scale: given == nil ? 1 : videoComposition.renderScale * settings.scale, pixelFormat: settings.pixelFormat)
    guard let frameDuration = videoComposition.frameDuration.rational, frameDuration > .zero else {
      throw RenderError(
        .invalidModel, "The frame duration is \(videoComposition.frameDuration).", remedy: "Give it a time above 0.")
    }
    let grid = try exactly { () throws(RationalError) in try FrameGrid(frameDuration: frameDuration) }
    let window = try exactly { () throws(RationalError) in try film.aligned(to: part.start, on: grid) }
    let planner = try PicturePlanner(tracks: tracks, window: window, grid: grid, output: output, ledger: ledger)
    return try planner.plan(
      videoComposition, part: part,
      colorimetry: Colorimetry(outputFor: try firstPicture(of: tracks, ledger: ledger)))
  }

  /// What the first segment of the first track shows: what the output's colors follow, whatever part is rendered.
  private static func firstPicture(
    of tracks: [CompositionTrack], ledger: FactsLookup
  ) throws(RenderError) -> VideoTrackFacts? {
    for track in tracks {
      if let clip = track.clips.first { return try ledger.video(of: clip) }
    }
    return nil
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
    let ledger = FactsLookup(facts: facts)
    var problems: [RenderError] = []
    for track in composition.tracks where track.isEnabled {
      for clip in track.clips where facts[clip.source.asset] != nil {
        do throws(RenderError) {
          try ledger.check(clip, in: track)
        } catch {
          problems.append(error)
        }
      }
    }
    return problems
  }
}
