import EditingModel
public import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// One track of text, cue by cue: subtitles that are words, not pictures (`AVAssetReaderTrackOutput` of such a track).
///
/// Each comes in a buffer of ``SampleBuffer/Content-swift.enum/cue(_:)``. A cue that is under way at a range's start begins there.
public final class AssetReaderTextOutput: AssetReaderOutput {
  /// The track.
  public let track: AncillaryTrack
  /// The delivery of its samples.
  public let delivery: ReaderDelivery
  /// Neither picture nor sound.
  public var mediaType: MediaType? { nil }

  /// The cues of `track`, which is one of the asset's ``AssetProperty/ancillaryTracks``.
  public init(track: AncillaryTrack) {
    self.track = track
    delivery = ReaderDelivery { (media, range) async throws(RenderError) in try await media.text(of: track, in: range) }
  }
}

extension ReaderMedia {
  /// The cues of `track` in `range`.
  fileprivate func text(of track: AncillaryTrack, in range: RationalRange?) async throws(RenderError) -> any SampleFeed
  {
    guard case .file(let reference, _) = asset else { return EmptyFeed() }
    let stored: [StoredSubtitles]
    do {
      stored = try await renderer.subtitles(of: reference, charset: nil)
    } catch {
      throw RenderError(describing: error)
    }
    guard let found = stored.first(where: { $0.number == track.number && $0.codecType == track.codecType }) else {
      throw RenderError(
        .unsupported,
        "Track \(track.number.map(String.init) ?? "") of \(track.kind.rawValue) (\(track.codecType)) has no text that is read.",
        remedy: "Read a track whose subtitles are text.", asset: reference)
    }
    return try exactly { () throws(RationalError) in
      var buffers: [SampleBuffer] = []
      for cue in found.track.document.cues {
        var shown = try RationalRange(start: cue.start, end: cue.end)
        if let range {
          guard shown.overlaps(range) else { continue }
          shown = try shown.clamped(to: range)
        }
        guard !shown.isEmpty else { continue }
        var cue = cue
        (cue.start, cue.end) = (shown.start, shown.end)
        buffers.append(
          SampleBuffer(
            .cue(cue), presentationTime: CMTime(notAfter: shown.start), duration: CMTime(notAfter: shown.duration)))
      }
      return ReadyFeed(buffers)
    }
  }
}
