import Foundation
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// A still of one kind: what writes it, and what is different from others of its kind.
struct StillRecipe: Sendable, CustomTestStringConvertible {
  /// Which program writes it.
  enum Writer: Sendable {
    /// ffmpeg, with the pixels in its words, and its options.
    case ffmpeg(String, [String])
    /// heif-enc, with its options.
    case heif([String])
  }

  /// What kind of file it is, by its name's end.
  var type: String
  var writer: Writer
  /// Whether the picture that is written has alpha.
  var hasAlpha = false
  /// Whether it is gray.
  var isGray = false
  /// What Exif says of how it is turned; no Exif if nil.
  var orientation: UInt8?

  var testDescription: String {
    var words = [type]
    switch writer {
    case .ffmpeg(let format, let options): words += [format] + options
    case .heif(let options): words += ["heif-enc"] + options
    }
    if hasAlpha { words.append("with alpha") }
    if isGray { words.append("gray") }
    if let orientation { words.append("turned \(orientation)") }
    return words.joined(separator: " ")
  }

  /// Whether its colors are few, so that neighbors differ.
  var isDithered: Bool {
    guard case .ffmpeg(let format, _) = writer else { return false }
    return ["pal8", "rgb565le", "rgb555le"].contains(format)
  }

  /// How far levels may be from those of the other program: where chroma is halved, some programs repeat it, and others
  /// interpolate, which are a pixel's step apart on a slope of three to four levels a pixel in each color.
  var tolerance: Int {
    guard case .ffmpeg(let format, _) = writer else { return 6 }
    return format.contains("420") ? 11 : format.contains("422") ? 7 : 4
  }

  static let size = (width: 97, height: 61)

  /// Writes the picture into `folder`: smooth, so that how chroma is halved and brought back makes no difference.
  func file(in folder: ScratchFolder) async throws -> URL {
    let file = folder.url("a.\(type)")
    let alpha = hasAlpha ? "65535-X*500" : "65535"
    let colors = isGray ? "r='X*670':g='X*670':b='X*670'" : "r='X*670':g='Y*1060':b='65535-(X+Y)*410'"
    let source = ["-f", "lavfi", "-i", "nullsrc=s=97x61,format=gbrap16le,geq=\(colors):a='\(alpha)'", "-frames:v", "1"]
    switch writer {
    case .ffmpeg(let format, let options):
      try await MediaTools.ffmpeg(
        source + ["-vf", "scale=flags=accurate_rnd+full_chroma_int\(range),format=\(format)"] + options
          + (type == "webp" ? ["-c:v", "libwebp"] : []) + ["-update", "1", file.path])
    case .heif(let options):
      let png = folder.url("source.png")
      try await MediaTools.ffmpeg(
        // Of deeper pictures heif-enc makes deeper ones.
        source + ["-pix_fmt", options.contains("10") || options.contains("12") ? deepFormat : plainFormat, png.path])
      try await MediaTools.run("heif-enc", options + [png.path, "-o", file.path])
    }
    if let orientation {
      try Data(try StillTurn.turned([UInt8](try Data(contentsOf: file)), type, orientation, hasAlpha: hasAlpha)).write(
        to: file)
    }
    return file
  }

  private var plainFormat: String { isGray ? "gray" : hasAlpha ? "rgba" : "rgb24" }
  private var deepFormat: String { isGray ? "gray16be" : hasAlpha ? "rgba64be" : "rgb48be" }

  /// The range in which ffmpeg is to convert, where the options name one.
  private var range: String {
    guard case .ffmpeg(_, let options) = writer, let place = options.firstIndex(of: "-color_range") else { return "" }
    return ":out_range=\(options[place + 1])"
  }

  /// The picture in `file`, red, green, blue and alpha of eight bits, as another program decodes it, and not turned.
  func reference(_ file: URL, in folder: ScratchFolder) async throws -> [UInt8] {
    var readable = file
    if case .heif = writer {
      readable = folder.url("converted.png")
      try await MediaTools.run("heif-convert", [file.path, readable.path])
    }
    // JPEG 2000 does not state its range, which is full (IEC 61966-2-1).
    let range = type == "jp2" ? ":in_range=pc" : ""
    var filters = "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp+bilinear\(range),format=rgba"
    if let orientation { filters += "," + (StillTurn.filters[orientation] ?? "null") }
    return try await StillPixels.decoded(readable, "rgba", filters: filters)
  }

  // MARK: The table

  /// Every kind of still with every depth, sampling and range that a program here writes.
  static let all: [StillRecipe] = jpeg + png + webP + avif + heic + tiff + others

