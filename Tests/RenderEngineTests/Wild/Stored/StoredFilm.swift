import EditingModel
import Foundation
import MediaFormats
import Rendering
import Testing

import enum TestSupport.MediaTools

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// Two seconds of pictures and sound for files whose packets libavformat reads.
enum StoredFilm {
  /// Fifty pictures, as options of ffmpeg.
  static let picture = ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=2"]

  /// Two channels of `rate` samples a second, one of them rising, as options of ffmpeg.
  static func sound(_ rate: Int = 48_000) -> [String] {
    ["-f", "lavfi", "-i", "aevalsrc=exprs=0.4*sin(2*PI*(300+100*t)*t)|0.3*sin(2*PI*523*t):s=\(rate):d=2"]
  }

  /// What is known of the file at `url`.
  static func index(of url: URL) throws -> MediaIndex {
    try MediaProbe(AssetReference(url: url), cancellation: Cancellation()).run()
  }

  /// The pictures of the file at `url`, as the engine reads them.
  static func pictures(of url: URL) async throws -> [[UInt8]] {
    let plan = try await SoundEdits.whole(url, seconds: 2, .video).plan()
    let reader = try await GStreamerRenderer().pictures(of: plan, in: .yuv420p)
    defer { reader.close() }
    return try await reader.bytes(in: 0..<reader.plan.frameCount).map { $0.reduce(into: [], +=) }
  }

  /// All of the pictures of the file at `url`, as ffmpeg decodes them, each once.
  static func witnessedPictures(of url: URL) async throws -> [UInt8] {
    [UInt8](
      try await MediaTools.ffmpegOutput([
        "-i", url.path, "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "yuv420p",
      ]))
  }

  /// The samples of the first sound of `index` from sample `start` on, and what a decoder gives behind its end.
  static func samples(of index: MediaIndex, from start: Int64 = 0) throws -> [Double] {
    let facts = try #require(index.facts.audioTracks.first)
    let sound = try DecodedSound(
      track: 0, of: index, from: facts.firstSample + start, layout: facts.layout, damage: DamageRecord(.refuse),
      cancellation: Cancellation())
    defer { [sound.close()].settle() }
    var found: [Double] = []
    while let samples = try sound.next() { found += samples }
    return found
  }
}
