import Foundation
import MediaTime
import Rendering
import SeededRandom
import Testing

import class TestSupport.ScratchFolder

@testable import RenderEngine

/// The correction of headers, on bytes that no muxer writes: an error or a file, and never a trap.
///
/// What might trap runs in a process of its own.
@Suite("Headers of finished files", .timeLimit(.minutes(3)))
struct HeaderTests {
  // MARK: Boxes and elements

  static func box(_ type: String, _ body: [UInt8] = []) -> [UInt8] {
    number(body.count + 8, 4) + Array(type.utf8) + body
  }

  static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
  }

  /// A movie of one track, in version 0 or 1 of its boxes, whose edit list has `entries` entries.
  static func movie(_ version: UInt8 = 0, handler: String = "vide", entries: Int = 1) -> [UInt8] {
    let wide = version == 1 ? 8 : 4
    let head: [UInt8] = [version, 0, 0, 0]
    let dates = [UInt8](repeating: 0xAA, count: 2 * wide)
    let mvhd = box("mvhd", head + dates + number(600, 4) + number(77, wide) + [UInt8](repeating: 1, count: 80))
    let tkhd = box(
      "tkhd", head + dates + number(1, 4) + number(0, 4) + number(77, wide) + [UInt8](repeating: 2, count: 60))
    let mdhd = box("mdhd", head + dates + number(25_000, 4) + number(77, wide) + number(0, 4))
    let hdlr = box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array(handler.utf8) + [UInt8](repeating: 0, count: 13))
    let entry = number(5, wide) + number(6, wide) + number(0x1_0000, 4)
    let elst = box("elst", head + number(entries, 4) + (0..<max(0, min(entries, 3))).flatMap { _ in entry })
    return box("moov", mvhd + box("trak", tkhd + box("edts", elst) + box("mdia", mdhd + hdlr)))
  }

  static func correct(_ bytes: [UInt8], in folder: ScratchFolder) throws -> [UInt8] {
    let url = folder.url("film.mp4")
    try Data(bytes).write(to: url)
    let edit = MovieHeader.Edit(start: 1_024, duration: try Rational(3, 2))
    try MovieHeader(video: edit, audio: edit).correct(try FileBytes(url.path))
    return [UInt8](try Data(contentsOf: url))
  }

  /// The error of `body` must be of this project; it may have none.
  static func expectNoTrap(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      #expect(error is RenderError, "\(error)")
    }
  }

  // MARK: MPEG-4

  @Test(arguments: [0, 1] as [UInt8], ["vide", "soun"])
  func `lengths and dates are set, and nothing else`(version: UInt8, handler: String) throws {
    let folder = try ScratchFolder()
    let before =
      Self.box("ftyp", Array("isom0000".utf8)) + Self.movie(version, handler: handler) + Self.box("mdat", [1, 2])
    let after = try Self.correct(before, in: folder)
    #expect(after.count == before.count)
    // A second and a half in ticks of 1/600: in the movie's, the track's and the edit's header.
    let wide = version == 1 ? 8 : 4
    func find(_ type: String) throws -> Int {
      try #require((0..<after.count - 4).first { Array(after[$0..<$0 + 4]) == Array(type.utf8) }) + 4
    }
    let mvhd = try find("mvhd")
    #expect(after[mvhd + 4..<mvhd + 4 + 2 * wide].allSatisfy { $0 == 0 })
    #expect(after.bigEndian(at: mvhd + 8 + 2 * wide, wide) == 900)
    let tkhd = try find("tkhd")
    #expect(after.bigEndian(at: tkhd + 12 + 2 * wide, wide) == 900)
    let elst = try find("elst")
    #expect(after.bigEndian(at: elst + 8, wide) == 900)
    #expect(after.bigEndian(at: elst + 8 + wide, wide) == 1_024)
    // The media's own length is the muxer's to say.
    let mdhd = try find("mdhd")
    #expect(after.bigEndian(at: mdhd + 8 + 2 * wide, wide) == 77)
    #expect(after[mdhd + 4..<mdhd + 4 + 2 * wide].allSatisfy { $0 == 0 })
    let changed = before.indices.filter { before[$0] != after[$0] }.count
    #expect(changed <= 6 * wide + 2 * wide + 3 * wide + wide)
  }

  @Test func `the last of several edits is the presentation`() throws {
    let folder = try ScratchFolder()
    let after = try Self.correct(Self.movie(entries: 3), in: folder)
    let elst = try #require((0..<after.count - 4).first { Array(after[$0..<$0 + 4]) == Array("elst".utf8) }) + 4
    #expect((0..<3).map { after.bigEndian(at: elst + 8 + $0 * 12, 4) } == [5, 5, 900])
  }

  @Test func `a file without a header is an error`() throws {
    let folder = try ScratchFolder()
    for bytes in [
      [], [1, 2, 3], Self.box("mdat", [1]), Self.box("moov"), Self.box("moov", Self.box("trak")),
      Self.box("ftyp") + [0, 0, 0, 3] + Array("moov".utf8),
    ] {
      let error = #expect(throws: RenderError.self) { _ = try Self.correct(bytes, in: folder) }
      #expect(error?.code == .engineFailed)
    }
  }

  @Test func `a film too long for its header is an error`() throws {
    let folder = try ScratchFolder()
    let url = folder.url("film.mp4")
    try Data(Self.movie()).write(to: url)
    let header = MovieHeader(video: .init(start: nil, duration: Rational(Int64(UInt32.max))), audio: nil)
    let error = #expect(throws: RenderError.self) { try header.correct(try FileBytes(url.path)) }
    #expect(error?.code == .engineFailed)
  }

  /// Sizes that lead astray, one a place in the movie where a size stands.
  @Test func `sizes that lie are no trap`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let movie = Self.movie()
      let places = (0..<movie.count - 8).filter { place in
        movie[place + 4..<place + 8].allSatisfy { (97...122).contains($0) }
      }
      // Nine boxes, and what looks like one.
      #expect(places.count >= 9)
      for place in places {
        for size in [0, 1, 2, 7, 8, 9, 12, 16, 0x7FFF_FFFF, 0xFFFF_FFFF] where !(place == 0 && size == 1) {
          var bytes = movie
          bytes.replaceSubrange(place..<place + 4, with: Self.number(size, 4))
          Self.expectNoTrap { _ = try Self.correct(bytes, in: folder) }
        }
      }
    }
  }

  /// Boxes that end before what must stand in them, as the last of the file.
  @Test(arguments: ["mvhd", "hdlr", "tkhd", "mdhd", "elst"])
  func `a box that is too short is no trap`(type: String) async {
    await withKnownIssue("MovieHeader reads versions and handlers without looking whether the box has them") {
      switch type {
      case "mvhd":
        await #expect(processExitsWith: .success) {
          Self.expectNoTrap { _ = try Self.correct(Self.box("moov", Self.box("mvhd")), in: try ScratchFolder()) }
        }
      case "hdlr":
        await #expect(processExitsWith: .success) {
          try Self.expectShortIsNoTrap("hdlr")
        }
      case "tkhd":
        await #expect(processExitsWith: .success) {
          try Self.expectShortIsNoTrap("tkhd")
        }
      case "mdhd":
        await #expect(processExitsWith: .success) {
          try Self.expectShortIsNoTrap("mdhd")
        }
      default:
        await #expect(processExitsWith: .success) {
          try Self.expectShortIsNoTrap("elst")
        }
      }
    }
  }

  static func expectShortIsNoTrap(_ type: String) throws {
    let folder = try ScratchFolder()
    let mvhd = Array(movie()[8..<8 + 8 + 100])
    let short = box(type)
    let track = type == "tkhd" ? short : type == "elst" ? box("edts", short) : box("mdia", short)
    expectNoTrap { _ = try correct(box("moov", mvhd + box("trak", track)), in: folder) }
  }

  @Test func `a header that says it is longer than any file is no trap`() async {
    await withKnownIssue("MovieHeader.correct turns the box's 64-bit size into an Int") {
      await #expect(processExitsWith: .success) {
        let folder = try ScratchFolder()
        let bytes = Self.number(1, 4) + Array("moov".utf8) + [UInt8](repeating: 0xFF, count: 8) + Self.movie()
        Self.expectNoTrap { _ = try Self.correct(bytes, in: folder) }
      }
    }
  }

  @Test func `boxes within boxes without end are no trap`() async {
    await withKnownIssue("MovieHeader looks into boxes by recursion, as deep as they lie") {
      await #expect(processExitsWith: .success) {
        let folder = try ScratchFolder()
        let mvhd = Array(Self.movie()[8..<8 + 8 + 100])
        // Heads alone, each of which says that it goes to the end.
        let depth = 100_000
        var nested: [UInt8] = []
        for number in 0..<depth {
          nested += Self.number((depth - number) * 8, 4)
          nested += Array("trak".utf8)
        }
        Self.expectNoTrap { _ = try Self.correct(Self.box("moov", mvhd + nested), in: folder) }
      }
    }
  }

  @Test func `movies with random damage are no trap`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      var random = SeededGenerator(seed: 12)
      for _ in 0..<400 {
        var bytes = Self.movie(
          UInt8.random(in: 0...1, using: &random), entries: Int.random(in: 0...3, using: &random))
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        bytes = Array(bytes.prefix(Int.random(in: 8...bytes.count, using: &random)))
        Self.expectNoTrap { _ = try Self.correct(bytes, in: folder) }
      }
    }
  }

  // MARK: Matroska

  /// An element: its identifier, its size in eight bytes, and its body.
  static func element(_ id: Int, _ body: [UInt8]) -> [UInt8] {
    let width = id > 0xFF_FFFF ? 4 : id > 0xFFFF ? 3 : id > 0xFF ? 2 : 1
    return number(id, width) + [0x01] + number(body.count, 7) + body
  }

  static func matroska() -> [UInt8] {
    let info = element(
      0x1549_A966,
      element(0x73A4, [UInt8](repeating: 9, count: 16)) + element(0x4461, [1, 2, 3, 4, 5, 6, 7, 8])
        + element(0x2AD7B1, [15, 66, 64]))
    let tracks = element(
      0x1654_AE6B,
      element(0xAE, element(0x73C5, [7, 7, 7, 7, 7, 7, 7, 7]) + element(0xD7, [1]))
        + element(0xAE, element(0x73C5, [8, 8, 8, 8]) + element(0xD7, [2])))
    let tags = element(
      0x1254_C367, element(0x7373, element(0x63C0, element(0x63C5, [8, 8, 8, 8])) + element(0x67C8, [1, 2])))
    let cluster = element(0x1F43_B675, [1, 2, 3])
    return element(0x1A45_DFA3, [1, 2, 3]) + element(0x1853_8067, info + tracks + cluster + tags)
  }

  static func correctMatroska(_ bytes: [UInt8], in folder: ScratchFolder) throws -> [UInt8] {
    let url = folder.url("film.mkv")
    try Data(bytes).write(to: url)
    try MatroskaHeader(identity: 0x0102_0304_0506_0708).correct(try FileBytes(url.path))
    return [UInt8](try Data(contentsOf: url))
  }

  @Test func `random numbers and the date are replaced, and nothing else`() throws {
    let folder = try ScratchFolder()
    let before = Self.matroska()
    let after = try Self.correctMatroska(before, in: folder)
    var expected = before
    func replace(_ id: Int, _ old: [UInt8], with new: [UInt8]) {
      let (from, to) = (Self.element(id, old), Self.element(id, new))
      for place in 0...(expected.count - from.count) where Array(expected[place..<place + from.count]) == from {
        expected.replaceSubrange(place..<place + from.count, with: to)
      }
    }
    let identity: [UInt8] = [8, 7, 6, 5, 4, 3, 2, 1]
    replace(0x73A4, [UInt8](repeating: 9, count: 16), with: identity + identity)
    replace(0x4461, [1, 2, 3, 4, 5, 6, 7, 8], with: [UInt8](repeating: 0, count: 8))
    replace(0x73C5, [7, 7, 7, 7, 7, 7, 7, 7], with: [0, 0, 0, 0, 0, 0, 0, 1])
    // A tag names its track by the same number as the track does.
    replace(0x73C5, [8, 8, 8, 8], with: [0, 0, 0, 2])
    replace(0x63C5, [8, 8, 8, 8], with: [0, 0, 0, 2])
    #expect(after == expected)
  }

  @Test func `a file that is not Matroska is an error`() throws {
    let folder = try ScratchFolder()
    for bytes in [[], [0], [0x1A], Self.movie(), Self.element(0x1853_8067, []), [UInt8](repeating: 0xFF, count: 64)] {
      let error = #expect(throws: RenderError.self) { _ = try Self.correctMatroska(bytes, in: folder) }
      #expect(error?.code == .engineFailed)
    }
  }

  @Test func `elements that lie about their size are no trap`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let film = Self.matroska()
      let places = (1..<film.count - 8).filter { place in
        film[place] == 0x01 && film[place + 1..<place + 6].allSatisfy { $0 == 0 }
      }
      #expect(places.count > 12)
      for place in places {
        for size in [0, 1, 2, 0xFF, 0xFFFF, 0x7FFF_FFFF, 0xFF_FFFF_FFFF_FFFE, 0xFF_FFFF_FFFF_FFFF] {
          var bytes = film
          bytes.replaceSubrange(place + 1..<place + 8, with: Self.number(size, 7))
          Self.expectNoTrap { _ = try Self.correctMatroska(bytes, in: folder) }
        }
      }
      var random = SeededGenerator(seed: 13)
      for _ in 0..<400 {
        var bytes = film
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        bytes = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random)))
        Self.expectNoTrap { _ = try Self.correctMatroska(bytes, in: folder) }
      }
    }
  }

  @Test func `elements within elements without end are no trap`() async {
    await withKnownIssue("MatroskaHeader looks into elements by recursion, as deep as they lie") {
      await #expect(processExitsWith: .success) {
        let folder = try ScratchFolder()
        let depth = 200_000
        // Heads of twelve bytes, each of which says that it goes to the end.
        var nested: [UInt8] = []
        for rest in (0..<depth).reversed() {
          nested += Self.number(0x1549_A966, 4)
          nested += [0x01]
          nested += Self.number(rest * 12, 7)
        }
        Self.expectNoTrap { _ = try Self.correctMatroska(Self.element(0x1853_8067, nested), in: folder) }
      }
    }
  }

  // MARK: What is read of any file

  @Test func `boxes are read up to the first that cannot be one`() throws {
    let folder = try ScratchFolder()
    func types(_ bytes: [UInt8]) throws -> [String] {
      let url = folder.url("boxes")
      try Data(bytes).write(to: url)
      return try MovieBoxes(try FileBytes(url.path, isReadOnly: true)).all { _ in true }.map(\.type)
    }
    #expect(try types(Self.box("ftyp") + Self.box("free", [1]) + Self.box("mdat")) == ["ftyp", "free", "mdat"])
    // To the end of the file; longer than it; with a length of 64 bits.
    #expect(try types(Self.box("ftyp") + [0, 0, 0, 0] + Array("mdat".utf8) + [1, 2, 3]) == ["ftyp", "mdat"])
    #expect(try types([0xFF, 0xFF, 0xFF, 0xFF] + Array("mdat".utf8)) == ["mdat"])
    let long: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + Self.number(17, 8) + [5]
    #expect(try types(long + Self.box("free")) == ["mdat", "free"])
    let huge: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [UInt8](repeating: 0xFF, count: 8)
    #expect(try types(Self.box("free") + huge) == ["free", "mdat"])
    // Less than a head.
    for size in 2..<8 { #expect(try types(Self.box("ftyp") + Self.number(size, 4) + Array("mdat".utf8)) == ["ftyp"]) }
    #expect(try types([0, 0, 0]) == [])
    #expect(try types([]) == [])
  }
}
