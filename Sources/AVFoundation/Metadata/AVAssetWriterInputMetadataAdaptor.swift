import CoreMedia
public import Foundation
import Rendering

/// Puts groups of metadata into an input, each as a sample of its track (`AVAssetWriterInputMetadataAdaptor`).
///
/// ```swift
/// let format = group.copyFormatDescription()
/// let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format)
/// let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
/// writer.add(input)
/// writer.startWriting()
/// writer.startSession(atSourceTime: .zero)
/// adaptor.append(group)
/// ```
///
/// A group whose range has no duration holds until the next one. Threads: as ``AVAssetWriterInput``.
open class AVAssetWriterInputMetadataAdaptor: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  /// The input.
  public let assetWriterInput: AVAssetWriterInput

  /// Puts groups into `input`, whose hint says what they state. One of other media, or without a hint, ends the process, with the words of
  /// AVFoundation's exception.
  public init(assetWriterInput input: AVAssetWriterInput) {
    if input.mediaType != .metadata || input.sourceFormatHint?.metadataKeys == nil {
      Misuse.raise(
        "*** -[AVAssetWriterInputMetadataAdaptor initWithAssetWriterInput:] the input must be of metadata, and have a "
          + "source format hint")
    }
    assetWriterInput = input
    super.init()
  }

  /// Appends `timedMetadataGroup`.
  ///
  /// - Returns: False where it could not be: an item is none that the input's hint names, or the writer has ended.
  @discardableResult
  open func append(_ timedMetadataGroup: AVTimedMetadataGroup) -> Bool {
    do { return assetWriterInput.append(try buffer(of: timedMetadataGroup)) } catch {
      Misuse.report("\(error)")
      return false
    }
  }

  /// Sample that `timedMetadataGroup` is written as.
  ///
  /// - Throws: `RenderError` where an item is none that the input's hint names.
  func buffer(of timedMetadataGroup: AVTimedMetadataGroup) throws -> CMSampleBuffer {
    guard let format = assetWriterInput.sourceFormatHint, let buffer = timedMetadataGroup.sampleBuffer(as: format)
    else {
      throw RenderError(
        .unsupported, "A group of metadata is appended that states what the input's source format hint does not name.")
    }
    return buffer
  }
}
