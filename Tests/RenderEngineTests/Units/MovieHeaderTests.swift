import Foundation
import MediaTime
import Rendering
import SeededRandom
import Testing

import class TestSupport.ScratchFolder

@testable import Containers
@testable import RenderEngine

/// The correction of a movie's header, on bytes that no muxer writes: an error or a file, and never a trap.
///
/// What might trap runs in a process of its own.
@Suite("Headers of movies")
struct MovieHeaderTests {
  /// A movie of one track, in version 0 or 1 of its boxes, whose edit list has `entries` entries.
  static func movie(_ version: UInt8 = 0, handler: String = "vide", entries: Int = 1) -> [UInt8] {
    let wide = version == 1 ? 8 : 4
    let head: [UInt8] = [version, 0, 0, 0]
    let dates = [UInt8](repeating: 0xAA, count: 2 * wide)
    let mvhd = HostileBytes.box(
      "mvhd",
      head + dates + HostileBytes.number(600, 4) + HostileBytes.number(77, wide) + [UInt8](repeating: 1, count: 80))
    let tkhd = HostileBytes.box(
      "tkhd",
      head + dates + HostileBytes.number(1, 4) + HostileBytes.number(0, 4) + HostileBytes.number(77, wide)
        + [UInt8](repeating: 2, count: 60))
    let mdhd = HostileBytes.box(
      "mdhd", head + dates + HostileBytes.number(25_000, 4) + HostileBytes.number(77, wide) + HostileBytes.number(0, 4))
    let hdlr = HostileBytes.box(
      "hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array(handler.utf8) + [UInt8](repeating: 0, count: 13))
    let entry = HostileBytes.number(5, wide) + HostileBytes.number(6, wide) + HostileBytes.number(0x1_0000, 4)
    let elst = HostileBytes.box(
      "elst", head + HostileBytes.number(entries, 4) + (0..<max(0, min(entries, 3))).flatMap { _ in entry })
    return HostileBytes.box(
      "moov",
      mvhd + HostileBytes.box("trak", tkhd + HostileBytes.box("edts", elst) + HostileBytes.box("mdia", mdhd + hdlr)))
  }

  static func correct(_ bytes: [UInt8], in folder: ScratchFolder) throws -> [UInt8] {
    let url = folder.url("film.mp4")
    try Data(bytes).write(to: url)
    let edit = MovieEdits.Entry(duration: try Rational(3, 2), mediaTime: 1_024)
    try MovieEdits(tracks: [[edit]]).correct(try FileBytes(url.path))
    try MovieHeader(tracks: [TrackHeader(languageTag: "de-CH")]).complete(try FileBytes(url.path))
    return [UInt8](try Data(contentsOf: url))
  }

  // MARK: MPEG-4

  @Test(arguments: [0, 1] as [UInt8], [0, 1, 3])
  func `lengths, edits and languages are set`(version: UInt8, entries: Int) throws {
    let folder = try ScratchFolder()
    let before =
      HostileBytes.box("ftyp", Array("isom0000".utf8)) + HostileBytes.box("mdat", [1, 2])
      + Self.movie(version, entries: entries)
    let after = try Self.correct(before, in: folder)
    // A second and a half in ticks of 1/600: in the movie's, the track's and the edit's header.
    let wide = version == 1 ? 8 : 4
    func find(_ type: String) throws -> Int {
      try #require((0..<after.count - 4).first { Array(after[$0..<$0 + 4]) == Array(type.utf8) }) + 4
    }
    let (mvhd, tkhd, mdhd) = (try find("mvhd"), try find("tkhd"), try find("mdhd"))
    #expect(after.bigEndian(at: mvhd + 8 + 2 * wide, wide) == 900)
    #expect(after.bigEndian(at: tkhd + 12 + 2 * wide, wide) == 900)
    let elst = try find("elst")
    #expect([4, 8, 12].map { after.bigEndian(at: elst + $0, 4) } == [1, 900, 1_024])
    // The media's own length is the muxer's to say.
    #expect(after.bigEndian(at: mdhd + 8 + 2 * wide, wide) == 77)
    let elng = try find("elng")
    #expect(after[elng + 4..<elng + 9].elementsEqual("de-CH".utf8))
  }

  @Test func `a movie that goes on has an edit without end, and no length`() throws {
    let bytes = Self.movie()
    var edits = MovieEdits(tracks: [[.init(duration: .one, mediaTime: nil), .init(duration: .zero, mediaTime: 7)]])
    edits.isOpen = true
    let after = try edits.corrected(bytes)
    let elst = try #require((0..<after.count - 4).first { Array(after[$0..<$0 + 4]) == Array("elst".utf8) }) + 4
    #expect(
      [4, 8, 12, 20, 24].map { after.bigEndian(at: elst + $0, 4) } == [
        2, 600, UInt64(UInt32.max), UInt64(Int32.max), 7,
      ])
    #expect(after.bigEndian(at: 8 + 8 + 16, 4) == 77)
  }

  @Test func `a file without a header is an error`() throws {
    let folder = try ScratchFolder()
    for bytes in [
      [], [1, 2, 3], HostileBytes.box("mdat", [1]), HostileBytes.box("moov"),
      HostileBytes.box("moov", HostileBytes.box("trak")),
      HostileBytes.box("ftyp") + [0, 0, 0, 3] + Array("moov".utf8),
    ] {
      let error = #expect(throws: RenderError.self) { _ = try Self.correct(bytes, in: folder) }
      #expect(error?.code == .engineFailed)
    }
  }

