import Foundation
import MediaFormats
import PictureFiles
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@Suite("HEIF and AVIF")
struct HEIFPictureTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private static let lossless = ["-L", "-p", "chroma=444", "--matrix_coefficients=0"]
  private static let picture = "testsrc=size=161x95"

  /// The picture of a source of ffmpeg's as a file of `type`, and its bytes as `format`.
  private func made(_ source: String, _ filters: String = "null", format: String) async throws -> (URL, [UInt8]) {
    let png = folder.url("source.png")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", source, "-frames:v", "1", "-vf", filters, "-pix_fmt", format, png.path])
    return (png, try await PixelsOfFile.read(png, format))
  }

  @Test(arguments: ["heic", "avif"])
  func `a lossless picture has the pixels that were written`(type: String) async throws {
    let (png, expected) = try await made(Self.picture, format: "rgb24")
    let file = folder.url("a.\(type)")
    try await MediaTools.run("heif-enc", Self.lossless + (type == "avif" ? ["-A"] : []) + [png.path, "-o", file.path])
    let found = try HEIFPicture(file.path).decode()
    #expect((found.width, found.height, found.layout) == (161, 95, .rgb))
    // The encoder's way to YCbCr loses one in 255.
    #expect(found.color == .sRGB && found.pixels.differs(from: expected) <= 1)
    let converted = folder.url("converted.png")
    try await MediaTools.run("heif-convert", [file.path, converted.path])
    #expect(found.pixels == (try await PixelsOfFile.read(converted, "rgb24")))
  }

  @Test(arguments: ["heic", "avif"])
  func `alpha is kept`(type: String) async throws {
    let filters = "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X*3/2'"
    let (png, expected) = try await made(Self.picture, filters, format: "rgba")
    let file = folder.url("a.\(type)")
    try await MediaTools.run("heif-enc", Self.lossless + (type == "avif" ? ["-A"] : []) + [png.path, "-o", file.path])
    let found = try HEIFPicture(file.path).decode()
    #expect(found.layout == .rgba)
    #expect(found.pixels.differs(from: expected) <= 1)
  }

  @Test func `usual pictures are near those that were written`() async throws {
    let (png, expected) = try await made(
      "color=c=0x30A060:size=160x96,drawbox=x=32:w=64:color=0xE04020:t=fill", format: "rgb24")
    for arguments in [["-q", "95"], ["-A", "-q", "95"], ["-q", "95", "--full_range_flag=0"]] {
      let file = folder.url("a.heif")
      try await MediaTools.run("heif-enc", arguments + [png.path, "-o", file.path])
      let found = try HEIFPicture(file.path).decode()
      let wrong = zip(found.pixels, expected).filter { abs(Int($0) - Int($1)) > 6 }.count
      #expect(found.pixels.count == expected.count && wrong < expected.count / 20, "\(arguments): \(wrong)")
    }
  }

  @Test func `ten bits are kept, in sixteen`() async throws {
    let (png, expected) = try await made(Self.picture, format: "rgb48be")
    let file = folder.url("a.heic")
    try await MediaTools.run("heif-enc", Self.lossless + ["-b", "10", png.path, "-o", file.path])
    let found = try HEIFPicture(file.path).decode()
    #expect(found.isDeep && found.layout == .rgb && found.bytes.count == expected.count)
    let worst = stride(from: 0, to: expected.count, by: 2).map { index -> Int in
      let ten = (Int(expected[index]) << 8 | Int(expected[index + 1])) >> 6
      let sixteen = Int(found.bytes[index]) | Int(found.bytes[index + 1]) << 8
      return abs(sixteen - (ten * 65_535 + 511) / 1_023)
    }.max()
    // The encoder's way to YCbCr loses one of 1,023.
    #expect(worst ?? .max <= 65)
  }

  @Test(arguments: ["gray", "gray10le", "gray12le"], ["tv", "pc"])
  func `gray is expanded from the range that it is stored in`(format: String, range: String) async throws {
    let file = folder.url("a.avif")
    // ffmpeg 5 converts gray from no range to another, and 7 from what it takes for full.
    let level = range == "tv" ? "(16+X*219/255)*256" : "X*257"
    try await MediaTools.ffmpeg(
      [
        "-f", "lavfi", "-i",
        "nullsrc=s=256x16,format=gray16le,geq=lum='\(level)',format=\(format),setparams=range=\(range)",
      ]
        + [
          "-color_range", range, "-c:v", "libaom-av1", "-still-picture", "1", "-crf", "1", "-frames:v", "1", file.path,
        ])
    let found = try HEIFPicture(file.path).decode()
    #expect(found.isDeep == (format != "gray") && found.width == 256)
    for column in [0, 5, 16, 60, 128, 200, 235, 250, 255] {
      let place = (8 * 256 + column) * (found.isDeep ? 6 : 3)
      let level = found.isDeep ? Int(found.bytes[place + 1]) : Int(found.bytes[place])
      // libaom's own quantization, and 219 codes for 255.
      #expect(abs(level - column) <= 3, "\(column): \(level)")
    }
  }

  @Test func `a picture that is cut short is refused`() async throws {
    let (png, _) = try await made("testsrc=size=640x480", format: "rgb24")
    let file = folder.url("a.heic")
    try await MediaTools.run("heif-enc", ["-q", "90", png.path, "-o", file.path])
    let whole = try Data(contentsOf: file)
    for count in [0, 10, 100, 400, whole.count / 2, whole.count - 100] {
      try whole.prefix(count).write(to: file)
      #expect(throws: PictureError.self, "\(count) bytes") { _ = try HEIFPicture(file.path).decode() }
    }
    // The size that the file declares: 4 billion pixels.
    var large = [UInt8](whole)
    for at in large.indices.dropLast(16) where large[at..<at + 4].elementsEqual("ispe".utf8) {
      for index in at + 8..<at + 16 { large[index] = index % 4 == 2 ? 0xFF : 0 }
    }
    try Data(large).write(to: file)
    #expect(throws: PictureError.self) { _ = try HEIFPicture(file.path).decode() }
  }
}

extension RawPicture {
  /// The pixels without what pads their rows.
  var pixels: [UInt8] {
    let count = width * (layout == .rgb ? 3 : 4)
    return (0..<height).flatMap { bytes[$0 * rowBytes..<$0 * rowBytes + count] }
  }
}

extension [UInt8] {
  /// The largest difference between the samples of two pictures; 256 where they are not of one size.
  func differs(from other: [UInt8]) -> Int {
    count == other.count ? zip(self, other).reduce(0) { Swift.max($0, abs(Int($1.0) - Int($1.1))) } : 256
  }
}

/// What ffmpeg reads of a file.
enum PixelsOfFile {
  static func read(_ file: URL, _ format: String) async throws -> [UInt8] {
    [UInt8](
      try await MediaTools.ffmpegOutput(["-i", file.path, "-vsync", "0", "-f", "rawvideo", "-pix_fmt", format]))
  }
}
