public import CoreMedia
public import CoreVideo
import EditServices
import Foundation
import Rendering
import Waiting

extension AVAssetWriter {
  /// Starts writing.
  ///
  /// - Throws: The error by which it cannot start.
  public func start() throws {
    guard !startWriting() else { return }
    throw error
      ?? AVError(.unknown, userInfo: [NSLocalizedDescriptionKey: "The writer has started already, or was cancelled."])
  }

  /// Adds `input`, and gives what takes its buffers. An input that cannot be added ends the process, as ``add(_:)``.
  public func inputReceiver(for input: AVAssetWriterInput) -> sending AVAssetWriterInput.SampleBufferReceiver {
    add(input)
    return AVAssetWriterInput.SampleBufferReceiver(MediaReceiver(self, input))
  }

  /// Adds `input`, and gives what takes its pictures, and has a pool of them; those are as `attributes` say, and as large as what is written
  /// where those are nil. As ``inputReceiver(for:)``.
  public func inputPixelBufferReceiver(
    for input: AVAssetWriterInput, pixelBufferAttributes attributes: CVPixelBufferCreationAttributes?
  ) -> sending AVAssetWriterInput.PixelBufferReceiver {
    add(input)
    return AVAssetWriterInput.PixelBufferReceiver(MediaReceiver(self, input), attributes)
  }

  /// Adds `input`, of metadata, and gives what takes its groups. As ``inputReceiver(for:)``.
  public func inputMetadataReceiver(for input: AVAssetWriterInput) -> sending AVAssetWriterInput.MetadataReceiver {
    add(input)
    return AVAssetWriterInput.MetadataReceiver(MediaReceiver(self, input))
  }

  /// Adds `input`, of text, subtitles or captions, and gives what takes its captions. As ``inputReceiver(for:)``.
  public func inputCaptionReceiver(for input: AVAssetWriterInput) -> sending AVAssetWriterInput.CaptionReceiver {
    add(input)
    return AVAssetWriterInput.CaptionReceiver(MediaReceiver(self, input))
  }
}

extension AVAssetWriterInput {
  /// Takes sample buffers (`AVAssetWriterInput.SampleBufferReceiver`). Threads: any; buffers from one at a time.
  public final class SampleBufferReceiver: Sendable {
    private let receiver: MediaReceiver

    fileprivate init(_ receiver: MediaReceiver) { self.receiver = receiver }

    /// Appends `sampleBuffer` as soon as there is room.
    ///
    /// - Throws: The error by which it could not be appended: the writer has failed, has not started, has ended or was cancelled, or ``finish()`` was
    ///   called; `CancellationError` where the task is cancelled while there is no room.
    nonisolated(nonsending) public func append(
      _ sampleBuffer: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>
    ) async throws { try await receiver.append(sampleBuffer.withUnsafeSampleBuffer { $0 }) }

    /// Appends `sampleBuffer` where there is room.
    ///
    /// - Returns: False where there is none yet.
    /// - Throws: As ``append(_:)``.
    public func appendImmediately(_ sampleBuffer: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) throws -> Bool {
      try receiver.appendImmediately(sampleBuffer.withUnsafeSampleBuffer { $0 })
    }

    /// Says that no more buffers come.
    public func finish() { receiver.input.markAsFinished() }
  }

  /// Takes pictures, and has a pool of them (`AVAssetWriterInput.PixelBufferReceiver`). Threads: as ``SampleBufferReceiver``.
  public final class PixelBufferReceiver: Sendable {
    private let receiver: MediaReceiver
    private let adaptor: AVAssetWriterInputPixelBufferAdaptor
    /// Attributes of the pool's pictures; nil where they are as those that are written.
    public let sourcePixelBufferAttributes: CVPixelBufferCreationAttributes?

    fileprivate init(_ receiver: MediaReceiver, _ attributes: CVPixelBufferCreationAttributes?) {
      self.receiver = receiver
      sourcePixelBufferAttributes = attributes
      adaptor = AVAssetWriterInputPixelBufferAdaptor(
        assetWriterInput: receiver.input, sourcePixelBufferAttributes: attributes?.values)
    }

    /// Pictures to write; nil where nothing says their size, and before writing starts.
    public var pixelBufferPool: CVMutablePixelBuffer.Pool? {
      adaptor.pixelBufferPool.map { CVMutablePixelBuffer.Pool(unsafePool: $0) }
    }

    /// Appends `pixelBuffer`, which is shown from `presentationTime` until the next one, as soon as there is room.
    ///
    /// - Throws: As ``SampleBufferReceiver/append(_:)``.
    nonisolated(nonsending) public func append(
      _ pixelBuffer: CVReadOnlyPixelBuffer, with presentationTime: CMTime
    ) async throws {
      try await receiver.append(CMSampleBuffer(picture: pixelBuffer.withUnsafeBuffer { $0 }, at: presentationTime))
    }

