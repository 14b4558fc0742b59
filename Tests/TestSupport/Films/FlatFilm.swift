public import Foundation

/// A film of one color, stored without loss, for measuring what is made of it.
public struct FlatFilm: Hashable, Sendable {
  /// The luma as coded.
  public var luma: UInt8

  /// The blue difference as coded.
  public var blue: UInt8 = 128

  /// The red difference as coded.
  public var red: UInt8 = 128

  /// The number of frames.
  public var frameCount = 90

  /// The rate of the frames.
  public var rate = FrameRate(30)

  /// Describes a film of a grey.
  public init(luma: UInt8, _ change: (inout FlatFilm) -> Void = { _ in }) {
    self.luma = luma
    change(&self)
  }

  /// The film's file: FFV1, 320 × 180.
  public func url() async throws -> URL {
    let arguments = [
      "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "320x180", "-r", rate.description, "-i", "pipe:0",
      "-c:v", "ffv1", "-g", "1", "-colorspace", "smpte170m", "-fflags", "+bitexact",
    ]
    let name = "flat-\(luma)-\(blue)-\(red)-\(frameCount)"
    return try await MediaCache.shared.file(named: name, extension: "mkv", recipe: arguments) { target in
      let frame =
        [UInt8](repeating: luma, count: 320 * 180) + [UInt8](repeating: blue, count: 160 * 90)
        + [UInt8](repeating: red, count: 160 * 90)
      var frames = Data(capacity: frame.count * frameCount)
      for _ in 0..<frameCount { frames.append(contentsOf: frame) }
      try await MediaTools.ffmpeg(arguments + [target.path], input: frames)
    }
  }
}
