public import MediaFormats
public import MediaTime

/// The format of a track's media (`CMFormatDescription`).
public struct FormatDescription: Hashable, Sendable, Codable {
  /// The codec's four letters, as movies name it ("avc1", "mp4a"; `mediaSubType`); nil where movies have no name for it.
  public var codecType: String?
  /// The codec, in words ("H.264").
  public var codec: String
  /// The decoder's configuration, in movies, Matroska and FLV: AVC's and HEVC's parameter sets (`avcC`, `hvcC`), AAC's
  /// specific configuration, Vorbis's headers …; empty without one, and in other files.
  public var privateData: [UInt8]
  /// The particulars of pictures, of sound or of data.
  public var media: Media

  /// Pictures, sound or data.
  public enum Media: Hashable, Sendable, Codable {
    /// Pictures.
    case video(Video)
    /// Sound.
    case audio(Audio)
    /// Timecode, or metadata that holds for a while.
    case data(DataFormat)
  }

  /// The format of pictures.
  public struct Video: Hashable, Sendable, Codable {
    /// The stored picture (`CMVideoFormatDescriptionGetDimensions`).
    public var dimensions: PixelSize
    /// The pixel aspect ratio: a stored pixel's width over its height.
    public var pixelAspect: Rational
    /// The part of the stored picture that is meant to be seen; nil where it is all of it.
    public var cleanAperture: Rectangle?
    /// The stated colorimetry of the source.
    public var colorimetry: Colorimetry
    /// The mastering light of high dynamic range; nil where the file has none.
    public var light: MasteringLight?
    /// Whether pictures carry per-pixel alpha.
    public var hasAlpha: Bool
    /// Whether frames hold two fields.
    public var isInterlaced: Bool

    /// Pictures of these properties.
    public init(
      dimensions: PixelSize, pixelAspect: Rational, cleanAperture: Rectangle? = nil, colorimetry: Colorimetry,
      light: MasteringLight? = nil, hasAlpha: Bool = false, isInterlaced: Bool = false
    ) {
      self.dimensions = dimensions
      self.pixelAspect = pixelAspect
      self.cleanAperture = cleanAperture
      self.colorimetry = colorimetry
      self.light = light
      self.hasAlpha = hasAlpha
      self.isInterlaced = isInterlaced
    }
  }

  /// The format of sound.
  public struct Audio: Hashable, Sendable, Codable {
    /// Samples a second.
    public var sampleRate: Int
    /// The channels and their speakers.
    public var layout: ChannelLayout

    /// Sound of these properties.
    public init(sampleRate: Int, layout: ChannelLayout) {
      self.sampleRate = sampleRate
      self.layout = layout
    }

    /// The number of channels.
    public var channels: Int { layout.channels }
  }

  /// The format of media in `codec`.
  public init(codecType: String?, codec: String, privateData: [UInt8] = [], media: Media) {
    self.codecType = codecType
    self.codec = codec
    self.privateData = privateData
    self.media = media
  }

  /// The pictures' format; nil of sound.
  public var video: Video? {
    if case .video(let video) = media { video } else { nil }
  }

  /// The sound's format; nil of pictures.
  public var audio: Audio? {
    if case .audio(let audio) = media { audio } else { nil }
  }

  /// The data's format; nil of pictures and of sound.
  public var data: DataFormat? {
    if case .data(let data) = media { data } else { nil }
  }

  /// The format of data.
  public init(_ data: DataFormat) {
    self.init(codecType: data.codecType, codec: data.codecType, media: .data(data))
  }

  /// The characteristics of media of this format.
  public var characteristics: Set<MediaCharacteristic> {
    guard let video else { return audio == nil ? [] : [.audible] }
    var found: Set<MediaCharacteristic> = [.visual, .frameBased]
    if video.hasAlpha { found.insert(.containsAlphaChannel) }
    if video.colorimetry.isHighDynamicRange { found.insert(.containsHDRVideo) }
    // BT.2020, DCI-P3 and Display P3.
    if [9, 11, 12].contains(video.colorimetry.primaries) { found.insert(.usesWideGamutColorSpace) }
    return found
  }
}

/// A part of a file's track: a range of media, shown over a range of the track, or nothing (`AVAssetTrackSegment`): an entry
/// of an edit list.
public struct AssetTrackSegment: Hashable, Sendable, Codable {
  /// The range of the media and the range of the track. Of an empty one only the target is valid.
  public var timeMapping: CMTimeMapping

  /// The segment that maps so.
  public init(timeMapping: CMTimeMapping) {
    self.timeMapping = timeMapping
  }

  /// Whether nothing is shown.
  public var isEmpty: Bool { !timeMapping.source.isValid }
}
