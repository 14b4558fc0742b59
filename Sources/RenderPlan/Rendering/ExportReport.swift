/// What an export came to.
public struct ExportReport: Hashable, Sendable {
  /// Frames in the file.
  public var frameCount: Int
  /// Samples a channel in the file.
  public var sampleCount: Int64
  /// The file's size.
  public var byteCount: Int64

  /// A file of `frameCount` frames, `sampleCount` samples and `byteCount` bytes.
  public init(frameCount: Int, sampleCount: Int64, byteCount: Int64) {
    self.frameCount = frameCount
    self.sampleCount = sampleCount
    self.byteCount = byteCount
  }
}
