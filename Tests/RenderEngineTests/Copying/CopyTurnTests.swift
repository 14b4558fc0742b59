import EditingModel
import Foundation
import MediaFormats
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@testable import Containers

/// Films that a phone has turned stay turned where their packets are copied.
@Suite("Copied films that are turned")
struct CopyTurnTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A film whose track's matrix is `numbers`.
  private func film(_ numbers: [Int32]) async throws -> URL {
    let file = WildFile("matrix", "mp4", WildFile.picture + WildFile.h264)
    return try await file.changed(in: folder.url) { bytes in
      let matrix = try #require(bytes.contents(ofBoxes: "tkhd").first) + 40
      for (index, number) in zip([0, 4, 12, 16], numbers) { bytes.write(number * 65_536, at: matrix + index) }
    }
  }

  private static let turns: [([Int32], Orientation)] = [
    ([0, 1, -1, 0], .right), ([-1, 0, 0, -1], .down), ([0, -1, 1, 0], .left), ([-1, 0, 0, 1], .upMirrored),
    ([1, 0, 0, -1], .downMirrored), ([0, 1, 1, 0], .leftMirrored), ([0, -1, -1, 0], .rightMirrored),
  ]

  @Test(arguments: turns) func `a turn goes into Matroska and back`(
    numbers: [Int32], orientation: Orientation
  ) async throws {
    let source = try await film(numbers)
    var copied = source
    for type in [FileType.mkv, .mkv, .mp4] {
      let url = folder.url("copied-\(UUID().uuidString).\(type.rawValue)")
      let file = try await CopiedFilm.copy(PacketCopy([.init(AssetReference(url: copied))], as: type), to: url)
      #expect(file.notes == [] && file.isExact)
      let track = try #require(try await WildFile.facts(of: url).videoTracks.first)
      #expect(track.orientation == orientation && track.timing.count == 75)
      #expect(try await CopiedFilm.packets(of: url) == CopiedFilm.packets(of: source))
      copied = url
    }
    let back = try await MediaTools.ffprobe(["-show_entries", "stream_side_data=displaymatrix", copied.path])
    #expect(try await back == MediaTools.ffprobe(["-show_entries", "stream_side_data=displaymatrix", source.path]))
  }

  @Test func `WebM says it, too, and what it does not say is noted`() async throws {
    let film = WildFile("turned-vp9", "mp4", WildFile.picture + ["-c:v", "libvpx-vp9", "-deadline", "realtime"])
    for (numbers, orientation, count) in [([0, 1, -1, 0], Orientation.right, 0), ([1, 1, -1, 1], .up, 1)] {
      let source = try await film.changed(in: folder.url) { bytes in
        let matrix = try #require(bytes.contents(ofBoxes: "tkhd").first) + 40
        for (index, number) in zip([0, 4, 12, 16], numbers) { bytes.write(Int32(number) * 65_536, at: matrix + index) }
      }
      let url = folder.url("turned.webm")
      let file = try await CopiedFilm.copy(PacketCopy([.init(AssetReference(url: source))], as: .webm), to: url)
      #expect(file.notes.filter { $0.contains("turned is left behind") }.count == count, "\(file.notes)")
      #expect(try await WildFile.facts(of: url).videoTracks.first?.orientation == orientation)
    }
  }

  @Test(arguments: ["mp4", "mkv"]) func `films that are turned in different ways are not joined`(type: String)
    async throws
  {
    // A film held upright and one on its side: a header says it of both, or of neither.
    var parts: [PacketCopy.Part] = []
    for (number, turn) in [Self.turns[0].0, Self.turns[1].0, Self.turns[0].0].enumerated() {
      let copied = folder.url("film-\(number).\(type)")
      let source = PacketCopy.Part(AssetReference(url: try await film(turn)))
      _ = try await CopiedFilm.copy(PacketCopy([source], as: type == "mp4" ? .mp4 : .mkv), to: copied)
      parts.append(.init(CopiedFilm.asset(copied)))
    }
    let joined = folder.url("joined.mp4")
    let error = await #expect(throws: RenderError.self) {
      _ = try await CopiedFilm.copy(PacketCopy(Array(parts.prefix(2)), as: .mp4), to: joined)
    }
    #expect(
      error?.code == .unsupported && error?.description.contains("how the picture is turned") == true, "\(error as Any)"
    )
    _ = try await CopiedFilm.copy(PacketCopy([parts[0], parts[2]], as: .mp4), to: joined)
    #expect(try await WildFile.facts(of: joined).videoTracks.first?.orientation == .right)
  }

  /// A movie that says that its pictures surround the viewer, as cameras' programs write it (Spherical Video V1).
  private func surrounding() async throws -> URL {
    let file = WildFile("surrounding", "mp4", WildFile.picture + WildFile.h264)
    return try await file.changed(in: folder.url) { bytes in
      let words = [
        "<GSpherical:Spherical>true</GSpherical:Spherical>",
        "<GSpherical:Stitched>true</GSpherical:Stitched>",
        "<GSpherical:StitchingSoftware>x</GSpherical:StitchingSoftware>",
        "<GSpherical:ProjectionType>equirectangular</GSpherical:ProjectionType>",
      ].joined()
      let mark: [UInt8] = [
        0xFF, 0xCC, 0x82, 0x63, 0xF8, 0x55, 0x4A, 0x93, 0x88, 0x14, 0x58, 0x7A, 0x02, 0x52, 0x1F, 0xDD,
      ]
      let box = Array("uuid".utf8) + mark + Array(words.utf8)
      // Media stand before the header, whose boxes grow.
      let (movie, track) = (bytes.contents(ofBoxes: "moov")[0] - 8, bytes.contents(ofBoxes: "trak")[0] - 8)
      let end = track + Int(bytes.bigEndian(at: track, 4))
      for place in [movie, track] { bytes.write(Int32(Int(bytes.bigEndian(at: place, 4)) + box.count + 4), at: place) }
      bytes.insert(contentsOf: [UInt8](bigEndian: box.count + 4, 4) + box, at: end)
    }
  }

  @Test(arguments: [FileType.mp4, .mov])
  func `a copy in MP4 says that its pictures surround the viewer`(type: FileType) async throws {
    let copied = folder.url("copied.\(type.rawValue)")
    let source = CopiedFilm.asset(try await surrounding())
    let file = try await CopiedFilm.copy(PacketCopy([.init(source)], as: type), to: copied)
    let said = try await MediaTools.ffprobe(["-show_streams", copied.path]).contains("projection=equirectangular")
    #expect(said == (type == .mp4))
    #expect(file.notes.contains { $0.contains("surround the viewer") } == (type != .mp4), "\(file.notes)")
  }
}
