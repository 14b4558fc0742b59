import EditingModel

/// A transition in a project, on the segment that it leads away from.
struct TransitionDraft: Hashable, Sendable {
  /// The name of the transition.
  var name: ClipTransition.Kind.Name
  /// The direction of its motion; nil for the left, and of kinds that do not move.
  var direction: ClipTransition.Direction?
  /// Its duration.
  var duration: ProjectTime
  /// Its place at the cut.
  var alignment = ClipTransition.Alignment.center

  static let form = Form<TransitionDraft>.object(
    "transition", "How one segment leads to the next of its track.",
    Field("name", \.name, .choice, names),
    Field(optional: "direction", \.direction, .choice, directions),
    Field("duration", \.duration, .duration, durations),
    Field("alignment", \.alignment, .choice, default: .center, alignments),
    make: TransitionDraft.init)

  fileprivate static let names =
    "crossDissolve; push, slide and wipe, which have a direction; fadeThroughBlack. In sound all of them are cross-fades of equal "
    + "power, but for fadeThroughBlack, which fades out and in again."
  fileprivate static let directions =
    "Where a push, a slide or the border of a wipe moves to; to the left unless given."
  fileprivate static let durations =
    "How long it lasts in the composition. The film is as long as without it: both clips go on beyond the cut, by what their "
    + "media hold there."
  fileprivate static let alignments =
    "Where it stands at the cut: around it, or it starts there (the clip before goes on for all of it), or it ends there (the "
    + "clip behind begins earlier)."
}

/// A transition in a project, in the list of its track.
struct PlacedTransitionDraft: Hashable, Sendable {
  /// The cut, in composition time.
  var at: ProjectTime
  /// The transition there.
  var transition: TransitionDraft

  static let form = Form<PlacedTransitionDraft>.object(
    "placedTransition", "How two segments of the track that adjoin lead from one to the other.",
    Field("at", \.at, .time, "The cut, in composition time: where one segment ends and the next begins."),
    Field("name", \.transition.name, .choice, TransitionDraft.names),
    Field(optional: "direction", \.transition.direction, .choice, TransitionDraft.directions),
    Field("duration", \.transition.duration, .duration, TransitionDraft.durations),
    Field("alignment", \.transition.alignment, .choice, default: .center, TransitionDraft.alignments),
    make: { at, name, direction, duration, alignment in
      PlacedTransitionDraft(
        at: at,
        transition: TransitionDraft(name: name, direction: direction, duration: duration, alignment: alignment))
    })
}
