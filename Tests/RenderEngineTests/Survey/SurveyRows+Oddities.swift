extension SurveyRows {
  private typealias Recipes = SurveyRecipes

  /// Single pictures.
  static let stills: [SurveyRow] = {
    let kinds: [(type: String, formats: String, options: [String])] = [
      ("png", "rgb24 rgba gray ya8 gray16be rgb48be rgba64be pal8 monob ya16be", []),
      ("jpg", "yuvj420p yuvj422p yuvj444p gray yuvj440p", []),
      ("tiff", "rgb24 gray rgba rgb48le pal8 yuv420p monob", []),
      ("bmp", "bgr24 bgra gray pal8 rgb565le monob", []), ("tga", "bgr24 bgra gray rgb555le pal8", []),
      ("ppm", "rgb24 rgb48be", []), ("pgm", "gray", []), ("pbm", "monob", []), ("pam", "rgba", []),
      ("webp", "yuv420p yuva420p", []), ("webp", "bgra", ["-lossless", "1"]), ("gif", "bgr8", []),
      ("jp2", "rgb24 yuv420p", []), ("j2k", "rgb24", []), ("jls", "gray", []), ("jxl", "rgb24", []),
      ("avif", "yuv420p", ["-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", "8"]), ("sgi", "rgb24", []),
      ("pcx", "rgb24", []), ("dpx", "rgb24", []), ("exr", "gbrpf32le", []), ("xbm", "monow", []), ("qoi", "rgb24", []),
      ("ras", "rgb24", []),
    ]
    let plain = kinds.flatMap { type, formats, options in
      formats.split(separator: " ").map {
        row(.stills, type, "still", "\($0)", Recipes.still() + ["-pix_fmt", "\($0)"] + options)
      }
    }
    let rgb = ["-pix_fmt", "rgb24"]
    return plain + [
      row(.stills, "png", "still", "filters by turns", Recipes.still() + rgb + ["-pred", "mixed"]),
      row(.stills, "png", "still", "odd size", Recipes.still(size: "161x97") + rgb),
      row(.stills, "tiff", "still", "LZW", Recipes.still() + rgb + ["-compression_algo", "lzw"]),
      row(.stills, "tiff", "still", "deflate", Recipes.still() + rgb + ["-compression_algo", "deflate"]),
      row(.stills, "webp", "still", "animated", Recipes.picture(rate: "10") + ["-c:v", "libwebp_anim"]),
    ]
  }()

  /// Files of the common containers, to be cut or damaged.
  private static let victims: [(type: String, codec: String, arguments: [String])] = {
    let both = Recipes.picture + Recipes.sound
    func sound(_ type: String, _ codec: String) -> (String, String, [String]) {
      (type, codec, Recipes.sound + ["-c:a", codec])
    }
    func still(_ type: String) -> (String, String, [String]) { (type, "still", Recipes.still()) }
    let film = both + Recipes.h264 + ["-c:a", "aac"]
    let noChecksum = ["-write_crc32", "0"]
    return [
      ("mp4", "H.264 and AAC", film), ("mp4", "the same, fast start", film + ["-movflags", "faststart"]),
      ("mp4", "the same, fragments", film + ["-movflags", "frag_keyframe+empty_moov"]), ("mov", "H.264 and AAC", film),
      ("mkv", "H.264 and AAC", film), ("ts", "H.264 and AAC", film), ("m2ts", "H.264", Recipes.picture + Recipes.h264),
      ("flv", "H.264 and AAC", film), ("nut", "H.264 and AAC", film),
      ("webm", "VP8 and Opus", both + Recipes.vp8 + ["-c:a", "libopus"]),
      ("mpg", "MPEG-2 and MP2", both + Recipes.mpeg2 + ["-c:a", "mp2"]),
      ("avi", "MPEG-4 and MP3", both + ["-c:v", "mpeg4", "-g", "10", "-c:a", "libmp3lame"]),
      ("ogg", "Theora and Vorbis", both + ["-c:v", "libtheora", "-g", "10", "-c:a", "libvorbis"]),
      ("asf", "WMV 2 and WMA 2", both + ["-c:v", "wmv2", "-g", "10", "-c:a", "wmav2"]),
      ("mxf", "MPEG-2 and PCM", both + Recipes.mpeg2 + ["-c:a", "pcm_s16le"]),
      ("mp4", "HEVC", Recipes.picture + Recipes.hevc()), ("mkv", "HEVC", Recipes.picture + Recipes.hevc()),
      ("webm", "VP9", Recipes.picture + Recipes.vp9),
      ("mp4", "AV1", Recipes.picture + ["-c:v", "libsvtav1", "-preset", "12", "-g", "10"]),
      ("mov", "ProRes", Recipes.picture + ["-c:v", "prores_ks"]),
      ("avi", "Motion JPEG", Recipes.picture + ["-c:v", "mjpeg"]),
      ("mkv", "FFV1", Recipes.picture + ["-c:v", "ffv1", "-pix_fmt", "yuv420p"]),
      (
        "mkv", "FFV1 with checksums",
        Recipes.picture + ["-c:v", "ffv1", "-level", "3", "-slicecrc", "1", "-pix_fmt", "yuv420p"] + noChecksum
      ),
      ("mkv", "H.264 without checksums", Recipes.picture + Recipes.h264 + noChecksum),
      ("mp4", "HEVC with checksums", Recipes.picture + Recipes.hevc("yuv420p", "keyint=10:hash=1")),
      ("tiff", "LZW", Recipes.still() + ["-pix_fmt", "rgb24", "-compression_algo", "lzw"]),
      ("tiff", "deflate", Recipes.still() + ["-pix_fmt", "rgb24", "-compression_algo", "deflate"]),
      ("m2v", "MPEG-2", Recipes.picture + Recipes.mpeg2), ("ivf", "VP8", Recipes.picture + Recipes.vp8),
      sound("wav", "pcm_s16le"), sound("aif", "pcm_s16be"), sound("flac", "flac"), sound("mp3", "libmp3lame"),
      sound("aac", "aac"), sound("ogg", "libvorbis"), sound("opus", "libopus"), sound("m4a", "aac"),
      sound("ac3", "ac3"),
      sound("au", "pcm_s16be"), sound("caf", "pcm_s16le"), sound("w64", "pcm_s16le"), sound("wv", "wavpack"),
      sound("tta", "tta"), sound("mkv", "flac"), sound("wma", "wmav2"), still("png"), still("jpg"), still("tiff"),
      still("bmp"), still("tga"), still("gif"), still("webp"),
    ]
  }()

  static let cutShort = changed(.cutShort, .cutShort)
  static let damaged = changed(.damaged, .damage)

  private static func changed(_ chapter: SurveyChapter, _ change: SurveyChange) -> [SurveyRow] {
    victims.map { type, codec, arguments in
      SurveyRow(
        chapter: chapter, type: type, codec: codec, oddity: change == .cutShort ? "cut short" : "damaged",
        making: .ffmpeg(arguments), change: change)
    }
  }

  /// Files that are no media, or none that can be read.
  static let foreign: [SurveyRow] = {
    let key = String(repeating: "0123456789abcdef", count: 2)
    func bytes(_ type: String, _ what: String, _ text: String) -> SurveyRow {
      SurveyRow(chapter: .foreign, type: type, codec: "none", oddity: what, making: .bytes(Array(text.utf8)))
    }
    let names = ["mp4", "mkv", "wav", "mp3", "png", "txt"]
    let lines = String(repeating: "A text is no film, whatever it is called.\n", count: 60)
    return names.map { bytes($0, "text", lines) } + names.map { bytes($0, "empty", "") } + [
      bytes("mp4", "zip", "PK\u{3}\u{4}\u{14}\0\0\0\0\0" + lines),
      bytes("pdf", "PDF", "%PDF-1.4\n1 0 obj\n<< >>\nendobj\n" + lines),
      bytes("mp4", "web page", "<!DOCTYPE html>\n<html><body>Not found</body></html>\n" + lines),
      bytes("json", "JSON", "{ \"gstedit\": 1, \"assets\": {} }\n"),
      bytes("srt", "subtitles", "1\n00:00:00,200 --> 00:00:00,800\nHello.\n\n"),
      row(.foreign, "mkv", "none", "subtitles alone", Recipes.subtitles + ["-c:s", "srt"]),
      row(.foreign, "mp4", "none", "subtitles alone", Recipes.subtitles + ["-c:s", "mov_text"]),
      row(
        .foreign, "mp4", "H.264", "encrypted",
        Recipes.picture + Recipes.h264
          + ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key]),
    ]
  }()
}
