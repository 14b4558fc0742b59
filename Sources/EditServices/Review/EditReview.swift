public import EditingModel
import MediaFormats
import MediaTime
public import Rendering

/// Checks an edit that can be rendered for probable mistakes: the pitfalls of compositions that are put together by
/// code (WWDC 2013, session 612, "Debugging compositions").
///
/// | code | what is found |
/// |---|---|
/// | `shortGap` | a hole of two frames or less between two segments of a track, over which nothing else is shown or played |
/// | `misalignedInstruction` | an instruction that begins or ends two frames or less beside a segment that it shows; one between two frames |
/// | `misalignedRamp` | a ramp that goes on beyond its instruction or clip, ends shortly before, or ends beside 0 or 1 |
/// | `rampJumps` | two ramps that follow one another, of which the second begins elsewhere than the first ends |
/// | `layerNeverSeen` | a layer that is transparent, covered or outside of the picture all through its instruction |
/// | `trackNeverShown` | a track with pictures that no instruction shows |
/// | `tooManyDecoders` | more pictures at a time than may be decoded |
struct EditReview {
  let edit: EditSnapshot
  /// The planned video composition; that of the media where the edit has none.
  let videoComposition: VideoComposition?
  let picture: PicturePlan?
  /// Limit of the pictures that are decoded at a time; nil for any number.
  let decoderLimit: Int?
  /// The duration of a frame.
  let frameDuration: Rational

  /// The longest gap that is hardly meant: two frames.
  var moment: Rational { (try? frameDuration * Rational(2)) ?? frameDuration }

  init(_ edit: EditSnapshot, plan: RenderPlan, shown: VideoComposition?, decoderLimit: Int?) {
    (self.edit, self.decoderLimit) = (edit, decoderLimit)
    // A stand-in is the program's own, and has no pitfalls.
    videoComposition = edit.videoComposition?.isStandIn ?? true ? nil : shown
    picture = plan.picture
    frameDuration = plan.picture?.grid.frameDuration ?? (try? Rational(1, 30)) ?? .one
  }

  /// All that is found: in tracks, instructions, layers, ramps of pictures, ramps of sound.
  func findings() -> [ModelProblem] {
    shortGaps + unshownTracks + misalignedInstructions + invisibleLayers + pictureRamps + soundRamps + decoders
  }

  /// The number of frames of the film that begin from `start` on and before `end`; one where pictures keep their own
  /// times.
  func frameCount(from start: Rational, to end: Rational) -> Int {
    guard let picture, case .constant(let first, let frameDuration, _) = picture.timing else { return 1 }
    func frames(before time: Rational) throws(RationalError) -> Int64 {
      try ((time - picture.origin - first) / frameDuration).ceil()
    }
    guard let (lower, upper) = try? (frames(before: start), frames(before: end)) else { return 1 }
    return Int(clamping: upper - lower)
  }

  /// `duration` in milliseconds and, where it is as long as some, in frames: "33.3 ms (1 frame)".
  func words(for duration: Rational) -> String {
    let milliseconds = "\((duration.seconds * 10_000).rounded() / 10) ms"
    guard let frames = try? duration / frameDuration, frames.denominator == 1 else { return milliseconds }
    return "\(milliseconds) (\(frames.numerator) \(frames.numerator == 1 ? "frame" : "frames"))"
  }
}

extension EditSnapshot {
  /// Warnings of edits that can be rendered and are probably not meant: gaps of a frame or two, instructions, ramps and segments that do
  /// not and tracks that are never seen, titles beyond the picture, fonts that are not there. Nothing is rendered.
  ///
  /// ```swift
  /// for warning in try await edit.warnings() { print(warning.location, warning.diagnostic.message) }
  /// ```
  ///
  /// - Parameter decoderLimit: The greatest number of pictures decoded at a time, as a machine has that many decoders;
  ///   nil for any number.
  /// - Throws: `RenderError` where the edit cannot be planned: its faults are no warnings.
  public func warnings(
    decoderLimit: Int? = nil, renderer: any Renderer
  ) async throws(RenderError) -> [ModelProblem] {
    let facts = try await facts(renderer: renderer)
    let (plan, found) = try reviewed(settings: RenderSettings(), facts: facts, decoderLimit: decoderLimit)
    return try await found + remarks(on: plan, renderer: renderer)
  }

  /// The plan of the edit by `facts`, and the findings about its structure.
  package func reviewed(
    settings: RenderSettings, facts: EditFacts, decoderLimit: Int?
  ) throws(RenderError) -> (plan: RenderPlan, findings: [ModelProblem]) {
    var (plan, shown) = try RenderPlanner.planning(
      composition: composition, videoComposition: videoComposition, audioMix: audioMix, facts: facts.media,
      compositor: facts.compositor, fontSubstitutes: facts.fontSubstitutes, settings: settings)
    plan.subtitles = subtitles
    return (plan, EditReview(self, plan: plan, shown: shown, decoderLimit: decoderLimit).findings())
  }

  /// Remarks on the layers and titles that are drawn over `plan`.
  package func remarks(on plan: RenderPlan, renderer: any DrawingHost) async throws(RenderError) -> [ModelProblem] {
    guard let tool = videoComposition?.animationTool, let picture = plan.picture else { return [] }
    // The size before it is scaled: that in which layers and titles are placed.
    let planned = Size(width: Double(picture.size.width), height: Double(picture.size.height))
    let size = videoComposition.map(\.renderSize).flatMap { $0.width > 0 ? $0 : nil } ?? planned
    do {
      return try await renderer.remarks(on: tool, in: size, lasting: composition.duration.rational ?? .zero)
    } catch {
      throw RenderError(describing: error)
    }
  }
}
