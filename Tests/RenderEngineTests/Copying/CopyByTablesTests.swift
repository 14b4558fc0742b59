import Containers
import EditingModel
import Foundation
import MediaDecoding
import MediaFormats
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@testable import RenderEngine

/// Movies that are copied by their tables and first packets, without a probe, and those for which it takes one.
@Suite("Copies by tables")
struct CopyByTablesTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func file(_ name: String, _ recipe: [String]) async throws -> AssetReference {
    let url = folder.url(name)
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1", "-f", "lavfi", "-i", "sine=440:r=48000:d=1"]
        + recipe + [url.path])
    return AssetReference(url: url)
  }

  private func passes(_ asset: AssetReference) -> Bool {
    TabulatedMovieCheck(asset: asset, cancellation: Cancellation()).passes
  }

  private func probe(_ asset: AssetReference) throws -> MediaFacts {
    try MediaProbe(asset, cancellation: Cancellation()).run().facts
  }

  private func copy(_ asset: AssetReference) async throws -> CopiedFile {
    let kind = asset.url.pathExtension
    let order = PacketCopy([.init(asset)], as: try #require(FileType(rawValue: kind)))
    return try await GStreamerRenderer().copyPackets(order, to: folder.url("copy.\(kind)"), replacing: true) { _ in }
  }

  private static let film = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "3", "-c:a", "aac"]

  @Test(arguments: [
    ("film.mp4", film), ("visual.mp4", ["-c:v", "mpeg4", "-c:a", "ac3"]),
    ("hevc.mov", ["-c:v", "libx265", "-x265-params", "log-level=none", "-tag:v", "hvc1", "-c:a", "alac"]),
    ("opus.mp4", ["-vn", "-c:a", "libopus"]),
    ("prores.mov", ["-c:v", "prores_ks", "-c:a", "pcm_s16le"]), ("jpeg.mov", ["-c:v", "mjpeg", "-c:a", "pcm_s24le"]),
    ("sound.m4a", ["-vn", "-c:a", "aac"]),
  ]) func `a whole movie needs no probe, and a probe finds nothing wrong with it`(
    name: String, recipe: [String]
  ) async throws {
    let movie = try await file(name, recipe)
    #expect(passes(movie))
    #expect(try probe(movie).damage.isEmpty)
    #expect(try await copy(movie).damage.isEmpty)
  }

  @Test(arguments: [
    ("fragments.mp4", film + ["-movflags", "+frag_keyframe+empty_moov"]), ("film.mkv", film), ("film.ts", film),
    ("vp9.mp4", ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-c:a", "libopus"]),
    ("deep.mov", ["-c:v", "ffv1", "-c:a", "pcm_f32le"]), ("film.avi", ["-c:v", "mpeg4", "-c:a", "mp3"]),
  ]) func `other files are probed`(name: String, recipe: [String]) async throws {
    let other = try await file(name, recipe)
    #expect(!passes(other))
    #expect(try probe(other).damage.isEmpty)
  }

  /// What is done to the bytes of a movie whose header comes first, given where its media begin.
  private static let damages: [(name: String, damage: @Sendable (inout Data, Int) -> Void)] = [
    ("nothing but zeros", { $0.resetBytes(in: $1..<$0.count) }), ("cut short", { $0.removeLast(($0.count - $1) / 2) }),
    ("a first picture and sound that are damaged", { $0.resetBytes(in: $1..<min($1 + 3_000, $0.count)) }),
  ]

  @Test(arguments: damages.map(\.name)) func `what is wrong with a movie is found by a probe, and a copy says the same`(
    name: String
  ) async throws {
    let whole = try await file("film.mp4", Self.film + ["-movflags", "+faststart"])
    var bytes = try Data(contentsOf: whole.url)
    let media = try #require(bytes.firstRange(of: Data("mdat".utf8))).upperBound
    try #require(Self.damages.first { $0.name == name }).damage(&bytes, media)
    let damaged = AssetReference(url: folder.url("damaged.mp4"))
    try bytes.write(to: damaged.url)
    #expect(!passes(damaged))
    var refusal: RenderError?
    do { _ = try probe(damaged) } catch { refusal = error as? RenderError }
    guard let refusal else {
      _ = try await copy(damaged)
      return
    }
    let error = await #expect(throws: RenderError.self) { _ = try await copy(damaged) }
    #expect(error?.message == refusal.message && error?.code == refusal.code, "\(error as Any)")
    #expect(try folder.names() == ["damaged.mp4", "film.mp4"])
  }

  @Test func `sound behind the last byte that a number counts is refused`() async throws {
    let whole = try await file("film.mov", ["-c:v", "prores_ks", "-c:a", "pcm_s16le"])
    var bytes = try Data(contentsOf: whole.url)
    // All samples of the sound, in one chunk, 16 bytes before the end of 64 bits.
    let runs = try #require(bytes.range(of: Data("stsc".utf8), options: .backwards)).upperBound
    bytes.replaceSubrange(runs + 4..<runs + 8, with: [0, 0, 0, 1])
    bytes.replaceSubrange(runs + 12..<runs + 16, with: [0x7F, 0xFF, 0xFF, 0xFF])
    let places = try #require(bytes.range(of: Data("stco".utf8), options: .backwards))
    try #require(bytes[places.upperBound + 7] > 1)
    bytes.replaceSubrange(
      places.lowerBound..<places.upperBound + 16,
      with: Array("co64".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0xFF, count: 7) + [0xF0])
    let damaged = AssetReference(url: folder.url("damaged.mov"))
    try bytes.write(to: damaged.url)
    #expect(!passes(damaged))
    #expect(throws: RenderError.self) { _ = try probe(damaged) }
    await #expect(throws: RenderError.self) { _ = try await copy(damaged) }
    let file = try FileBytes(damaged.url.path, isReadOnly: true)
    let movie = try #require(try MovieTracks(of: file))
    let sound = try #require(movie.tracks.last { $0.handler == "soun" })
    let table = try MovieSampleTable(of: sound, in: movie, file: file, lastTime: .max, bytesPerFrame: 2)
    #expect(table == nil)
  }

  @Test func `a pipe is refused before it is opened`() async throws {
    let pipe = AssetReference(url: folder.url("pipe.mp4"))
    #expect(unsafe mkfifo(pipe.url.path, 0o600) == 0)
    await #expect(throws: RenderError.self) { _ = try await copy(pipe) }
  }

  @Test func `parts of one file are looked at once`() async throws {
    let movie = try await file("film.mp4", Self.film)
    let looks = Looks()
    let order = PacketCopy([.init(movie), .init(movie)], as: .mp4)
    let run = try PacketCopyRun(order, damagePolicy: .refuse, cancellation: Cancellation()) { asset in
      looks.assets.append(asset)
      return { [] }
    }
    _ = try run.check()
    #expect(looks.assets == [movie])
  }

  /// The files that were looked at.
  private final class Looks {
    var assets: [AssetReference] = []
  }
}
