public import EditingModel
public import MediaFormats
public import MediaTime

/// Facts about a media file, as far as planning needs them: found out once, by the renderer, and given to the
/// planner as a value.
///
/// Time zero is the file's earliest presented sample, the same for all its tracks.
public struct MediaFacts: Hashable, Sendable, Codable {
  /// The file.
  public var asset: AssetReference
  /// The container, in words ("MPEG-4").
  public var container: String
  /// From zero to the end of the last presented sample; zero for a still.
  public var duration: Rational
  /// The video tracks, in the file's order.
  public var videoTracks: [VideoTrackFacts]
  /// The audio tracks, in the file's order.
  public var audioTracks: [AudioTrackFacts]
  /// Whether times and counts are exact (`AVAsset.providesPreciseDurationAndTiming`). Estimated facts identify a file;
  /// planning rejects them.
  public var isPrecise = true

  /// The faults of the file, a sentence each, where damage is kept (``DamagePolicy``): else such a file is refused.
  public var damage: [String] = []

  /// Notes on what is unusual about the file and made good, a sentence each: pictures whose size changes in mid-stream.
  public var notes: [String] = []

  /// The storage of each video track, in their order; empty where it is not known.
  public var videoStorage: [TrackStorage] = []
  /// The storage of each audio track, in their order; empty where it is not known.
  public var audioStorage: [TrackStorage] = []
  /// The tracks that are neither, in the file's order: of movies and Matroska, whose headers list them.
  public var ancillaryTracks: [AncillaryTrack] = []
  /// The file's own time at time zero: what is to be subtracted from times in its metadata.
  public var origin = Rational.zero

  /// The facts of `asset`.
  public init(
    asset: AssetReference, container: String, duration: Rational, videoTracks: [VideoTrackFacts],
    audioTracks: [AudioTrackFacts]
  ) {
    self.asset = asset
    self.container = container
    self.duration = duration
    self.videoTracks = videoTracks
    self.audioTracks = audioTracks
  }
}

extension MediaFacts {
  /// The index of the video track that is shown unless another is chosen: the first that the file enables, or else the first.
  public var defaultVideoTrack: Int { videoStorage.firstIndex(where: \.isEnabled) ?? 0 }

  /// The index of the audio track that is played unless another is chosen: the first that the file enables, or else the first.
  public var defaultAudioTrack: Int { audioStorage.firstIndex(where: \.isEnabled) ?? 0 }

  /// The track that is shown unless another is chosen; nil of a file without pictures.
  public var defaultVideo: VideoTrackFacts? {
    videoTracks.indices.contains(defaultVideoTrack) ? videoTracks[defaultVideoTrack] : nil
  }

  /// The track that is played unless another is chosen; nil of a file without sound.
  public var defaultAudio: AudioTrackFacts? {
    audioTracks.indices.contains(defaultAudioTrack) ? audioTracks[defaultAudioTrack] : nil
  }
}

/// Facts about one video track of a file.
public struct VideoTrackFacts: Hashable, Sendable, Codable {
  /// The file's names of the track.
  public var identity: TrackIdentity
  /// The codec, in words ("H.264").
  public var codec: String
  /// The stored picture, before `cleanAperture`, `pixelAspect` and `orientation`.
  public var size: PixelSize
  /// The part of the stored picture that is meant to be seen, in its pixels, whose edges may lie between them; nil for all of
  /// it. A movie calls it its clean aperture.
  public var cleanAperture: Rectangle?
  /// The pixel aspect ratio: a stored pixel's width over its height.
  public var pixelAspect: Rational
  /// The orientation of the stored picture.
  public var orientation: Orientation
  /// The presentation times of the frames.
  public var timing: FrameTiming
  /// The decoded format in GStreamer's words ("I420", "I420_10LE", "RGBA").
  public var format: String
  /// Whether decoded frames carry per-pixel alpha.
  public var hasAlpha: Bool
  /// Whether frames hold two fields.
  public var isInterlaced: Bool
  /// Whether one of two fields is shown of its frames. False of progressive frames in a stream that may have others, as films on DVD
  /// (MPEG-2 with `progressive_sequence` 0, ISO/IEC 13818-2 §6.3.5): all of their lines are shown.
  public var showsOneField: Bool
  /// The stated colorimetry of the source.
  public var colorimetry: Colorimetry
  /// The mastering light of high dynamic range; nil where the file has none.
  public var light: MasteringLight?
  /// What the file says of the pictures beside their samples, in its header and its first packet: of movies without fragments and Matroska.
  public var sideData: [PictureSideData] = []

