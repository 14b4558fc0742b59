/// A constant number of frames a second.
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
  /// Frames in ``seconds`` seconds.
  public let frames: Int

  /// The seconds that ``frames`` frames last: 1, or 1001 for the NTSC rates counted in thousands.
  public let seconds: Int

  /// Makes a rate of `frames / seconds`.
  public init(_ frames: Int, _ seconds: Int = 1) {
    self.frames = frames
    self.seconds = seconds
  }

  /// 29.97 frames a second.
  public static let ntsc = FrameRate(30_000, 1001)

  /// The eight rates that the program promises to be exact at.
  public static let promised = [
    FrameRate(24_000, 1001), FrameRate(24), FrameRate(25), .ntsc,
    FrameRate(30), FrameRate(50), FrameRate(60_000, 1001), FrameRate(60),
  ]

  /// How long a frame lasts, in seconds.
  public var frameDuration: Fraction { Fraction(seconds, frames) }

  /// ffmpeg's spelling: `30000/1001`, or `25`.
  public var description: String { seconds == 1 ? "\(frames)" : "\(frames)/\(seconds)" }
}
