import Foundation
import Rendering
import SeededRandom
import Testing

import class TestSupport.ScratchFolder

@testable import RenderEngine

/// The correction of the header of a Matroska file, on bytes that no muxer writes: an error or a file, and never a trap.
///
/// What might trap runs in a process of its own.
@Suite("Headers of Matroska files", .timeLimit(.minutes(60)))
struct MatroskaHeaderTests {
  /// An element: its identifier, its size in eight bytes, and its body.
  static func element(_ id: Int, _ body: [UInt8]) -> [UInt8] {
    let width = id > 0xFF_FFFF ? 4 : id > 0xFFFF ? 3 : id > 0xFF ? 2 : 1
    return HostileBytes.number(id, width) + [0x01] + HostileBytes.number(body.count, 7) + body
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

  @Test func `random numbers are replaced and the date is taken out, and nothing else`() throws {
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
    // Nothing is said of a date.
    let date = Self.element(0x4461, [1, 2, 3, 4, 5, 6, 7, 8])
    let place = try #require(expected.firstRange(of: date))
    let void: [UInt8] = [0xEC, 0x80 | UInt8(date.count - 2)]
    expected.replaceSubrange(place, with: void + [UInt8](repeating: 0, count: date.count - 2))
    replace(0x73C5, [7, 7, 7, 7, 7, 7, 7, 7], with: [0, 0, 0, 0, 0, 0, 0, 1])
    // A tag names its track by the same number as the track does.
    replace(0x73C5, [8, 8, 8, 8], with: [0, 0, 0, 2])
    replace(0x63C5, [8, 8, 8, 8], with: [0, 0, 0, 2])
    #expect(after == expected)
  }

  @Test func `a file that is not Matroska is an error`() throws {
    let folder = try ScratchFolder()
    for bytes in [
      [], [0], [0x1A], MovieHeaderTests.movie(), Self.element(0x1853_8067, []), [UInt8](repeating: 0xFF, count: 64),
    ] {
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
          bytes.replaceSubrange(place + 1..<place + 8, with: HostileBytes.number(size, 7))
          HostileBytes.expectNoTrap { _ = try Self.correctMatroska(bytes, in: folder) }
        }
      }
      var random = SeededGenerator(seed: 13)
      for _ in 0..<400 {
        var bytes = film
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        bytes = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random)))
        HostileBytes.expectNoTrap { _ = try Self.correctMatroska(bytes, in: folder) }
      }
    }
  }

  @Test func `elements within elements without end are no trap`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let depth = 200_000
      // Heads of twelve bytes, each of which says that it goes to the end.
      var nested: [UInt8] = []
      for rest in (0..<depth).reversed() {
        nested += HostileBytes.number(0x1549_A966, 4)
        nested += [0x01]
        nested += HostileBytes.number(rest * 12, 7)
      }
      HostileBytes.expectNoTrap { _ = try Self.correctMatroska(Self.element(0x1853_8067, nested), in: folder) }
    }
  }
}
