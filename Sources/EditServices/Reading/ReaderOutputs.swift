public import EditingModel
public import MediaFormats
import Rendering

/// One track: decoded, or as it stands (`AVAssetReaderTrackOutput`).
///
/// Decoded pictures are as their track stores them: at its own times, whatever its rate, each once; neither turned
/// upright nor cut to their aperture, their colors untouched. Of a composition's track they are shown when its segments
/// show them, each as large as its own media. Decoded sound is the presented part of the track, sample by sample.
public final class AssetReaderTrackOutput: AssetReaderOutput {
  /// The track.
  public let track: AssetTrack
  /// The form in which it is decoded; nil where its packets are given.
  public let outputSettings: ReaderOutputSettings?
  /// The delivery of its samples.
  public let delivery: ReaderDelivery
  /// The media type of its samples.
  public var mediaType: MediaType? { track.mediaType }

  /// `track`, which was loaded from the reader's asset, decoded as `outputSettings` say; if nil its packets, as they stand in
  /// their file: that is not possible of a composition's.
  public init(track: AssetTrack, outputSettings: ReaderOutputSettings?) {
    (self.track, self.outputSettings) = (track, outputSettings)
    delivery = ReaderDelivery { (media, range) async throws(RenderError) in
      switch (outputSettings, track.mediaType) {
      case (nil, _): return try await media.packets(of: track, in: range)
      case (.video(let settings), .video): return try await media.pictures(of: track, settings, in: range)
      case (.audio(let settings), .audio): return try await media.sound(of: [track], AudioMix(), settings, in: range)
      default:
        throw RenderError(
          .unsupported, "The settings of a reader's output are not of its track's kind, \(track.mediaType.rawValue).",
          remedy: "Give settings for pictures to video, and for sound to audio.")
      }
    }
  }
}

/// Several tracks of sound, mixed (`AVAssetReaderAudioMixOutput`).
public final class AssetReaderAudioMixOutput: AssetReaderOutput {
  /// The tracks.
  public let audioTracks: [AssetTrack]
  /// The volume of each; nil for the edit's own mix, or every one at its own volume.
  public let audioMix: AudioMix?
  /// The form in which the sum is given.
  public let audioSettings: AudioReadingSettings
  /// The delivery of its samples.
  public let delivery: ReaderDelivery
  /// The media type of its samples.
  public var mediaType: MediaType? { .audio }

  /// The sum of `audioTracks`, which were loaded from the reader's asset, as loud as `audioMix` says.
  public init(
    audioTracks: [AssetTrack], audioSettings: AudioReadingSettings = AudioReadingSettings(), audioMix: AudioMix? = nil
  ) {
    (self.audioTracks, self.audioSettings, self.audioMix) = (audioTracks, audioSettings, audioMix)
    delivery = ReaderDelivery { (media, range) async throws(RenderError) in
      try await media.sound(of: audioTracks, audioMix, audioSettings, in: range)
    }
  }
}

/// Several video tracks, made one picture, on the grid of a video composition (`AVAssetReaderVideoCompositionOutput`).
public final class AssetReaderVideoCompositionOutput: AssetReaderOutput {
  /// The tracks, the topmost first where there is no video composition.
  public let videoTracks: [AssetTrack]
  /// The composition into one picture, by a custom compositor, too; nil for the edit's own way, or where they are
  /// stacked.
  public let videoComposition: VideoComposition?
  /// The form in which pictures are given.
  public let videoSettings: VideoReadingSettings
  /// The delivery of its samples.
  public let delivery: ReaderDelivery
  /// The media type of its samples.
  public var mediaType: MediaType? { .video }

  /// The film that `videoComposition` makes of `videoTracks`, which were loaded from the reader's asset. It names them by
  /// their numbers there.
  public init(
    videoTracks: [AssetTrack], videoSettings: VideoReadingSettings = VideoReadingSettings(),
    videoComposition: VideoComposition? = nil
  ) {
    (self.videoTracks, self.videoSettings, self.videoComposition) = (videoTracks, videoSettings, videoComposition)
    delivery = ReaderDelivery { (media, range) async throws(RenderError) in
      try await media.film(of: videoTracks, as: videoComposition, videoSettings, in: range)
    }
  }
}
