public import MediaFormats
public import MediaTime
public import Rendering

/// A kind of media that a reader gives, buffer by buffer (`AVAssetReaderOutput`).
///
/// ```swift
/// for try await buffer in output.sampleBuffers {
///   print(buffer.presentationTime)
/// }
/// ```
///
/// Threads: any; a second call waits for the first.
public protocol AssetReaderOutput: AnyObject, Sendable {
  /// The media type of its samples; nil of metadata.
  var mediaType: MediaType? { get }
  /// The delivery of its samples.
  var delivery: ReaderDelivery { get }
}

extension AssetReaderOutput {
  /// Whether pictures are given in memory of their own, which may be written to; otherwise they may be those of a decoder,
  /// to be read only. True unless set before the reader starts (`alwaysCopiesSampleData`).
  public var alwaysCopiesSampleData: Bool {
    get { delivery.alwaysCopiesSampleData }
    set { delivery.alwaysCopiesSampleData = newValue }
  }

  /// Whether other ranges can be read after the first; false unless set before the reader starts (`supportsRandomAccess`).
  public var supportsRandomAccess: Bool {
    get { delivery.supportsRandomAccess }
    set { delivery.supportsRandomAccess = newValue }
  }

  /// The next buffer; nil after the last, and where the reader has failed, was cancelled or has not started:
  /// ``AssetReader/status`` returns which (`copyNextSampleBuffer()`).
  ///
  /// Blocks its thread, which must not be one of Swift's pool.
  public func copyNextSampleBuffer() -> SampleBuffer? { delivery.next() }

  /// The next buffer; nil after the last, and where the reader has ended for another reason, which ``AssetReader/error`` says:
  /// ``copyNextSampleBuffer()`` on a thread of its own.
  public func nextSampleBuffer() async -> SampleBuffer? {
    await withCheckedContinuation { continuation in
      DedicatedThread.start(named: "sample buffer") { continuation.resume(returning: self.delivery.next()) }
    }
  }

  /// Reads `timeRanges`, one after the other, when all of what was asked for before is read
  /// (`reset(forReadingTimeRanges:)`).
  ///
  /// - Throws: `RenderError`: `.unsupported` without ``supportsRandomAccess``; `.outOfRange` while there are buffers left, after
  ///   ``markConfigurationAsFinal()``, and for a range that is not of finite times.
  public func reset(forReadingTimeRanges timeRanges: [CMTimeRange]) throws(RenderError) {
    var ranges: [RationalRange] = []
    for range in timeRanges {
      guard let exact = try? RationalRange(range), exact.start >= .zero else {
        throw RenderError(
          .outOfRange, "The range \(range) is none of an asset's.", remedy: "Give it a start from 0 on and a duration.")
      }
      ranges.append(exact)
    }
    try delivery.reset(ranges)
  }

  /// Says that no other ranges will be asked for: with the last buffer the output has ended, and when all have, so has the
  /// reader (`markConfigurationAsFinal()`).
  public func markConfigurationAsFinal() { delivery.markFinal() }

  /// The buffers from now on, in order; each is read when it is asked for.
  public var sampleBuffers: SampleBuffers { SampleBuffers(delivery: delivery) }
}

/// The buffers of a reader's output. A task that is cancelled ends them after the one under way.
public struct SampleBuffers: AsyncSequence, Sendable {
  /// A buffer.
  public typealias Element = SampleBuffer
  /// A reader's failure.
  public typealias Failure = RenderError
  let delivery: ReaderDelivery

  /// The buffers that are left.
  public func makeAsyncIterator() -> Iterator { Iterator(delivery: delivery) }

  /// Takes one buffer after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let delivery: ReaderDelivery

    /// The next one; nil after the last.
    ///
    /// - Throws: `RenderError`: why the reader failed, `.cancelled` where it was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(RenderError) -> SampleBuffer? {
      if Task.isCancelled { return nil }
      let delivery = delivery
      let buffer = await withCheckedContinuation { continuation in
        DedicatedThread.start(named: "sample buffer") { continuation.resume(returning: delivery.next()) }
      }
      if buffer == nil, let error = delivery.error { throw error }
      return buffer
    }
  }
}