  /// One of each of what differs.
  static let short: [StillRecipe] =
    ffmpeg("jpg", ["yuvj422p", "yuvj444p"], best) + ffmpeg("png", ["rgb48be", "rgba64be"])
    + ffmpeg("webp", ["yuva420p"], ["-quality", "95"]) + turned(ffmpeg("webp", ["bgra"], ["-lossless", "1"]), 6...6)
    + avif.filter { $0.isLimited && $0.testDescription.contains("yuv422p10le") } + [heic[8]]
    + ffmpeg("tiff", ["gray16le"]) + ffmpeg("bmp", ["bgr24"])
    + ffmpeg("jp2", ["yuv420p"], lossless + ["-color_range", "pc"])

  private var isLimited: Bool { range.hasSuffix("tv") }

  private static let translucent: Set<String> = [
    "rgba", "bgra", "ya8", "rgba64be", "ya16be", "rgba64le", "yuva420p",
  ]

  private static func ffmpeg(_ type: String, _ formats: [String], _ options: [String] = []) -> [StillRecipe] {
    formats.map { format in
      StillRecipe(
        type: type, writer: .ffmpeg(format, options),
        hasAlpha: translucent.contains(format),
        isGray: format.hasPrefix("gray") || format.hasPrefix("ya"))
    }
  }

  private static func turned(_ recipes: [StillRecipe], _ orientations: ClosedRange<UInt8> = 1...8) -> [StillRecipe] {
    recipes.flatMap { recipe in
      orientations.map { orientation in
        var turned = recipe
        turned.orientation = orientation
        return turned
      }
    }
  }

  private static let best = ["-q:v", "1", "-qmin", "1"]
  private static let lossless = ["-pred", "1", "-format", "jp2"]
  private static let jpeg =
    ffmpeg("jpg", ["yuvj420p", "yuvj422p", "yuvj444p"], best)
    + turned(ffmpeg("jpg", ["yuvj420p", "yuvj444p"], best))
  private static let png =
    ffmpeg("png", ["rgb24", "rgba", "pal8", "gray", "ya8", "rgb48be", "rgba64be", "gray16be", "ya16be"])
    + turned(ffmpeg("png", ["rgb24", "rgba", "rgba64be", "gray"]))
  private static let webP =
    ffmpeg("webp", ["bgra"], ["-lossless", "1"])
    + ffmpeg("webp", ["yuv420p", "yuva420p"], ["-quality", "95"])
    + turned(ffmpeg("webp", ["yuv420p"], ["-quality", "95"]) + ffmpeg("webp", ["bgra"], ["-lossless", "1"]))
  private static var avif: [StillRecipe] {
    var recipes: [StillRecipe] = []
    for range in ["tv", "pc"] {
      let options =
        ["-color_range", range, "-c:v", "libaom-av1", "-still-picture", "1", "-crf", "2", "-cpu-used", "8"]
      for depth in ["", "10le", "12le"] {
        var shapes = ["yuv420p", "yuv422p", "yuv444p"]
        // For gray, ffmpeg supports full range alone; HEIFPictureTests have the other.
        if range == "pc" { shapes += ["gray", "gbrp"] }
        recipes += ffmpeg("avif", shapes.map { $0 + depth }, options)
      }
    }
    return recipes
  }
  private static var heic: [StillRecipe] {
    var recipes: [StillRecipe] = []
    for chroma in ["420", "422", "444"] {
      for depth in ["8", "10", "12"] {
        for range in ["0", "1"] {
          let options = ["-q", "95", "-b", depth, "-p", "chroma=\(chroma)", "--full_range_flag=\(range)"]
          recipes.append(StillRecipe(type: "heic", writer: .heif(options)))
        }
      }
    }
    return recipes + heifOfItsOwn
  }
  private static let heifOfItsOwn = [
    StillRecipe(type: "heic", writer: .heif(["-q", "95"]), hasAlpha: true),
    StillRecipe(type: "heic", writer: .heif(["-q", "95", "-b", "10"]), hasAlpha: true),
    StillRecipe(type: "heic", writer: .heif(["-q", "95"]), isGray: true),
    StillRecipe(type: "avif", writer: .heif(["-A", "-q", "95"]), hasAlpha: true),
    StillRecipe(type: "avif", writer: .heif(["-A", "-q", "95"]), isGray: true),
  ]
  private static let tiff =
    ffmpeg("tiff", ["rgb24", "rgba", "gray", "pal8", "rgb48le", "gray16le"], ["-compression_algo", "raw"])
    + turned(ffmpeg("tiff", ["rgb24"], ["-compression_algo", "raw"]))
  private static let others =
    ffmpeg("bmp", ["bgr24", "pal8", "gray", "rgb565le", "rgb555le"]) + ffmpeg("gif", ["pal8"])
    + ffmpeg(
      "jp2", ["rgb24", "gray", "rgb48le", "gray16le"], lossless)
    + ffmpeg("jp2", ["yuv420p", "yuv422p", "yuv444p"], lossless + ["-color_range", "pc"]) + ffmpeg("ppm", ["rgb24"])
    + ffmpeg("pgm", ["gray"])
}
