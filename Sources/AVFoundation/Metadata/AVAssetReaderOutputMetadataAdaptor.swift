public import Foundation

/// Gives what a track of metadata states in groups, one for each of its samples (`AVAssetReaderOutputMetadataAdaptor`).
///
/// ```swift
/// let output = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: .metadata)[0], outputSettings: nil)
/// let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
/// reader.add(output)
/// reader.startReading()
/// while let group = adaptor.nextTimedMetadataGroup() { print(group.timeRange, group.items) }
/// ```
///
/// Threads: as ``AVAssetReaderOutput``.
open class AVAssetReaderOutputMetadataAdaptor: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  /// The output.
  public let assetReaderTrackOutput: AVAssetReaderTrackOutput

  /// Gives what `trackOutput`, of a track of metadata that is not decoded, gives. Another one ends the process, with the words of
  /// AVFoundation's exception.
  public init(assetReaderTrackOutput trackOutput: AVAssetReaderTrackOutput) {
    if trackOutput.mediaType != .metadata || trackOutput.outputSettings != nil {
      Misuse.raise(
        "*** -[AVAssetReaderOutputMetadataAdaptor initWithAssetReaderTrackOutput:] the output's track must be of metadata, "
          + "and have no output settings")
    }
    assetReaderTrackOutput = trackOutput
    super.init()
  }

  /// The metadata of the next sample; nil after the last, and where the reader has ended for another reason, shown by
  /// its status. Blocks.
  open func nextTimedMetadataGroup() -> AVTimedMetadataGroup? {
    while let buffer = assetReaderTrackOutput.copyNextSampleBuffer() {
      if let group = AVTimedMetadataGroup(sampleBuffer: buffer) { return group }
    }
    return nil
  }
}
