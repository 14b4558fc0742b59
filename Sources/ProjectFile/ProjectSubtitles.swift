public import EditingModel
public import Layers
public import MediaTime

/// Subtitles that a project names: the cues themselves are in a file, which reading a project does not open.
public struct ProjectSubtitles: Hashable, Sendable {
  /// The file that holds the cues.
  public var asset: AssetReference
  /// The number of the film's track of text, from 0; nil for the first in ``languageTag``.
  public var sourceTrack: Int?
  /// The language, as in BCP 47; nil for what the file says.
  public var languageTag: String?
  /// The asset whose time the cues have; nil where it is the composition's.
  public var clip: AssetReference?
  /// The composition track whose segments of the clip they follow; nil for the first that has some.
  public var trackID: TrackID?
  /// The offset of their times, in seconds.
  public var offset: Rational
  /// The encoding of a file of subtitles; nil where it is found out.
  public var charset: String?
  /// The way in which they come into the film.
  public var mode: Mode
  /// The track's name in the film.
  public var name: String?
  /// Whether the track is shown whatever a person chooses.
  public var isForced: Bool
  /// Whether the track is shown by default.
  public var isDefault: Bool
  /// The look of drawn cues, where they do not state it themselves.
  public var style: TitleStyle
  /// Whether the project gives a style: cues of a script are then drawn in it, and not the script.
  public var isStyled: Bool

  /// The way in which subtitles come into a film.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Drawn into the picture.
    case burn
    /// As a track that people can choose.
    case soft
  }
}
