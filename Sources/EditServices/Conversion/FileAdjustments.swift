public import EditingModel
public import MediaFormats
public import MediaTime
public import Subtitles

/// Changes of files on their way into another one: crop, orientation, size and speed of the picture, subtitles on it,
/// and the volume of the sound.
///
/// ```
///  picture   upright ─► crop ─► rotation ─► flip ─► size and fit ─► subtitles
///  sound     volume of each track
///  both      speed; the sound's pitch is kept
/// ```
///
/// A value; by default it changes nothing. Pictures keep their own times, whatever is cropped, turned or scaled.
public struct FileAdjustments: Hashable, Sendable {
  /// The part of the picture that is kept, in pixels as they are shown: upright and square. Nil for all of it.
  public var crop: PixelRectangle?
  /// The rotation of the kept part.
  public var rotation = Rotation.none
  /// The mirroring of the rotated picture; nil for none.
  public var flip: Flip?
  /// The picture's size. Without a ``fit`` the largest of the picture's own shape that fits inside, smaller or larger than it was,
  /// with even sides; with one exactly this. Nil for what the picture has.
  public var size: PixelSize?
  /// The placement of the picture in exactly ``size``, which must be given then.
  public var fit: PictureFit?
  /// The factor of the volume of all sounds, 0…10.
  public var volume = 1.0
  /// Whether the sound is left out.
  public var isMuted = false
  /// The speed of pictures and sounds, ``speedFactors``; the sound's pitch stays.
  public var speedFactor = Rational.one
  /// Subtitles in the files' time, as a track or drawn; nil for none.
  public var subtitles: AddedSubtitles?

  /// A turn, in degrees clockwise.
  public enum Rotation: Int, Hashable, Sendable, Codable, CaseIterable {
    /// As it stands.
    case none = 0
    /// A quarter clockwise.
    case clockwise = 90
    /// Upside down.
    case upsideDown = 180
    /// A quarter counterclockwise.
    case counterclockwise = 270

    /// The orientation of a picture that stands upright by this turn.
    var orientation: Orientation {
      switch self {
      case .none: .up
      case .clockwise: .right
      case .upsideDown: .down
      case .counterclockwise: .left
      }
    }
  }

  /// A mirror image.
  public enum Flip: String, Hashable, Sendable, Codable, CaseIterable {
    /// Left and right change places.
    case horizontal
    /// Top and bottom change places.
    case vertical

    /// The orientation of a picture that stands upright when it is mirrored so.
    var orientation: Orientation { self == .horizontal ? .upMirrored : .downMirrored }
  }

  /// Subtitles, and how they come into the film.
  public struct AddedSubtitles: Hashable, Sendable {
    /// The cues, in the files' time.
    public var track: SubtitleTrack
    /// Whether they are a track that people can choose; otherwise they are drawn into the picture.
    public var isSoft: Bool

    /// `track`, drawn into the picture unless it is `soft`.
    public init(_ track: SubtitleTrack, soft: Bool = false) {
      (self.track, isSoft) = (track, soft)
    }
  }

  /// The range of speeds of films: from a sixteenth to sixteen times.
  public static let speedFactors = ((try? Rational(1, 16)) ?? .one)...Rational(16)

  /// No change.
  public init() {}

  /// Whether something of the picture is changed.
  public var changesPicture: Bool {
    crop != nil || rotation != .none || flip != nil || size != nil || fit != nil
      || subtitles.map { !$0.isSoft } ?? false
  }
}
