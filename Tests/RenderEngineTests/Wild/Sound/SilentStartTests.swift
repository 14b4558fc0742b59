import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import class TestSupport.MediaCache
import enum TestSupport.SoundReader

/// Sound whose first packet decodes to nothing begins at the time of the packet behind it.
@Suite("Sound that begins silently")
struct SilentStartTests {
  /// A film whose AAC begins with a packet that holds the encoder's name alone, as `faac` writes it.
  private func named(_ container: String) async throws -> URL {
    let sound = ["-f", "lavfi", "-i", "anoisesrc=r=44100:d=3:seed=7:a=0.4", "-c:a", "aac", "-f", "adts"]
    let adts = try await WildFile("silent-plain", "aac", sound).url()
    let name: [UInt8] =
      [0xDE, 4, 0, 0] + Array("libfaac 1.28".utf8) + [0, 0, 1, 0x90, 1, 0, 0x47]
    let changed = try await MediaCache.shared.file(
      named: "silent-named", extension: "aac", recipe: sound + ["\(name)"]
    ) { target in
      var bytes = [UInt8](try Data(contentsOf: adts))
      let length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
      let frame = name.count + 7
      bytes[3] = bytes[3] & 0xFC | UInt8(frame >> 11)
      bytes[4] = UInt8(truncatingIfNeeded: frame >> 3)
      bytes[5] = UInt8(truncatingIfNeeded: frame << 5) | bytes[5] & 0x1F
      bytes.replaceSubrange(7..<length, with: name)
      try Data(bytes).write(to: target)
    }
    return try await WildFile(
      "silent-film", container,
      ["-f", "lavfi", "-i", "testsrc=s=160x96:r=25:d=3", "-i", changed.path] + WildFile.h264
        + ["-c:a", "copy", "-bsf:a", "aac_adtstoasc"]
    ).url()
  }

  private func vorbis(_ container: String) async throws -> URL {
    try await WildFile(
      "silent-vorbis", container,
      [
        "-f", "lavfi", "-i", "testsrc=s=160x96:r=25:d=3", "-f", "lavfi", "-i",
        "anoisesrc=r=44100:d=3:seed=7:a=0.4", "-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libvorbis",
      ]
    ).url()
  }

  @Test(arguments: ["mp4", "mov", "mkv"])
  func `AAC behind its encoder's name is heard at its time`(container: String) async throws {
    try await check(named(container), tolerance: container == "mkv" ? 45 : 1, earliest: 1_024)
  }

  @Test(arguments: ["webm", "mkv"])
  func `Vorbis in Matroska is heard at its time`(container: String) async throws {
    try await check(vorbis(container), tolerance: 45, earliest: 0)
  }

  /// Compares where the sound is with where ffmpeg has it, give or take `tolerance` samples.
  private func check(_ url: URL, tolerance: Int, earliest: Int64) async throws {
    let facts = try await WildFile.facts(of: url)
    let sound = try #require(facts.audioTracks.first)
    #expect(sound.firstSample >= earliest)
    // A film's zero is its container's: there ffmpeg begins, too.
    #expect(facts.origin == .zero)
    let expected = try await Self.witness(url)
    let found = try await samples(of: url, 0..<60_000)
    let shift = (-tolerance...tolerance).first { shift in
      (20_000..<40_000).allSatisfy { abs(found[$0 + shift] - expected[$0]) < 1e-3 }
    }
    #expect(shift != nil, "\(url.lastPathComponent)")
    let middle = try await samples(of: url, 50_000..<51_000)
    #expect(zip(middle, found[50_000..<51_000]).allSatisfy { abs($0 - $1) < 1e-3 })
  }

  private func samples(of url: URL, _ range: Range<Int64>) async throws -> [Float] {
    let asset = AssetReference(url: url)
    let whole = CMTimeRange(start: .zero, duration: CMTime(value: 5, timescale: 2))
    let segment = CompositionTrackSegment(source: .init(asset: asset), sourceRange: whole, targetRange: whole)
    let edit = EditSnapshot(
      composition: Composition(tracks: [CompositionTrack(id: 1, mediaType: .audio, segments: [segment])]))
    let plan = try await edit.plan(
      settings: RenderSettings(sampleRate: 44_100, channels: 1), renderer: GStreamerRenderer())
    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    return try await reader.samples(range).interleaved.map { Float($0) }
  }

  /// The same by ffmpeg, which fills what is missing before the first sample.
  private static func witness(_ url: URL) async throws -> [Float] {
    try await SoundReader.samples(url, ["-af", "aresample=async=1:first_pts=0:min_hard_comp=0.01", "-ac", "1"])
  }
}
