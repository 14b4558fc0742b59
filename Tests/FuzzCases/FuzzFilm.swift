public import Foundation
import TestSupport

/// A small film, sound or picture that is damaged: less than a second, some kilobytes.
public struct FuzzFilm: Sendable {
  /// Its name with its extension, as kept cases call it.
  public let name: String

  /// What ffmpeg makes it of.
  private let recipe: [String]

  /// The extension, which says how the file is laid out.
  public var type: String { URL(filePath: name).pathExtension }

  /// The file, made once.
  public func url() async throws -> URL {
    let recipe = recipe
    let format = type == "mpg" ? ["-f", "vob"] : []
    return try await MediaCache.shared.file(
      named: "fuzz-\(URL(filePath: name).deletingPathExtension().lastPathComponent)", extension: type,
      recipe: recipe + format
    ) {
      try await MediaTools.ffmpeg(recipe + ["-fflags", "+bitexact", "-flags", "+bitexact"] + format + [$0.path])
    }
  }

  /// The film of a name.
  public static func named(_ name: String) -> FuzzFilm? { all.first { $0.name == name } }

  private static let picture = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=0.8"]
  private static let sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=0.8"]
  private static let lowSound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=16000:duration=0.8"]
  private static let still = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=0.04", "-frames:v", "1"]
  private static let planar = ["-pix_fmt", "yuv420p", "-threads", "1", "-g", "10"]
  private static let h264 = planar + ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2"]

  private static func film(_ name: String, _ video: [String], _ audio: String, _ more: [String] = []) -> FuzzFilm {
    FuzzFilm(name: name, recipe: picture + sound + video + ["-c:a", audio] + more)
  }

  private static func sound(_ name: String, _ codec: String, low: Bool = false) -> FuzzFilm {
    FuzzFilm(name: name, recipe: (low ? lowSound : sound) + ["-c:a", codec])
  }

  private static func still(_ name: String, _ more: [String] = []) -> FuzzFilm {
    FuzzFilm(name: name, recipe: still + more)
  }

  /// Those whose packets can be copied, and films in codecs that nothing here decodes.
  static let copied =
    all.filter { !$0.recipe.starts(with: still) } + [
      film("dts.mkv", h264, "dca", ["-strict", "-2", "-ac", "2"]),
      film("sorenson.flv", ["-c:v", "flv1"], "libmp3lame", ["-ar", "44100"]),
    ]

  /// All of them. New ones stand at the end: what a case's number means depends on how many there are.
  public static let all: [FuzzFilm] = [
    film("h264-aac.mp4", h264, "aac"),
    film(
      "fragmented.mp4", h264, "aac", ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"]),
    film(
      "prores.mov", ["-c:v", "prores_ks", "-profile:v", "0", "-pix_fmt", "yuv422p10le"], "pcm_s16le",
      ["-ac", "1", "-t", "0.2"]),
    film("vp9-opus.mkv", planar + ["-c:v", "libvpx-vp9", "-cpu-used", "8"], "libopus"),
    film("h264-flac.mkv", h264, "flac"),
    film("vp8-vorbis.webm", planar + ["-c:v", "libvpx", "-cpu-used", "8"], "libvorbis"),
    film("h264-aac.ts", h264, "aac"),
    film("mpeg2-mp2.ts", planar + ["-c:v", "mpeg2video", "-bf", "2"], "mp2"),
    film("mpeg2-mp2.mpg", planar + ["-c:v", "mpeg2video", "-bf", "2"], "mp2"),
    film("mpeg4-mp3.avi", planar + ["-c:v", "mpeg4"], "libmp3lame"),
    film("mjpeg-pcm.avi", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"], "pcm_s16le", ["-t", "0.32"]),
    film("h264-aac.flv", h264, "aac"),
    film("theora-vorbis.ogg", planar + ["-c:v", "libtheora"], "libvorbis"),
    film("wmv-wma.asf", planar + ["-c:v", "wmv2"], "wmav2"),
    film(
      "hevc-aac.mp4",
      [
        "-pix_fmt", "yuv420p", "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params",
        "log-level=none:keyint=10:pools=1:frame-threads=1",
      ], "aac"),
    film("av1-opus.mp4", planar + ["-c:v", "libaom-av1", "-cpu-used", "8"], "libopus"),
    sound("pcm.wav", "pcm_s16le", low: true),
    sound("adpcm.wav", "adpcm_ms", low: true),
    sound("pcm.aiff", "pcm_s16be", low: true),
    sound("plain.flac", "flac", low: true),
    sound("plain.mp3", "libmp3lame"),
    sound("plain.aac", "aac"),
    sound("plain.ac3", "ac3"),
    sound("opus.ogg", "libopus"),
    sound("plain.m4a", "aac"),
    still("plain.png"),
    still("deep.png", ["-pix_fmt", "rgb48be"]),
    still("plain.jpg", ["-pix_fmt", "yuvj420p"]),
    still("plain.tiff"),
    still("plain.gif"),
    still("plain.bmp"),
    still("plain.webp", ["-c:v", "libwebp"]),
    still("plain.tga"),
    still("plain.ppm"),
    FuzzFilm(name: "surround.wav", recipe: lowSound + ["-ac", "6", "-c:a", "pcm_s24le"]),
    film("vfr.mp4", h264, "aac", ["-vf", "select='not(eq(mod(n,5),3))'", "-fps_mode", "vfr"]),
  ]
}
