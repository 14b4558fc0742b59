import EditingModel
import Foundation
import Rendering

@testable import Containers
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
}
