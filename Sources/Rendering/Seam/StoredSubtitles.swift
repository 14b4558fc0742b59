public import Subtitles

/// Subtitles as a file holds them: one track of a film, or a file of subtitles, which counts as a track.
public struct StoredSubtitles: Hashable, Sendable {
  /// The cues, in the asset's time, their language and their flags.
  public var track: SubtitleTrack
  /// The file's own number of the track; nil of a file of subtitles.
  public var number: Int32?
  /// The file's name of its format ("tx3g", "S_TEXT/UTF8"); of a file of subtitles its name ("SubRip").
  public var codecType: String
  /// The kind of file whose words it has.
  public var format: SubtitleFormat
  /// The encoding of a file of subtitles; nil of a track.
  public var encoding: String?
  /// Warnings of cues that could not be read.
  public var warnings: [SubtitleWarning]

  /// `track` with its properties in a file.
  public init(
    _ track: SubtitleTrack, number: Int32? = nil, codecType: String, format: SubtitleFormat, encoding: String? = nil,
    warnings: [SubtitleWarning] = []
  ) {
    self.track = track
    self.number = number
    self.codecType = codecType
    self.format = format
    self.encoding = encoding
    self.warnings = warnings
  }
}
