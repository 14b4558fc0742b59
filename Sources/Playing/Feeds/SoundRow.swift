import MediaTime
import Rendering

/// The samples of one plan as an endless row: silence before the first and after the last.
///
/// Threads: the sound's; `close()` any.
final class SoundRow: Sendable {
  /// The plan of the samples.
  let plan: SoundPlan
  private let reader: any SampleReader

  /// The samples of `reader`.
  init(_ reader: any SampleReader) {
    self.reader = reader
    plan = reader.plan
  }

  /// The samples of `range`, interleaved: always all of them. Blocks.
  func samples(_ range: Range<Int64>) throws(RenderError) -> [Double] {
    let inside = range.clamped(to: 0..<max(0, plan.sampleCount))
    let channels = plan.channels
    var samples: [Double] = []
    samples.reserveCapacity(range.count * channels)
    guard !inside.isEmpty else { return Array(repeating: 0, count: range.count * channels) }
    samples.append(contentsOf: repeatElement(0, count: Int(inside.lowerBound - range.lowerBound) * channels))
    var next = inside.lowerBound
    while next < inside.upperBound {
      let block = try reader.blockingSamples(next..<inside.upperBound)
      guard block.count > 0 else {
        throw RenderError(.engineFailed, "The sound ends before its plan does.", time: try? plan.grid.time(of: next))
      }
      samples.append(contentsOf: block.interleaved)
      next += Int64(block.count)
    }
    samples.append(contentsOf: repeatElement(0, count: range.count * channels - samples.count))
    return samples
  }

  /// Ends a call under way, and closes the reader on a thread of its own.
  func close() {
    reader.cancel()
    DedicatedThread.start(named: "player sound end") { [reader] in reader.close() }
  }
}
