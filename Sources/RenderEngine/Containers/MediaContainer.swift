import EditingModel
import FoundationEssentials
import GStreamer
import Rendering

/// How a kind of file is opened: the elements between the file and its streams.
enum MediaContainer: Hashable, Sendable, Codable {
  /// A demuxer that adds a pad for each stream.
  case streams(ElementName, name: String)
  /// One stream of sound or picture; the elements, if any, find its packets.
  case single([ElementName], name: String)
  /// One picture.
  case still(parser: ElementName?, decoder: ElementName, name: String)
  /// Pictures that are read by code of this engine.
  case pictures(PictureFileKind, name: String)

  /// The container's name, for messages and facts.
  var name: String {
    switch self {
    case .streams(_, let name), .single(_, let name), .still(_, _, let name), .pictures(_, let name):
      name
    }
  }

  /// Whether the container says where a stream's presentation ends, as an edit list does.
  var saysEnds: Bool { isMovie }

  /// Whether the demuxer may take full-range pictures for limited ones.
  var misreadsRange: Bool { isMovie }

  /// Whether its packets lie end to end by nature, without times that could leave a hole.
  var isContinuous: Bool {
    if case .single = self { return true }
    return false
  }

  /// Whether its parser says wrong times: `auparse` 1.22 counts the header's bytes as sound.
  var misstatesTimes: Bool {
    if case .single(let parsers, _) = self { return parsers.contains(.auParser) }
    return false
  }

  /// Whether it is MPEG-4 or QuickTime.
  var isMovie: Bool {
    if case .streams(.movieDemuxer, _) = self { return true }
    return false
  }

  /// What is read instead of the header's numbers of a WAVE file; nil where they are right, or it is another.
  func waveCorrection(of file: FileBytes) throws -> HeaderCorrection? {
    guard case .single(let parsers, _) = self, parsers.contains(.waveParser) else { return nil }
    return try SampleFile(file)?.correction(of: file) ?? HeaderCorrection(ofWave: file)
  }

  /// The rebase of the timestamps of one of the container's streams.
  func timestampRebase(hidesColorimetry: Bool = false) -> TimestampRebase {
    TimestampRebase(ignoresSegments: isMatroska, hidesColorimetry: hidesColorimetry)
  }

  /// Whether it is Matroska or WebM.
  var isMatroska: Bool {
    if case .streams(.matroskaDemuxer, _) = self { return true }
    return false
  }

  /// Whether the container rounds times to milliseconds.
  var roundsTimes: Bool {
    if case .streams(.flashDemuxer, _) = self { return true }
    return isMatroska
  }

  /// The file's own number of the track whose stream the demuxer calls `streamID`; nil where it numbers none.
  ///
  /// Demuxers end the identifier with the number: `qtdemux` as "…/001", `matroskademux` as "…/001:8123…", `tsdemux` with
  /// the PID in hexadecimal digits.
  func trackNumber(ofStreamID streamID: String) -> Int32? {
    guard case .streams(let demuxer, _) = self, let last = streamID.split(separator: "/").last else { return nil }
    switch demuxer {
    case .movieDemuxer: return Int32(last)
    case .matroskaDemuxer: return last.split(separator: ":").first.flatMap { Int32($0) }
    case .transportStreamDemuxer: return Int32(last, radix: 16)
    default: return nil
    }
  }

  /// Whether the container's own elements already find packets as `parser` does.
  func parses(_ parser: ElementName) -> Bool {
    if case .single(let parsers, _) = self { return parsers.contains(parser) }
    return false
  }

