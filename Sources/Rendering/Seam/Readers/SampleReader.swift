/// The samples of a plan, from any one on and in blocks of any size.
///
/// ```swift
/// let reader = try await renderer.samples(of: plan)
/// defer { reader.close() }
/// let second = try await reader.samples(48_000..<96_000)
/// print(second.interleaved.max() ?? 0)
/// ```
///
/// A sample does not depend on earlier calls or on block sizes. Blocks in order are cheap; a jump decodes from the
/// start of the clip it falls into, where the codec or a change of tempo needs what came before, and else from just
/// before it.
///
/// Threads: as ``PictureReader``.
public protocol SampleReader: AnyObject, Sendable {
  /// The plan that is read.
  var plan: SoundPlan { get }

  /// The samples of `range`, which lies in `0..<plan.sampleCount`.
  ///
  /// - Throws: `RenderError`: `.outOfRange`, `.closed`, `.cancelled`, `.stalled`, or why they cannot be made, with the clip.
  func blockingSamples(_ range: Range<Int64>) throws(RenderError) -> SampleBlock

  /// The samples of media that could not be decoded so far, where there is silence. Empty where damage is refused
  /// (``DamagePolicy``).
  func damage() -> [MediaDamage]

  /// Ends a call under way with `.cancelled`, within a second, and every later one at once.
  func cancel()

  /// Stops decoding and frees the decoders; when it returns, they are gone.
  func close()
}

extension SampleReader {
  /// No damage.
  public func damage() -> [MediaDamage] { [] }

  /// The samples of `range`: `blockingSamples(_:)` on a dedicated thread. Cancelling the task cancels the reader.
  public func samples(_ range: Range<Int64>) async throws(RenderError) -> SampleBlock {
    try await blocking(cancelledBy: cancel) { [self] () throws(RenderError) in try blockingSamples(range) }
  }
}

/// The preroll of a jump in sound, where a decoder (AAC's and AC-3's noise, the states of MP3 and Opus) or a change of tempo
/// depends on what came before.
public enum SampleSeeking: String, Hashable, Sendable, CaseIterable {
  /// All of the clip before the jump, so that every sample is the film's to the bit: what exports, measurements and readers want.
  case exact
  /// A second before the jump, as players do: it takes some milliseconds in a clip of any length, and sounds the same, while its
  /// samples may differ where the decoder's noise or a grain of the stretched sound does.
  case preroll
}

/// Some samples of sound: 64-bit floating-point numbers, 1 being full scale, so that nothing is clipped or rounded.
public struct SampleBlock: Hashable, Sendable {
  /// The number of the first sample.
  public var start: Int64
  /// Channels, in the order of their speakers: left before right.
  public var channels: Int
  /// The samples, channel by channel within each: left 0, right 0, left 1, right 1 …
  public var interleaved: [Double]

  /// The samples `interleaved` of `channels` channels from number `start` on.
  public init(start: Int64, channels: Int, interleaved: [Double]) {
    self.start = start
    self.channels = channels
    self.interleaved = interleaved
  }

  /// The number of samples of each channel.
  public var count: Int { channels > 0 ? interleaved.count / channels : 0 }
}
