package import MediaFormats
package import MediaTime
package import Rendering

/// A container as it treats packets that are copied into it.
package struct CopyContainer {
  package let fileType: FileType
  /// libav's name of it.
  package let format: String

  /// - Throws: `RenderError` with `.unsupported` where packets are not copied into such files.
  package init(_ fileType: FileType) throws(RenderError) {
    guard let format = Self.formats[fileType.rawValue] else {
      throw RenderError(
        .unsupported, "\(fileType.format.title) is not made of another file's packets.",
        remedy: "Convert the file instead.")
    }
    self.init(fileType, format: format)
  }

  /// The container of a file of `fileType` whose packets are encoded. The frames of a GIF, one after another, are the file.
  ///
  /// - Throws: `RenderError` with `.unsupported` where there is no such muxer.
  package init(written fileType: FileType) throws(RenderError) {
    guard fileType == .gif else {
      try self.init(fileType)
      return
    }
    self.init(fileType, format: "data")
  }

  private init(_ fileType: FileType, format: String) {
    self.fileType = fileType
    self.format = format
  }

  private static let formats = [
    "mp4": "mp4", "mov": "mov", "m4a": "ipod", "mkv": "matroska", "webm": "webm", "ts": "mpegts", "wav": "wav",
    "flac": "flac", "mp3": "mp3", "ogg": "ogg", "aiff": "aiff",
  ]

  /// Whether edit lists say which part of a track is presented.
  package var hasEditLists: Bool { isMovie }
  /// Whether the file is a movie after ISO/IEC 14496-12.
  package var isMovie: Bool { format == "mp4" || format == "mov" || format == "ipod" }
  /// The samples at the beginning of a track like `stream` that are not presented: Matroska and Ogg state them for Opus
  /// (`CodecDelay`, pre-skip), and Matroska and LAME's tag for MP3, which says them itself in its own files. A statement for any other codec in
  /// Matroska, `isDeclared`, is copied.
  package func padding(of stream: PacketStream, isDeclared: Bool = false) -> Int64 {
    switch stream.codec {
    case _ where isMatroska && isDeclared: Int64(stream.initialPadding)
    case "opus" where isMatroska || format == "ogg", "mp3" where isMatroska || format == "mp3":
      Int64(stream.initialPadding)
    default: 0
    }
  }
  /// Whether it can state the hidden samples of a sound's last packet, where it has no edit lists.
  package var hidesEnds: Bool { isMatroska || format == "ogg" || format == "mp3" }
  /// Whether it is Matroska or WebM.
  package var isMatroska: Bool { format == "matroska" || format == "webm" }
  /// Whether parameter sets stand in the header alone, so that all of a track has the same.
  package var hasOneConfiguration: Bool { format != "mpegts" }
  /// Whether it has chapters.
  package var hasChapters: Bool { isMovie || isMatroska }
  /// The statements of the file that it has a place for, by libav's names; nil where any may stand.
  package var statedNames: Set<String>? {
    switch format {
    // RIFF's list of information, and AIFF's chunks.
    case "wav": ["title", "artist", "album", "comment", "copyright", "date", "genre", "language", "track", "encoder"]
    case "aiff": ["title", "author", "copyright", "comment"]
    case "mpegts", "data": []
    default: nil
    }
  }
  /// Whether it can say that pictures surround the viewer.
  package var holdsSurroundingPictures: Bool { isMatroska || format == "mp4" }
  /// Whether it can state a rotation by `matrix`: Matroska can for quarter turns.
  package func holds(_ matrix: DisplayMatrix) -> Bool { isMovie || isMatroska && matrix.pose != nil }

  /// Whether packets of `stream` may stand in it.
  package func holds(_ stream: PacketStream) -> Bool {
    switch stream.kind {
    case .other: return false
    case .cover: return Self.covers[format]?.contains(stream.codec) ?? false
    case .pictures where fileType == .m4a: return false
    default: break
    }
    if format == "mpegts" { return Self.transported.contains(stream.codec) }
    // Of these the library does not say what they hold.
    if format == "ogg" { return Self.inOgg.contains(stream.codec) }
    if format == "mp3" { return stream.codec == "mp3" }
    // There are numbers for all codecs, and readers for few.
    if format == "wav", !stream.codec.hasPrefix("pcm_"), !Self.inWave.contains(stream.codec) { return false }
    if format == "mov", Self.notInQuickTime.contains(stream.codec) { return false }
    return PacketTarget.holds(stream.codec, in: format) == true
  }

  /// The pictures that may stand for a file, by its format: what libav's muxers write beside the tracks.
  private static let covers: [String: Set<String>] = [
    "mp4": ["mjpeg", "png", "bmp"], "ipod": ["mjpeg", "png", "bmp"], "flac": ["mjpeg", "png"], "mp3": ["mjpeg", "png"],
  ]

  /// Codecs that are defined for MP4 alone, though QuickTime has letters for them.
  private static let notInQuickTime: Set<String> = ["opus", "flac", "vorbis", "vp8", "vp9", "av1"]

  /// Compressed sound that what reads WAVE reads there.
  private static let inWave: Set<String> = ["adpcm_ms", "adpcm_ima_wav"]

  /// Codecs with a mapping into Ogg that its muxer writes.
  private static let inOgg: Set<String> = ["opus", "vorbis", "flac", "speex", "theora", "vp8"]

  /// Codecs of transport streams (ISO/IEC 13818-1, and private assignments in common use).
  private static let transported: Set<String> = [
    "h264", "hevc", "mpeg1video", "mpeg2video", "mpeg4", "aac", "mp2", "mp3", "ac3", "eac3", "dts", "opus",
    "dvb_subtitle", "dvb_teletext",
  ]
}

extension PacketStream.Kind {
  /// The plan's kind of the stream; nothing else becomes a track.
  package var planned: CopyPlan.Kind {
    switch self {
    case .pictures: .pictures
    case .sound: .sound
    case .subtitles, .other: .subtitles
    case .cover: .cover
    }
  }
}

extension PacketStream {
  /// "sound track (aac)" for messages.
  package var words: String {
    let what =
      switch kind {
      case .pictures: "picture track"
      case .sound: "sound track"
      case .subtitles: "subtitle track"
      case .cover: "cover picture"
      case .other: "track \(index)"
      }
    guard codec == "none" else { return "\(what) (\(codec))" }
    return kind == .other && hasTagOfLetters ? "\(what) (\(tag))" : what
  }

  /// Whether its tag is one that people can read.
  var hasTagOfLetters: Bool { !tag.isEmpty && tag.utf8.allSatisfy { $0 > 32 && $0 < 127 } }

  /// The lead of decoding over a time from which on all samples are right.
  package var preroll: Rational {
    guard kind == .sound, sampleRate > 0 else { return .zero }
    let samples: Int64 =
      switch codec {
      case "aac": 2_048
      case "mp3", "mp2": 11_520
      case "ac3", "eac3": 1_536
      case "vorbis": 8_192
      case "opus": Int64(sampleRate) * 8 / 100
      case "wmav1", "wmav2", "dts", "atrac3": 4_096
      default: 0
      }
    return (try? Rational(samples, Int64(sampleRate))) ?? .zero
  }
}
