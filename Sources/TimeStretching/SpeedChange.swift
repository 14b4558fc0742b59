/// Sound that is played faster or slower than it was recorded, made bit by bit out of a source that is read once, in order.
///
/// ```
///  source   ├──────────[ what is played )────────┤       read from `lead` samples before the first one on
///                       ╲               ╲
///  output               [ as many samples as are asked for )
/// ```
///
/// Samples are interleaved doubles of as many channels as were named at the start, the same on both sides.
public protocol SpeedChange {
  /// How many samples before the first one that is played the source must begin.
  var lead: Int { get }

  /// The next `count` output samples.
  ///
  /// `source` gives the next so many samples of what is played: always all of them, silence where there is nothing.
  ///
  /// - Throws: What `source` throws; nothing can be read after that.
  mutating func samples(_ count: Int, from source: (Int) throws -> [Double]) rethrows -> [Double]
}

/// The part of a row of samples that is in use: what lies behind it is forgotten, what lies ahead is read when it is needed.
///
/// ```
///  0 · · · · · ·│▓▓▓▓▓▓▓▓▓▓▓▓▓│· · · ·
///             start          end
/// ```
struct SampleWindow {
  /// Samples side by side.
  let channels: Int
  /// The samples, interleaved; some before `start` may still stand in front.
  private var samples: [Double] = []
  /// The row's number of the first of `samples`.
  private var base: Int
  /// The first sample that is still there.
  private(set) var start: Int

  /// How many samples are read at once, at least.
  private static let portion = 1_024

  /// An empty window at sample `start` of a row of `channels` channels.
  init(at start: Int, channels: Int) {
    self.channels = channels
    self.base = start
    self.start = start
  }

  /// One past the last sample that is there.
  var end: Int { base + samples.count / channels }

  /// Reads on until sample `limit`, and forgets meanwhile what lies before `first`; `look` sees every new sample.
  mutating func extend(
    to limit: Int, keeping first: Int, from source: (Int) throws -> [Double],
    look: (_ samples: [Double]) -> Void = { _ in }
  ) rethrows {
    forget(before: first)
    while end < limit {
      let new = try source(min(max(limit - end, 1), Self.portion))
      look(new)
      samples.append(contentsOf: new)
      forget(before: first)
    }
  }

  /// Forgets what lies before sample `first`.
  private mutating func forget(before first: Int) {
    start = max(start, min(first, end))
    // Moved to the front in one go, once more is gone than stays.
    let gone = start - base
    guard gone > Self.portion, gone * channels > samples.count / 2 else { return }
    samples.removeFirst(gone * channels)
    base = start
  }

  /// Sample `index` of channel `channel`, which must be there.
  subscript(index: Int, channel: Int) -> Double { samples[(index - base) * channels + channel] }

  /// The samples of `range`, interleaved, all of which must be there.
  subscript(range: Range<Int>) -> ArraySlice<Double> {
    samples[(range.lowerBound - base) * channels..<(range.upperBound - base) * channels]
  }
}
