import Compositing
import EditServices
import EditingModel
import Foundation
import MediaFormats
import RenderEngine
import Rendering
import SeededRandom
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Images of stills: they are the pictures themselves.
@Suite("Images of stills")
struct StillImageTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A picture of noise in `format`, in which neighbors have nothing to do with each other, as a file.
  private func noise(_ format: String, _ size: PixelSize, _ name: String, seed: UInt64 = 1) async throws -> URL {
    var random = SeededGenerator(seed: seed)
    let samples = ["rgb24": 3, "rgba": 4, "gray": 1, "ya8": 2, "rgb48be": 6, "rgba64be": 8, "gray16be": 2][format] ?? 4
    let bytes = (0..<size.width * size.height * samples).map { _ in UInt8.random(in: 0...255, using: &random) }
    let (raw, url) = (folder.url("raw"), folder.url(name))
    try Data(bytes).write(to: raw)
    try await MediaTools.ffmpeg(
      ["-y", "-f", "rawvideo", "-pixel_format", format, "-video_size", "\(size.width)x\(size.height)", "-i", raw.path]
        + (name.hasSuffix("webp") ? ["-c:v", "libwebp", "-lossless", "1"] : [])
        + (name.hasSuffix("tiff") ? ["-compression_algo", "raw"] : []) + ["-frames:v", "1", "-update", "1", url.path])
    return url
  }

  private static let sizes = [
    PixelSize(width: 161, height: 1), PixelSize(width: 127, height: 64), PixelSize(width: 1, height: 1),
    PixelSize(width: 3, height: 90), PixelSize(width: 64, height: 48),
  ]

  @Test(arguments: ["rgb24", "rgba", "gray", "ya8"])
  func `the image of a PNG is its pixels, and so is the file that is made of it`(format: String) async throws {
    for size in Self.sizes {
      let url = try await noise(format, size, "a.png")
      let hasAlpha = format.hasSuffix("a") || format == "ya8"
      let wanted = hasAlpha ? "rgba" : "rgb24"
      let picture = try await StillPixels.image(of: url)
      #expect(picture.format == (hasAlpha ? .rgba : .rgb24))
      #expect((picture.width, picture.height) == (size.width, size.height))
      let expected = try await StillPixels.decoded(url, wanted)
      #expect(try picture.planeBytes()[0] == expected, "\(format) \(size)")
      let copy = folder.url("copy.png")
      try Data(try GStreamerRenderer().encodeImage(picture, as: .png)).write(to: copy)
      #expect(try await StillPixels.decoded(copy, wanted) == expected)
    }
  }

  @Test func `other formats that lose nothing come out as they are`() async throws {
    for (format, name) in [
      ("rgb24", "a.bmp"), ("rgb24", "a.webp"), ("rgba", "b.webp"), ("rgb24", "a.tiff"), ("rgb24", "a.ppm"),
    ] {
      let url = try await noise(format, PixelSize(width: 51, height: 33), name)
      let found = try await StillPixels.image(of: url)
      let bytes = try found.planeBytes()[0]
      let expected = try await StillPixels.decoded(url, found.format == .rgba ? "rgba" : "rgb24")
      #expect(bytes == expected, "\(name)")
    }
  }

  @Test(arguments: ["gray16be", "rgb48be", "rgba64be"])
  func `more than eight bits are kept to ten, and are written as sixteen`(format: String) async throws {
    let url = try await noise(format, PixelSize(width: 40, height: 31), "a.png")
    let picture = try await StillPixels.image(of: url)
    let hasAlpha = format == "rgba64be"
    #expect(picture.format == (hasAlpha ? .yuva444p10 : .yuv444p10))
    let copy = folder.url("copy.png")
    try Data(try GStreamerRenderer().encodeImage(picture, as: .png)).write(to: copy)
    let wanted = hasAlpha ? "rgba64be" : "rgb48be"
    let expected = try await StillPixels.decoded(url, wanted).samples
    let found = try await StillPixels.decoded(copy, wanted).samples
    #expect(found.count == expected.count)
    // Half a code of luma, and what blue takes of chroma's half, of 876 and 896 codes.
    let worst = zip(found, expected).map { abs($0 - $1) }.max() ?? .max
    #expect(worst <= 110, "\(worst)")
    let stored = try await MediaTools.ffprobe(["-show_entries", "stream=pix_fmt", "-of", "csv=p=0", copy.path])
    #expect(stored.contains(wanted))
  }

  @Test(arguments: [("png", "rgb24"), ("png", "rgba"), ("webp", "rgb24"), ("tiff", "rgb24")])
  func `pictures are turned as Exif says, pixel by pixel`(type: String, format: String) async throws {
    let (size, hasAlpha) = (PixelSize(width: 37, height: 22), format == "rgba")
    let url = try await noise(format, size, "a.\(type)")
    let original = [UInt8](try Data(contentsOf: url))
    let stored = try await StillPixels.decoded(url, format)
    for orientation in Orientation.allCases {
      let number = UInt8(orientation.rawValue)
      try Data(try StillTurn.turned(original, type, number, hasAlpha: hasAlpha)).write(to: url)
      let picture = try await StillPixels.image(of: url)
      #expect(PixelSize(width: picture.width, height: picture.height) == orientation.apply(to: size))
      let expected = StillTurn.upright(stored, size, number, bytesPerPixel: hasAlpha ? 4 : 3)
      #expect(try picture.planeBytes()[0] == expected, "\(orientation)")
    }
  }

  @Test func `JPEG is turned whatever decodes it`() async throws {
    // Gray; RGB as three at full size; 4:4:0; four inks.
    let colors: [UInt8] = [40, 200]
    for count in [1, 3, 4] {
      var jpeg = WrittenJPEG.flat(colors.map { [UInt8](repeating: $0, count: count) }, hasAdobeMark: count == 4)
      if count == 3 { jpeg.components[0].sampling = (1, 2) }
      jpeg.orientation = 6
      let url = folder.url("a.jpg")
      try Data(jpeg.bytes).write(to: url)
      let picture = try await StillPixels.image(of: url, in: .rgb24)
      #expect((picture.width, picture.height) == (32, 64), "\(count)")
      let pixels = try picture.planeBytes()[0]
      // The left block is above, and the right one below.
      #expect(pixels[16 * 32 * 3] < pixels[48 * 32 * 3], "\(count)")
    }
  }

  @Test func `an image without alpha lies over black, and a smaller one keeps its shape and its alpha`() async throws {
    let url = try await noise("rgba", PixelSize(width: 120, height: 61), "a.png")
    let opaque = try await StillPixels.image(of: url, in: .rgb24)
    let pixels = try await StillPixels.decoded(url, "rgba")
    var over: [UInt8] = []
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[start + 3])
      for part in 0..<3 { over.append(UInt8((Int(pixels[start + part]) * alpha + 127) / 255)) }
    }
    // Gray levels of ten bits, and a product that is rounded twice.
    #expect(StillPixels.difference(try opaque.planeBytes()[0], over) <= 2)
    let small = try await StillPixels.image(of: url, maximumSize: PixelSize(width: 40, height: 40))
    #expect(small.format == .rgba && (small.width, small.height) == (40, 20))
    let line = try await StillPixels.image(
      of: try await noise("rgb24", PixelSize(width: 161, height: 1), "line.png"),
      maximumSize: PixelSize(width: 50, height: 50))
    #expect((line.width, line.height) == (50, 1))
  }

  @Test func `a picture larger than films are is given whole, and refused where a file cannot hold it`() async throws {
    let url = folder.url("wide.png")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc=s=20000x10", "-frames:v", "1", "-pix_fmt", "rgb24", url.path])
    let picture = try await StillPixels.image(of: url)
    #expect((picture.width, picture.height) == (20_000, 10))
    #expect(try picture.planeBytes()[0] == (try await StillPixels.decoded(url, "rgb24")))
    let error = #expect(throws: RenderError.self) { try GStreamerRenderer().encodeImage(picture, as: .webp) }
    #expect(error?.code == .unsupported && error?.message.contains("16383") == true)
  }

  @Test func `a JPEG of the best quality keeps all chroma`() async throws {
    let url = folder.url("a.png")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "nullsrc=s=64x64,format=gbrp,geq=r='255*mod(X,2)':g='0':b='255-255*mod(X,2)'"]
        + ["-frames:v", "1", "-pix_fmt", "rgb24", url.path])
    let picture = try await StillPixels.image(of: url)
    for (quality, worst) in [(1.0, 6), (0.9, 255)] {
      let copy = folder.url("a.jpg")
      try Data(try GStreamerRenderer().encodeImage(picture, as: .jpeg, quality: quality)).write(to: copy)
      let pixels = try await StillPixels.image(of: copy).planeBytes()[0]
      #expect(StillPixels.difference(pixels, try picture.planeBytes()[0]) <= worst, "\(quality)")
    }
  }
}

extension [UInt8] {
  /// Its numbers of two bytes, the higher one first.
  fileprivate var samples: [Int] {
    stride(from: 0, to: count - 1, by: 2).map { Int(self[$0]) << 8 | Int(self[$0 + 1]) }
  }
}
