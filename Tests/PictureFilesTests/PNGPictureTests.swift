import Foundation
import PictureFiles
import SeededRandom
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// PNG of one picture: every kind, every depth, with and without a color that is clear. ffmpeg is the second opinion.
@Suite("PNG")
struct PNGPictureTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A picture in `format` that ffmpeg writes, in its own shape or interlaced.
  private func made(_ format: String, isInterlaced: Bool) async throws -> URL {
    let file = folder.url("a.png")
    let source = "testsrc2=s=71x45,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255-X*3'"
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", source, "-frames:v", "1", "-pix_fmt", format, "-pred", "mixed"]
        + (isInterlaced ? ["-flags", "+ildct"] : []) + [file.path])
    return file
  }

  @Test(
    arguments: ["rgb24", "rgba", "pal8", "gray", "ya8", "monob", "rgb48be", "rgba64be", "gray16be", "ya16be"],
    [false, true])
  func `a picture is the one that ffmpeg decodes, in every format`(format: String, isInterlaced: Bool) async throws {
    let file = try await made(format, isInterlaced: isInterlaced)
    let found = try PNGPicture.decode(file.path)
    let isDeep = format.contains("48") || format.contains("64") || format.contains("16")
    #expect(found.isDeep == isDeep && found.width == 71 && found.height == 45)
    #expect((found.layout == .rgba) == (format.contains("a") && !["gray", "gray16be", "pal8"].contains(format)))
    let bytes = found.layout == .rgb ? Self.opaque(found.bytes) : found.bytes
    let expected = try await Self.pixels(of: file, format)
    #expect(found.layout == .rgbx ? Self.opaque(bytes, sample: 1) == expected : bytes == expected)
  }

  /// The pixels that ffmpeg decodes from a file of `format`, red, green, blue and alpha, the lower byte first. Only the order
  /// of its samples is changed, and not by ffmpeg, whose conversions round.
  private static func pixels(of file: URL, _ format: String) async throws -> [UInt8] {
    let native = ["pal8": "rgba", "monob": "gray"][format] ?? format
    let bytes = try await PixelsOfFile.read(file, native)
    let sample = native.hasSuffix("be") ? 2 : 1
    let count = ["gray": 1, "gray16be": 1, "ya8": 2, "ya16be": 2, "rgb24": 3, "rgb48be": 3][native] ?? 4
    return stride(from: 0, to: bytes.count, by: count * sample).flatMap { start -> [UInt8] in
      let parts = (0..<count).map { Array(bytes[start + $0 * sample..<start + ($0 + 1) * sample].reversed()) }
      let full = [UInt8](repeating: 255, count: sample)
      switch count {
      case 1: return parts[0] + parts[0] + parts[0] + full
      case 2: return parts[0] + parts[0] + parts[0] + parts[1]
      case 3: return parts.flatMap(\.self) + full
      default: return parts.flatMap(\.self)
      }
    }
  }

  /// Pixels of three samples, or of three and one that means nothing, with full alpha.
  private static func opaque(_ bytes: [UInt8], sample: Int = 2) -> [UInt8] {
    let step = sample == 1 ? 4 : 6
    return stride(from: 0, to: bytes.count, by: step).flatMap {
      bytes[$0..<$0 + 3 * sample] + [UInt8](repeating: 255, count: sample)
    }
  }

  @Test(arguments: ["rgb24", "gray", "rgb48be", "gray16be"])
  func `one color is clear where a chunk says so`(format: String) async throws {
    let file = try await made(format, isInterlaced: false)
    var bytes = [UInt8](try Data(contentsOf: file))
    let isRGB = format.hasPrefix("rgb")
    let isDeep = format.hasSuffix("be")
    // The color of the last pixel.
    let pixels = try await PixelsOfFile.read(
      file, isRGB ? (isDeep ? "rgb48be" : "rgb24") : isDeep ? "gray16be" : "gray")
    var key = Array(pixels.suffix((isRGB ? 3 : 1) * (isDeep ? 2 : 1)))
    if !isDeep { key = key.flatMap { [0, $0] } }
    let chunk = Array("tRNS".utf8) + key
    bytes.insert(
      contentsOf: PNGBytes.number(key.count, 4) + chunk + PNGBytes.number(Int(PNGBytes.checksum(of: chunk)), 4), at: 33)
    try Data(bytes).write(to: file)
    let found = try PNGPicture.decode(file.path)
    #expect(found.layout == .rgba && found.isDeep == isDeep)
    let clear = ["rgb24": "rgba", "gray": "ya8", "rgb48be": "rgba64be", "gray16be": "ya16be"]
    #expect(found.bytes == (try await Self.pixels(of: file, clear[format] ?? format)))
    let alphas = Set(stride(from: 3, to: found.bytes.count, by: 4).map { found.bytes[$0] })
    #expect(alphas.contains(0) && alphas.contains(255))
  }

  @Test func `sixteen bits are written as they are, and alpha where there is any`() async throws {
    var random = SeededGenerator(seed: 7)
    for (width, height, isOpaque) in [(1, 1, true), (33, 17, false), (64, 3, true), (5, 40, false)] {
      var pixels: [UInt8] = []
      for pixel in 0..<width * height {
        // Some of it smooth, some of it noise.
        let level = UInt16(truncatingIfNeeded: pixel &* 97)
        for part in 0..<4 {
          let value =
            part == 3 && isOpaque ? .max : pixel % 3 == 0 ? UInt16.random(in: 0...(.max), using: &random) : level
          pixels += [UInt8(value & 255), UInt8(value >> 8)]
        }
      }
      let file = folder.url("deep.png")
      try Data(try PNGEncoder.file(of: pixels, width: width, height: height)).write(to: file)
      #expect(try await Self.pixels(of: file, isOpaque ? "rgb48be" : "rgba64be") == pixels)
      let found = try PNGPicture.decode(file.path)
      #expect(found.layout == (isOpaque ? .rgb : .rgba))
      #expect((isOpaque ? Self.opaque(found.bytes) : found.bytes) == pixels)
    }
  }

  @Test func `a picture that is damaged, cut short or empty is refused`() async throws {
    let file = try await made("rgb48be", isInterlaced: false)
    let bytes = [UInt8](try Data(contentsOf: file))
    for broken in [
      Array(bytes.dropLast(40)), Array(bytes.prefix(33)), bytes.enumerated().map { $0 == bytes.count / 2 ? ~$1 : $1 },
    ] {
      try Data(broken).write(to: file)
      #expect(throws: PictureError.self) { try PNGPicture.decode(file.path) }
    }
  }
}

/// What PNG files are made of.
enum PNGBytes {
  /// `value` in `count` bytes, the highest first.
  static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(value >> (8 * $0) & 255) }
  }

  /// The checksum of a chunk's type and content.
  static func checksum(of bytes: [UInt8]) -> UInt32 {
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
    }
    return ~checksum
  }
}
