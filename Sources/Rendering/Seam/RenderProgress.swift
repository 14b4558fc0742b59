/// How far a render is.
public struct RenderProgress: Hashable, Sendable {
  /// Frames finished.
  public var frame: Int
  /// Frames in all; 0 without a picture.
  public var frameCount: Int
  /// 0…1, never falling.
  public var fraction: Double

  /// `frame` of `frameCount` frames, `fraction` of the work.
  public init(frame: Int, frameCount: Int, fraction: Double) {
    self.frame = frame
    self.frameCount = frameCount
    self.fraction = fraction
  }
}
