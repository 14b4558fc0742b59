import CoreMedia
import EditServices
public import Foundation
import Waiting

/// Samples that a generator is to give (`AVSampleBufferRequest`). Threads: one at a time.
open class AVSampleBufferRequest: NSObject, @unchecked Sendable {
  // @unchecked: its owner uses it from one thread at a time, as Apple's is.
  /// Direction in which samples are taken.
  public enum Direction: Int, Sendable {
    /// Only the one.
    case none
    /// Forwards.
    case forward
    /// Backwards.
    case reverse = -1
  }

  /// Moment at which samples are read.
  public enum Mode: Int, Sendable {
    /// At once.
    case immediate
    /// When they are needed.
    case scheduled
    /// Later, before they are needed.
    case opportunistic
  }

  /// The first sample.
  public let startCursor: AVSampleCursor
  /// Direction in which samples are taken.
  open var direction = Direction.none
  /// The sample behind the last one; nil for no limit.
  open var limitCursor: AVSampleCursor?
  /// Least number of samples that are wanted; 0 for one. A buffer has one sample here.
  open var preferredMinSampleCount = 0
  /// Largest number of samples that are wanted; 0 for any number. A buffer has one sample here.
  open var maxSampleCount = 0
  /// Moment at which samples are read: at once here.
  open var mode = Mode.immediate
  /// Time at which samples are to be there, by the generator's timebase. They are there at once here.
  open var overrideTime = CMTime.invalid

  /// The sample at `startCursor`.
  public init(start startCursor: AVSampleCursor) {
    self.startCursor = startCursor
    super.init()
  }
}

/// Makes sample buffers of the samples that cursors stand at, with their bytes (`AVSampleBufferGenerator`). Calls block. Threads: any.
open class AVSampleBufferGenerator: NSObject, @unchecked Sendable {
  // @unchecked: it has nothing that changes.
  /// One for cursors over the tracks of `asset`. The time of `timebase` does not count: samples are read when they are asked for.
  public init(asset: AVAsset, timebase: CMTimebase?) { super.init() }

  /// The sample that `request` begins with, as it stands in the file.
  ///
  /// - Throws: `AVError` where it cannot be read.
  open func makeSampleBuffer(for request: AVSampleBufferRequest) throws -> CMSampleBuffer {
    let cursor = request.startCursor.cursor
    var buffer = try translated {
      try CallingThread.run { try await SampleBufferGenerator().sampleBuffer(at: cursor) }
    }
    buffer.packetFormat = cursor.packetFormat
    guard let made = CMSampleBuffer.packet(buffer, timescale: cursor.mediaTimescale) else { throw AVError(.unknown) }
    return made
  }

  /// The sample that `request` begins with, without its bytes, which `batch` reads.
  ///
  /// - Throws: `AVError` where `batch` has begun to read.
  open func makeSampleBuffer(
    for request: AVSampleBufferRequest, addTo batch: AVSampleBufferGeneratorBatch
  ) throws -> CMSampleBuffer {
    let cursor = request.startCursor.cursor
    var reference = SampleBufferGenerator().sampleReference(at: cursor)
    reference.packetFormat = cursor.packetFormat
    let buffer = CMSampleBuffer.packet(
      reference, awaiting: cursor.currentSampleStorageRange.count, timescale: cursor.mediaTimescale)
    guard batch.add(buffer, at: cursor) else { throw AVError(.operationNotAllowed) }
    return buffer
  }

  /// A batch without samples.
  open func makeBatch() -> AVSampleBufferGeneratorBatch { AVSampleBufferGeneratorBatch() }

  /// Calls `completionHandler` once the bytes of `sbuf`, a buffer of a batch, are there, or cannot be: with whether they are, and why not.
  public class func notifyOfDataReady(
    for sbuf: CMSampleBuffer, completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { DataNotices.shared.add(completionHandler, of: sbuf) }

  /// The sample that `request` begins with, as it stands in the file; nil where it cannot be read.
  open func createSampleBuffer(for request: AVSampleBufferRequest) -> CMSampleBuffer? {
    try? makeSampleBuffer(for: request)
  }
}
