import Foundation

import class TestSupport.MediaCache
import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Three seconds with metadata, chapters and, where the kind of file has one, a cover, made by ffmpeg.
enum TaggedFile: String, CaseIterable, Sendable {
  case mp4, mov, m4a, mdta, mkv, opus, flac, mp3, oldMP3, wav, avi, aiff

  private var type: String {
    switch self {
    case .mdta: "mp4"
    case .oldMP3: "mp3"
    default: rawValue
    }
  }

  /// Whether ffmpeg writes chapters into it.
  var hasChapters: Bool { ![.flac, .wav, .avi].contains(self) }
  /// Whether it is given a cover.
  var hasCover: Bool { [.m4a, .mkv, .flac, .mp3, .oldMP3].contains(self) }
  /// Whether it has a picture.
  private var isFilm: Bool { [.mp4, .mov, .mdta, .mkv, .avi].contains(self) }

  static let title = "The Title – Größe"
  static let description = """
    ;FFMETADATA1
    title=\(title)
    artist=Jörg & Ülle
    album=Album
    date=2021-03-04
    genre=Rock
    copyright=Nobody's
    location=+48.2082+016.3738+171/
    [CHAPTER]
    TIMEBASE=1/1000
    START=0
    END=1200
    title=First
    [CHAPTER]
    TIMEBASE=1/1000
    START=1200
    END=3000
    title=Zweites – Kapitel

    """

  /// The file.
  func url() async throws -> URL {
    try await MediaCache.shared.file(
      named: "tagged-\(rawValue)", extension: type, recipe: arguments + [Self.description]
    ) { target in
      let scratch = try ScratchFolder()
      let places = ["METADATA": scratch.url("metadata").path, "COVER": scratch.url("cover.jpg").path]
      try scratch.write(Self.description, to: "metadata")
      try await MediaTools.ffmpeg(
        [
          "-f", "lavfi", "-i", "color=red:size=64x64:rate=1:duration=1", "-frames:v", "1",
          scratch.url("cover.jpg").path,
        ])
      try await MediaTools.ffmpeg(arguments.map { places[$0] ?? $0 } + [target.path])
    }
  }

  private var arguments: [String] {
    let picture = ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=3"]
    let sound = ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=3"]
    let inputs =
      picture + sound + ["-i", "COVER", "-i", "METADATA", "-map_metadata", "3", "-map_chapters", "3", "-map", "1"]
    var outputs: [String] = []
    if isFilm {
      outputs += ["-map", "0", "-c:v", self == .avi ? "mpeg4" : "libx264", "-bf", "2", "-pix_fmt", "yuv420p"]
    }
    if hasCover, !isFilm {
      outputs += ["-map", "2", "-c:v", "copy", "-disposition:v", "attached_pic"]
    }
    outputs += ["-fflags", "+bitexact", "-flags", "+bitexact"]
    switch self {
    case .mdta: outputs += ["-movflags", "use_metadata_tags"]
    case .oldMP3: outputs += ["-id3v2_version", "3", "-write_id3v1", "1"]
    case .mkv: outputs += ["-attach", "COVER", "-metadata:s:t", "mimetype=image/jpeg"]
    case .aiff: outputs += ["-write_id3v2", "1"]
    default: break
    }
    return inputs + outputs
  }
}