    /// Appends `pixelBuffer` where there is room. As ``SampleBufferReceiver/appendImmediately(_:)``.
    public func appendImmediately(
      _ pixelBuffer: CVReadOnlyPixelBuffer, with presentationTime: CMTime
    ) throws -> Bool {
      try receiver.appendImmediately(
        CMSampleBuffer(picture: pixelBuffer.withUnsafeBuffer { $0 }, at: presentationTime))
    }

    /// Says that no more pictures come.
    public func finish() { receiver.input.markAsFinished() }
  }

  /// Takes groups of metadata (`AVAssetWriterInput.MetadataReceiver`). Threads: as ``SampleBufferReceiver``.
  public final class MetadataReceiver: Sendable {
    private let receiver: MediaReceiver
    private let adaptor: AVAssetWriterInputMetadataAdaptor

    fileprivate init(_ receiver: MediaReceiver) {
      (self.receiver, adaptor) = (receiver, AVAssetWriterInputMetadataAdaptor(assetWriterInput: receiver.input))
    }

    /// Appends `timedMetadataGroup` as soon as there is room.
    ///
    /// - Throws: As ``SampleBufferReceiver/append(_:)``, and where an item is none that the input's hint names.
    nonisolated(nonsending) public func append(_ timedMetadataGroup: AVTimedMetadataGroup) async throws {
      try await receiver.append(translated { try adaptor.buffer(of: timedMetadataGroup) })
    }

    /// Appends `timedMetadataGroup` where there is room. As ``SampleBufferReceiver/appendImmediately(_:)``.
    public func appendImmediately(_ timedMetadataGroup: AVTimedMetadataGroup) throws -> Bool {
      try receiver.appendImmediately(translated { try adaptor.buffer(of: timedMetadataGroup) })
    }

    /// Says that no more groups come.
    public func finish() { receiver.input.markAsFinished() }
  }

  /// Takes captions (`AVAssetWriterInput.CaptionReceiver`). Threads: as ``SampleBufferReceiver``.
  public final class CaptionReceiver: Sendable {
    private let receiver: MediaReceiver
    private let adaptor: AVAssetWriterInputCaptionAdaptor

    fileprivate init(_ receiver: MediaReceiver) {
      (self.receiver, adaptor) = (receiver, AVAssetWriterInputCaptionAdaptor(assetWriterInput: receiver.input))
    }

    /// Appends `caption` as soon as there is room.
    ///
    /// - Throws: As ``SampleBufferReceiver/append(_:)``, and where the input's format is no timed text.
    nonisolated(nonsending) public func append(_ caption: AVCaption) async throws {
      try await append(AVCaptionGroup(captions: [caption], timeRange: caption.timeRange))
    }

    /// Appends the captions of `captionGroup` as soon as there is room. As ``append(_:)-(AVCaption)``.
    nonisolated(nonsending) public func append(_ captionGroup: AVCaptionGroup) async throws {
      try await receiver.append(translated { try adaptor.buffer(of: captionGroup) })
    }

    /// Appends `caption` where there is room. As ``SampleBufferReceiver/appendImmediately(_:)``.
    public func appendImmediately(_ caption: AVCaption) throws -> Bool {
      try appendImmediately(AVCaptionGroup(captions: [caption], timeRange: caption.timeRange))
    }

    /// Appends the captions of `captionGroup` where there is room. As ``SampleBufferReceiver/appendImmediately(_:)``.
    public func appendImmediately(_ captionGroup: AVCaptionGroup) throws -> Bool {
      try receiver.appendImmediately(translated { try adaptor.buffer(of: captionGroup) })
    }

    /// Says that no more captions come.
    public func finish() { receiver.input.markAsFinished() }
  }
}

/// An input, and the writer that it is part of.
private struct MediaReceiver: Sendable {
  let writer: AVAssetWriter
  let input: AVAssetWriterInput

  init(_ writer: AVAssetWriter, _ input: AVAssetWriterInput) { (self.writer, self.input) = (writer, input) }

  /// Appends `buffer` as soon as there is room: its picture is scaled on a thread that may work long, and none waits for room.
  nonisolated(nonsending) func append(_ buffer: CMSampleBuffer) async throws {
    do {
      let (engine, prepared) = try await Task.detached(executorPreference: WorkerThreads.shared) {
        try input.prepared(buffer)
      }.value
      try await engine.append(prepared)
    } catch let error as RenderError where error.code == .cancelled && writer.status == .writing {
      // The task is cancelled, and not the writer.
      throw CancellationError()
    } catch {
      throw writer.error ?? avError(error)
    }
  }

  /// Appends `buffer` where there is room; false where there is none yet. Where there never will be, appending says why.
  func appendImmediately(_ buffer: CMSampleBuffer) throws -> Bool {
    if let error = writer.error { throw error }
    let isOver = writer.status != .writing || input.engine?.isFinished == true
    guard input.isReadyForMoreMediaData || isOver else { return false }
    do { try translated { try input.put(buffer) } } catch { throw writer.error ?? error }
    return true
  }
}
