public import CoreVideo

extension AVAssetWriter {
  /// As ``inputReceiver(for:)``, and what tells of passes, of which there is one.
  public func inputReceiverRequestingMultiPass(
    for input: AVAssetWriterInput
  ) -> sending (AVAssetWriterInput.SampleBufferReceiver, AVAssetWriterInput.MultiPassController) {
    (inputReceiver(for: input), AVAssetWriterInput.MultiPassController())
  }

  /// As ``inputPixelBufferReceiver(for:pixelBufferAttributes:)``, and what tells of passes, of which there is one.
  public func inputPixelBufferReceiverRequestingMultiPass(
    for input: AVAssetWriterInput, pixelBufferAttributes attributes: CVPixelBufferCreationAttributes?
  ) -> sending (AVAssetWriterInput.PixelBufferReceiver, AVAssetWriterInput.MultiPassController) {
    (
      inputPixelBufferReceiver(for: input, pixelBufferAttributes: attributes),
      AVAssetWriterInput.MultiPassController()
    )
  }

  /// As ``inputMetadataReceiver(for:)``, and what tells of passes, of which there is one.
  public func inputMetadataReceiverRequestingMultiPass(
    for input: AVAssetWriterInput
  ) -> sending (AVAssetWriterInput.MetadataReceiver, AVAssetWriterInput.MultiPassController) {
    (inputMetadataReceiver(for: input), AVAssetWriterInput.MultiPassController())
  }

  /// As ``inputCaptionReceiver(for:)``, and what tells of passes, of which there is one.
  public func inputCaptionReceiverRequestingMultiPass(
    for input: AVAssetWriterInput
  ) -> sending (AVAssetWriterInput.CaptionReceiver, AVAssetWriterInput.MultiPassController) {
    (inputCaptionReceiver(for: input), AVAssetWriterInput.MultiPassController())
  }
}

extension AVAssetWriterInput {
  /// Tells of the passes over an input's media (`AVAssetWriterInput.MultiPassController`).
  public final class MultiPassController: Sendable {
    /// The passes; nil, as media are encoded in one pass.
    public var passDescriptions: (some AsyncSequence<AVAssetWriterInputPassDescription, Never>)? {
      AsyncStream<AVAssetWriterInputPassDescription>?.none
    }
  }
}