  @Test func `a header that is missing, or too long to be held, is an error that says what was to stand in it`() throws
  {
    let folder = try ScratchFolder()
    let url = folder.url("film.mp4")
    let association = TrackAssociation(track: 0, kind: .chapterList, other: 1)
    let changes: [(what: String, change: (FileBytes) throws -> Void)] = [
      ("edit lists", { try MovieEdits(tracks: []).correct($0) }),
      ("lengths and metadata", { try MovieHeader().complete($0) }),
      ("associations of tracks", { try MovieAssociations(associations: [association]).insert(into: $0) }),
    ]
    // Of the long one nothing but its beginning takes room on the disk.
    let missing = HostileBytes.box("mdat", [1])
    let long = HostileBytes.number(1 << 30, 4) + Array("moov".utf8)
    for (bytes, count) in [(missing, missing.count), (long, 1 << 30)] {
      try Data(bytes).write(to: url)
      try FileBytes(url.path).truncate(to: UInt64(count))
      for (what, change) in changes {
        let error = #expect(throws: RenderError.self) { try change(FileBytes(url.path)) }
        #expect(error?.code == .engineFailed && error?.description.contains(what) == true, "\(what): \(error)")
      }
    }
  }

  @Test func `a film too long for its header is an error`() throws {
    let folder = try ScratchFolder()
    let url = folder.url("film.mp4")
    try Data(Self.movie()).write(to: url)
    let edits = MovieEdits(tracks: [[.init(duration: Rational(Int64(UInt32.max)), mediaTime: 0)]])
    let error = #expect(throws: RenderError.self) { try edits.correct(try FileBytes(url.path)) }
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
          bytes.replaceSubrange(place..<place + 4, with: HostileBytes.number(size, 4))
          HostileBytes.expectNoTrap { _ = try Self.correct(bytes, in: folder) }
        }
      }
    }
  }

  /// Boxes that end before what must stand in them, as the last of the file.
  @Test(arguments: ["mvhd", "hdlr", "tkhd", "mdhd", "elst"])
  func `a box that is too short is no trap`(type: String) async {
    switch type {
    case "mvhd":
      await #expect(processExitsWith: .success) {
        HostileBytes.expectNoTrap {
          _ = try Self.correct(HostileBytes.box("moov", HostileBytes.box("mvhd")), in: try ScratchFolder())
        }
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

  static func expectShortIsNoTrap(_ type: String) throws {
    let folder = try ScratchFolder()
    let mvhd = Array(movie()[8..<8 + 8 + 100])
    let short = HostileBytes.box(type)
    let track =
      type == "tkhd" ? short : type == "elst" ? HostileBytes.box("edts", short) : HostileBytes.box("mdia", short)
    HostileBytes.expectNoTrap {
      _ = try correct(HostileBytes.box("moov", mvhd + HostileBytes.box("trak", track)), in: folder)
    }
  }

  @Test func `a header that says it is longer than any file is no trap`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let bytes = HostileBytes.number(1, 4) + Array("moov".utf8) + [UInt8](repeating: 0xFF, count: 8) + Self.movie()
      HostileBytes.expectNoTrap { _ = try Self.correct(bytes, in: folder) }
    }
  }

  @Test func `boxes within boxes without end are no trap`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let mvhd = Array(Self.movie()[8..<8 + 8 + 100])
      // Box heads alone, each with a size up to the end.
      let depth = 100_000
      var nested: [UInt8] = []
      for number in 0..<depth {
        nested += HostileBytes.number((depth - number) * 8, 4)
        nested += Array("trak".utf8)
      }
      HostileBytes.expectNoTrap { _ = try Self.correct(HostileBytes.box("moov", mvhd + nested), in: folder) }
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
        HostileBytes.expectNoTrap { _ = try Self.correct(bytes, in: folder) }
      }
    }
  }

  // MARK: What is read of any file

  @Test func `boxes are read up to the first that cannot be one`() throws {
    let folder = try ScratchFolder()
    func types(_ bytes: [UInt8]) throws -> [String] {
      let url = folder.url("boxes")
      try Data(bytes).write(to: url)
      return try MovieBoxes(try FileBytes(url.path, isReadOnly: true)).map(\.type)
    }
    #expect(
      try types(HostileBytes.box("ftyp") + HostileBytes.box("free", [1]) + HostileBytes.box("mdat")) == [
        "ftyp", "free", "mdat",
      ])
    // To the end of the file; longer than it; with a length of 64 bits.
    #expect(try types(HostileBytes.box("ftyp") + [0, 0, 0, 0] + Array("mdat".utf8) + [1, 2, 3]) == ["ftyp", "mdat"])
    #expect(try types([0xFF, 0xFF, 0xFF, 0xFF] + Array("mdat".utf8)) == ["mdat"])
    let long: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + HostileBytes.number(17, 8) + [5]
    #expect(try types(long + HostileBytes.box("free")) == ["mdat", "free"])
    let huge: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [UInt8](repeating: 0xFF, count: 8)
    #expect(try types(HostileBytes.box("free") + huge) == ["free", "mdat"])
    // Less than a head.
    for size in 2..<8 {
      #expect(try types(HostileBytes.box("ftyp") + HostileBytes.number(size, 4) + Array("mdat".utf8)) == ["ftyp"])
    }
    #expect(try types([0, 0, 0]) == [])
    #expect(try types([]) == [])
  }
}
