import Foundation
import GstEdit
import RenderEngine
import Testing

import class TestSupport.MediaCache
import enum TestSupport.MediaTools

/// Where cuts are found in films whose cuts are known.
@Suite("Scenes")
struct SceneTests {
  private let renderer = GStreamerRenderer()

  /// Four shots of 1.2, 2.0, 0.8 and 1.6 s, two of them in constant motion.
  private static func film(_ type: String, _ arguments: [String]) async throws -> URL {
    let shots = ["testsrc2", "mandelbrot", "smptebars", "rgbtestsrc"]
    let lengths = [1.2, 2, 0.8, 1.6]
    let inputs = zip(shots, lengths).flatMap { shot, length in
      ["-f", "lavfi", "-t", "\(length)", "-i", "\(shot)=size=320x180:rate=25"]
    }
    let recipe =
      inputs + ["-filter_complex", "[0][1][2][3]concat=n=4:v=1:a=0,format=yuv420p"] + arguments
    return try await MediaCache.shared.file(named: "scenes", extension: type, recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
  }

  private static let starts = [0, 30, 80, 100].map { CMTime(value: $0, timescale: 25) }

  @Test(
    arguments: [
      ("mp4", ["-c:v", "libx264"]), ("mkv", ["-c:v", "libx264", "-bf", "3"]), ("webm", ["-c:v", "libvpx-vp9"]),
      ("mp4", ["-c:v", "libx264", "-vf", "setpts=PTS+0.001*gt(mod(N\\,3)\\,1)/TB", "-fps_mode", "passthrough"]),
    ] as [(String, [String])])
  func `each cut of a file is found, at its own frame's time`(type: String, arguments: [String]) async throws {
    // A second filter would not see the first one's output.
    let isUneven = arguments.contains("-vf")
    let codec = isUneven ? ["-c:v", "libx264"] : arguments
    var url = try await Self.film(type, codec)
    if isUneven {
      let even = url
      url = try await MediaCache.shared.file(named: "uneven", extension: type, recipe: [even.path] + arguments) {
        target in
        try await MediaTools.ffmpeg(["-i", even.path] + arguments + [target.path])
      }
    }
    let scenes = try await SceneDetector(of: AnalysisSubject(AssetReference(url: url)), renderer: renderer).scenes()
    #expect(scenes.count == 4)
    for (scene, start) in zip(scenes, Self.starts) {
      #expect(abs(scene.timeRange.start.seconds - start.seconds) < 0.0015)
    }
    for (scene, next) in zip(scenes, scenes.dropFirst()) { #expect(scene.timeRange.end == next.timeRange.start) }
    #expect(scenes.map { $0.score == nil } == [true, false, false, false])
  }

  @Test func `a film's own cuts are found, and a part of it has those that lie in it`() async throws {
    let asset = AssetReference(url: try await Self.film("mp4", ["-c:v", "libx264"]))
    func clip(_ start: Int64, _ end: Int64, at frame: Int64) -> CompositionTrackSegment {
      let duration = CMTime(value: end - start, timescale: 25)
      return CompositionTrackSegment(
        source: .init(asset: asset, trackIndex: 0),
        sourceRange: CMTimeRange(start: CMTime(value: start, timescale: 25), duration: duration),
        targetRange: CMTimeRange(start: CMTime(value: frame, timescale: 25), duration: duration))
    }
    let composition = Composition(tracks: [
      CompositionTrack(
        id: 1, mediaType: .video, segments: [clip(85, 95, at: 0), clip(40, 60, at: 10), clip(70, 90, at: 30)])
    ])
    var detector = SceneDetector(of: AnalysisSubject(EditSnapshot(composition: composition)), renderer: renderer)
    let starts = try await detector.scenes().map(\.timeRange.start)
    // From 30 on the second shot goes on, ten frames later: a jump within it, which may be seen or not.
    #expect(
      starts.filter { $0 != CMTime(value: 30, timescale: 25) } == [0, 10, 40].map { CMTime(value: $0, timescale: 25) })
    detector.timeRange = CMTimeRange(start: CMTime(value: 12, timescale: 25), end: CMTime(value: 28, timescale: 25))
    let part = try await detector.scenes()
    #expect(part.map(\.timeRange) == [detector.timeRange])
  }

  @Test func `a file without pictures has no scenes`() async throws {
    let url = try await SoundAnalysisTests.sounds[0].url()
    let error = await #expect(throws: RenderError.self) {
      try await SceneDetector(of: AnalysisSubject(AssetReference(url: url)), renderer: renderer).scenes()
    }
    #expect(error?.message == "The file has no picture.")
  }
}
