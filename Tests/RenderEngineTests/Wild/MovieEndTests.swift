import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Movies whose edit lists end before their media, whose tables lead behind the file's end, and whose media are encrypted.
@Suite("Ends of movies, and movies that are locked")
struct MovieEndTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Pictures that refer to later ones; `isNegative`: whether some are shown before they are decoded, by the table.
  private static func film(isNegative: Bool) -> WildFile {
    WildFile(
      isNegative ? "early-pictures" : "late-pictures", "mp4",
      ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=2", "-c:v", "libx264", "-preset", "veryfast"]
        + ["-bf", "3", "-pix_fmt", "yuv420p"] + (isNegative ? ["-movflags", "negative_cts_offsets"] : []))
  }

  @Test(arguments: [false, true], [120, 360, 440, 1_000, 1_060, 1_500])
  func `an edit list that ends before the media shows the pictures that begin in it`(
    isNegative: Bool, milliseconds: Int
  ) async throws {
    let file = Self.film(isNegative: isNegative)
    let url = try await file.changed(in: folder.url) { bytes in
      bytes.write(Int32(milliseconds), at: try #require(bytes.contents(ofBoxes: "mvhd").first) + 16)
      bytes.write(Int32(milliseconds), at: try #require(bytes.contents(ofBoxes: "tkhd").first) + 20)
      bytes.write(Int32(milliseconds), at: try #require(bytes.contents(ofBoxes: "elst").first) + 8)
    }
    let count = (milliseconds + 39) / 40
    let timing = try #require(try await WildFile.facts(of: url).videoTracks.first).timing
    #expect(timing == .constant(start: .zero, frameDuration: try Rational(1, 25), count: count))
    let read = try await Self.pictures(of: url, count)
    let whole = try await Self.pictures(of: file.url(), count)
    #expect(read == whole)
  }

  private static func pictures(of url: URL, _ count: Int) async throws -> [[[UInt8]]] {
    let asset = AssetReference(url: url)
    let range = CMTimeRange(start: .zero, duration: try CMTime(exactly: Rational(Int64(count), 25)))
    var track = CompositionTrack(id: 1, mediaType: .video)
    track.segments = [CompositionTrackSegment(source: .init(asset: asset), sourceRange: range, targetRange: range)]
    let plan = try await EditSnapshot(composition: Composition(tracks: [track])).plan(
      settings: RenderSettings(), renderer: GStreamerRenderer())
    let reader = try await GStreamerRenderer().pictures(of: plan, in: .yuv420p)
    defer { reader.close() }
    return try await reader.bytes(in: 0..<count)
  }

  @Test func `a movie that was cut and whose boxes were made to fit is cut short`() async throws {
    let file = WildFile(
      "fitted", "mp4",
      ["-f", "lavfi", "-i", "testsrc=size=160x96:rate=25:duration=3", "-f", "lavfi", "-i", "sine=duration=3"]
        + WildFile.h264 + ["-c:a", "aac", "-movflags", "faststart"])
    let url = try await file.changed(in: folder.url) { bytes in
      let media = try #require(bytes.contents(ofBoxes: "mdat").first) - 8
      bytes.removeLast((bytes.count - media) / 2)
      bytes.write(Int32(bytes.count - media), at: media)
    }
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.code == .mediaUnreadable && error.message.hasPrefix("The file is cut short: "), "\(error)")
    let asset = AssetReference(url: url)
    let kept = try #require(try await GStreamerRenderer(damagePolicy: .keep).facts(of: [asset])[asset])
    #expect(kept.damage.contains { $0.hasPrefix("The file is cut short: ") }, "\(kept.damage)")
  }

  @Test(arguments: ["plain", "cbcs", "segment"])
  func `encrypted media are refused as such, whatever the scheme`(kind: String) async throws {
    let key = String(repeating: "0123456789abcdef", count: 2)
    let file = WildFile(
      kind == "segment" ? "open-fragments" : "locked", "mp4",
      WildFile.picture + WildFile.h264
        + (kind == "segment"
          ? ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]
          : ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key]))
    let url = try await file.changed(in: folder.url) { bytes in
      if kind == "cbcs" {
        let scheme = try #require(bytes.contents(ofBoxes: "schm").first) + 4
        bytes.replaceSubrange(scheme..<scheme + 4, with: "cbcs".utf8)
      } else if kind == "segment" {
        bytes.removeFirst(try #require(bytes.contents(ofBoxes: "moof").first) - 8)
        for place in bytes.contents(ofBoxes: "tfdt") { bytes.replaceSubrange(place - 4..<place, with: "senc".utf8) }
      }
    }
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.code == .contentIsProtected && error.message.contains("encrypted"), "\(error)")
  }

  @Test func `a segment without its header is called one`() async throws {
    let file = WildFile(
      "segment", "mp4", WildFile.picture + WildFile.h264 + ["-movflags", "frag_keyframe+empty_moov+default_base_moof"])
    let url = try await file.changed(in: folder.url) { bytes in
      bytes.removeFirst(try #require(bytes.contents(ofBoxes: "moof").first) - 8)
    }
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.message.contains("header stands in another file"), "\(error)")
    #expect(error.remedy?.contains("cat ") == true)
  }

  @Test func `a header without its segments is called one`() async throws {
    let file = WildFile(
      "segment", "mp4", WildFile.picture + WildFile.h264 + ["-movflags", "frag_keyframe+empty_moov+default_base_moof"])
    let url = try await file.changed(in: folder.url) { bytes in
      bytes.removeSubrange((try #require(bytes.contents(ofBoxes: "moof").first) - 8)...)
    }
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.message.contains("fragments, which stand in other files"), "\(error)")
    #expect(error.remedy?.contains("cat ") == true)
  }

  @Test(arguments: ["baseline", "high"]) func `a header that contradicts the stream's own depth is passed over`(
    profile: String
  ) async throws {
    let file = WildFile("depth-\(profile)", "mp4", WildFile.picture + WildFile.h264 + ["-profile:v", profile])
    let url = try await file.changed(in: folder.url) { bytes in
      let record = try #require(bytes.contents(ofBoxes: "avcC").first)
      let end = record - 8 + bytes[record - 8..<record - 4].reduce(0) { $0 << 8 | Int($1) }
      bytes[record + 1] = 100
      // Chroma format, and fifteen bits of luma and of chroma; another profile has no such bytes.
      if profile == "high" { bytes.replaceSubrange(end - 4..<end, with: [0xFD, 0xFF, 0xFF, 0]) }
    }
    #expect(try await WildFile.facts(of: url).videoTracks.first?.timing.count == 75)
    #expect(try await Self.pictures(of: url, 50) == Self.pictures(of: file.url(), 50))
  }
}
