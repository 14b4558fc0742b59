/// A change of an audio stream's speed, computed incrementally from a source that is read once, in order.
///
/// ```
///  source   ├──────────[ what is played )────────┤       read from `lead` samples before the first one on
///                       ╲               ╲
///  output               [ as many samples as are requested )
/// ```
///
/// Samples are interleaved doubles, full scale at 1, of as many channels as were given at the start, the same on both
/// sides. A value for one thread.
public protocol SpeedChange {
  /// The number of samples that the source must provide before the first one that is played.
  var lead: Int { get }

  /// The next `count` output samples.
  ///
  /// `source` returns the given number of next source samples: always all of them, silence where there are none.
  ///
  /// - Throws: The error of `source`; the speed change cannot be used after that.
  mutating func samples(_ count: Int, from source: (Int) throws -> [Double]) rethrows -> [Double]
}

/// The part of a sample stream that is in use: earlier samples are discarded, later ones read when they are needed.
///
/// ```
///  0 · · · · · ·│▓▓▓▓▓▓▓▓▓▓▓▓▓│· · · ·
///             start          end
/// ```
struct SampleWindow {
  /// The number of channels.
  let channels: Int
  /// The samples, interleaved; the first may be discarded ones, before `start`.
  private var samples: [Double] = []
  /// The position in the stream of the first of `samples`.
  private var base: Int
  /// The first sample of the window.
  private(set) var start: Int

  /// The least number of samples to read at once, and to discard at once.
  private static let blockLength = 1_024

  /// An empty window at sample `start` of a stream of `channels` channels.
  init(at start: Int, channels: Int) {
    self.channels = channels
    self.base = start
    self.start = start
  }

  /// One past the last sample of the window.
  var end: Int { base + samples.count / channels }

  /// Reads up to sample `limit` and discards what is before `first`; `process` gets every new sample.
  mutating func extend(
    to limit: Int, keeping first: Int, from source: (Int) throws -> [Double],
    process: (_ samples: [Double]) -> Void = { _ in }
  ) rethrows {
    discard(before: first)
    while end < limit {
      let new = try source(min(max(limit - end, 1), Self.blockLength))
      process(new)
      samples.append(contentsOf: new)
      discard(before: first)
    }
  }

  /// Sample `index` of channel `channel`, which must be in the window.
  subscript(index: Int, channel: Int) -> Double { samples[(index - base) * channels + channel] }

  /// The samples of `range`, interleaved, which must be in the window.
  subscript(range: Range<Int>) -> ArraySlice<Double> {
    samples[(range.lowerBound - base) * channels..<(range.upperBound - base) * channels]
  }

  /// Discards what is before sample `first`.
  private mutating func discard(before first: Int) {
    start = max(start, min(first, end))
    // The array is compacted only when more is discarded than kept, so that each sample is moved about once.
    let discarded = start - base
    guard discarded > Self.blockLength, discarded * channels > samples.count / 2 else { return }
    samples.removeFirst(discarded * channels)
    base = start
  }
}
