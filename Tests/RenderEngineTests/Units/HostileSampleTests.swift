import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import Testing

import class TestSupport.MediaCache
import enum TestSupport.MediaTools
import enum TestSupport.ProofScope
import class TestSupport.ScratchFolder

@testable import Containers
@testable import RenderEngine

/// Lists of packets that are cut short, or say what is not so: an error, or nothing, and no more memory than the file is long.
@Suite("Lists of packets in hostile files")
struct HostileSampleTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private static func film(_ type: String) async throws -> [UInt8] {
    let recipe = [
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=0.6", "-f", "lavfi", "-i", "sine=d=0.6", "-c:v",
      "libx264", "-g", "5", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le",
    ]
    let url = try await MediaCache.shared.file(named: "hostile", extension: type, recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    return Array(try Data(contentsOf: url))
  }

  /// How many packets the lists of the movie in `bytes` have; what goes wrong must be an error.
  @discardableResult
  private func moviePackets(_ bytes: [UInt8]) throws -> Int {
    let url = folder.url("film.mov")
    try Data(bytes).write(to: url)
    let file = try FileBytes(url.path, isReadOnly: true)
    var count = 0
    HostileBytes.expectNoTrap {
      guard let movie = try MovieTracks(of: file) else { return }
      for (number, type) in [(Int32(1), MediaType.video), (2, .audio)] {
        guard let track = movie.track(numbered: number) else { continue }
        count += try MovieSampleTable.entries(of: track, type, file: file)?.count ?? 0
      }
    }
    #expect(count <= bytes.count)
    return count
  }

  @discardableResult
  private func matroskaPackets(_ bytes: [UInt8]) throws -> Int {
    let url = folder.url("film.mkv")
    try Data(bytes).write(to: url)
    let file = try FileBytes(url.path, isReadOnly: true)
    var count = 0
    HostileBytes.expectNoTrap {
      for number in UInt64(1)...2 {
        count += try MatroskaSamples(of: number, in: file, cancellation: Cancellation()).table(zero: .zero).entries
          .count
      }
    }
    #expect(count <= bytes.count)
    return count
  }

  @Test func `movies that are cut short`() async throws {
    let whole = try await Self.film("mov")
    #expect(try moviePackets(whole) > 15)
    for length in stride(from: 0, to: whole.count, by: max(1, whole.count / 150)) {
      try moviePackets(Array(whole.prefix(length)))
    }
  }

  @Test func `movies whose tables lie`() async throws {
    let whole = try await Self.film("mov")
    for type in ["stts", "ctts", "stss", "stsz", "stsc", "stco", "elst", "mdhd", "mvhd", "sdtp"] {
      let places = whole.places(of: type).filter { $0 < whole.count - 60 }
      for place in places {
        // Its size, and each number in it, become what none is.
        for field in [-4] + Array(stride(from: 4, to: 44, by: 4)) {
          for value: UInt64 in [0, 1, 8, 9, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
            var bytes = whole
            bytes.setBigEndian(value, at: place + field, 4)
            try moviePackets(bytes)
          }
        }
        // Two that lie together.
        var bytes = whole
        for field in stride(from: 8, to: 24, by: 4) { bytes.setBigEndian(0xFFFF_FFFF, at: place + field, 4) }
        try moviePackets(bytes)
      }
      #expect(!places.isEmpty || type == "sdtp", "\(type)")
    }
  }

  @Test func `a table of four thousand million samples in a small file`() async throws {
    let whole = try await Self.film("mov")
    var bytes = whole
    for place in whole.places(of: "stsz") where place < whole.count - 60 {
      bytes.setBigEndian(1, at: place + 8, 4)
      bytes.setBigEndian(0xFFFF_FFFF, at: place + 12, 4)
    }
    #expect(try moviePackets(bytes) == 0)
  }

  @Test func `Matroska that is cut short, or lies about sizes`() async throws {
    let whole = try await Self.film("mkv")
    #expect(try matroskaPackets(whole) > 15)
    for length in stride(from: 0, to: whole.count, by: max(1, whole.count / 150)) {
      try matroskaPackets(Array(whole.prefix(length)))
    }
    // Identifiers, sizes and flags in the header, and at the beginnings of blocks.
    let heads = whole.indices.dropLast(12).filter { whole[$0] == 0xA3 || whole[$0] == 0xA0 }
    let offsets = [0, 1, 2, 3, 6]
    let blocks = heads.flatMap { head in offsets.map { head + $0 } }.prefix(600)
    let places = Array(0..<min(900, whole.count)) + blocks
    let values: [UInt8] = [0x00, 0x01, 0x7F, 0x80, 0xFF]
    for (number, place) in places.enumerated() {
      // Two of the values by turns, or all.
      for value in ProofScope.isFull ? values : [values[number % 5], values[(number + 2) % 5]]
      where whole[place] != value {
        var bytes = whole
        bytes[place] = value
        try matroskaPackets(bytes)
      }
    }
  }
}
