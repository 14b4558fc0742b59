package import EditingModel
package import Rendering

/// An edit, its plan and its problems, as values: all that a debug view draws.
package struct EditStructure: Sendable {
  /// The edit.
  package var edit: EditSnapshot
  /// The planned video composition: the edit's own, or the default one; nil without a picture.
  package var videoComposition: VideoComposition?
  /// The plan of the whole film.
  package var plan: RenderPlan
  /// Warnings of what is probably not meant.
  package var warnings: [ModelProblem]
  /// The picture and the sound at one time; nil where none is asked about.
  package var explanation: Explanation?

  /// The structure of `edit`, which is planned as `plan` from `videoComposition`.
  package init(
    edit: EditSnapshot, videoComposition: VideoComposition?, plan: RenderPlan, warnings: [ModelProblem] = [],
    explanation: Explanation? = nil
  ) {
    self.edit = edit
    self.videoComposition = videoComposition
    self.plan = plan
    self.warnings = warnings
    self.explanation = explanation
  }

  /// Whether the instructions are the program's own: the edit has none, and what stands in has no place in the model.
  package var hasStandIn: Bool { edit.videoComposition?.isStandIn ?? true }
}

extension EditSnapshot {
  /// The structure of the whole edit; media of `known` facts are not asked again. Nothing is rendered.
  ///
  /// - Throws: `RenderError` where the edit cannot be planned.
  package func structure(
    settings: RenderSettings = RenderSettings(), known: [AssetReference: MediaFacts] = [:], renderer: any Renderer
  ) async throws(RenderError) -> EditStructure {
    let facts = try await self.facts(renderer: renderer, known: known)
    var settings = settings
    settings.timeRange = nil
    let planned = try RenderPlanner.planning(
      composition: composition, videoComposition: videoComposition, audioMix: audioMix, facts: facts.media,
      compositor: facts.compositor, fontSubstitutes: facts.fontSubstitutes, settings: settings)
    var plan = planned.plan
    plan.subtitles = subtitles
    let findings = EditReview(self, plan: plan, shown: planned.videoComposition, decoderLimit: nil).findings()
    let remarks = try await self.remarks(on: plan, renderer: renderer)
    return EditStructure(
      edit: self, videoComposition: planned.videoComposition, plan: plan, warnings: findings + remarks)
  }
}
