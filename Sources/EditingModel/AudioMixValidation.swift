import MediaFormats

extension AudioMix {
  /// Everything in the mix that cannot be rendered over `composition` as it stands; empty when it is sound.
  ///
  /// The tracks it names exist, sound, and are named once each; volumes are from 0 to 10, their ramps in order.
  public func validate(over composition: Composition) -> [ModelProblem] {
    var seen: Set<TrackID> = []
    return inputParameters.enumerated().flatMap { index, input in
      let location = ModelLocation(.audioMixInput(index), .trackID)
      var problem = composition.problem(withTrack: input.trackID, of: .audio, at: location)
      if !seen.insert(input.trackID).inserted {
        problem = ModelProblem(
          .duplicateInput, at: location, "Another entry is for track \(input.trackID) already.",
          expected: "one entry a track")
      }
      return (problem.map { [$0] } ?? [])
        + input.volume.problems(
          at: { .volumeEntry(input: index, index: $0) }, refusal: ValueRefusal.volume)
    }
  }
}
