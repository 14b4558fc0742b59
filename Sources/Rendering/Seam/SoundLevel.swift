/// The level of a sound, measured on the sum of all tracks before conversion to the file's format.
///
/// Sums are not limited on the way: only that last conversion clips, and only where the format's samples are integers.
public struct SoundLevel: Hashable, Sendable {
  /// The greatest magnitude of any sample; 1 is full scale.
  public var peak: Double
  /// How many samples, counted in every channel, are beyond full scale.
  public var clippedSampleCount: Int64

  /// Silence, by default.
  public init(peak: Double = 0, clippedSampleCount: Int64 = 0) {
    self.peak = peak
    self.clippedSampleCount = clippedSampleCount
  }

  /// Takes `samples` into account.
  public mutating func add(_ samples: Span<Double>) {
    for index in samples.indices {
      let magnitude = samples[index].magnitude
      peak = max(peak, magnitude)
      if magnitude > 1 { clippedSampleCount += 1 }
    }
  }
}
