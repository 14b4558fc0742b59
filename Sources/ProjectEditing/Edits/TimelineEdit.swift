package import EditingModel
package import MediaTime
package import ProjectFile

/// An edit of a project: a gesture of the editing room, or a change of any value of the text. Times are seconds.
package enum TimelineEdit: Sendable {
  /// Moves an end of a segment; all others stay.
  case trim(Edge, segment: JSONPointer, to: Rational)
  /// Moves an end of a segment, and what follows on its track with it. At its head it begins where it did, and what lies up to the time
  /// is cut from it.
  case ripple(Edge, segment: JSONPointer, to: Rational)
  /// Moves the cut between a segment and the next.
  case roll(segment: JSONPointer, to: Rational)
  /// Shows another stretch of the media, which begins later by a time of the media.
  case slip(segment: JSONPointer, by: Rational)
  /// Moves a segment to where it fits nearest to a time, on its track or another one of the same kind.
  case move(segment: JSONPointer, to: Rational, track: JSONPointer?)
  /// Cuts a segment in two.
  case split(segment: JSONPointer, at: Rational)
  /// Lifts a segment out; what follows on its track moves up where it ripples.
  case delete(segment: JSONPointer, ripples: Bool)
  /// Gives a segment a transition to the next, or a cut.
  case transition(segment: JSONPointer, TransitionChoice?)
  /// The volume of an audio track, or the opacity of a video track, by its number.
  case levels(track: Int, [LevelEntry])
  /// Puts media on tracks.
  case place(MediaPlacement)
  /// Adds a title, replaces one, or removes one.
  case title(JSONPointer?, JSONNode?)
  /// Replaces any value, or adds a member.
  case set(JSONPointer, JSONNode)
  /// Removes any value.
  case remove(JSONPointer)
  /// Inserts an element before the one at the pointer, or a member.
  case insert(JSONPointer, JSONNode)

  /// An end of a segment.
  package enum Edge: Hashable, Sendable, CaseIterable {
    case start, end
  }

  /// The edit's name in the menu of undoing: a verb or a noun of the editing room.
  package var name: String {
    switch self {
    case .trim: "Trim"
    case .ripple: "Ripple"
    case .roll: "Roll"
    case .slip: "Slip"
    case .move: "Move"
    case .split: "Split"
    case .delete(_, let ripples): ripples ? "Ripple Delete" : "Lift"
    case .transition(_, let choice): choice == nil ? "Remove Transition" : "Transition"
    case .levels: "Levels"
    case .place: "Place"
    case .title(_, let value): value == nil ? "Remove Title" : "Title"
    case .set: "Change"
    case .remove: "Remove"
    case .insert: "Insert"
    }
  }
}

/// A transition as an edit gives it.
package struct TransitionChoice: Hashable, Sendable {
  /// The name of the transition.
  package var name: ClipTransition.Kind.Name
  /// The direction of its motion; nil for the left, and of kinds that do not move.
  package var direction: ClipTransition.Direction?
  /// Its longest duration.
  package var duration: Rational
  /// Its place at the cut; nil for the present one, and around it where there is none yet.
  package var alignment: ClipTransition.Alignment?

  /// The transition `name`.
  package init(
    _ name: ClipTransition.Kind.Name, direction: ClipTransition.Direction? = nil, duration: Rational,
    alignment: ClipTransition.Alignment? = nil
  ) {
    self.name = name
    self.direction = direction
    self.duration = duration
    self.alignment = alignment
  }
}

/// Media that are put on tracks.
package struct MediaPlacement: Hashable, Sendable {
  /// The path of the file, relative to the project's folder or absolute.
  package var file: String
  /// The track for its pictures, or for its sound; nil for the first that fits.
  package var track: JSONPointer?
  /// Its beginning; nil at the end of the track.
  package var at: Rational?
  /// The length that is placed; nil for all of it.
  package var duration: Rational?
  /// Whether its pictures are placed.
  package var video: Bool
  /// Whether its sound is placed.
  package var audio: Bool

  /// The placement of `file`.
  package init(
    file: String, track: JSONPointer? = nil, at: Rational? = nil, duration: Rational? = nil, video: Bool = true,
    audio: Bool = true
  ) {
    self.file = file
    self.track = track
    self.at = at
    self.duration = duration
    self.video = video
    self.audio = audio
  }
}