  /// The container that the caps of a file's first bytes identify; nil for one that this engine does not open.
  init?(fileCaps caps: Caps) {
    switch caps.mediaType {
    case "video/quicktime":
      self = .streams(.movieDemuxer, name: caps.string("variant") == "apple" ? "QuickTime" : "MPEG-4")
    case "audio/x-m4a", "application/x-3gp": self = .streams(.movieDemuxer, name: "MPEG-4")
    case "video/x-matroska", "audio/x-matroska", "video/x-matroska-3d":
      self = .streams(.matroskaDemuxer, name: "Matroska")
    case "video/webm", "audio/webm": self = .streams(.matroskaDemuxer, name: "WebM")
    case "video/mpegts": self = .streams(.transportStreamDemuxer, name: "MPEG transport stream")
    case "video/mpeg" where caps.boolean("systemstream") == true:
      self = .streams(.programStreamDemuxer, name: "MPEG program stream")
    case "video/x-msvideo": self = .streams(.aviDemuxer, name: "AVI")
    case "application/ogg", "video/ogg", "audio/ogg", "application/x-annodex":
      self = .streams(.oggDemuxer, name: "Ogg")
    case "video/x-flv": self = .streams(.flashDemuxer, name: "Flash video")
    case "video/x-ms-asf": self = .streams(.asfDemuxer, name: "ASF")
    case "application/x-id3": self = .single([.id3Demuxer, .mpegAudioParser], name: "MP3")
    case "audio/mpeg" where caps.integer("mpegversion") == 1: self = .single([.mpegAudioParser], name: "MPEG audio")
    case "audio/mpeg": self = .single([.aacParser], name: "ADTS")
    case "audio/x-wav": self = .single([.waveParser], name: "WAVE")
    case "audio/x-aiff": self = .single([.aiffParser], name: "AIFF")
    case "audio/x-flac": self = .single([.flacParser], name: "FLAC")
    case "audio/x-ac3", "audio/x-eac3": self = .single([.ac3Parser], name: "AC-3")
    case "audio/x-au": self = .single([.auParser], name: "AU")
    case "audio/x-dts": self = .single([.dtsParser], name: "DTS")
    case "audio/x-wavpack": self = .single([.wavPackParser], name: "WavPack")
    case "audio/x-ttafile": self = .streams(.ttaDemuxer, name: "True Audio")
    case "audio/AMR", "audio/AMR-WB", "audio/x-amr-nb-sh", "audio/x-amr-wb-sh":
      self = .single([.amrParser], name: "AMR")
    case "video/x-h264": self = .single([.h264Parser], name: "H.264 stream")
    case "video/x-h265": self = .single([.h265Parser], name: "HEVC stream")
    case "video/mpeg" where (caps.integer("mpegversion") ?? 0) < 4:
      self = .single([.mpegVideoParser], name: "MPEG video stream")
    case "video/mpeg": self = .single([.mpeg4VideoParser], name: "MPEG-4 video stream")
    case "video/x-ivf": self = .single([.ivfParser], name: "IVF")
    case "application/x-yuv4mpeg": self = .single([.y4mDecoder], name: "YUV4MPEG2")
    case "video/x-dv": self = .streams(.dvDemuxer, name: "DV")
    case "application/mxf": self = .streams(.mxfDemuxer, name: "MXF")
    case "image/png": self = .still(parser: nil, decoder: .pngDecoder, name: "PNG")
    case "image/jpeg": self = .still(parser: .jpegParser, decoder: .jpegDecoder, name: "JPEG")
    case "image/tiff": self = .still(parser: nil, decoder: .pixbufDecoder, name: "TIFF")
    case "image/bmp": self = .still(parser: nil, decoder: .pixbufDecoder, name: "BMP")
    case "image/webp": self = .pictures(.webP, name: "WebP")
    case "image/jp2", "image/x-jpc": self = .pictures(.jpeg2000, name: "JPEG 2000")
    case "image/gif": self = .pictures(.gif, name: "GIF")
    case "image/x-portable-pixmap", "image/x-portable-graymap", "image/x-portable-bitmap", "image/x-portable-anymap":
      self = .still(parser: nil, decoder: .pixbufDecoder, name: "PNM")
    default: return nil
    }
  }
}

extension Element {
  /// An element that calls the stream which passes `caps`.
  static func capsSetter(_ caps: String) throws -> Element {
    let setter = try ElementName.capsSetter.make()
    try setter.set("caps", Caps(caps))
    try setter.set("join", false)
    return setter
  }

  /// A source of the bytes of `asset`, in which `headerCorrection` replaces the file's own.
  static func fileSource(_ asset: AssetReference, headerCorrection: HeaderCorrection?) throws -> Element {
    let source = try ElementName.fileSource.make()
    try source.set("location", asset.url.path)
    if let window = headerCorrection?.window { try source.pad("src").narrow(to: window) }
    for field in headerCorrection?.fields ?? [] {
      try source.pad("src").replaceBytes(at: field.offset, with: field.bytes)
    }
    return source
  }
}
