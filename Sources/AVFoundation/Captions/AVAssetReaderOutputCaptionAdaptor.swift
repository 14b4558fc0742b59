public import Foundation

/// Gives what a track of text says in groups of captions, one for each of its samples (`AVAssetReaderOutputCaptionAdaptor`).
///
/// ```swift
/// let output = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: .subtitle)[0], outputSettings: nil)
/// let adaptor = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: output)
/// reader.add(output)
/// reader.startReading()
/// while let group = adaptor.nextCaptionGroup() { print(group.timeRange, group.captions.map(\.text)) }
/// ```
///
/// Threads: as ``AVAssetReaderOutput``.
open class AVAssetReaderOutputCaptionAdaptor: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  /// The output.
  public let assetReaderTrackOutput: AVAssetReaderTrackOutput

  /// Gives what `trackOutput`, of a track of text, subtitles or captions that is not decoded, gives. Another one ends the process, with the
  /// words of AVFoundation's exception.
  public init(assetReaderTrackOutput trackOutput: AVAssetReaderTrackOutput) {
    if !trackOutput.mediaType.isText || trackOutput.outputSettings != nil {
      Misuse.raise(
        "*** -[AVAssetReaderOutputCaptionAdaptor initWithAssetReaderTrackOutput:] the output's track must be of text, "
          + "subtitles or closed captions, and have no output settings")
    }
    assetReaderTrackOutput = trackOutput
    super.init()
  }

  /// The captions of the next sample, possibly none; nil after the last, and where the reader has ended for another
  /// reason, shown by its status. Samples of a format that is not read here, as CEA-608, are passed over. Blocks.
  open func nextCaptionGroup() -> AVCaptionGroup? {
    while let buffer = assetReaderTrackOutput.copyNextSampleBuffer() {
      if let group = AVCaptionGroup(sampleBuffer: buffer) { return group }
    }
    return nil
  }

  /// The captions of `captionGroup` that were not in a group before: all of them, since samples here do not go on in the next.
  open func captionsNotPresentInPreviousGroups(in captionGroup: AVCaptionGroup) -> [AVCaption] { captionGroup.captions }
}