  /// A track of these properties.
  public init(
    identity: TrackIdentity = TrackIdentity(), codec: String, size: PixelSize, cleanAperture: Rectangle? = nil,
    pixelAspect: Rational, orientation: Orientation, timing: FrameTiming,
    format: String, hasAlpha: Bool, isInterlaced: Bool, colorimetry: Colorimetry, light: MasteringLight? = nil
  ) {
    self.identity = identity
    self.codec = codec
    self.size = size
    self.cleanAperture = cleanAperture
    self.pixelAspect = pixelAspect
    self.orientation = orientation
    self.timing = timing
    self.format = format
    self.hasAlpha = hasAlpha
    self.isInterlaced = isInterlaced
    showsOneField = isInterlaced
    self.colorimetry = colorimetry
    self.light = light
  }
}

extension VideoTrackFacts {
  /// The picture's size in square pixels, before it is turned upright: `AVAssetTrack.naturalSize`.
  ///
  /// The height is that of the clean aperture, or else the stored one; the width is its width times the pixel aspect, both
  /// in whole pixels. Layer transforms and crop rectangles of a video composition count in these pixels.
  public var naturalSize: Size {
    let area = cleanAperture ?? storedArea
    return Size(
      width: max(1, (area.width * pixelAspect.seconds).rounded()), height: max(1, area.height.rounded()))
  }

  /// The size of the clean aperture, or else of all that is stored, in whole stored pixels.
  public var cleanSize: PixelSize {
    guard let cleanAperture else { return size }
    let (width, height) = (cleanAperture.width.rounded(), cleanAperture.height.rounded())
    return PixelSize(width: max(1, Int(exactly: width) ?? 1), height: max(1, Int(exactly: height) ?? 1))
  }

  /// The size at which the picture is meant to be seen: in square pixels, and upright.
  public var displaySize: PixelSize {
    let size = naturalSize
    return orientation.apply(
      to: PixelSize(width: Int(exactly: size.width) ?? self.size.width, height: Int(exactly: size.height) ?? 1))
  }

  /// From stored pixels to those of ``naturalSize``.
  var naturalTransform: Transform {
    let area = cleanAperture ?? storedArea
    return Transform.translation(x: -area.x, y: -area.y)
      .concatenating(.scale(x: naturalSize.width / area.width, y: naturalSize.height / area.height))
  }

  /// All that is stored, in its pixels.
  var storedArea: Rectangle { Rectangle(Size(size)) }
}

/// Facts about one audio track of a file.
public struct AudioTrackFacts: Hashable, Sendable, Codable {
  /// The file's names of the track.
  public var identity: TrackIdentity
  /// The codec, in words ("AAC").
  public var codec: String
  /// Samples a second.
  public var sampleRate: Int
  /// The channels and their speakers.
  public var layout: ChannelLayout
  /// The first presented sample, in the asset's samples from zero.
  public var firstSample: Int64
  /// The number of presented samples.
  public var sampleCount: Int64
  /// The format of stored samples, where nothing is lost; nil for lossy codecs.
  public var losslessFormat: LosslessFormat?

  /// The width of samples that are stored without loss.
  public typealias LosslessFormat = SampleFormat

  /// The number of channels.
  public var channels: Int { layout.channels }

  /// A track of these properties; of the usual speakers for its channels unless `layout` is given.
  public init(
    identity: TrackIdentity = TrackIdentity(), codec: String, sampleRate: Int, channels: Int,
    layout: ChannelLayout? = nil, firstSample: Int64, sampleCount: Int64, losslessFormat: LosslessFormat?
  ) {
    self.identity = identity
    self.codec = codec
    self.sampleRate = sampleRate
    self.layout = layout ?? .standard(channels)
    self.firstSample = firstSample
    self.sampleCount = sampleCount
    self.losslessFormat = losslessFormat
  }
}
