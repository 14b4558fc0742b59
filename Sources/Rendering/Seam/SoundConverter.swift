public import MediaFormats

/// The sample rate and the channel layout of sound.
public struct SoundFormat: Hashable, Sendable {
  /// Samples a second.
  public var sampleRate: Int
  /// The channels and their speakers.
  public var layout: ChannelLayout

  /// Sound of `sampleRate` samples a second for the speakers of `layout`.
  public init(sampleRate: Int, layout: ChannelLayout) { (self.sampleRate, self.layout) = (sampleRate, layout) }
}

/// Brings sound to another rate and to other speakers, block by block, as readers, renders and writers do.
///
/// ```
///  given      ·   ·   ·   ·   ·   ┤        sample 0 of both is the same instant;
///  converted  · · · · · · · · · · ┤        as many come out as begin before the given ones end
/// ```
///
/// Threads: one at a time.
public protocol SoundConverter: AnyObject, Sendable {
  /// The output once `samples`, those of all channels by turns, have gone in behind those before.
  func convert(_ samples: [Double]) -> [Double]

  /// The remaining output, behind the last samples. Nothing goes in after it.
  func finish() -> [Double]
}
