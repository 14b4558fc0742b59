// swift-format-ignore-file: AlwaysUseLowerCamelCase

import MediaFormats

/// A kind of file, by its uniform type identifier (`AVFileType`).
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// The identifier.
  public var rawValue: String
  /// The kind of this identifier.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The kind of this identifier.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// QuickTime.
  public static let mov = AVFileType("com.apple.quicktime-movie")
  /// MPEG-4.
  public static let mp4 = AVFileType("public.mpeg-4")
  /// Apple's MPEG-4 video: written as MPEG-4.
  public static let m4v = AVFileType("com.apple.m4v-video")
  /// MPEG-4, sound only.
  public static let m4a = AVFileType("com.apple.m4a-audio")
  /// RIFF WAVE.
  public static let wav = AVFileType("com.microsoft.waveform-audio")
  /// AIFF.
  public static let aiff = AVFileType("public.aiff-audio")
  /// AIFF-C.
  public static let aifc = AVFileType("public.aifc-audio")
  /// MPEG-1 Audio Layer III.
  public static let mp3 = AVFileType("public.mp3")
  /// Core Audio's format; not written here.
  public static let caf = AVFileType("com.apple.coreaudio-format")
  /// 3GPP; not written here.
  public static let mobile3GPP = AVFileType("public.3gpp")
  /// 3GPP2; not written here.
  public static let mobile3GPP2 = AVFileType("public.3gpp2")
  /// Adaptive multi-rate sound; not written here.
  public static let amr = AVFileType("org.3gpp.adaptive-multi-rate-audio")
  /// Sun's format; not written here.
  public static let au = AVFileType("public.au-audio")
  /// Dolby Digital; not written here.
  public static let ac3 = AVFileType("public.ac3-audio")
  /// Dolby Digital Plus; not written here.
  public static let eac3 = AVFileType("public.enhanced-ac3-audio")
  /// Patterns of haptics, which are not read or written here.
  public static let AHAP = AVFileType("com.apple.haptics.ahap")
  /// Scenarist's closed captions; not written here.
  public static let SCC = AVFileType("com.scenarist.closed-caption")
  /// iTunes' timed text; not written here.
  public static let appleiTT = AVFileType("com.apple.itunes-timed-text")
  /// JPEG.
  public static let jpg = AVFileType("public.jpeg")
  /// HEIC; not written here.
  public static let heic = AVFileType("public.heic")
  /// HEIF; not written here.
  public static let heif = AVFileType("public.heif")
  /// AVCI; not written here.
  public static let avci = AVFileType("public.avci")
  /// Adobe's digital negative; not written here.
  public static let dng = AVFileType("com.adobe.raw-image")
  /// TIFF; not written here.
  public static let tif = AVFileType("public.tiff")
}

extension AVFileType {
  /// Identifiers and what is written for each, the usual one of a container first.
  private static let written: [(type: AVFileType, fileType: FileType)] = [
    (.mov, .mov), (.mp4, .mp4), (.m4v, .mp4), (.m4a, .m4a), (.wav, .wav), (.aiff, .aiff), (.aifc, .aiff), (.mp3, .mp3),
    (AVFileType("org.matroska.mkv"), .mkv), (AVFileType("org.webmproject.webm"), .webm),
    (AVFileType("public.mpeg-2-transport-stream"), .ts), (AVFileType("org.xiph.flac"), .flac),
    (AVFileType("org.xiph.ogg-audio"), .ogg), (AVFileType("com.compuserve.gif"), .gif),
  ]

  /// The engine's container; nil for one that is not written here.
  var fileType: FileType? { Self.written.first { $0.type == self }?.fileType }

  /// The types that are written by one of `fileTypes`: movies first, as AVFoundation lists them.
  static func types(of fileTypes: [FileType]) -> [AVFileType] {
    written.filter { fileTypes.contains($0.fileType) }.map(\.type)
  }

  /// The kind that names with this ending have; nil for one of none.
  init?(pathExtension: String) {
    guard let fileType = FileType(pathExtension: pathExtension),
      let known = Self.written.first(where: { $0.fileType == fileType })
    else { return nil }
    self = pathExtension.lowercased() == "m4v" ? .m4v : known.type
  }
}
