/// The result of an export.
public struct ExportReport: Hashable, Sendable {
  /// Frames in the file.
  public var frameCount: Int
  /// Samples a channel in the file.
  public var sampleCount: Int64
  /// The file's size.
  public var byteCount: Int64
  /// How loud the sound became; nil in a file without sound.
  public var soundLevel: SoundLevel?
  /// The errors of frames that a custom compositor failed to make; the last good frame is shown instead.
  /// At most the first hundred.
  public var compositorFailures: [RenderError]

  /// A file of `frameCount` frames, `sampleCount` samples and `byteCount` bytes.
  public init(
    frameCount: Int, sampleCount: Int64, byteCount: Int64, soundLevel: SoundLevel? = nil,
    compositorFailures: [RenderError] = []
  ) {
    self.frameCount = frameCount
    self.sampleCount = sampleCount
    self.byteCount = byteCount
    self.soundLevel = soundLevel
    self.compositorFailures = compositorFailures
  }
}
