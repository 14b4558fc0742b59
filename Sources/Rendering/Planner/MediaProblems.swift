public import EditingModel

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
