import EditingModel
import MediaFormats

/// Kind of a track's media (`AVMediaType`).
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// Four letters.
  public var rawValue: String
  /// The kind of these letters.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The kind of these letters.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Pictures.
  public static let video = AVMediaType("vide")
  /// Sound.
  public static let audio = AVMediaType("soun")
  /// Text.
  public static let text = AVMediaType("text")
  /// Captions for people who do not hear.
  public static let closedCaption = AVMediaType("clcp")
  /// Subtitles.
  public static let subtitle = AVMediaType("sbtl")
  /// Timecode.
  public static let timecode = AVMediaType("tmcd")
  /// Metadata that changes with time.
  public static let metadata = AVMediaType("meta")
  /// Picture and sound by turns.
  public static let muxed = AVMediaType("muxx")
  /// Depth; no file has any here.
  public static let depthData = AVMediaType("dpth")
}

/// Characteristic of a track's media (`AVMediaCharacteristic`).
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The characteristic of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The characteristic of this word.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// It is seen.
  public static let visual = AVMediaCharacteristic("AVMediaCharacteristicVisual")
  /// It is heard.
  public static let audible = AVMediaCharacteristic("AVMediaCharacteristicAudible")
  /// It is read.
  public static let legible = AVMediaCharacteristic("AVMediaCharacteristicLegible")
  /// It is a row of frames.
  public static let frameBased = AVMediaCharacteristic("AVMediaCharacteristicFrameBased")
  /// Its colors exceed those of BT.709.
  public static let usesWideGamutColorSpace = AVMediaCharacteristic("AVMediaCharacteristicUsesWideGamutColorSpace")
  /// It has high dynamic range.
  public static let containsHDRVideo = AVMediaCharacteristic("AVMediaCharacteristicContainsHDRVideo")
  /// It has pictures for two eyes, in one track.
  public static let containsStereoMultiviewVideo = AVMediaCharacteristic("public.contains-stereo-multiview-video")
  /// Its pictures have alpha.
  public static let containsAlphaChannel = AVMediaCharacteristic("AVMediaCharacteristicContainsAlphaChannel")
}

extension AVMediaType {
  /// The engine's kind; nil for what compositions do not take.
  var mediaType: MediaType? {
    switch self {
    case .video: .video
    case .audio: .audio
    default: nil
    }
  }

  init(_ mediaType: MediaType) { self = mediaType == .video ? .video : .audio }

  /// The kind of a track of data, whose samples are written and read as they are; nil of others.
  var dataKind: AncillaryTrack.Kind? {
    switch self {
    case .text: .text
    case .subtitle: .subtitle
    case .closedCaption: .closedCaption
    case .timecode: .timecode
    case .metadata: .metadata
    default: nil
    }
  }

  /// Whether it is read: text, subtitles and captions.
  var isText: Bool { [.text, .subtitle, .closedCaption].contains(self) }

  /// The letters as Core Media has them: a number.
  var letters: FourCharCode { rawValue.utf8.reduce(0) { $0 << 8 | FourCharCode($1) } }

  /// The kind of a track that compositions do not take.
  init(_ kind: AncillaryTrack.Kind) {
    switch kind {
    case .text: self = .text
    case .subtitle: self = .subtitle
    case .closedCaption: self = .closedCaption
    case .timecode: self = .timecode
    case .sound: self = .audio
    case .picture: self = .video
    case .metadata, .other: self = .metadata
    }
  }
}

extension AVMediaCharacteristic {
  init(_ characteristic: MediaCharacteristic) {
    switch characteristic {
    case .visual: self = .visual
    case .audible: self = .audible
    case .legible: self = .legible
    case .frameBased: self = .frameBased
    case .containsAlphaChannel: self = .containsAlphaChannel
    case .containsHDRVideo: self = .containsHDRVideo
    case .usesWideGamutColorSpace: self = .usesWideGamutColorSpace
    }
  }
}
