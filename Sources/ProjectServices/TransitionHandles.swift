import EditServices
import EditingModel
import MediaFormats
import MediaTime
import ProjectFile
import Rendering

/// A transition for which a clip's media hold too little behind the clip's end.
struct MissingHandle {
  /// The missing handle, at the transition's place in the file.
  var diagnostic: ProjectDiagnostic
  /// The clip.
  var clip: ClipReference
  /// The error that planning would throw.
  var error: RenderError
}

extension ResolvedProject {
  /// The transitions that need more media than their clips have, by `facts`.
  func missingHandles(facts: [AssetReference: MediaFacts]) -> [MissingHandle] {
    RenderPlanner.mediaProblems(in: composition, facts: facts).compactMap { error in
      guard error.code == .sourceRangeBeyondMedia, let clip = error.clip,
        let track = composition.tracks.firstIndex(where: { $0.id == clip.trackID }),
        let (handle, transition) = handle(ofSegment: clip.segmentIndex, inTrack: track),
        let end = composition.tracks[track].segments[clip.segmentIndex].timeMapping.source.end.rational,
        let held = facts[clip.asset]?.duration, let cut = try? end - handle.length, cut <= held,
        let left = try? held - cut, let missing = try? handle.length - left,
        let possible = try? left / handle.rate
      else { return nil }
      let name = clip.asset.name
      let longest = transition.alignment == .center ? try? possible * Rational(2) : possible
      var expected = "a segment of “\(name)” that ends \(missing.decimalText) s earlier"
      if let longest, longest > .zero { expected += ", a transition of at most \(longest.decimalText) s" }
      if transition.alignment != .end { expected += ", or one whose alignment is end" }
      let message =
        "The transition needs \(handle.length.decimalText) s of “\(name)” behind its segment, which ends at "
        + "\(cut.decimalText) s of it, and the file holds \(left.decimalText) s more: \(missing.decimalText) s are missing."
      return MissingHandle(
        diagnostic: diagnostic(aboutTransition: handle.transition, message, expected: expected), clip: clip,
        error: RenderError(
          .sourceRangeBeyondMedia, message, remedy: "Give it \(expected).", clip: clip, time: error.exactTime))
    }
  }
}
