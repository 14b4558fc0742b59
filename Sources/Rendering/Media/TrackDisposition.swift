/// What a track is for, as its file says (FFmpeg's dispositions, Matroska's flags, DASH's roles).
public enum TrackDisposition: String, Hashable, Sendable, Codable, CaseIterable {
  /// A commentary.
  case comment
  /// In another language than the film was made in.
  case dub
  /// In the language that the film was made in.
  case original
  /// For people who hear little.
  case hearingImpaired
  /// For people who see little: it describes the pictures.
  case visualImpaired
}
