import CoreMedia
public import Foundation
import Rendering

/// Puts captions into an input of text, each, or each group of them, as a sample of its track (`AVAssetWriterInputCaptionAdaptor`).
///
/// ```swift
/// let input = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil)
/// let adaptor = AVAssetWriterInputCaptionAdaptor(assetWriterInput: input)
/// writer.add(input)
/// writer.startWriting()
/// writer.startSession(atSourceTime: .zero)
/// adaptor.append(AVCaption("Grüezi", timeRange: range))
/// ```
///
/// They are written as timed text (`tx3g`), which has letters, their color, their weight and slant, and lines under them, and not regions,
/// alignment, ruby, or what is behind letters. Captions come in the order of their times, and one at a time: ``AVCaptionGrouper`` makes
/// groups of those that overlap. Threads: as ``AVAssetWriterInput``.
open class AVAssetWriterInputCaptionAdaptor: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  /// The input.
  public let assetWriterInput: AVAssetWriterInput
  private let format: CMFormatDescription?

  /// Puts captions into `input`, of text, subtitles or captions. One of other media ends the process, with the words of AVFoundation's
  /// exception.
  public init(assetWriterInput input: AVAssetWriterInput) {
    guard input.mediaType.isText else {
      Misuse.raise(
        "*** -[AVAssetWriterInputCaptionAdaptor initWithAssetWriterInput:] the input must be of text, subtitles or "
          + "closed captions")
    }
    assetWriterInput = input
    let mediaType: CMFormatDescription.MediaType = input.mediaType == .text ? .text : .subtitle
    format = input.sourceFormatHint ?? (try? CMFormatDescription(mediaType: mediaType, mediaSubType: .mobile3GPP))
    super.init()
  }

  /// Appends `caption`.
  ///
  /// - Returns: False where it could not be: the input's format is no timed text, as that of closed captions, or the writer has ended.
  @discardableResult
  open func append(_ caption: AVCaption) -> Bool {
    append(AVCaptionGroup(captions: [caption], timeRange: caption.timeRange))
  }

  /// Appends the captions of `captionGroup`, each in lines of its own.
  ///
  /// - Returns: As ``append(_:)-(AVCaption)``.
  @discardableResult
  open func append(_ captionGroup: AVCaptionGroup) -> Bool {
    do { return assetWriterInput.append(try buffer(of: captionGroup)) } catch {
      Misuse.report("\(error)")
      return false
    }
  }

  /// Sample that the captions of `captionGroup` are written as.
  ///
  /// - Throws: `RenderError` where the input's format is no timed text.
  func buffer(of captionGroup: AVCaptionGroup) throws -> CMSampleBuffer {
    guard assetWriterInput.mediaType != .closedCaption, let format, let buffer = captionGroup.sampleBuffer(as: format)
    else { throw RenderError(.unsupported, "Captions are appended to an input whose format is no timed text.") }
    return buffer
  }
}
