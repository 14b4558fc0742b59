public import CoreMedia
import Foundation
import Waiting

extension AVAssetReader {
  /// Starts reading.
  ///
  /// - Throws: The error by which it cannot start.
  public func start() throws {
    guard !startReading() else { return }
    throw error
      ?? AVError(.unknown, userInfo: [NSLocalizedDescriptionKey: "The reader has started already, or was cancelled."])
  }

  /// Adds `output`, and gives what gives its buffers. An output that cannot be added ends the process, as ``add(_:)``.
  public func outputProvider(
    for output: AVAssetReaderOutput
  ) -> sending AVAssetReaderOutput.Provider<CMReadySampleBuffer<CMSampleBuffer.DynamicContent>> {
    add(output)
    return AVAssetReaderOutput.Provider(self) {
      output.copyNextSampleBuffer().map { CMReadySampleBuffer(unsafeBuffer: $0) }
    }
  }

  /// As ``outputProvider(for:)``, and what has other ranges be read.
  public func outputProviderWithRandomAccess(
    for output: AVAssetReaderOutput
  )
    -> sending (
      AVAssetReaderOutput.Provider<CMReadySampleBuffer<CMSampleBuffer.DynamicContent>>,
      AVAssetReaderOutput.RandomAccessController
    )
  {
    output.supportsRandomAccess = true
    return (outputProvider(for: output), AVAssetReaderOutput.RandomAccessController(output))
  }

  /// Adds `output`, of a track of metadata that is not decoded, and gives what gives its groups. As ``outputProvider(for:)``.
  public func outputMetadataProvider(
    for output: AVAssetReaderTrackOutput
  ) -> sending AVAssetReaderOutput.Provider<AVTimedMetadataGroup> {
    let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
    add(output)
    return AVAssetReaderOutput.Provider(self) { adaptor.nextTimedMetadataGroup() }
  }

  /// As ``outputMetadataProvider(for:)``, and what has other ranges be read.
  public func outputMetadataProviderWithRandomAccess(
    for output: AVAssetReaderTrackOutput
  ) -> sending (AVAssetReaderOutput.Provider<AVTimedMetadataGroup>, AVAssetReaderOutput.RandomAccessController) {
    output.supportsRandomAccess = true
    return (outputMetadataProvider(for: output), AVAssetReaderOutput.RandomAccessController(output))
  }

  /// Adds `output`, of a track of text that is not decoded, and gives what gives its captions. As ``outputProvider(for:)``.
  public func outputCaptionProvider(
    for output: AVAssetReaderTrackOutput
  ) -> sending AVAssetReaderOutput.Provider<AVCaptionGroup> {
    let adaptor = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: output)
    add(output)
    return AVAssetReaderOutput.Provider(self) { adaptor.nextCaptionGroup() }
  }

  /// As ``outputCaptionProvider(for:)``, and what has other ranges be read.
  public func outputCaptionProviderWithRandomAccess(
    for output: AVAssetReaderTrackOutput
  ) -> sending (AVAssetReaderOutput.Provider<AVCaptionGroup>, AVAssetReaderOutput.RandomAccessController) {
    output.supportsRandomAccess = true
    return (outputCaptionProvider(for: output), AVAssetReaderOutput.RandomAccessController(output))
  }
}

extension AVAssetReaderOutput {
  /// Values of providers (`AVAssetReaderOutput.SupportedPayload`): sample buffers, groups of metadata, groups of captions.
  public protocol SupportedPayload: Sendable {}

  /// Gives what an output reads, piece by piece (`AVAssetReaderOutput.Provider`).
  ///
  /// ```swift
  /// let provider = reader.outputProvider(for: AVAssetReaderTrackOutput(track: track, outputSettings: settings))
  /// try reader.start()
  /// while let sample = try await provider.next() {
  ///   if case .pixelBuffer(let picture) = sample.content { show(picture, at: sample.presentationTimeStamp) }
  /// }
  /// ```
  ///
  /// Threads: any; who takes second waits for the first.
  public final class Provider<Payload>: Sendable where Payload: SupportedPayload {
    private let reader: AVAssetReader
    private let take: @Sendable () -> Payload?

    init(_ reader: AVAssetReader, taking take: @escaping @Sendable () -> Payload?) {
      (self.reader, self.take) = (reader, take)
    }

    /// The next piece; nil after the last one, of a range where the output has several.
    ///
    /// - Throws: The error by which the reader has failed; `AVError` where it was cancelled, or has not started.
    nonisolated(nonsending) public func next() async throws -> Payload? {
      let taken = await Task.detached(executorPreference: WorkerThreads.shared) { [take] in take() }.value
      if let taken { return taken }
      switch reader.status {
      case .reading, .completed: return nil
      case .failed: throw reader.error ?? AVError(.unknown)
      case .cancelled: throw AVError(.operationCancelled)
      case .unknown:
        throw AVError(
          .unknown,
          userInfo: [NSLocalizedDescriptionKey: "The reader has not started: call start() before taking what it reads."]
        )
      }
    }
  }

  /// Has an output read other ranges (`AVAssetReaderOutput.RandomAccessController`). Threads: any.
  public final class RandomAccessController: Sendable {
    private let output: AVAssetReaderOutput

    init(_ output: AVAssetReaderOutput) { self.output = output }

    /// Reads `timeRanges`, one after the other, when all of what was asked for before is read. Ranges that cannot be read are reported on the
    /// standard error.
    public func resetForReading(timeRanges: [CMTimeRange]) {
      output.reset(forReadingTimeRanges: timeRanges.map { NSValue(timeRange: $0) })
    }

    /// Says that no other ranges will be asked for.
    public func markConfigurationAsFinal() { output.markConfigurationAsFinal() }
  }
}

extension CMReadySampleBuffer: AVAssetReaderOutput.SupportedPayload where Content == CMSampleBuffer.DynamicContent {}
extension AVTimedMetadataGroup: AVAssetReaderOutput.SupportedPayload {}
extension AVCaptionGroup: AVAssetReaderOutput.SupportedPayload {}
