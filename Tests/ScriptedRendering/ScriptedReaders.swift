package import Compositing
import EditingModel
import MediaFormats
package import Rendering
import Synchronization

/// Pictures whose first eight bytes are their frame's number.
package final class ScriptedPictures: PictureReader {
  package let plan: PicturePlan
  package let format: PixelBuffer.Format
  private let failingFrames: [Int: RenderError]
  private let step: ScriptedStep
  private let state = Mutex(State())

  private struct State {
    var asked: [Int] = []
    var isCancelled = false
    var isClosed = false
  }

  init(
    _ plan: PicturePlan, in format: PixelBuffer.Format, failingFrames: [Int: RenderError], step: @escaping ScriptedStep
  ) {
    self.step = step
    self.plan = plan
    self.format = format
    self.failingFrames = failingFrames
  }

  /// The frames that were asked for, in order.
  package var asked: [Int] { state.withLock(\.asked) }
  /// Whether the reader was closed.
  package var isClosed: Bool { state.withLock(\.isClosed) }
  /// Whether the reader was cancelled.
  package var isCancelled: Bool { state.withLock(\.isCancelled) }

  package func blockingPicture(at frame: Int) throws(RenderError) -> PixelBuffer {
    try step(.readPicture(frame))
    try state.withLock { state throws(RenderError) in
      if state.isClosed { throw RenderError(.closed, "The reader is closed.") }
      if state.isCancelled { throw RenderError(.cancelled, "Cancelled.") }
      state.asked.append(frame)
    }
    if let error = failingFrames[frame] { throw error }
    guard (0..<plan.frameCount).contains(frame) else { throw RenderError(.outOfRange, "There is no frame \(frame).") }
    return try RenderError.catching {
      let picture = try PixelBuffer(format: format, width: plan.size.width, height: plan.size.height)
      try picture.withMutableBytes(ofPlane: 0) { bytes in
        for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: frame >> (8 * index)) }
      }
      return picture
    }
  }

  /// The number of the frame that `picture` shows.
  package static func frame(of picture: PixelBuffer) throws -> Int {
    try picture.withBytes(ofPlane: 0) { bytes in (0..<8).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) } }
  }

  package func compositorFailures() throws(RenderError) -> [RenderError] { [] }
  package func cancel() { state.withLock { $0.isCancelled = true } }
  package func close() { state.withLock { $0.isClosed = true } }
}

/// Samples that are their own numbers, as millionths.
package final class ScriptedSamples: SampleReader {
  package let plan: SoundPlan
  private let longestBlock: Int64
  private let step: ScriptedStep
  private let state = Mutex((isCancelled: false, isClosed: false))

  init(_ plan: SoundPlan, longestBlock: Int64, step: @escaping ScriptedStep) {
    self.plan = plan
    self.longestBlock = longestBlock
    self.step = step
  }

  /// Whether the reader was closed.
  package var isClosed: Bool { state.withLock(\.isClosed) }
  /// Whether the reader was cancelled.
  package var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// The value of sample `sample`.
  package static func value(of sample: Int64) -> Double { Double(sample) / 1_000_000 }

  package func blockingSamples(_ range: Range<Int64>) throws(RenderError) -> SampleBlock {
    try step(.readSamples(range.lowerBound))
    try state.withLock { state throws(RenderError) in
      if state.isClosed { throw RenderError(.closed, "The reader is closed.") }
      if state.isCancelled { throw RenderError(.cancelled, "Cancelled.") }
    }
    guard range.lowerBound >= 0, range.upperBound <= plan.sampleCount else {
      throw RenderError(.outOfRange, "There are no samples \(range).")
    }
    let samples = range.prefix(Int(clamping: longestBlock)).flatMap {
      Array(repeating: Self.value(of: $0), count: plan.channels)
    }
    return SampleBlock(start: range.lowerBound, channels: plan.channels, interleaved: samples)
  }

  package func cancel() { state.withLock { $0.isCancelled = true } }
  package func close() { state.withLock { $0.isClosed = true } }
}
