/// Some samples of a strip: a stretch of media, or silence.
public struct StripPiece: Hashable, Sendable {
  /// The output samples.
  public var samples: Range<Int64>
  /// The media, or nil for silence.
  public var sound: StripSound?

  /// `samples` of `sound`.
  public init(samples: Range<Int64>, sound: StripSound?) {
    self.samples = samples
    self.sound = sound
  }
}
