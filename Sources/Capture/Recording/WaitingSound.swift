import EditServices
import MediaTime

/// Sound of a device that waits for the first picture, or for the writer, in the order in which it came.
///
/// A value. Lock order: its owner's.
struct WaitingSound {
  /// The waiting buffers, in order.
  private var buffers: [SampleBuffer] = []
  /// The duration of all of it.
  private var duration = CMTime.zero

  /// Limit of what waits: a minute. A machine that is busy takes its time to begin a file, and what is not kept cannot
  /// be had again.
  private static let longest = CMTime(value: 60, timescale: 1)

  /// Whether nothing waits.
  var isEmpty: Bool { buffers.isEmpty }
  /// Whether more waits than may.
  var isTooLong: Bool { duration > Self.longest }
  /// The oldest.
  var first: SampleBuffer? { buffers.first }

  /// Has `buffer` wait behind the others.
  mutating func append(_ buffer: SampleBuffer) {
    buffers.append(buffer)
    if buffer.duration.isNumeric { duration = duration + buffer.duration }
  }

  /// Takes the oldest out.
  mutating func removeFirst() {
    let first = buffers.removeFirst()
    if first.duration.isNumeric { duration = duration - first.duration }
  }

  /// Takes all out.
  mutating func removeAll() -> [SampleBuffer] {
    defer { (buffers, duration) = ([], .zero) }
    return buffers
  }
}
