import EditingModel
public import MediaFormats
import MediaTime
public import Rendering

/// One track of data of a movie, sample by sample: timecode, metadata that holds for a while, or text as the movie has it
/// (`AVAssetReaderTrackOutput` of such a track).
///
/// Each comes in a buffer of ``SampleBuffer/Content-swift.enum/data(_:)``, as the track's format says. A sample that is under way at a
/// range's start comes whole.
public final class AssetReaderDataOutput: AssetReaderOutput {
  /// The delivery of its samples.
  public let delivery: ReaderDelivery
  /// Neither picture nor sound.
  public var mediaType: MediaType? { nil }

  /// The samples of `track`, which is one of the asset's ``AssetProperty/ancillaryTracks`` and has a `dataFormat`.
  public init(track: AncillaryTrack) {
    delivery = ReaderDelivery { (media, range) async throws(RenderError) in
      try await media.data(of: track).feed(in: range)
    }
  }

  /// The samples of `track`, whatever the reader's asset.
  public init(_ track: DataTrack) {
    delivery = ReaderDelivery { (_, range) async throws(RenderError) in try track.feed(in: range) }
  }
}

extension ReaderMedia {
  /// The samples of `track`; none of a composition, which has no such tracks.
  fileprivate func data(of track: AncillaryTrack) async throws(RenderError) -> DataTrack {
    guard let number = track.number, let format = track.dataFormat else {
      throw RenderError(
        .unsupported, "A track of \(track.kind.rawValue) (\(track.codecType)) is not one of data.",
        remedy: "Read timecode, metadata or text of a movie.")
    }
    guard case .file(let reference, _) = asset else { return DataTrack(track.kind, format) }
    do {
      return try await renderer.data(of: reference, track: number)
    } catch {
      throw RenderError(describing: error)
    }
  }
}

extension DataTrack {
  /// The samples that hold in `range`; all if nil.
  fileprivate func feed(in range: RationalRange?) throws(RenderError) -> any SampleFeed {
    let description = FormatDescription(format)
    return try exactly { () throws(RationalError) in
      var buffers: [SampleBuffer] = []
      for (number, sample) in samples.enumerated() {
        let held = try RationalRange(
          start: sample.start, end: max(sample.start, end(ofSample: number) ?? sample.start))
        if let range, !held.overlaps(range) { continue }
        buffers.append(
          SampleBuffer(
            .data(sample.bytes), presentationTime: CMTime(notAfter: held.start),
            duration: CMTime(notAfter: held.duration), formatDescription: description))
      }
      return ReadyFeed(buffers)
    }
  }
}
