import Foundation
import PictureFiles
import SeededRandom
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@Suite("Animated PNG")
struct PNGAnimationTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// The pictures of `file` as ffmpeg lays them over one another, in RGBA.
  private func reference(_ file: URL, width: Int, height: Int) async throws -> [[UInt8]] {
    let raw = folder.url("raw.rgba")
    try await MediaTools.ffmpeg([
      "-f", "apng", "-i", file.path, "-fps_mode", "passthrough", "-pix_fmt", "rgba", "-f", "rawvideo", raw.path,
    ])
    let bytes = [UInt8](try Data(contentsOf: raw))
    return stride(from: 0, to: bytes.count, by: 4 * width * height).map { Array(bytes[$0..<$0 + 4 * width * height]) }
  }

  /// ffmpeg's encoder stores a picture's changes, with both blend operations and two disposals.
  @Test(arguments: ["rgba", "rgb24", "pal8", "gray", "ya8", "monob", "rgb48be", "rgba64be"])
  func `every picture is the one that ffmpeg shows, in every format`(format: String) async throws {
    let file = folder.url("a.png")
    let alpha = ",format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(mod(X+4*T*10,40),20),255,90)'"
    let source = "testsrc2=s=70x46:r=10:d=0.8" + (format.contains("a") && format != "pal8" ? alpha : "")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", source, "-pix_fmt", format, "-c:v", "apng", "-plays", "3", "-f", "apng", file.path,
    ])
    let animation = try AnimationFile.png(file.path)
    #expect(animation.width == 70 && animation.height == 46 && animation.playCount == 3)
    #expect(animation.durations == [Int](repeating: 1, count: 8) && animation.timescale == 10)
    let wanted = try await reference(file, width: 70, height: 46)
    #expect(wanted.count == 8)
    for _ in 0..<2 {
      for (number, wanted) in wanted.enumerated() {
        let shown = try animation.next()
        let worst = zip(shown.bytes, wanted).enumerated().map { index, pair in
          // The color of what is clear does not count, and of a picture without alpha that does not.
          shown.layout == .rgbx && index % 4 == 3 ? 0 : abs(Int(pair.0) - Int(pair.1))
        }.max()
        #expect(worst ?? 255 <= 1, "picture \(number)")
      }
      animation.move(toKeyPicture: 0)
    }
  }

  /// A picture of a written animation: a color over a part of the screen, as four bytes.
  private struct Part {
    var place: (x: Int, y: Int, width: Int, height: Int)
    var color: [UInt8]
    var disposal: UInt8 = 0
    var blend: UInt8 = 0
    var delay: (UInt16, UInt16) = (1, 10)
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] { PNGBytes.number(value, count) }

  private static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(type.utf8) + body
    return number(body.count, 4) + named + number(Int(PNGBytes.checksum(of: named)), 4)
  }

  /// Bytes as zlib stores them without packing.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let (low, high) = bytes.reduce((1, 0)) { sums, byte in
      let low = (sums.0 + Int(byte)) % 65_521
      return (low, (sums.1 + low) % 65_521)
    }
    let count = bytes.count
    return [0x78, 1, 1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)] + bytes
      + number(high << 16 | low, 4)
  }

  /// An animation of `parts` on a screen of `width` by `height`, RGBA; `isHidden` where its first picture is for others.
  private static func file(_ parts: [Part], width: Int, height: Int, plays: Int = 0, count: Int? = nil) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk("IHDR", number(width, 4) + number(height, 4) + [8, 6, 0, 0, 0])
    bytes += chunk("acTL", number(count ?? parts.count, 4) + number(plays, 4))
    var sequence = 0
    for (index, part) in parts.enumerated() {
      let (x, y, across, down) = part.place
      bytes += chunk(
        "fcTL",
        number(sequence, 4) + [across, down, x, y].flatMap { number($0, 4) } + number(Int(part.delay.0), 2)
          + number(Int(part.delay.1), 2) + [part.disposal, part.blend])
      sequence += 1
      let row = [0] + [[UInt8]](repeating: part.color, count: across).flatMap(\.self)
      let samples = stored([[UInt8]](repeating: row, count: down).flatMap(\.self))
      if index == 0 {
        bytes += chunk("IDAT", samples)
      } else {
        bytes += chunk("fdAT", number(sequence, 4) + samples)
        sequence += 1
      }
    }
    return bytes + chunk("IEND", [])
  }

  private static let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = (
    [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 128]
  )

  private static let parts = [
    Part(place: (0, 0, 8, 6), color: red),
    // Taken away after its time.
    Part(place: (2, 1, 4, 4), color: green, disposal: 1),
    // What was there comes back.
    Part(place: (0, 0, 4, 3), color: blue, disposal: 2, blend: 1),
    // Translucent in its place, and over the others.
    Part(place: (4, 3, 4, 3), color: blue, delay: (1, 0)),
    Part(place: (4, 0, 4, 3), color: blue, blend: 1, delay: (0, 1)),
  ]

  @Test func `disposal and blending of parts follow their chunks`() throws {
    let file = folder.url("a.png")
    try Data(Self.file(Self.parts, width: 8, height: 6, plays: 2)).write(to: file)
    let animation = try AnimationFile.png(file.path)
    // A denominator of 0 stands for 100, and a hundredth or less is a tenth.
    #expect(animation.durations == [1, 1, 1, 1, 1] && animation.timescale == 10)
    #expect(animation.playCount == 2)
    func pixel(_ picture: RawPicture, _ x: Int, _ y: Int) -> [UInt8] {
      Array(picture.bytes[y * picture.rowBytes + 4 * x..<y * picture.rowBytes + 4 * x + 4])
    }
    for _ in 0..<2 {
      let shown = try (0..<5).map { _ in try animation.next() }
      #expect(pixel(shown[0], 3, 2) == Self.red)
      #expect(pixel(shown[1], 3, 2) == Self.green && pixel(shown[1], 0, 0) == Self.red)
      // Cleared, then half of blue over nothing, and over red.
      #expect(pixel(shown[2], 3, 2) == Self.blue && pixel(shown[2], 0, 0) == [127, 0, 128, 255])
      #expect(pixel(shown[3], 3, 2)[3] == 0 && pixel(shown[3], 0, 0) == Self.red)
      #expect(pixel(shown[3], 5, 4) == Self.blue && pixel(shown[3], 7, 5) == Self.blue)
      #expect(pixel(shown[4], 5, 2) == Self.blue && pixel(shown[4], 7, 0) == [127, 0, 128, 255])
      animation.move(toKeyPicture: 0)
    }
  }

  @Test func `an animation that is cut short, miscounted, beyond the screen or too large is refused`() throws {
    let file = folder.url("a.png")
    let whole = Self.file(Self.parts, width: 8, height: 6)
    func error(_ bytes: [UInt8]) throws -> PictureError? {
      try Data(bytes).write(to: file)
      do {
        let animation = try AnimationFile.png(file.path)
        for _ in animation.durations { _ = try animation.next() }
        return nil
      } catch {
        return error
      }
    }
    #expect(try error(whole) == nil)
    for count in stride(from: 1, to: whole.count, by: 3) {
      #expect(try error(Array(whole.prefix(count))) != nil, "\(count) bytes")
    }
    #expect(try error(Self.file(Self.parts, width: 8, height: 6, count: 9))?.reason == .unreadable)
    #expect(try error(Self.file(Self.parts, width: 7, height: 6))?.reason == .unreadable)
    #expect(
      try error(Self.file([Part(place: (0, 0, 1, 1), color: Self.red)], width: 30_000, height: 30_000))?.reason
        == .unsupported)
    #expect(
      try error(Self.file([Part(place: (0, 0, 0, 1), color: Self.red)], width: 8, height: 6))?.reason == .unreadable)
  }

  @Test func `hostile bytes end in an error or in pictures, whatever they are`() throws {
    let file = folder.url("a.png")
    let whole = Self.file(Self.parts, width: 8, height: 6)
    var random = SeededGenerator(seed: 7)
    var refused = 0
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      // Half of them with checksums that are right, so that what the chunks say is looked at.
      if Bool.random(using: &random) { bytes = Self.withChecksums(bytes) }
      try Data(bytes).write(to: file)
      do {
        let animation = try AnimationFile.png(file.path)
        for _ in animation.durations { _ = try animation.next() }
      } catch {
        refused += 1
      }
    }
    #expect(refused > 200)
  }

  /// The chunks of `bytes`, as far as they are whole, with the checksums that their bodies have.
  private static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var result = Array(bytes.prefix(8))
    var offset = 8
    while bytes.count - offset >= 12 {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - offset - 12 else { break }
      let type = String(decoding: bytes[offset + 4..<offset + 8].map { $0 & 127 }, as: UTF8.self)
      result += chunk(type, Array(bytes[offset + 8..<offset + 8 + length]))
      offset += 12 + length
    }
    return result
  }
}
