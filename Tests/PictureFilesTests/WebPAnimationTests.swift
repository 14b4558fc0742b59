import Foundation
import PictureFiles
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@Suite("WebP")
struct WebPAnimationTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Pictures as PNG, and their bytes.
  private func pictures(_ source: String, format: String = "rgb24") async throws -> [(URL, [UInt8])] {
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", source, "-pix_fmt", format, folder.url("p%02d.png").path])
    var pictures: [(URL, [UInt8])] = []
    for number in 1... {
      let url = folder.url(number < 10 ? "p0\(number).png" : "p\(number).png")
      guard FileManager.default.fileExists(atPath: url.path) else { break }
      pictures.append((url, try await PixelsOfFile.read(url, "rgba")))
    }
    return pictures
  }

  @Test func `a still is what dwebp makes of it`() async throws {
    let picture = try await pictures("testsrc=size=161x95:rate=1:duration=1")[0]
    for arguments in [["-q", "60"], ["-lossless"]] {
      let (file, png) = (folder.url("a.webp"), folder.url("a.png"))
      try await MediaTools.run("cwebp", ["-quiet"] + arguments + [picture.0.path, "-o", file.path])
      try await MediaTools.run("dwebp", ["-quiet", file.path, "-o", png.path])
      let still = try AnimationFile.webP(file.path)
      #expect(still.durations.count == 1)
      let found = try still.next()
      #expect(found.layout == .rgbx && found.width == 161 && found.height == 95)
      #expect(found.pixels == (try await PixelsOfFile.read(png, "rgba")))
    }
  }

  @Test func `every picture of an animation is the one that was written`() async throws {
    let pictures = try await pictures("testsrc2=size=120x80:rate=10:duration=1.2")
    let file = folder.url("a.webp")
    let delays = [40, 70, 5, 0, 100, 120, 33, 11, 10, 1_000, 60, 80]
    try await MediaTools.run(
      "img2webp",
      ["-loop", "3", "-lossless"] + zip(pictures, delays).flatMap { ["-d", "\(max(1, $1))", $0.0.path] }
        + ["-o", file.path])
    let animation = try AnimationFile.webP(file.path)
    #expect(animation.durations == [40, 70, 100, 100, 100, 120, 33, 11, 100, 1_000, 60, 80])
    // What has not changed is written as transparent, and blended.
    #expect(!animation.hasAlpha)
    for _ in 0..<2 {
      for (number, picture) in pictures.enumerated() {
        #expect(try animation.next().pixels == picture.1, "picture \(number)")
      }
      animation.move(toKeyPicture: 0)
    }
  }

  @Test func `parts are laid over one another, and taken away`() async throws {
    let picture = try await pictures("color=c=red:size=40x30:rate=1:duration=1")[0]
    let part = folder.url("part.webp")
    try await MediaTools.run("cwebp", ["-quiet", "-lossless", picture.0.path, "-o", part.path])
    let file = folder.url("a.webp")
    // At three places: kept, taken away, and a last one.
    try await MediaTools.run(
      "webpmux",
      [
        "-frame", part.path, "+100+0+0+0", "-frame", part.path, "+100+40+0+1", "-frame", part.path, "+100+0+30+0",
        "-o", file.path,
      ])
    let animation = try AnimationFile.webP(file.path)
    #expect(animation.width == 80 && animation.height == 60)
    let shown = try (0..<3).map { _ in try animation.next() }
    func isRed(_ picture: RawPicture, _ x: Int, _ y: Int) -> Bool {
      let at = y * picture.rowBytes + 4 * x
      return picture.bytes[at] > 250 && picture.bytes[at + 1..<at + 4].elementsEqual([0, 0, 255])
    }
    let places = [(5, 5), (45, 5), (5, 35), (45, 35)]
    #expect(
      shown.map { picture in places.map { isRed(picture, $0.0, $0.1) } } == [
        [true, false, false, false], [true, true, false, false], [true, false, true, false],
      ])
    #expect(shown[0].layout == .rgba && shown[0].bytes[shown[0].bytes.count - 1] == 0)
  }

  @Test func `a picture that is cut short or too large is refused`() async throws {
    let picture = try await pictures("testsrc=size=64x48:rate=1:duration=1")[0]
    let file = folder.url("a.webp")
    try await MediaTools.run("cwebp", ["-quiet", picture.0.path, "-o", file.path])
    let whole = try Data(contentsOf: file)
    for count in stride(from: 0, to: whole.count, by: max(1, whole.count / 20)) {
      try whole.prefix(count).write(to: file)
      #expect(throws: PictureError.self, "\(count) bytes") { _ = try AnimationFile.webP(file.path).next() }
    }
    let part = folder.url("b.webp")
    try whole.write(to: part)
    try await MediaTools.run(
      "webpmux", ["-frame", part.path, "+100+0+0+0", "-frame", part.path, "+100+16320+16320+0", "-o", file.path])
    let error = #expect(throws: PictureError.self) { _ = try AnimationFile.webP(file.path) }
    #expect(
      error?.reason == .unsupported && error?.message.contains("16384×16368") == true, "\(String(describing: error))")
  }
}
