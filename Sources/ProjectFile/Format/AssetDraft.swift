/// A media file as a project names it.
struct AssetDraft: Hashable, Sendable {
  /// A path or a `file:` URI.
  var uri: String
  /// Which of the file's tracks of pictures is meant, from 0.
  var videoTrack = 0
  /// Which of the file's tracks of sound is meant, from 0.
  var audioTrack = 0

  static let form = Form<AssetDraft>.object(
    "asset", "A media file: its time 0 is its earliest presented sample.",
    Field("uri", \.uri, .text("a path or a file: URI"), "A path, relative to the project file, or a file: URI."),
    Field(
      "videoTrack", \.videoTrack, .integer(0...65_535), default: 0,
      "Which of the file's video tracks to use, counted from 0."),
    Field(
      "audioTrack", \.audioTrack, .integer(0...65_535), default: 0,
      "Which of the file's audio tracks to use, counted from 0."),
    make: AssetDraft.init)
}
