import Containers
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

extension PacketStream {
  /// The stream's description for `track` in a file of `settings`, with packets of `caps`.
  ///
  /// - Throws: `RenderError` with `.unsupported` for packets that libav has no name for.
  init(_ track: WriterTrack, _ caps: Caps, of settings: WriterSettings) throws {
    let before = settings.pictures == nil ? 0 : 1
    let place: Int
    switch track {
    case .pictures:
      guard let pictures = settings.pictures, let video = settings.export.video else {
        throw RenderError(.engineFailed, "There are no pictures.")
      }
      place = 0
      try self.init(pictures, video.codec, caps)
      if settings.export.hasAlphaBesideColor { statements.append(FileStatement(key: "alpha_mode", value: "1")) }
    case .sound(let number):
      place = before + number
      try self.init(settings.sounds[number], caps, in: settings.export.fileType)
    case .packets(let number):
      place = before + settings.sounds.count + number
      try self.init(caps)
    }
    state(settings.header(ofTrack: place), in: settings.export.fileType)
  }

  /// Sets the fields of `header` for the track in a file of `fileType`.
  mutating func state(_ header: TrackHeader, in fileType: FileType) {
    let first = header.languageTag?.primaryLanguage
    switch fileType {
    case _ where first?.count == 3: language = first
    // Matroska has the codes by English names (RFC 9559 §12.1).
    case .mkv, .webm: language = first.flatMap(LanguageCode.bibliographic)
    default: language = first.flatMap(LanguageCode.terminological)
    }
    // QuickTime has some codes of its own.
    if fileType == .mov { language = language.map { CopiedStatements.quickTimeCodes[$0] ?? $0 } }
    if let title = header.title { statements.append(FileStatement(key: "title", value: title)) }
    isEnabled = header.isEnabled
  }

  /// Pictures that are encoded in `codec`, whose packets are of `caps`.
  private init(_ pictures: WriterSettings.Pictures, _ codec: VideoCodec, _ caps: Caps) throws {
    try self.init(pictures, codec, configuration: caps.bytes("codec_data") ?? [])
    if codec == .prores { fourCC = Self.proResLetters[caps.string("variant") ?? ""] ?? "apcn" }
  }

  /// Pictures of a film that are encoded in `codec`, with the decoder's `configuration`.
  init(_ pictures: WriterSettings.Pictures, _ codec: VideoCodec, configuration: [UInt8]) throws {
    let scale = pictures.timescale ?? MovieTimescales.track(pictures.frameDuration)
    self.init(.pictures, codec: codec.nameInFFmpeg, tick: try Rational(1, scale))
    self.configuration = configuration
    (width, height) = (pictures.size.width, pictures.size.height)
    format = pictures.pixelFormat.nameInFFmpeg ?? pictures.pixelFormat.rawValue
    describe(codec.colorimetry(in: pictures.colorimetry))
    if pictures.timescale == nil { frameRate = try .one / pictures.frameDuration }
    if codec == .hevc { fourCC = "hvc1" }
    // With a profile of DNxHR the muxer calls it so, and else DNxHD.
    if codec == .dnxhr { (fourCC, profile) = ("AVdh", 3) }
    if let display = pictures.light?.display {
      masteringDisplay = display.chromaticities + [display.maximum, display.minimum]
    }
    contentLight = pictures.light?.content.map { ContentLight(maximum: $0.maximum, average: $0.average) }
  }

  private mutating func describe(_ colors: Colorimetry) {
    let range = colors.isFullRange.map { $0 ? 2 : 1 } ?? 0
    color = [colors.matrix, colors.primaries, colors.transfer, range]
  }

  /// A sound that is encoded into a file of `fileType`, whose packets are of `caps`.
  private init(_ sound: WriterSettings.Sound, _ caps: Caps, in fileType: FileType) throws {
    try self.init(caps)
    let codec = sound.encoding.codec
    layout =
      fileType == .wav
      ? WaveSpeakers(layout: sound.samples.layout).libraryLayout
      : try EncodedLayout(sound.samples.layout, as: codec, in: fileType).encoded.description
    channels = sound.samples.channels
    sampleRate = codec == .opus ? 48_000 : sound.samples.sampleRate
    tick = try Rational(1, Int64(sampleRate))
    bitRate = sound.encoding.bitrate ?? 0
    if fileType == .mp3 {
      // The file's first frame states the padding before the sound, and has bits like those of the others.
      initialPadding = Int(codec.priming)
      bitRate = AudioEncoding.bitrate(of: sound)
    }
  }

