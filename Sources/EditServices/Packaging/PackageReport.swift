public import FoundationEssentials
public import MediaFormats
public import MediaTime
public import Rendering

/// The report of a finished presentation.
public struct PackageReport: Hashable, Sendable {
  /// The folder.
  public var folder: URL
  /// The tracks: the pictures, the largest first, then the sounds.
  public var tracks: [PackagedTrack]
  /// The subtitles.
  public var texts: [PackagedText] = []
  /// Frames of the film.
  public var frameCount: Int
  /// Samples a channel of the film's first sound; 0 without one.
  public var sampleCount: Int64
  /// The duration of the film, in seconds.
  public var duration: Rational
  /// All files together.
  public var byteCount: Int64
  /// The errors of frames that a custom compositor failed to make; the last good frame is shown instead.
  public var compositorFailures: [RenderError]
  /// Damage of the media that was kept in the render (``DamagePolicy``).
  public var damage: [MediaDamage]
  /// Notes on what its user may not expect, a sentence each: renditions that are left out.
  public var notes: [String]
}

/// A track of a presentation.
public struct PackagedTrack: Hashable, Sendable, Codable {
  /// Its folder, and its name in manifests.
  public var name: String
  /// The media segments.
  public var media: MediaSegments
  /// The format of its pictures; nil of sound.
  public var pictures: Pictures?
  /// The format of its sound; nil of pictures.
  public var sound: Sound?

  /// The format of a track's pictures.
  public struct Pictures: Hashable, Sendable, Codable {
    /// Their size.
    public var size: PixelSize
    /// Frames a second; the greatest number where they are uneven.
    public var frameRate: Rational
    /// Their colorimetry.
    public var colorimetry: Colorimetry

    /// Pictures of `size`, `frameRate` a second.
    public init(size: PixelSize, frameRate: Rational, colorimetry: Colorimetry) {
      (self.size, self.frameRate, self.colorimetry) = (size, frameRate, colorimetry)
    }
  }

  /// The format of a track's sound.
  public struct Sound: Hashable, Sendable, Codable {
    /// Samples a second.
    public var sampleRate: Int
    /// The number of channels.
    public var channels: Int
    /// The language, a BCP 47 tag; nil where unknown.
    public var languageTag: String?
    /// The title by which people choose it; nil where unknown.
    public var title: String?
    /// Whether it is played by default.
    public var isDefault: Bool

    /// Sound of `channels` channels.
    public init(
      sampleRate: Int, channels: Int, languageTag: String? = nil, title: String? = nil, isDefault: Bool = true
    ) {
      (self.sampleRate, self.channels) = (sampleRate, channels)
      (self.languageTag, self.title, self.isDefault) = (languageTag, title, isDefault)
    }
  }

  /// The track called `name`.
  public init(_ name: String, _ media: MediaSegments, pictures: Pictures? = nil, sound: Sound? = nil) {
    (self.name, self.media, self.pictures, self.sound) = (name, media, pictures, sound)
  }

  /// Bytes of all its segments, the initialization section included.
  public var byteCount: Int64 { media.segments.reduce(media.initializationByteCount ?? 0) { $0 + $1.byteCount } }
}
