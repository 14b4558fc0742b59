public import Compositing
public import MediaFormats
public import MediaTime
public import Rendering
import Synchronization

/// Puts pictures into an input, and has a pool of them (`AVAssetWriterInputPixelBufferAdaptor`).
///
/// ```swift
/// let adaptor = try AssetWriterInputPixelBufferAdaptor(
///   assetWriterInput: input, pixelFormat: .bgra, size: PixelSize(width: 1280, height: 720))
/// let picture = adaptor.pixelBufferPool.makePixelBuffer()
/// try await adaptor.append(picture, withPresentationTime: CMTime(value: 1, timescale: 25))
/// ```
///
/// Threads: as ``AssetWriterInput``.
public final class AssetWriterInputPixelBufferAdaptor: Sendable {
  /// The input.
  public let assetWriterInput: AssetWriterInput
  /// Pictures to draw in, whose memory is used again once they are written. It is there before writing starts, too.
  public let pixelBufferPool: PixelBufferPool

  /// An adaptor of `assetWriterInput`, whose pool has pictures of `size` in `pixelFormat`.
  ///
  /// - Throws: As ``PixelBufferPool/init(format:size:)``.
  public init(assetWriterInput: AssetWriterInput, pixelFormat: PixelFormat, size: PixelSize) throws(CompositingError) {
    self.assetWriterInput = assetWriterInput
    pixelBufferPool = try PixelBufferPool(format: pixelFormat, size: size)
  }

  /// Appends `picture`, which is shown from `presentationTime` until the next one, and becomes read-only; waits while there
  /// is no room, without a thread.
  ///
  /// - Throws: As `append(_:)` of ``AssetWriterInput``.
  public func append(_ picture: PixelBuffer, withPresentationTime presentationTime: CMTime) async throws(RenderError) {
    try await assetWriterInput.append(SampleBuffer(.picture(picture), presentationTime: presentationTime))
  }

  /// Appends `picture`; waits while there is no room. Blocks its thread, which must not be one of Swift's pool.
  ///
  /// - Throws: As `append(_:)` of ``AssetWriterInput``.
  public func append(_ picture: PixelBuffer, withPresentationTime presentationTime: CMTime) throws(RenderError) {
    try assetWriterInput.append(SampleBuffer(.picture(picture), presentationTime: presentationTime))
  }
}
