public import MediaTime

/// A transition from one clip of a track to the next: its look, its duration, and its place at the cut.
///
/// ```
///  as cut      ├──────── A ────────┼──────── B ────────┤
///  played      ├──────── A ────────┼──╌╌┤  handle: A goes on behind its end
///                             ├╌╌──┼──────── B ────────┤  handle: B begins before its start
///                             [ transition )
/// ```
///
/// Both clips give a handle, so that the film keeps its length, and everything behind the cut its time. In sound each of them is a
/// cross-fade of equal power, but for ``Kind/fadeThroughBlack``, which fades out and in again.
public struct ClipTransition: Hashable, Sendable, Codable {
  /// The kind of transition.
  public var kind: Kind
  /// Its duration in the composition; greater than zero.
  public var duration: CMTime
  /// Its place at the cut.
  public var alignment: Alignment

  /// The kinds of transition between two pictures. A direction is the one into which things move.
  public enum Kind: Hashable, Sendable, Codable {
    /// The old picture fades out over the new one.
    case crossDissolve
    /// The new picture pushes the old one out of the frame.
    case push(Direction)
    /// The new picture slides over the old one, which stays.
    case slide(Direction)
    /// A straight border travels through the frame; behind it is the new picture.
    case wipe(Direction)
    /// The old picture fades to what lies beneath, black unless an instruction or a track says otherwise, and the new one from it.
    case fadeThroughBlack
  }

  /// The direction of a motion.
  public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
    case left, right, up, down
  }

  /// The place of a transition at its cut.
  public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
    /// Half of it before the cut, half behind: each clip gives a handle of half the duration.
    case center
    /// It starts at the cut: the old clip gives all of the handle.
    case start
    /// It ends at the cut: the new clip gives all of the handle.
    case end
  }

  /// A transition of `kind` that lasts `duration`, in the middle of its cut unless `alignment` says otherwise.
  public init(_ kind: Kind, duration: CMTime, alignment: Alignment = .center) {
    self.kind = kind
    self.duration = duration
    self.alignment = alignment
  }
}

extension ClipTransition.Kind {
  /// The names by which people choose kinds.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case crossDissolve, push, slide, wipe, fadeThroughBlack

    /// Whether it has a direction.
    public var hasDirection: Bool {
      switch self {
      case .push, .slide, .wipe: true
      case .crossDissolve, .fadeThroughBlack: false
      }
    }
  }

  /// The kind `name`, to the left unless `direction` says otherwise; kinds without one pass it over.
  public init(_ name: Name, direction: ClipTransition.Direction? = nil) {
    let direction = direction ?? .left
    self =
      switch name {
      case .crossDissolve: .crossDissolve
      case .push: .push(direction)
      case .slide: .slide(direction)
      case .wipe: .wipe(direction)
      case .fadeThroughBlack: .fadeThroughBlack
      }
  }
}

extension ClipTransition {
  /// Its range where its cut is at `cut`: its duration, before, around or behind it.
  func window(at cut: Rational) throws(RationalError) -> RationalRange {
    guard let length = duration.rational else { throw .overflow }
    let before =
      switch alignment {
      case .center: try length / Rational(2)
      case .start: Rational.zero
      case .end: length
      }
    return try RationalRange(start: cut - before, duration: length)
  }
}

/// A transition at a cut of a composition.
public struct PlacedTransition: Hashable, Sendable {
  /// The transition.
  public var transition: ClipTransition
  /// The track.
  public var trackID: TrackID
  /// The time in the composition at which one segment of the track ends and the next begins.
  public var cut: CMTime

  /// `transition` between the segments of track `trackID` that meet at `cut`.
  public init(_ transition: ClipTransition, inTrack trackID: TrackID, at cut: CMTime) {
    self.transition = transition
    self.trackID = trackID
    self.cut = cut
  }
}

/// The reason for which a transition cannot be laid out.
public struct TransitionProblem: Error, Diagnosed, Hashable, Sendable {
  /// The kinds of problem.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The composition has no such track.
    case unknownTrack
    /// The duration is not finite, or not greater than zero.
    case invalidDuration
    /// No two segments meet there.
    case notAtCut
    /// Another transition stands at the cut.
    case duplicate
    /// A clip is too short for it, or for it and its neighbor.
    case tooLong
    /// The media of the new clip has too little before the clip's start.
    case missingHandle
    /// The instruction that shows the track cannot show the transition.
    case unsuitableInstruction
    /// A time of the result has no exact `CMTime`.
    case timeNotExact
  }

  /// The kind of problem.
  public var code: Code
  /// Its number among the given transitions.
  public var index: Int
  /// The fault and its remedy.
  public var diagnostic: Diagnostic

  init(_ code: Code, ofTransition index: Int, _ message: String, expected: String) {
    self.code = code
    self.index = index
    diagnostic = Diagnostic(message, expected: expected)
  }
}
