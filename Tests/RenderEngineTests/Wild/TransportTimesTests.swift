import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

/// Transport streams whose times, tables or packets are not as most programs write them.
@Suite("Times and tables of transport streams")
struct TransportTimesTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Two seconds with pictures in another order than they are shown in.
  private static let film = WildFile(
    "transport-times", "ts",
    StoredFilm.picture + StoredFilm.sound() + ["-c:v", "libx264", "-preset", "veryfast", "-bf", "3", "-g", "10"]
      + ["-x264-params", "b-adapt=0:scenecut=0", "-pix_fmt", "yuv420p", "-c:a", "aac"])

  /// Ticks of a picture.
  private static let frame: Int64 = 3_600

  /// Pictures that are said to be decoded five frames later than they are, by packets that have both times.
  private func lateDecoding() async throws -> URL {
    try await Self.film.changed(in: folder.url) { bytes in
      var file = TransportFile(bytes)
      var lateCount = 0
      file.changeDecoding { decoding, presentation in
        if decoding + 5 * Self.frame > presentation { lateCount += 1 }
        return decoding + 5 * Self.frame
      }
      try #require(lateCount > 10)
      bytes = file.bytes
    }
  }

  @Test func `pictures of a transport stream that are decoded behind their time are shown at it`() async throws {
    let (late, whole) = (try await lateDecoding(), try await Self.film.url())
    let (found, expected) = (try await WildFile.facts(of: late), try await WildFile.facts(of: whole))
    #expect(found.videoTracks.map(\.timing) == expected.videoTracks.map(\.timing))
    #expect(found.audioTracks.map(\.firstSample) == expected.audioTracks.map(\.firstSample))
    #expect(found.audioTracks.map(\.sampleCount) == expected.audioTracks.map(\.sampleCount))
    #expect(try await StoredFilm.pictures(of: late) == StoredFilm.pictures(of: whole))
  }

  @Test(arguments: [FileType.mkv, .mp4]) func `and are copied with their times`(type: FileType) async throws {
    let (late, whole) = (try await lateDecoding(), try await Self.film.url())
    let urls = ["late", "whole"].map { folder.url("\($0).\(type.rawValue)") }
    for (source, target) in zip([late, whole], urls) {
      let file = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(source))], as: type), to: target)
      #expect(file.damage.isEmpty)
    }
    #expect(try await CopiedFilm.packets(of: urls[0]) == CopiedFilm.packets(of: urls[1]))
    // Pictures without a decoding time of their own are a tick later where the others' times would not rise.
    let (found, expected) = (
      try await CopiedFilm.times(of: urls[0]).pictures, try await CopiedFilm.times(of: urls[1]).pictures
    )
    #expect(found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) < 0.001_1 })
  }

  /// As a capture has it that begins amid a programme: what comes before the tables is of no known stream, and pictures before the next
  /// key frame cannot be decoded.
  @Test func `a transport stream whose tables come late is read from there on`() async throws {
    let url = try await Self.film.changed(in: folder.url) { bytes in
      var file = TransportFile(bytes)
      for number in 0..<file.packets.count * 3 / 10 where [0, 0x11, 0x1000].contains(file.identifier(of: number)) {
        file.clear(number)
      }
      bytes = file.bytes
    }
    let facts = try await WildFile.facts(of: url)
    let count = try #require(facts.videoTracks.first?.timing.count)
    #expect([20, 30, 40].contains(count) && facts.damage.isEmpty)
    let samples = try #require(facts.audioTracks.first?.sampleCount)
    #expect(samples > Int64(count) * 1_920 && samples < 90_000)
  }

  @Test(arguments: ["ts", "mp4", "mkv"]) func `MP3 is called that in every container`(type: String) async throws {
    let sound = ["-f", "lavfi", "-i", "sine=sample_rate=44100:duration=1", "-c:a", "libmp3lame"]
    let url = try await WildFile("layer-three", type, sound).url()
    let track = try #require(try await WildFile.facts(of: url).audioTracks.first)
    #expect(track.codec == "MP3")
    // Movies say where the sound ends, for which ffmpeg does not look.
    guard type != "mp4" else { return }
    #expect(Int(track.sampleCount) == (try await SoundReader.samples(url, []).count))
  }
}
