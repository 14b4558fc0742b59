public import EditServices
import EditingModel
public import MediaTime
public import Rendering

extension EditSnapshot {
  /// What the film of this edit shows and plays at composition time `time`, and why.
  ///
  /// Nothing is rendered: `renderer` only finds out what the media hold, and whether it has the custom compositor.
  ///
  /// - Throws: `RenderError`, as planning does; with `.invalidModel` where the film does not last until `time`.
  public func explanation(
    at time: Rational, settings: RenderSettings = RenderSettings(), renderer: any Renderer = Engine.renderer()
  ) async throws(RenderError) -> Explanation {
    let facts = try await self.facts(renderer: renderer)
    var settings = settings
    settings.timeRange = nil
    let standIn =
      videoComposition == nil ? try RenderPlanner.defaultVideoComposition(for: composition, facts: facts) : nil
    let shown = videoComposition ?? standIn
    let plan = try RenderPlanner.plan(
      composition: composition, videoComposition: shown, audioMix: audioMix, facts: facts, settings: settings)
    guard time >= .zero, time < composition.duration.rational ?? .zero else {
      throw RenderError(
        .invalidModel, "The film lasts from zero to \((composition.duration.rational ?? .zero).timecode).",
        remedy: "Ask for a time within it.", time: time)
    }
    do throws(RationalError) {
      var explanation = Explanation(time: time)
      if let picture = plan.picture, let shown {
        explanation.picture = try PictureExplainer(
          composition: composition, videoComposition: shown, isStandIn: standIn != nil, plan: picture
        ).explanation(at: time)
      }
      if let sound = plan.sound {
        explanation.sound = try SoundExplainer(composition: composition, audioMix: audioMix, plan: sound)
          .explanation(at: time)
      }
      return explanation
    } catch {
      throw RenderError(
        .invalidModel, "The time cannot be computed with exactly: \(error)",
        remedy: "Ask for a time with a smaller denominator.", time: time)
    }
  }
}
