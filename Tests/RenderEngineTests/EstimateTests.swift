import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import class TestSupport.MediaCache
import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Facts about a file before it has been read to its end.
@Suite("Estimated facts")
struct EstimateTests {
  /// Twenty seconds of picture and sound.
  private static func film(_ type: String, _ arguments: [String]) async throws -> URL {
    let recipe =
      ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=20", "-f", "lavfi", "-i", "sine=duration=20"]
      + ["-pix_fmt", "yuv420p", "-b:v", "1M"] + arguments
    return try await MediaCache.shared.file(named: "estimate", extension: type, recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
  }

  @Test(
    arguments: [
      ("ts", ["-c:v", "mpeg2video", "-c:a", "mp2"]), ("ts", ["-c:v", "libx264", "-c:a", "aac"]),
      ("mkv", ["-c:v", "libx264", "-c:a", "aac"]), ("avi", ["-c:v", "mpeg4", "-c:a", "mp2"]),
      ("mp3", ["-vn", "-c:a", "libmp3lame"]), ("wav", ["-vn"]), ("ogg", ["-vn", "-c:a", "libvorbis"]),
      ("mp4", ["-c:v", "libx264", "-c:a", "aac"]), ("mp4", ["-c:v", "libx264", "-movflags", "frag_keyframe"]),
    ] as [(String, [String])])
  func `an estimate tells the tracks, and their lengths within a fortieth`(
    type: String, arguments: [String]
  ) async throws {
    let folder = try ScratchFolder()
    // A copy, whose facts are not cached.
    let file = try FileManager.default.copy(of: try await Self.film(type, arguments), in: folder.url)
    let asset = AssetReference(url: file)
    let renderer = GStreamerRenderer()
    let estimated = try await renderer.estimatedFacts(of: asset)
    let facts = try #require(try await renderer.facts(of: [asset])[asset])
    #expect(facts.isPrecise)
    #expect(abs(estimated.duration.seconds - facts.duration.seconds) < 0.5)
    #expect(estimated.videoTracks.map(\.codec) == facts.videoTracks.map(\.codec))
    #expect(estimated.videoTracks.map(\.size) == facts.videoTracks.map(\.size))
    #expect(
      zip(estimated.videoTracks, facts.videoTracks).allSatisfy { abs($0.timing.count - $1.timing.count) < 12 })
    #expect(estimated.audioTracks.map(\.codec) == facts.audioTracks.map(\.codec))
    #expect(estimated.audioTracks.map(\.sampleRate) == facts.audioTracks.map(\.sampleRate))
    #expect(estimated.audioTracks.map(\.channels) == facts.audioTracks.map(\.channels))
    // A movie's index says it all.
    if type == "mp4", !arguments.contains("frag_keyframe") { #expect(estimated == facts) }
    // What is known is not estimated again.
    #expect(try await renderer.estimatedFacts(of: asset) == facts)
  }

  @Test func `nothing is planned with an estimate`() async throws {
    let folder = try ScratchFolder()
    let film = try await Self.film("ts", ["-c:v", "libx264", "-c:a", "aac"])
    let asset = AssetReference(url: try FileManager.default.copy(of: film, in: folder.url))
    let facts = try await GStreamerRenderer().estimatedFacts(of: asset)
    try #require(!facts.isPrecise)
    var movie = Composition()
    let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    var estimated = Asset(facts)
    let refusal = #expect(throws: EditError.self) { try movie.insertTimeRange(second, of: estimated, at: .zero) }
    #expect(refusal?.code == .unsuitableSource)
    // Nor where a program calls it precise.
    for index in estimated.tracks.indices { estimated.tracks[index].hasPreciseTiming = true }
    try movie.insertTimeRange(second, of: estimated, at: .zero)
    let error = #expect(throws: RenderError.self) {
      _ = try RenderPlanner.plan(
        composition: movie, videoComposition: nil, audioMix: nil, facts: [asset: facts], settings: RenderSettings())
    }
    #expect(error?.code == .invalidModel)
  }

  /// In a process of its own, whose reading is this test's alone.
  @Test func `of a large movie only the index is read`() async throws {
    let arguments = ["-f", "lavfi", "-i", "nullsrc=size=640x360:rate=25:duration=8", "-vf", "noise=alls=100:allf=t"]
    let make = { @Sendable (target: URL) in
      try await MediaTools.ffmpeg(arguments + ["-c:v", "mjpeg", "-q:v", "1", "-pix_fmt", "yuvj420p", target.path])
    }
    _ = try await MediaCache.shared.file(named: "large", extension: "mov", recipe: arguments, make: make)
    await #expect(processExitsWith: .success) {
      let arguments = ["-f", "lavfi", "-i", "nullsrc=size=640x360:rate=25:duration=8", "-vf", "noise=alls=100:allf=t"]
      let film = try await MediaCache.shared.file(named: "large", extension: "mov", recipe: arguments) { _ in }
      let folder = try ScratchFolder()
      // What the libraries read as they start is read before.
      let warm = try FileManager.default.copy(of: film, in: folder.url, named: "warm.mov")
      _ = try await GStreamerRenderer().facts(of: [AssetReference(url: warm)])
      let asset = AssetReference(url: try FileManager.default.copy(of: film, in: folder.url, named: "cold.mov"))
      let before = try OpenResources.bytesRead()
      let facts = try await GStreamerRenderer().facts(of: [asset])[asset]
      let read = try OpenResources.bytesRead() - before
      let size = try FileManager.default.attributesOfItem(atPath: film.path)[.size] as? Int ?? 0
      #expect(facts?.videoTracks.first?.timing.count == 200)
      #expect(size > 20_000_000 && read < size / 4, "\(read) of \(size) bytes")
    }
  }
}
