import Foundation
import PictureFiles
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@Suite("JPEG 2000")
struct JPEG2000PictureTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A lossless picture of `format` as a file called `name`.
  private func made(_ format: String, _ name: String) async throws -> URL {
    let url = folder.url(name)
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc=size=161x95", "-frames:v", "1", "-pix_fmt", format, "-c:v", "jpeg2000"]
        + ["-pred", "1", "-format", name.hasSuffix("j2k") ? "j2k" : "jp2", "-f", "image2", url.path])
    return url
  }

  @Test(arguments: ["a.jp2", "a.j2k"])
  func `lossless pictures are what ffmpeg makes of them`(name: String) async throws {
    let color = try await made("rgb24", name)
    #expect(try JPEG2000Picture.decode(color.path).pixels == (try await PixelsOfFile.read(color, "rgb24")))
    let gray = try await made("gray", name)
    let levels = try await PixelsOfFile.read(gray, "gray")
    #expect(try JPEG2000Picture.decode(gray.path).pixels == levels.flatMap { [$0, $0, $0] })
    let deep = try await made("rgb48le", name)
    let samples = try await PixelsOfFile.read(deep, "rgb48le")
    let found = try JPEG2000Picture.decode(deep.path)
    #expect(found.isDeep && found.bytes == samples)
  }

  @Test func `halved chroma lies at its pixels, in full range`() async throws {
    let file = try await made("yuv420p", "a.jp2")
    let planes = try await PixelsOfFile.read(file, "yuv420p")
    let found = try JPEG2000Picture.decode(file.path)
    let (width, height, half) = (161, 95, 81)
    var expected: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let chroma = width * height + y / 2 * half + x / 2
        let luma = Double(planes[y * width + x])
        let (blue, red) = (Double(planes[chroma]) - 128, Double(planes[chroma + half * 48]) - 128)
        for sum in [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue] {
          expected.append(UInt8(max(0, min(255, sum.rounded()))))
        }
      }
    }
    #expect(found.pixels.differs(from: expected) <= 1)
  }

  @Test func `a picture that is cut short or too large is refused`() async throws {
    let file = try await made("rgb24", "a.jp2")
    let whole = [UInt8](try Data(contentsOf: file))
    for count in [0, 11, 60, 120, whole.count / 2, whole.count - 500] {
      try Data(whole.prefix(count)).write(to: file)
      #expect(throws: PictureError.self, "\(count) bytes") { _ = try JPEG2000Picture.decode(file.path) }
    }
    // The size in the code's own header, which counts.
    var large = whole
    for at in large.indices.dropLast(16) where large[at..<at + 4].elementsEqual([0xFF, 0x4F, 0xFF, 0x51]) {
      for index in at + 8..<at + 16 { large[index] = 0x7F }
    }
    try Data(large).write(to: file)
    #expect(throws: PictureError.self) { _ = try JPEG2000Picture.decode(file.path) }
  }
}
