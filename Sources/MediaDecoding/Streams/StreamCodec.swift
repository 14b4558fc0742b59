import Containers
package import GStreamer
package import Rendering

/// Parser and decoder of a stream of packets.
package struct StreamCodec: Hashable, Sendable, Codable {
  /// The codec's name, for messages and facts.
  package var name: String
  /// The parser that finds the packets' boundaries and times, where the container does not.
  package var parser: ElementName?
  /// The decoder; nil where the packets are raw already.
  package var decoder: ElementName?
  /// The caps that parser and decoder know the stream by, where the demuxer has no name for it but its number.
  package var streamCaps: String?
  /// The way of pictures out of a decoder in hardware; nil for one on the processor.
  var fetching: HardwareFetching?
  // QUIRK: MPEG transport stream: `tsdemux` calls some AC-3 E-AC-3, `ac3parse` calls it by its name, and E-AC-3's decoder, which
  // decodes both, takes its own name alone. In: GStreamer 1.22. Survey: "m2ts | AC-3 | plain".
  // QUIRK: Matroska: `matroskademux` does not say that packets of Motion JPEG are whole pictures, and `avdec_mjpeg` takes no
  // others. In: GStreamer 1.22. Test: "Motion JPEG is read by a demuxer, too".
  /// The caps that the decoder is given, whatever the parser says.
  package var decoderCaps: String? {
    switch decoder {
    case .eac3Decoder: "audio/x-eac3"
    case .motionJPEGDecoder: "image/jpeg,parsed=true"
    default: nil
    }
  }
  // QUIRK: Opus: `opusdec` decodes at the rate that the header says the sound once had (RFC 7845 §5.1). In: GStreamer 1.22. Test:
  // "Opus is played at 48 kHz, whatever its header says of the rate that it had".
  // QUIRK: MPEG audio: `mpg123audiodec` gives integers of 16 bits by default, and sound above full scale is clipped in
  // them. In: GStreamer 1.22. Test: "MP3 that is louder than full scale keeps its peaks".
  /// The caps that the decoder must give: Opus is always played at 48 kHz.
  var decodedCaps: String? {
    switch decoder {
    case .opusDecoder: "audio/x-raw,rate=48000"
    case .mpegAudioDecoder: "audio/x-raw,format=F32LE"
    default: nil
    }
  }

  // QUIRK: H.264: `avdec_h264` with one thread drops the key frame of an open group of pictures, with the first of the pictures
  // that libavcodec puts in place of the missing ones. In: GStreamer 1.22. Test: "a movie that begins in an open group of
  // pictures has all of its frames".
  /// Whether the decoder needs more than one thread where a group of pictures is open.
  package var needsTwoThreadsForOpenGOP: Bool { decoder == .h264Decoder }

  /// The codec of a stream described by `caps`, decoded by the first of its decoders that is installed.
  ///
  /// - Throws: `RenderError` with `.missingPlugin` if none is, or no decoder for it is known.
  package init(streamCaps caps: Caps) throws(RenderError) {
    if let name = Self.unnamed(caps) {
      try self.init(streamCaps: try translating { try Caps(name) })
      streamCaps = name
      return
    }
    if let name = Self.misread(caps) {
      throw RenderError(
        .unsupported,
        "The \(caps.mediaType.hasPrefix("audio") ? "sound" : "picture") is \(name), which would be read wrong.",
        remedy: "Convert the file first, as with: ffmpeg -i FILE -c:v ffv1 -c:a flac NEW.mkv.",
        underlying: caps.description)
    }
    guard let known = Self.known(caps) else {
      guard let found = Framework.decoders(for: caps).first else {
        throw UnreadCodec(caps).error(caps)
      }
      self.init(name: caps.mediaType, parser: nil, decoder: ElementName(installed: found))
      return
    }
    guard let first = known.decoders.first else {
      self.init(name: known.name, parser: known.parser, decoder: nil)
      return
    }
    guard let decoder = known.decoders.first(where: \.isInstalled) else { throw first.missing() }
    self.init(name: known.name, parser: known.parser, decoder: decoder)
    // QUIRK: WebM: `vp9parse`, which would say how packets with alpha beside them are aligned, does not end at such a stream. In:
    // GStreamer 1.22. Survey: "webm | VP9 | alpha".
    if decoder == .vp9AlphaDecoder { streamCaps = "video/x-vp9,alignment=super-frame" }
    // Opus has but one rate; what its header names is that of what was encoded (RFC 7845 §5.1).
    if decoder == .opusDecoder { streamCaps = "audio/x-opus,rate=48000" }
  }

  // QUIRK: QuickTime: v308 has its components in another order than GStreamer's of that name, and r210 other bits. In: GStreamer
  // 1.22. Survey: "mov | v308 | plain", "mov | r210 | plain".
  // QUIRK: MPEG transport stream: LPCM of discs comes out as noise. In: GStreamer 1.22. Survey: "m2ts | LPCM of Blu-ray | plain",
  // "vob | LPCM of DVD | plain".
  /// The kind of a stream of `caps` that elements read wrong; nil of others.
  private static func misread(_ caps: Caps) -> String? {
    switch caps.mediaType {
    case "video/x-raw": caps.string("format").flatMap { ["v308", "r210"].contains($0) ? "raw \($0)" : nil }
    case "audio/x-private1-lpcm", "audio/x-private-lpcm", "audio/x-private2-lpcm", "audio/x-private-ts-lpcm":
      "LPCM of a disc's"
    // QUIRK: Windows Media: `avdec_wmavoice` fails at the first packet, which holds several frames. In: GStreamer 1.22. Test:
    // "Windows Media Voice is refused by its name".
    case "audio/x-wms": "Windows Media Voice"
    // QUIRK: MPEG transport stream: `aacparse` loses packets of AAC in LATM. In: GStreamer 1.22. Test: "AAC in LATM is refused by
    // its name".
    case "audio/mpeg" where caps.string("stream-format") == "loas": "AAC in LATM"
    default: nil
    }
  }

  // QUIRK: QuickTime: `qtdemux` has no name for DNxHR, and for MPEG-1 and MPEG-2 under some of their letters. In: GStreamer 1.22.
  // Test: "packets, times and descriptions are those of any other movie".
  // QUIRK: AVI: `avidemux` has no name for VP9. In: GStreamer 1.22. Survey: "avi | VP9 | plain".
  /// The caps of a stream that the demuxers have no name for, by the number in its header.
  private static func unnamed(_ caps: Caps) -> String? {
    switch caps.mediaType {
    case "video/x-gst-fourcc-AVdh": "video/x-dnxhd"
    case "video/x-gst-fourcc-m1v_", "video/x-gst-fourcc-m1v": "video/mpeg,mpegversion=1,systemstream=false"
    case "video/x-gst-fourcc-m2v1": "video/mpeg,mpegversion=2,systemstream=false"
    case "video/x-avi-unknown" where caps.integer("fourcc") == 0x3039_5056: "video/x-vp9"
    default: nil
    }
  }

  /// The same codec by what its parser says of the stream: transport streams and movies do not say which layer of MPEG audio they hold.
  package func named(by parsed: Caps) -> StreamCodec {
    guard decoder == .mpegAudioDecoder, let layer = parsed.integer("layer") else { return self }
    var codec = self
    codec.name = Self.name(ofLayer: layer)
    return codec
  }

  /// The name of MPEG audio's `layer`.
  private static func name(ofLayer layer: Int) -> String { layer == 3 ? "MP3" : "MPEG audio layer \(layer)" }

  /// The codec of a still called `name`.
  package init(still name: String, decoder: ElementName?) {
    self.init(name: name, parser: nil, decoder: decoder)
  }

  private init(name: String, parser: ElementName?, decoder: ElementName?) {
    self.name = name
    self.parser = parser
    self.decoder = decoder
  }

  /// The codec's packets as they are, not decoded.
  package var undecoded: StreamCodec {
    var codec = self
    codec.decoder = nil
    return codec
  }

  /// Whether the decoder multiplies alpha into the colors: libtiff does, whatever a file's `ExtraSamples`.
  var premultiplies: Bool { name == "TIFF" && decoder == .pixbufDecoder }

  /// Whether each byte of a packet is a sample.
  package var isCompanded: Bool { ["µ-law", "A-law"].contains(name) }

  /// Whether the engine has the codec in its list, rather than a decoder found by its caps.
  package var isKnown: Bool { !name.contains("/") }

  /// Whether a sample is the same wherever decoding began, at least a second before it. Not so for codecs that fill
  /// bands with noise from a generator whose state carries over from packet to packet.
  package var decodesExactlyAfterSeek: Bool {
    ["PCM", "FLAC", "ALAC", "µ-law", "A-law", "Vorbis"].contains(name)
  }

  /// Whether a decoder makes as many samples of each packet.
  package var hasEvenPackets: Bool { ["AAC", "AC-3", "MP3", "MP2"].contains(name) }

  /// Whether a stream in `container` may begin with packets that have times, but yield no samples: the first of Vorbis
  /// is half a window, that of `faac` its name. Ogg counts samples, not packets.
  package func mayBeginWithSilence(in container: MediaContainer) -> Bool {
    name == "AAC" || name == "Vorbis" && container.isMatroska
  }

  /// Whether a demuxer and the parser deliver each packet that a movie's sample table lists, and no other. Not so for
  /// MPEG audio, whose parser drops the frame that holds the encoder's tag.
  package var isDeliveredAsTabulated: Bool {
    [
      "H.264", "HEVC", "VP8", "VP9", "AV1", "MPEG-4 Visual", "ProRes", "Motion JPEG", "AAC", "ALAC", "PCM", "Opus",
      "FLAC", "AC-3", "E-AC-3",
    ]
    .contains(name)
  }

  /// Whether its streams say themselves which frames have two fields, and which is the first.
  package var signalsFieldOrder: Bool { Self.sayingFields.contains(name) }

  private static let sayingFields: Set<String> = [
    "H.264", "HEVC", "MPEG-1", "MPEG-2", "MPEG-4 Visual", "ProRes", "DV", "VC-1",
  ]

  private typealias Known = (name: String, parser: ElementName?, decoders: [ElementName])

  private static func known(_ caps: Caps) -> Known? {
    picture(caps) ?? sound(caps)
  }

  private static func picture(_ caps: Caps) -> Known? {
    switch caps.mediaType {
    // Length-prefixed streams whose packets are access units need no parser.
    case "video/x-h264": ("H.264", isAligned(caps, "avc") ? nil : .h264Parser, [.h264Decoder])
    case "video/x-h265": ("HEVC", isAligned(caps, "hvc1") ? nil : .h265Parser, [.h265Decoder])
    // The alpha of WebM is a stream of its own, beside each packet.
    case "video/x-vp8" where caps.boolean("codec-alpha") == true: ("VP8", nil, [.vp8AlphaDecoder])
    case "video/x-vp9" where caps.boolean("codec-alpha") == true: ("VP9", nil, [.vp9AlphaDecoder])
    case "video/x-vp8": ("VP8", nil, [.vp8Decoder])
    case "video/x-vp9": ("VP9", nil, [.libvpxVP9Decoder, .vp9Decoder])
    case "video/x-av1": ("AV1", .av1Parser, [.av1Decoder])
    case "video/mpeg":
      switch caps.integer("mpegversion") {
      case 1: ("MPEG-1", .mpegVideoParser, [.mpeg2Decoder, .mpeg1Decoder])
      case 2: ("MPEG-2", .mpegVideoParser, [.mpeg2Decoder])
      default: ("MPEG-4 Visual", .mpeg4VideoParser, [.mpeg4Decoder])
      }
    case "video/x-theora": ("Theora", nil, [.theoraDecoder])
    case "video/x-dv": ("DV", nil, [.dvDecoder])
    case "video/x-dnxhd": ("DNxHD", nil, [.dnxDecoder])
    case "video/x-prores": ("ProRes", nil, [.proResDecoder])
    case "video/x-ffv": ("FFV1", nil, [.ffv1Decoder])
    case "image/jpeg": ("Motion JPEG", nil, [.motionJPEGDecoder, .jpegDecoder])
    case "image/png": ("PNG", nil, [.pngDecoder])
    case "video/x-raw": ("raw video", nil, [])
    default: nil
    }
  }

  // QUIRK: Opus: `opusparse` fails on surround. In: GStreamer 1.22. Test: "each channel is read as its own".
  /// Whether `caps` describe surround.
  private static func isOpusSurround(_ caps: Caps) -> Bool { (caps.integer("channels") ?? 0) > 2 }

  /// Whether packets are access units in the length-prefixed `format`.
  private static func isAligned(_ caps: Caps, _ format: String) -> Bool {
    caps.string("stream-format") == format && caps.string("alignment") == "au"
  }

  private static func sound(_ caps: Caps) -> Known? {
    switch caps.mediaType {
    case "audio/mpeg":
      switch caps.integer("mpegversion") {
      case 1: (name(ofLayer: caps.integer("layer") ?? 2), .mpegAudioParser, [.mpegAudioDecoder])
      default: ("AAC", .aacParser, [.aacDecoder])
      }
    case "audio/x-opus": ("Opus", isOpusSurround(caps) ? nil : .opusParser, [.opusDecoder])
    case "audio/x-vorbis": ("Vorbis", nil, [.vorbisDecoder])
    case "audio/x-flac":
      (
        "FLAC", .flacParser,
        FLACStreamInfo(in: caps.buffers("streamheader"))?.isUnusual == true ? [.libavFLACDecoder] : [.flacDecoder]
      )
    case "audio/x-ac3": ("AC-3", .ac3Parser, [.ac3Decoder])
    case "audio/x-eac3": ("E-AC-3", .ac3Parser, [.eac3Decoder])
    case "audio/x-dts": ("DTS", .dtsParser, [.dtsDecoder])
    case "audio/x-wavpack": ("WavPack", .wavPackParser, [.wavPackDecoder])
    case "audio/x-tta": ("True Audio", nil, [.ttaDecoder])
    case "audio/x-alac": ("ALAC", nil, [.alacDecoder])
    case "audio/x-mulaw": ("µ-law", nil, [.muLawDecoder])
    case "audio/x-alaw": ("A-law", nil, [.aLawDecoder])
    case "audio/x-raw": ("PCM", nil, [])
    default: nil
    }
  }
}
