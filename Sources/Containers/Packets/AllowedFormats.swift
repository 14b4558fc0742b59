/// The kinds of file that libavformat may open, by its own names: each is one file that holds its media itself.
///
/// Playlists (HLS, DASH, `ffconcat`), session descriptions and patterns of names are no such kinds: they lead to other files,
/// or into the network, whatever the file that holds them is called.
enum AllowedFormats {
  /// Movies, Matroska, streams of MPEG; what cameras, discs and browsers write; sounds; streams without a container.
  private static let names = [
    "mov", "matroska", "mpegts", "mpeg", "avi", "ogg", "flv", "asf", "mxf", "dv", "ivf", "yuv4mpegpipe", "gif",
    "mp3", "aac", "wav", "w64", "aiff", "flac", "ac3", "eac3", "dts", "dtshd", "au", "caf", "wv", "tta", "amr", "amrnb",
    "amrwb", "h264", "hevc", "mpegvideo", "m4v", "av1", "obu",
  ]

  /// The names as libavformat takes them.
  static let list = names.joined(separator: ",")

  /// The protocols that may be opened: files, and nothing by a network.
  static let protocols = "file"
}
