import CoreMedia
import EditServices
import Foundation

/// Places of a track's samples in its file, without their bytes (`AVAssetReaderSampleReferenceOutput`).
///
/// Each buffer says when a sample is presented and how large it is; its attachments `SampleReferenceURL` and `SampleReferenceByteOffset` say
/// which file it stands in, and where. Of a reader's range come the samples that are presented in it, in the order of decoding. For tracks over
/// which there are cursors (``AVAssetTrack/canProvideSampleCursors``); a reader of others fails. Threads: any.
open class AVAssetReaderSampleReferenceOutput: AVAssetReaderOutput, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// The track.
  public let track: AVAssetTrack

  /// The samples of `track`, which is of the reader's asset.
  public init(track: AVAssetTrack) {
    self.track = track
    super.init()
  }

  override var tracks: [AVAssetTrack] { [track] }
  /// Media type of the samples.
  open override var mediaType: AVMediaType { track.mediaType }

  override func makeOutput() throws -> any AssetReaderOutput { AssetReaderReferenceOutput(track: try track.facts()) }

  override func converted(_ buffer: SampleBuffer) -> CMSampleBuffer? {
    guard let place = buffer.storedBytes else { return nil }
    let made = CMSampleBuffer.packet(buffer, awaiting: place.count, timescale: track.naturalTimeScale)
    let url = (track.asset as? AVURLAsset)?.url
    let attachments: [(key: CFString, value: Any?)] = [
      ("SampleReferenceURL", url), ("SampleReferenceByteOffset", NSNumber(value: place.lowerBound)),
    ]
    for (key, value) in attachments {
      CMSetAttachment(made, key: key, value: value, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    }
    return made
  }
}
