import EditingModel
import Foundation
import MediaTime
import Rendering
import Testing

import class TestSupport.ScratchFolder

@testable import Containers
@testable import RenderEngine

/// Films of a single picture: titles, slides, what a camera makes of a tap on its button.
@Suite("Films of one picture")
struct OnePictureTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A picture that stays for five seconds.
  private static func film(_ type: String, _ codec: [String]) -> WildFile {
    WildFile(
      "one-\(codec[1])", type,
      ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=1/5:duration=5", "-frames:v", "1"] + codec)
  }

  @Test(
    arguments: [
      ("mp4", ["-c:v", "libx264"]), ("mov", ["-c:v", "libx264"]), ("mp4", ["-c:v", "mpeg4"]),
      ("mov", ["-c:v", "prores"]),
      ("mkv", ["-c:v", "libx264"]), ("webm", ["-c:v", "libvpx-vp9"]),
    ] as [(String, [String])])
  func `a picture stays as long as its file says`(type: String, codec: [String]) async throws {
    let facts = try await WildFile.facts(of: Self.film(type, codec).url())
    #expect(facts.duration == Rational(5))
    #expect(facts.videoTracks.first?.timing == .constant(start: .zero, frameDuration: Rational(5), count: 1))
  }

  /// A twenty-fifth of a second of media, and an edit list, in ticks of a millisecond, that shows it longer.
  @Test func `and as long as an edit list says`() async throws {
    let film = WildFile(
      "one-edited", "mp4", ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30", "-frames:v", "1", "-c:v", "libx264"])
    let whole = try await WildFile.facts(of: film.url())
    #expect(whole.duration == (try Rational(1, 30)))
    let url = try await film.changed(in: folder.url) { bytes in
      for (box, place) in [("mvhd", 16), ("tkhd", 20), ("elst", 8)] {
        let body = try #require(bytes.firstRange(of: Array(box.utf8))).upperBound
        bytes.write(2_500, at: body + place)
      }
    }
    let facts = try await WildFile.facts(of: url)
    #expect(facts.duration == (try Rational(5, 2)))
  }
}
