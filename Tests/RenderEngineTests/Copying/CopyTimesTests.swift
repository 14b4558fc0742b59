import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@testable import Containers

/// Copies of packets that have the time of others in their file.
@Suite("Copied packets with one time")
struct CopyTimesTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Pictures at 3,000 a second, whose times Matroska rounds to milliseconds: up to three have one.
  private static let fast =
    ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=3000:d=0.02"] + WildFile.h264 + ["-bf", "0"]
  /// Three pictures with one time amid others.
  private static let gathered =
    [
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=0.6", "-vf",
      "setpts='(N+if(gt(N\\,5)\\,-1)+if(gt(N\\,6)\\,-1))/25/TB'", "-fps_mode", "passthrough", "-enc_time_base", "1/25",
      "-c:v", "libvpx-vp9", "-deadline", "realtime", "-auto-alt-ref", "0",
    ]

  @Test(arguments: [WildFile("fast", "mkv", fast), WildFile("gathered", "webm", gathered)], [FileType.mp4, .mkv])
  func `every picture with the time of others is copied, in one part and in several`(
    film: WildFile, type: FileType
  ) async throws {
    let asset = CopiedFilm.asset(try await film.url())
    let packets = try #require(try await CopiedFilm.packets(of: asset.url).first)
    // A second part needs an edit of its own in a movie, which begins amid the last ticks of these: libavformat reads them twice.
    for count in 1...(film.name == "fast" && type == .mp4 ? 1 : 2) {
      let url = folder.url("copied-\(count).\(type.rawValue)")
      let copy = PacketCopy(Array(repeating: .init(asset), count: count), as: type)
      let file = try await CopiedFilm.copy(copy, to: url)
      #expect(try await CopiedFilm.packets(of: url).first == Array(repeating: packets, count: count).flatMap(\.self))
      #expect(!file.notes.contains { $0.contains("left out") }, "\(file.notes)")
      let times = try await CopiedFilm.times(of: url).pictures
      #expect(times.count == count * packets.count && (type == .mkv || Set(times).count == times.count))
    }
  }

  @Test func `HEVC whose description begins with the version of old writers is copied into a transport stream`()
    async throws
  {
    let film = WildFile(
      "version-hevc", "mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1", "-pix_fmt", "yuv420p", "-c:v", "libx265", "-preset",
        "ultrafast", "-x265-params", "bframes=0:log-level=none", "-tag:v", "hvc1",
      ])
    let (made, source, url) = (try await film.url(), folder.url("version.mp4"), folder.url("version.ts"))
    var bytes = try Data(contentsOf: made)
    let version = try #require(bytes.range(of: Data("hvcC".utf8))).upperBound
    #expect(bytes[version] == 1)
    bytes[version] = 0
    try bytes.write(to: source)
    _ = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(source))], as: .ts), to: url)
    #expect(try await StoredFilm.witnessedPictures(of: url) == StoredFilm.witnessedPictures(of: made))
  }

  @Test func `HEVC is copied from one transport stream into another at its own times`() async throws {
    let film = WildFile(
      "stream-hevc", "ts",
      [
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-pix_fmt", "yuv420p", "-c:v", "libx265", "-preset",
        "ultrafast",
      ]
        + ["-x265-params", "keyint=20:min-keyint=20:bframes=3:scenecut=0:log-level=none"])
    let (source, url) = (try await film.url(), folder.url("copied.ts"))
    _ = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(source))], as: .ts), to: url)
    let (facts, copied) = (try await WildFile.facts(of: source), try await WildFile.facts(of: url))
    #expect(facts.videoTracks.first?.timing.count == 50)
    #expect(copied.videoTracks.first?.timing == facts.videoTracks.first?.timing)
    #expect(try await StoredFilm.witnessedPictures(of: url) == StoredFilm.witnessedPictures(of: source))
  }

  @Test func `the last picture is shown of a film that says no picture's duration`() async throws {
    let film = WildFile(
      "lasting", "webm",
      ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=0.2", "-c:v", "libvpx-vp9", "-deadline", "realtime"])
    let url = try await film.changed(in: folder.url) { bytes in
      // The track's default duration becomes void, and the film ends when its last picture begins.
      let statement = try #require(bytes.firstRange(of: [0x23, 0xE3, 0x83, 0x84]))
      bytes.replaceSubrange(statement.lowerBound..<statement.lowerBound + 2, with: [0xEC, 0x86])
      let duration = try #require(bytes.firstRange(of: [0x44, 0x89, 0x88])).upperBound
      let bits = (160.0).bitPattern
      bytes.replaceSubrange(
        duration..<duration + 8, with: (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
    }
    let copy = folder.url("copied.mp4")
    _ = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(url))], as: .mp4), to: copy)
    #expect(try await StoredFilm.witnessedPictures(of: copy).count == 5 * 96 * 64 * 3 / 2)
    let track = try #require(try await CopiedFilm.facts(of: copy)?.videoTracks.first)
    #expect(track.timing == .constant(start: .zero, frameDuration: try Rational(1, 25), count: 5))
  }

  @Test func `subtitles that appear together are copied`() async throws {
    let text = try folder.write(
      "1\n00:00:00,500 --> 00:00:01,000\nA\n\n2\n00:00:00,500 --> 00:00:01,200\nB\n\n", to: "both.srt")
    let film = folder.url("film.mkv")
    try await MediaTools.ffmpeg(
      WildFile.picture + ["-i", text.path] + WildFile.h264 + ["-c:s", "srt", film.path])
    let url = folder.url("copied.mkv")
    let file = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(film))], as: .mkv), to: url)
    #expect(file.packetCounts == [75, 2] && file.damage.isEmpty)
    #expect(try await CopiedFilm.packets(of: url) == CopiedFilm.packets(of: film))
  }

  /// A movie of five pictures as Apple's programs write it: no picture is shown later than it is decoded but for those that others
  /// precede, and two are shown earlier.
  private func shortMovie() async throws -> URL {
    let film = WildFile(
      "few", "mov",
      ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=0.2"] + WildFile.h264
        + ["-bf", "3", "-x264-params", "b-adapt=0:b-pyramid=normal:scenecut=0"])
    return try await film.changed(in: folder.url) { bytes in
      let table = try #require(bytes.firstRange(of: Array("ctts".utf8))).upperBound
      let list = try #require(bytes.firstRange(of: Array("elst".utf8))).upperBound
      let lead = Int(bytes.bigEndian(at: table + 12, 4))
      try #require(lead > 0 && Int(bytes.bigEndian(at: list + 12, 4)) == lead)
      // Offsets are signed, then.
      bytes[table] = 1
      for entry in 0..<Int(bytes.bigEndian(at: table + 4, 4)) {
        let place = table + 12 + 8 * entry
        bytes.write(Int32(Int(bytes.bigEndian(at: place, 4)) - lead), at: place)
      }
      bytes.write(0, at: list + 12)
    }
  }

  @Test(arguments: [FileType.mp4, .mov, .mkv])
  func `a copy decodes pictures before they are shown, whatever their file says`(type: FileType) async throws {
    let movie = try await shortMovie()
    let url = folder.url("copied.\(type.rawValue)")
    let file = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(movie))], as: type), to: url)
    #expect(file.packetCounts == [5] && file.damage.isEmpty)
    #expect(try await CopiedFilm.packets(of: url) == CopiedFilm.packets(of: movie))
    let times = try await CopiedFilm.times(of: url).pictures
    #expect(times.map { (($0 - (times.first ?? 0)) * 25).rounded(.toNearestOrEven) } == [0, 1, 2, 3, 4], "\(times)")
    #expect(try await StoredFilm.witnessedPictures(of: url) == StoredFilm.witnessedPictures(of: movie))
  }
}
