public import ArgumentParser
public import GstEdit

/// The encoding of a film. Settings that are left out are the project's business, then the container's.
struct EncodingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A ready-made choice of size and encoding, by its name in AVFoundation.",
      discussion: """
        \(ExportPreset.all.map(\.name).joined(separator: ", ")). A size is one that the picture is scaled down to fit \
        into. The other options go before the preset, and the preset before the project.
        """,
      valueName: "name"),
    transform: { name in
      do {
        return try ExportPreset.named(name)
      } catch {
        throw ValidationError("\(error)")
      }
    })
  var preset: ExportPreset?

  @Option(
    help: ArgumentHelp("The container; by default what the output's name ends in.", valueName: "type"))
  var fileType: FileType?

  @Option(help: ArgumentHelp("The codec of the picture; none for a film without one.", valueName: "codec"))
  var videoCodec: CodecChoice<VideoCodec>?

  @Option(help: ArgumentHelp("The codec of the sound; none for a film without any.", valueName: "codec"))
  var audioCodec: CodecChoice<AudioCodec>?

  @Option(
    help: ArgumentHelp(
      "How wide samples of PCM, FLAC and ALAC are stored; by default as in the sources.", valueName: "format"))
  var sampleFormat: SampleFormat?

  @Option(
    help: ArgumentHelp(
      "Constant quality on the video codec's own scale; lower is better.",
      discussion: "h264: 0 to 51, 23 by default. vp8 and vp9: 0 to 63.", valueName: "number"))
  var quality: Double?

  @Option(
    help: ArgumentHelp(
      "Bits a second of the picture, on average: 4000000, 4000k or 4M.", discussion: "Instead of a quality.",
      valueName: "rate"),
    transform: Self.bitrate)
  var bitrate: Int?

  @Flag(name: .customLong("constant-bitrate"), help: "Keep the bit rate in every second, not over the whole film.")
  var constantBitrate = false

  @Option(
    help: ArgumentHelp(
      "How often the film is gone through: 1 or 2.",
      discussion: "2 renders it twice, and meets an average bit rate better: h264, hevc, vp8 and vp9.",
      valueName: "number"))
  var passes: Int?

  @Option(
    help: ArgumentHelp(
      "The video codec's profile.",
      discussion: VideoCodec.allCases.filter { !$0.profiles.isEmpty }.map { codec in
        "\(codec.rawValue): \(codec.profiles.map(\.name).joined(separator: ", "))."
      }.joined(separator: " "), valueName: "name"))
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "The level of h264 and hevc, as 4.1: what does not fit is refused, and its bounds are kept.", valueName: "number")
  )
  var level: String?

  @Option(
    help: ArgumentHelp("At most this many frames from one key frame to the next.", valueName: "frames"))
  var keyframeInterval: Int?

  @Option(
    help: ArgumentHelp(
      "Whether the machine's own encoders and decoders are used: off, prefer or require.",
      discussion:
        "NVIDIA's, VA-API or V4L2: encoders of h264 and hevc, decoders of these, vp8, vp9, av1 and MPEG-2. prefer uses the usual ones where there are none, and warns.",
      valueName: "how"))
  var hardware: HardwareAcceleration?

  @Option(
    help: ArgumentHelp(
      "How fast the video is encoded, at the cost of a larger file.", valueName: "speed"))
  var speed: EncoderSpeed?

  @Option(
    help: ArgumentHelp(
      "The encoded pixel format, by FFmpeg's name.",
      discussion: "One with alpha (yuva420p, yuva444p10le, rgba, …) keeps what is transparent in the film.",
      valueName: "format"),
    transform: { name in
      guard let format = PixelFormat(name: name) else {
        throw ValidationError(
          "There is no pixel format \(name); there are \(PixelFormat.fileFormats.map(\.rawValue).joined(separator: ", "))."
        )
      }
      return format
    })
  var pixelFormat: PixelFormat?

  @Option(
    help: ArgumentHelp("Bits a second of the sound: 128000 or 128k.", valueName: "rate"), transform: Self.bitrate)
  var audioBitrate: Int?

  @Option(
    help: ArgumentHelp("Samples a second of the sound, as 44100; by default as in the sources.", valueName: "rate"))
  var sampleRate: Int?

  @Option(
    help: ArgumentHelp(
      "The sound's channels: 1, 2, 6; by default as in the sources.", discussion: "What is left out is mixed in.",
      valueName: "number"))
  var channels: Int?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Copy pictures and sound that can stand in the film as the media has them, and encode only the others: smart rendering.",
      discussion: """
        For h264, hevc, vp8, vp9, av1, prores and mjpeg in constant quality. What is encoded lies around cuts, in transitions and under titles; \
        --dry-run says which frames, and why. Sound in aac, opus, mp3 and ac3 is copied where it is one stretch of its media. trim and concat \
        do so with films in h264 unless something is said of the encoding or the picture, and so does convert where only the sound is \
        changed; --no-smart encodes everything.
        """))
  var smart: Bool?

  /// Reads a bit rate, in bits, thousands (k) or millions (M) of them.
  @Sendable static func bitrate(_ text: String) throws -> Int {
    let factors: [Character: Int] = ["k": 1_000, "K": 1_000, "M": 1_000_000]
    let factor = text.last.flatMap { factors[$0] }
    let digits = factor == nil ? text : String(text.dropLast())
    guard let number = Double(digits), number > 0, number * Double(factor ?? 1) <= Double(Int32.max),
      factor != nil || number == number.rounded()
    else { throw ValidationError("\(text) is no bit rate. Write 4000000, 4000k or 4M.") }
    return Int((number * Double(factor ?? 1)).rounded())
  }

  func validate() throws {
    if quality != nil, bitrate != nil { throw ValidationError("Give a quality or a bit rate, not both.") }
    if audioCodec == .omitted, wishes.audio != AudioDescription(codec: .omitted) {
      throw ValidationError("--audio-codec none leaves the sound out. Leave out what else is said of it.")
    }
    if videoCodec == .omitted, wishes.video != VideoDescription(codec: .omitted) {
      throw ValidationError("--video-codec none leaves the picture out. Leave out what else is said of it.")
    }
    if let sampleRate, !(1...768_000).contains(sampleRate) {
      throw ValidationError("\(sampleRate) samples a second were asked for. Give a rate as 44100 or 48000.")
    }
    if let channels, !(1...64).contains(channels) {
      throw ValidationError("\(channels) channels were asked for. Give 1 for mono, 2 for stereo, or up to 64.")
    }
    if constantBitrate, bitrate == nil { throw ValidationError("--constant-bitrate keeps a bit rate: give --bitrate.") }
  }

  /// The choices for a film with `range` to be rendered, at `scale`; `policy` is its smart rendering where the options
  /// set none.
  func choices(
    _ range: ProjectTimeRange?, scale: Double, otherwise policy: SmartRenderingPolicy = .off
  ) -> ProjectRender.Choices {
    var choices = ProjectRender.Choices(timeRange: range, scale: scale, preset: preset, wishes: wishes)
    choices.smartRendering = smart.map { $0 ? .always : .off } ?? policy
    return choices
  }

  /// Whether there are settings of the pictures' encoding.
  var setsPictures: Bool { preset != nil || wishes.video != nil }

  /// Whether there are settings of the sound's encoding.
  var setsSound: Bool { wishes.audio != nil }

  /// The options as wishes.
  var wishes: ExportDescription {
    var wishes = ExportDescription(fileType: fileType)
    let video = VideoDescription(
      codec: videoCodec,
      rateControl: quality.map(RateControl.constantQuality)
        ?? bitrate.map { RateControl(bitrate: $0, constantBitrate ? .constant : .average) },
      speed: speed, keyframeInterval: keyframeInterval, pixelFormat: pixelFormat, profile: profile, level: level,
      passes: passes, hardware: hardware)
    if video != VideoDescription() { wishes.video = video }
    let audio = AudioDescription(
      codec: audioCodec, bitrate: audioBitrate, sampleRate: sampleRate, channels: channels, sampleFormat: sampleFormat)
    if audio != AudioDescription() { wishes.audio = audio }
    return wishes
  }
}

extension CodecChoice: ExpressibleByArgument {}
extension FileType: ExpressibleByArgument {}
extension SampleFormat: ExpressibleByArgument {}
extension EncoderSpeed: ExpressibleByArgument {}
extension HardwareAcceleration: ExpressibleByArgument {}
