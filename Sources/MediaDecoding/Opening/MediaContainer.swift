package import Containers
package import EditingModel
import FoundationEssentials
package import GStreamer
import Rendering

/// A kind of file by the way to open it: the elements between the file and its streams.
package enum MediaContainer: Hashable, Sendable, Codable {
  /// A demuxer that adds a pad for each stream.
  case streams(ElementName, name: String)
  /// One stream of sound or picture; the elements, if any, find its packets.
  case single([ElementName], name: String)
  /// One stream of sound whose packets are found by code of this engine.
  case listed(PacketListKind, name: String)
  /// Streams whose packets libavformat finds.
  case packets(PacketFileKind, name: String)
  /// One picture.
  case still(parser: ElementName?, decoder: ElementName, name: String)
  /// Pictures that are read by code of this engine.
  case pictures(PictureFileKind, name: String)

  /// The container's name, for messages and facts.
  package var name: String {
    switch self {
    case .streams(_, let name), .single(_, let name), .listed(_, let name), .packets(_, let name),
      .still(_, _, let name), .pictures(_, let name):
      name
    }
  }

  /// Whether the container says where a stream's presentation ends, as an edit list does.
  package var declaresPresentationEnd: Bool { isMovie }

  /// Whether the demuxer may take full-range pictures for limited ones.
  var misreadsRange: Bool { isMovie }

  /// Whether it is an elementary stream: contiguous packets without timestamps.
  package var isContinuous: Bool {
    switch self {
    case .single, .listed: true
    case .streams, .packets, .still, .pictures: false
    }
  }

  /// Whether it holds packets that a decoder makes pictures of, one after another, and not a still picture or several.
  package var hasPackets: Bool {
    switch self {
    case .streams, .single, .listed, .packets: true
    case .still, .pictures: false
    }
  }

  /// Whether it is MPEG-4 or QuickTime.
  package var isMovie: Bool {
    switch self {
    case .streams(.movieDemuxer, _), .packets(.movie, _): true
    default: false
    }
  }

  /// The correction of the header of a WAVE file that `wavparse` would misread; nil for others.
  package func waveCorrection(of file: FileBytes) throws -> HeaderCorrection? {
    guard case .single(let parsers, _) = self, parsers.contains(.waveParser) else { return nil }
    if let wave = try WaveFile(file), wave.isLong { return try wave.correction(of: file) }
    return try HeaderCorrection(ofWave: file)
  }

  // QUIRK: Ogg: `oggdemux` gives no time to a packet of FLAC that is all of its stream. In: GStreamer 1.22. Test: "FLAC in Ogg of one
  // packet is heard".
  /// The rebase of the timestamps of one of the container's streams, to which `shift` nanoseconds are added.
  package func timestampRebase(hidesColorimetry: Bool = false, shift: Int64 = 0) -> TimestampRebase {
    let isOgg = if case .streams(.oggDemuxer, _) = self { true } else { false }
    return TimestampRebase(
      ignoresSegments: isMatroska, hidesColorimetry: hidesColorimetry, shift: shift, countsFromEnds: isOgg)
  }

  /// Whether it is Matroska or WebM.
  package var isMatroska: Bool {
    switch self {
    case .streams(.matroskaDemuxer, _), .packets(.matroska, _): true
    default: false
    }
  }

  /// Whether the container rounds times to milliseconds.
  package var roundsTimes: Bool {
    switch self {
    case .streams(.flashDemuxer, _), .packets(.flash, _): true
    default: isMatroska
    }
  }

  /// The file's own number of the track whose stream the demuxer calls `streamID`; nil where it numbers none.
  ///
  /// Demuxers end the identifier with the number: `qtdemux` as "…/001", `matroskademux` as "…/001:8123…", `tsdemux` with
  /// the PID in hexadecimal digits.
  package func trackNumber(ofStreamID streamID: String) -> Int32? {
    guard case .streams(let demuxer, _) = self, let last = streamID.split(separator: "/").last else { return nil }
    switch demuxer {
    case .movieDemuxer: return Int32(last)
    case .matroskaDemuxer: return last.split(separator: ":").first.flatMap { Int32($0) }
    case .transportStreamDemuxer: return Int32(last, radix: 16)
    default: return nil
    }
  }

  // QUIRK: Ogg: `opusparse` makes up times for packets of Opus that `oggdemux` has leave out all of (RFC 7845 §4.2), and the packet in
  // which the sound begins follows them. In: GStreamer 1.22. Test: "a sound in Ogg begins with the first sample behind its pre-skip".
  /// Whether the container's own elements already find packets as `parser` does.
  package func parses(_ parser: ElementName) -> Bool {
    switch self {
    case .streams(.oggDemuxer, _): parser == .opusParser
    case .single(let parsers, _): parsers.contains(parser)
    case .listed(.flac, _): parser == .flacParser
    case .listed(.samples, _), .streams, .packets, .still, .pictures: false
    }
  }

  /// The container that the caps of a file's first bytes identify; nil for one that this engine does not open.
  package init?(fileCaps caps: Caps) {
    switch caps.mediaType {
    case "video/quicktime":
      self = caps.string("variant") == "apple" ? .quickTime : .mpeg4
    case "audio/x-m4a", "application/x-3gp": self = .mpeg4
    case "video/x-matroska", "audio/x-matroska", "video/x-matroska-3d":
      self = .matroska
    case "video/webm", "audio/webm": self = .webM
    case "video/mpegts": self = .transportStream
    case "video/mpeg" where caps.boolean("systemstream") == true:
      self = .programStream
    case "video/x-msvideo": self = .avi
    case "application/ogg", "video/ogg", "audio/ogg", "application/x-annodex":
      self = .ogg
    case "video/x-flv": self = .flashVideo
    case "video/x-ms-asf": self = .asf
    case "application/x-id3": self = .mp3
    case "audio/mpeg" where caps.integer("mpegversion") == 1: self = .mpegAudio
    case "audio/mpeg": self = .adts
    case "audio/x-wav": self = .wave
    case "audio/x-aiff": self = .aiff
    case "audio/x-flac": self = .flac
    case "audio/x-ac3", "audio/x-eac3": self = .ac3
    case "audio/x-au": self = .au
    case "audio/x-dts": self = .dts
    case "audio/x-wavpack": self = .wavPack
    case "audio/x-ttafile": self = .trueAudio
    case "audio/AMR", "audio/AMR-WB", "audio/x-amr-nb-sh", "audio/x-amr-wb-sh":
      self = .amr
    case "video/x-h264": self = .h264Stream
    case "video/x-h265": self = .h265Stream
    case "video/mpeg" where (caps.integer("mpegversion") ?? 0) < 4:
      self = .mpegVideoStream
    case "video/mpeg": self = .mpeg4VideoStream
    case "video/x-ivf": self = .ivf
    case "application/x-yuv4mpeg": self = .y4m
    case "video/x-dv": self = .dv
    case "application/mxf": self = .mxf
    case "image/png": self = .png
    case "image/jpeg": self = .jpeg
    case "image/tiff": self = .tiff
    case "image/bmp": self = .bmp
    case "image/webp": self = .webP
    case "image/jp2", "image/x-jpc": self = .jpeg2000
    case "image/gif": self = .gif
    case "image/x-portable-pixmap", "image/x-portable-graymap", "image/x-portable-bitmap", "image/x-portable-anymap":
      self = .pnm
    default: return nil
    }
  }
}

