import Compositing
import EditingModel
import Foundation
import MediaFormats
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Stills that GStreamer's elements do not read right by themselves.
@Suite("Stills from the wild")
struct StillFileTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A green picture with a red block in its upper left, as PNG.
  private func source(_ filters: String = "null") async throws -> URL {
    let url = folder.url("source.png")
    let source = "color=c=0x30A060:size=160x96,drawbox=x=16:y=16:w=64:h=32:color=0xE04020:t=fill"
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", source, "-vf", filters, "-pix_fmt", "rgb24", "-frames:v", "1", url.path])
    return url
  }

  /// The picture in `url`, as a film shows it.
  private func shown(_ url: URL) async throws -> (pixels: [UInt8], width: Int) {
    let plan = try await SoundEdits.whole(url, seconds: 1, .video).plan()
    let reader = try await GStreamerRenderer().pictures(of: plan, in: .rgb24)
    defer { reader.close() }
    let picture = try await reader.picture(at: 0)
    return (try picture.planeBytes()[0], picture.width)
  }

  /// Checks that the film of `url` shows the picture of `other`.
  private func check(_ url: URL, against other: URL, comment: String) async throws {
    let expected = [UInt8](
      try await MediaTools.ffmpegOutput(["-i", other.path, "-f", "rawvideo", "-pix_fmt", "rgb24"]))
    let found = try await shown(url).pixels
    // The film's chroma is halved, and filtered beside the edges.
    let wrong = zip(found, expected).filter { abs(Int($0) - Int($1)) > 8 }.count
    #expect(found.count == expected.count && wrong < found.count / 12, "\(comment): \(wrong) of \(found.count)")
  }

  @Test func `HEIF, AVIF, WebP and JPEG 2000 keep their colors`() async throws {
    let png = try await source()
    let recipes: [(name: String, tool: String, arguments: [String])] = [
      ("a.heic", "heif-enc", ["-q", "90", png.path, "-o"]), ("a.avif", "heif-enc", ["-A", "-q", "90", png.path, "-o"]),
      ("a.webp", "cwebp", ["-quiet", "-q", "90", png.path, "-o"]),
      ("a.jp2", "ffmpeg", ["-v", "error", "-i", png.path, "-c:v", "jpeg2000", "-q:v", "1"]),
    ]
    for recipe in recipes {
      let file = folder.url(recipe.name)
      try await MediaTools.run(recipe.tool, recipe.arguments + [file.path])
      try await check(file, against: png, comment: recipe.name)
      let track = try #require(try await WildFile.facts(of: file).videoTracks.first)
      #expect(track.timing == .still && !track.hasAlpha && track.size == PixelSize(width: 160, height: 96))
    }
  }

  @Test func `a HEIF picture is turned once, by itself and not by its Exif`() async throws {
    let png = try await source()
    let jpeg = folder.url("turned.jpg")
    try await MediaTools.ffmpeg(["-i", png.path, "-q:v", "1", jpeg.path])
    var bytes = [UInt8](try Data(contentsOf: jpeg))
    // Exif with one entry: orientation 1, upright.
    let orientation: [UInt8] = [1, 18, 0, 3, 0, 0, 0, 1, 0, 1]
    let exif =
      Array("Exif".utf8) + [0, 0] + Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + orientation + [0, 0, 0, 0, 0, 0]
    bytes.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif, at: 2)
    try Data(bytes).write(to: jpeg)
    let (heic, turned, upright) = (folder.url("a.heic"), folder.url("b.heic"), folder.url("upright.png"))
    try await MediaTools.run("heif-enc", ["-q", "90", jpeg.path, "-o", heic.path])
    // Orientation 6, a quarter turn clockwise; an encoder may turn the picture by what it reads there.
    for file in [jpeg, heic] {
      var bytes = [UInt8](try Data(contentsOf: file))
      bytes[try #require(bytes.firstRange(of: orientation)).upperBound - 1] = 6
      try Data(bytes).write(to: file)
    }
    try await check(heic, against: png, comment: "not turned")
    for (turns, filter) in [(1, "transpose=cclock"), (2, "hflip,vflip"), (3, "transpose=clock")] as [(UInt8, String)] {
      var bytes = [UInt8](try Data(contentsOf: heic))
      try bytes.turnHEIF(counterclockwise: turns)
      try Data(bytes).write(to: turned)
      try await MediaTools.ffmpeg(["-i", png.path, "-vf", filter, upright.path])
      #expect(try await shown(turned).width == (turns == 2 ? 160 : 96))
      try await check(turned, against: upright, comment: filter)
    }
    try await check(jpeg, against: upright, comment: "Exif of a JPEG")
  }

  @Test func `a sequence of pictures without a track is refused as such`() async throws {
    let png = try await source()
    let file = folder.url("a.avif")
    try await MediaTools.run("heif-enc", ["-A", png.path, "-o", file.path])
    for brand in ["avis", "msf1", "hevc"] {
      var bytes = [UInt8](try Data(contentsOf: file))
      bytes.replaceSubrange(8..<12, with: brand.utf8)
      try Data(bytes).write(to: folder.url("b.avif"))
      let error = await WildFile.refusal(of: folder.url("b.avif"))
      #expect(error?.code == .unsupported && error?.message.contains("sequence of pictures") == true)
    }
  }

  @Test func `a JPEG of four inks has their colors`() async throws {
    // Paper, cyan, half magenta on yellow, black.
    let inks: [[UInt8]] = [[0, 0, 0, 0], [255, 0, 0, 0], [0, 128, 255, 0], [0, 0, 0, 255]]
    let file = folder.url("inks.jpg")
    try Data(WrittenJPEG.flat(inks.map { $0.map { 255 - $0 } }, hasAdobeMark: true).bytes).write(to: file)
    let (pixels, width) = try await shown(file)
    let colors = (0..<4).map { block in (0..<3).map { Int(pixels[(width * 16 + block * 32 + 16) * 3 + $0]) } }
    let expected = [[255, 255, 255], [0, 255, 255], [255, 127, 0], [0, 0, 0]]
    #expect(
      zip(colors, expected).allSatisfy { zip($0, $1).allSatisfy { abs($0 - $1) <= 4 } },
      "\(colors) instead of \(expected)")
    // Nothing says what its numbers mean: programs differ.
    try Data(WrittenJPEG.flat(inks).bytes).write(to: file)
    let error = await WildFile.refusal(of: file)
    #expect(error?.code == .unsupported && error?.message.contains("CMYK") == true)
  }
}

extension [UInt8] {
  /// Turns the picture of a HEIF file as heif-enc writes it: a box "irot", which the first item gets (ISO/IEC 23008-12
  /// §6.5.10).
  fileprivate mutating func turnHEIF(counterclockwise turns: UInt8) throws {
    func start(of type: String) throws -> Int { try #require(contents(ofBoxes: type).first) }
    func add(_ number: Int, at offset: Int) {
      let sum = self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } + number
      write(Int32(sum), at: offset)
    }
    let (location, association) = (try start(of: "iloc"), try start(of: "ipma"))
    let items = Int(self[location + 7])
    for item in 0..<items { add(10, at: location + 12 + 18 * item) }
    for (type, growth) in [("meta", 10), ("iprp", 10), ("ipco", 9), ("ipma", 1)] {
      add(growth, at: try start(of: type) - 8)
    }
    let properties = ["colr", "hvcC", "ispe", "pixi"].reduce(0) { $0 + contents(ofBoxes: $1).count }
    let count = association + 10
    insert(0x80 | UInt8(properties + 1), at: count + 1 + Int(self[count]))
    self[count] += 1
    insert(contentsOf: [0, 0, 0, 9] + Array("irot".utf8) + [turns], at: association - 8)
  }
}
