import Foundation
import PictureFiles
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@Suite("Animated GIF")
struct GIFAnimationTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test(
    arguments: [
      ("testsrc2=size=121x83:rate=10:duration=2", ""),
      ("mandelbrot=size=160x120:rate=20:maxiter=50,trim=duration=1", ""),
      ("testsrc=size=96x64:rate=5:duration=3", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1"),
      (
        "testsrc2=size=100x70:rate=25:duration=1,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255*gt(X,4*N)'",
        "split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse"
      ),
    ])
  func `every picture is what ffmpeg makes of it`(source: String, palette: String) async throws {
    let file = folder.url("a.gif")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", source] + (palette.isEmpty ? [] : ["-filter_complex", palette]) + [file.path])
    let expected = try await PixelsOfFile.read(file, "rgba")
    let animation = try AnimationFile.gif(file.path)
    let size = 4 * animation.width * animation.height
    #expect(animation.durations.count == expected.count / size)
    // Transparent samples alone, which stand for what has not changed, are no alpha.
    let isClear = stride(from: 3, to: expected.count, by: 4).contains { expected[$0] < 255 }
    #expect(animation.hasAlpha == isClear)
    for number in animation.durations.indices {
      let found = try animation.next().pixels
      // What cannot be seen has any color.
      let wrong = stride(from: 0, to: size, by: 4).filter { at in
        let other = expected[number * size + at..<number * size + at + 4]
        return found[at + 3] != other.last || found[at + 3] > 0 && !found[at..<at + 3].elementsEqual(other.dropLast())
      }
      #expect(wrong.isEmpty, "picture \(number): \(wrong.count) pixels")
    }
    for key in animation.keyPictures.suffix(3) {
      animation.move(toKeyPicture: key)
      let found = try animation.next().pixels
      #expect(zip(found, expected[(key * size)...]).allSatisfy { $0 == $1 } || found.contains(0), "picture \(key)")
    }
  }

  @Test func `pictures are kept, taken away and taken back`() throws {
    // A screen of 4 by 4 in three colors: black, red, green; the last one is transparent.
    var gif = WrittenGIF(width: 4, height: 4)
    gif.add((0, 0, 4, 4), Array(repeating: 1, count: 16), delay: 7, disposal: 1)
    gif.add((1, 1, 2, 2), [2, 2, 2, 2], delay: 1, disposal: 2)
    gif.add((0, 0, 2, 1), [2, 3], delay: 0, disposal: 3)
    gif.add((3, 3, 1, 1), [2], delay: 655, disposal: 0)
    gif.add((0, 0, 4, 4), (0..<16).map { UInt8($0 / 4 % 3) }, delay: 2, disposal: 0, isInterlaced: true)
    try Data(gif.bytes + [0x3B]).write(to: folder.url("a.gif"))
    let animation = try AnimationFile.gif(folder.url("a.gif").path)
    #expect(animation.durations == [70, 100, 100, 6_550, 20] && animation.keyPictures == [0])
    let red = Array(repeating: "R", count: 16).joined()
    let letters = try (0..<5).map { _ in try animation.next().letters }
    #expect(letters[0] == red)
    #expect(letters[1] == "RRRRRGGRRGGRRRRR")
    #expect(letters[2] == "GRRRR..RR..RRRRR")
    #expect(letters[3] == "RRRRR..RR..RRRRG")
    // Rows are stored 0, 2, 1, 3: the fifth one's colors are black, red, green, black.
    #expect(letters[4] == "KKKKGGGGRRRRKKKK")
  }

  @Test func `a picture of the whole screen can be the first one decoded`() throws {
    var gif = WrittenGIF(width: 4, height: 4)
    gif.add((0, 0, 4, 4), Array(repeating: 1, count: 16), delay: 10, disposal: 2, transparent: nil)
    gif.add((0, 0, 1, 1), [2], delay: 10, disposal: 1, transparent: nil)
    gif.add((0, 0, 4, 4), Array(repeating: 2, count: 16), delay: 10, disposal: 1, transparent: nil)
    try Data(gif.bytes).write(to: folder.url("a.gif"))
    let animation = try AnimationFile.gif(folder.url("a.gif").path)
    #expect(animation.keyPictures == [0, 1, 2])
    animation.move(toKeyPicture: 1)
    #expect(try animation.next().letters == "G" + String(repeating: ".", count: 15))
    animation.move(toKeyPicture: 2)
    #expect(try animation.next().letters == String(repeating: "G", count: 16))
  }

  @Test func `damage neither crashes nor fills the memory`() async throws {
    let file = folder.url("a.gif")
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "testsrc=size=64x48:rate=5:duration=1", file.path])
    let whole = [UInt8](try Data(contentsOf: file))
    for count in stride(from: 0, to: whole.count - 1, by: 37) {
      try Data(whole.prefix(count)).write(to: file)
      // A file that ends behind a picture has those before.
      if let animation = try? AnimationFile.gif(file.path) { while (try? animation.next()) != nil {} }
    }
    var state: UInt64 = 1
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
      }
      try Data(bytes).write(to: file)
      if let animation = try? AnimationFile.gif(file.path), animation.width * animation.height < 1 << 20 {
        while (try? animation.next()) != nil {}
      }
    }
    try Data(whole.prefix(whole.count / 2)).write(to: file)
    let error = #expect(throws: PictureError.self) { _ = try AnimationFile.gif(file.path) }
    #expect(error?.message == "The GIF is cut short.")
    // A few bytes that say 60 million pixels.
    var gif = WrittenGIF(width: 5_000, height: 12_000)
    gif.add((0, 0, 1, 1), [1], delay: 10, disposal: 1)
    gif.add((0, 0, 1, 1), [2], delay: 10, disposal: 1)
    try Data(gif.bytes + [0x3B]).write(to: file)
    let refusal = #expect(throws: PictureError.self) { _ = try AnimationFile.gif(file.path) }
    #expect(refusal?.reason == .unsupported && refusal?.message == "A picture of 5000×12000 pixels is not read.")
    #expect(refusal?.remedy.contains("33 million") == true)
    var large = whole
    (large[6], large[7], large[8], large[9]) = (0xFF, 0xFF, 0xFF, 0xFF)
    try Data(large).write(to: file)
    #expect(throws: PictureError.self) { _ = try AnimationFile.gif(file.path) }
  }
}

extension RawPicture {
  /// A letter for each pixel: black, red, green, or nothing.
  fileprivate var letters: String {
    let pixels = pixels
    return stride(from: 0, to: pixels.count, by: 4).map { at in
      pixels[at + 3] == 0 ? "." : pixels[at] > 0 ? "R" : pixels[at + 1] > 0 ? "G" : "K"
    }.joined()
  }
}
