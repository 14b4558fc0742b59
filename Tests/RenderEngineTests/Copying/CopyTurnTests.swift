import EditingModel
import Foundation
import MediaFormats
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

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
}
