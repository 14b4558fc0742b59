import Foundation
import TestSupport

/// What every contestant edits: 30 seconds of 720p at 30 frames a second, H.264 with B-frames and a key frame
/// every 60 frames, made of a real clip that is repeated until it is long enough.
enum BenchmarkFilm {
  /// Frames a second of every film.
  static let rate = FrameRate(30)

  /// Frames of a film.
  static let frameCount = 900

  /// Width and height of a film.
  static let size = [1280, 720]

  /// Makes a film of each clip, unless an earlier run has made it.
  static func prepare(
    _ clips: [URL], size: [Int] = size, frameCount: Int = frameCount
  ) async throws -> [URL] {
    var films: [URL] = []
    for clip in clips {
      let recipe = [
        "-stream_loop", "-1", "-i", clip.path, "-frames:v", "\(frameCount)", "-an",
        "-vf", "scale=\(size[0]):\(size[1]),setsar=1,fps=\(rate),format=yuv420p",
        "-c:v", "libx264", "-preset", "fast", "-crf", "20", "-g", "60", "-bf", "3",
      ]
      let name = "bench-\(size[1])p-\(clip.deletingPathExtension().lastPathComponent)"
      films.append(
        try await MediaCache.shared.file(named: name, extension: "mp4", recipe: recipe) { target in
          try await MediaTools.ffmpeg(recipe + [target.path])
        })
    }
    return films
  }

  /// A film that is `count` times as long: `film` again and again, not encoded anew.
  static func repeated(_ film: URL, count: Int) async throws -> URL {
    let recipe = ["-stream_loop", "\(count - 1)", "-i", film.path, "-c", "copy"]
    return try await MediaCache.shared.file(named: "bench-long", extension: "mp4", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
  }

  /// An hour of AAC: a minute of tones and noise, again and again.
  static func hourOfSound() async throws -> URL {
    let recipe = [
      "-f", "lavfi", "-i", "aevalsrc=0.3*sin(2*PI*440*t)+0.1*random(0)|0.3*sin(2*PI*550*t):s=48000:d=60",
      "-c:a", "aac", "-b:a", "128k",
    ]
    let minute = try await MediaCache.shared.file(named: "bench-minute", extension: "m4a", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    return try await repeated(minute, count: 60)
  }
}