  /// The stream that `caps` describe: those of a demuxer or an encoder.
  init(_ caps: Caps) throws {
    guard let codec = Self.codec(caps) else {
      throw RenderError(
        .unsupported, "Packets of \(caps.mediaType) are not written as they are.", remedy: "Encode the track instead.",
        underlying: caps.description)
    }
    let isSound = caps.mediaType.hasPrefix("audio/")
    self.init(isSound ? .sound : .pictures, codec: codec, tick: try Rational(1, 90_000))
    configuration = Self.configuration(caps, codec)
    guard isSound else {
      (width, height) = (caps.integer("width") ?? 0, caps.integer("height") ?? 0)
      if let aspect = caps.fraction("pixel-aspect-ratio"), aspect.numerator > 0, aspect.denominator > 0 {
        pixelAspect = try Rational(Int64(aspect.numerator), Int64(aspect.denominator))
      }
      frameRate = try caps.frameDuration().map { try .one / $0 } ?? frameRate
      if let field = caps.string("colorimetry"), let colors = Colorimetry(capsField: field) { describe(colors) }
      if codec == "hevc" { fourCC = "hvc1" }
      if let rate = frameRate { tick = try Rational(1, MovieTimescales.track(.one / rate)) }
      if codec == "prores" { fourCC = Self.proResLetters[caps.string("variant") ?? ""] ?? "apcn" }
      return
    }
    sampleRate = codec == "opus" ? 48_000 : caps.integer("rate") ?? 0
    channels = caps.integer("channels") ?? 0
    if sampleRate > 0 { tick = try Rational(1, Int64(sampleRate)) }
    bitsPerSample = Self.bits(caps, codec)
    if codec.hasPrefix("pcm") { frameByteCount = channels * bitsPerSample / 8 }
    frameSize = ["aac": 1_024, "mp3": sampleRate < 32_000 ? 576 : 1_152, "mp2": 1_152, "ac3": 1_536][codec] ?? 0
    if codec == "opus", let head = OpusHead(configuration) { initialPadding = head.preSkip }
  }

  /// Libav's name of the codec of a stream of `caps`; nil where it is none that is known here.
  private static func codec(_ caps: Caps) -> String? {
    switch caps.mediaType {
    case "video/mpeg":
      return caps.integer("mpegversion") == 4 ? "mpeg4" : caps.integer("mpegversion") == 1 ? "mpeg1video" : "mpeg2video"
    case "audio/mpeg":
      guard caps.integer("mpegversion") == 1 else { return "aac" }
      return caps.integer("layer") == 3 ? "mp3" : caps.integer("layer") == 1 ? "mp1" : "mp2"
    case "audio/x-raw": return rawFormats.first { $0.value == caps.string("format") }?.key
    default: return codecs[caps.mediaType]
    }
  }

  private static let codecs = [
    "video/x-h264": "h264", "video/x-h265": "hevc", "video/x-vp8": "vp8", "video/x-vp9": "vp9", "video/x-av1": "av1",
    "video/x-ffv": "ffv1", "video/x-prores": "prores", "video/x-dnxhd": "dnxhd", "video/x-theora": "theora",
    "image/jpeg": "mjpeg", "image/png": "png", "image/gif": "gif", "audio/x-opus": "opus", "audio/x-vorbis": "vorbis",
    "audio/x-flac": "flac", "audio/x-ac3": "ac3", "audio/x-eac3": "eac3", "audio/x-dts": "dts",
    "audio/x-alac": "alac", "audio/x-mulaw": "pcm_mulaw", "audio/x-alaw": "pcm_alaw", "audio/x-tta": "tta",
  ]

  /// Bits a sample; 0 where the codec has none.
  private static func bits(_ caps: Caps, _ codec: String) -> Int {
    if let depth = caps.integer("sample-size") ?? caps.integer("depth") { return depth }
    let digits = codec.hasPrefix("pcm") ? codec.filter(\.isNumber) : ""
    return Int(digits) ?? (codec.hasPrefix("pcm") ? 8 : 0)
  }

  /// The decoder's configuration for a stream of `caps`, in libav's form.
  private static func configuration(_ caps: Caps, _ codec: String) -> [UInt8] {
    if let bytes = caps.bytes("codec_data"), codec != "flac" { return bytes }
    let headers = caps.buffers("streamheader")
    switch codec {
    case "opus": return headers.first ?? []
    case "vorbis", "theora": return XiphLacing.joined(headers)
    case "flac":
      // The mark, the head of a block, and its 34 bytes (RFC 9639 §8.2).
      let bytes = headers.first ?? caps.bytes("codec_data") ?? []
      guard let mark = bytes.firstRange(of: Array("fLaC".utf8)), bytes.count >= mark.upperBound + 38 else { return [] }
      return Array(bytes[(mark.upperBound + 4)..<(mark.upperBound + 38)])
    default: return []
    }
  }
}
