public import MediaTime

/// A track of a file that is neither picture nor sound: subtitles, chapters' names, timecode, data. It is listed, and
/// compositions do not take it.
public struct AncillaryTrack: Hashable, Sendable, Codable {
  /// The file's own number of the track; nil where files of this kind number none.
  public var number: Int32?
  /// The kind of its media.
  public var kind: Kind
  /// The file's name of its format ("tx3g", "S_TEXT/UTF8").
  public var codecType: String
  /// The language as the file names it, ISO 639-2 or BCP 47; nil where it does not say.
  public var languageTag: String?
  /// The track's name in the file; nil where it has none.
  public var name: String?
  /// Whether it is shown by default.
  public var isEnabled: Bool
  /// Whether it is shown whatever a person chooses: subtitles of what is not in the film's language.
  public var isForced: Bool
  /// The format in its sample description, of timecode, metadata, text and captions in a movie; nil of others.
  public var dataFormat: DataFormat?
  /// The size that the file lays it out for, in pixels; nil where it says none.
  public var size: PixelSize?
  /// Units a second of its times; nil where the file does not say.
  public var timescale: CMTimeScale?
  /// From its first sample to the end of its last, in the file's time; nil where the file does not say.
  public var timeRange: CMTimeRange?

  /// The media of such a track, by Apple's names (`AVMediaType`).
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Text: of subtitles, or of chapters.
    case text
    /// Subtitles, as text or as pictures.
    case subtitle
    /// Captions for people who do not hear.
    case closedCaption
    /// The timecode of a recorder.
    case timecode
    /// Metadata that changes with time.
    case metadata
    /// Sound in a codec that is not read.
    case sound
    /// Pictures in a codec that is not read.
    case picture
    /// Anything else: hints for streaming, data of programs.
    case other
  }

  /// Track `number`, which holds `kind`.
  public init(
    number: Int32?, kind: Kind, codecType: String, languageTag: String? = nil, name: String? = nil,
    isEnabled: Bool = true, isForced: Bool = false
  ) {
    self.number = number
    self.kind = kind
    self.codecType = codecType
    self.languageTag = languageTag
    self.name = name
    self.isEnabled = isEnabled
    self.isForced = isForced
  }

  /// The characteristics of its media.
  public var characteristics: Set<MediaCharacteristic> {
    switch kind {
    case .text: [.legible]
    case .subtitle, .closedCaption: [.legible, .visual]
    case .sound: [.audible]
    case .picture: [.visual]
    case .timecode, .metadata, .other: []
    }
  }
}

/// A characteristic of a track's media (`AVMediaCharacteristic`).
public enum MediaCharacteristic: String, Hashable, Sendable, Codable, CaseIterable {
  /// It is seen.
  case visual
  /// It is heard.
  case audible
  /// It is read.
  case legible
  /// It is a row of frames.
  case frameBased
  /// Its pictures have per-pixel alpha (`containsAlphaChannel`).
  case containsAlphaChannel
  /// Its pictures have high dynamic range: HLG or PQ.
  case containsHDRVideo
  /// Its colors exceed those of BT.709: BT.2020 or Display P3.
  case usesWideGamutColorSpace
}
