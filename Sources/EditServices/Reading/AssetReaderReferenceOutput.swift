public import EditingModel
public import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// The places of the packets of a track in the asset's file, without their bytes
/// (`AVAssetReaderSampleReferenceOutput`).
///
/// Each comes in an empty buffer of ``SampleBuffer/Content-swift.enum/data(_:)``, whose ``SampleBuffer/storedBytes`` say where it stands,
/// in the order of decoding; of a range those that are presented in it.
public final class AssetReaderReferenceOutput: AssetReaderOutput {
  /// The delivery of its samples.
  public let delivery: ReaderDelivery
  /// The media type of the packets.
  public let mediaType: MediaType?

  /// The packets of `track`, of the reader's file.
  public init(track: AssetTrack) {
    mediaType = track.mediaType
    delivery = ReaderDelivery { (media, range) async throws(RenderError) in
      _ = try media.compositionTrack(track)
      let samples = try await TrackSamples(of: track, renderer: media.renderer)
      return ReferenceFeed(samples.makeSampleCursorAtFirstSampleInDecodeOrder(), range: range)
    }
  }
}

/// References to packets, from a cursor on.
private final class ReferenceFeed: SampleFeed {
  private let range: RationalRange?
  /// The next one; nil after the last.
  private let cursor: Mutex<SampleCursor?>

  init(_ cursor: SampleCursor, range: RationalRange?) {
    self.range = range
    self.cursor = Mutex(cursor)
  }

  func next() -> SampleBuffer? {
    cursor.withLock { cursor in
      while var place = cursor {
        let found = place
        cursor = place.stepInDecodeOrder(byCount: 1) == 1 ? place : nil
        guard let range, let time = found.presentationTimeStamp.rational else {
          return SampleBufferGenerator().sampleReference(at: found)
        }
        if time >= range.start, time < range.end { return SampleBufferGenerator().sampleReference(at: found) }
      }
      return nil
    }
  }

  func cancel() { cursor.withLock { $0 = nil } }
  func close() {}
}