extension Element {
  /// An element that calls the stream which passes `caps`.
  package static func capsSetter(_ caps: String) throws -> Element {
    let setter = try ElementName.capsSetter.make()
    try setter.set("caps", Caps(caps))
    try setter.set("join", false)
    return setter
  }

  /// A source of the bytes of `asset`, in which `headerCorrection` replaces the file's own.
  package static func fileSource(_ asset: AssetReference, headerCorrection: HeaderCorrection?) throws -> Element {
    let source = try ElementName.fileSource.make()
    try source.set("location", asset.url.path)
    if let window = headerCorrection?.window { try source.pad("src").narrow(to: window) }
    if let fields = headerCorrection?.fields, !fields.isEmpty {
      let sorted = fields.sorted { $0.offset < $1.offset }
      try source.pad("src").replaceBytes(sorted.map { ($0.offset, $0.bytes) })
    }
    return source
  }
}

/// The kinds of file whose packets libavformat reads (``StoredFile``).
package enum PacketFileKind: Hashable, Sendable, Codable {
  /// MPEG-4 and QuickTime movies whose header lists all packets.
  case movie
  /// Matroska and WebM.
  case matroska
  /// Flash video.
  case flash
  /// AVI with an index.
  case avi
}

/// The kinds of file whose packets are found by code of this engine.
package enum PacketListKind: Hashable, Sendable, Codable {
  /// FLAC without another container.
  case flac
  /// Plain samples: any of them can begin a packet.
  case samples
}
