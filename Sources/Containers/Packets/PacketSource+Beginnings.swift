import CAVFormat

// SAFETY: context and frame belong to the decoder from `init` to `deinit`; libavcodec keeps references of its own to packets it is sent.

/// The proof that packets are what their file says, by libavcodec alone.
extension PacketSource {
  /// Whether each of the streams `wanted` begins with packets that become a picture or sound, whole and of a usual form. Where not,
  /// nothing is known: what follows may be whole, and other decoders may know the form.
  ///
  /// Reads as far as the last of these beginnings.
  ///
  /// - Throws: `PacketFileError`; `RenderError` once `cancellation` is cancelled.
  package func areBeginningsWhole(of wanted: Set<Int>, cancellation: Cancellation) throws -> Bool {
    var decoders: [Int: BeginningDecoder] = [:]
    for stream in streams where wanted.contains(stream.index) {
      // SAFETY: libavformat allocates as many streams as it says.
      guard let parameters = unsafe context.pointee.streams[stream.index]?.pointee.codecpar,
        let decoder = unsafe BeginningDecoder(parameters)
      else { return false }
      decoders[stream.index] = decoder
    }
    guard decoders.count == wanted.count else { return false }
    selectOnly(wanted)
    while !decoders.isEmpty, let packet = try next() {
      try cancellation.check()
      switch decoders[packet.stream]?.finding(in: packet) {
      case .whole:
        decoders[packet.stream] = nil
        selectOnly(Set(decoders.keys))
      case .unknown: return false
      case .awaited, nil: continue
      }
    }
    return decoders.isEmpty
  }
}

/// A decoder of the first packets of a stream, which are not to be shown. C: libavcodec's decoders.
///
/// Threads: one at a time.
@safe private final class BeginningDecoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let frame: UnsafeMutablePointer<AVFrame>
  /// Packets so far.
  private var count = 0

  /// The result of a packet.
  enum Finding {
    /// A picture or sound without an error.
    case whole
    /// Nothing yet, as of the first packet of sound whose windows overlap.
    case awaited
    /// An error, or a form that is not among the usual ones.
    case unknown
  }

  /// Packets of sound that may give nothing before one gives samples.
  private static let mostPackets = 4
  /// Formats of pixels that every decoder of the codecs gives, by libav's names.
  private static let formats: Set<String> = [
    "yuv420p", "yuvj420p", "yuv422p", "yuvj422p", "yuv444p", "yuvj444p", "yuv420p10le", "yuv422p10le", "yuv444p10le",
  ]
  /// Sample rates of sound.
  private static let sampleRates: ClosedRange<Int32> = 8_000...192_000
  /// Channels of sound.
  private static let channelCounts: ClosedRange<Int32> = 1...8

  /// A decoder of a stream of `parameters`; nil where libavcodec has none, or it does not take them.
  init?(_ parameters: UnsafeMutablePointer<AVCodecParameters>) {
    guard let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id) else { return nil }
    let (context, frame) = unsafe (avcodec_alloc_context3(codec), av_frame_alloc())
    guard let context = unsafe context, let frame = unsafe frame else {
      var (context, frame) = unsafe (context, frame)
      unsafe av_frame_free(&frame)
      unsafe avcodec_free_context(&context)
      return nil
    }
    unsafe (self.context, self.frame) = (context, frame)
    var code = unsafe avcodec_parameters_to_context(context, parameters)
    unsafe context.pointee.thread_count = 1
    // A damaged picture is an error, and not one that is mended.
    unsafe context.pointee.err_recognition |= Int32(AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE)
    unsafe context.pointee.flags2 |= Int32(AV_CODEC_FLAG2_SKIP_MANUAL)
    unsafe context.pointee.skip_loop_filter = AVDISCARD_ALL
    if code >= 0 { code = unsafe avcodec_open2(context, codec, nil) }
    guard code >= 0 else { return nil }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe frame
    unsafe av_frame_free(&frame)
    unsafe avcodec_free_context(&context)
  }

  /// The result of `packet`, the next one. A first packet of pictures has to give one without those behind it.
  func finding(in packet: StoredPacket) -> Finding {
    count += 1
    let isPicture = unsafe context.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    guard count <= Self.mostPackets, !packet.isCorrupt, unsafe avcodec_send_packet(context, packet.pointer) >= 0 else {
      return .unknown
    }
    if isPicture, unsafe avcodec_send_packet(context, nil) < 0 { return .unknown }
    let code = unsafe avcodec_receive_frame(context, frame)
    guard code >= 0 else { return code == gste_again() && !isPicture ? .awaited : .unknown }
    defer { unsafe av_frame_unref(frame) }
    let decoded = unsafe frame.pointee
    guard unsafe decoded.flags & AV_FRAME_FLAG_CORRUPT == 0 && decoded.decode_error_flags == 0 else { return .unknown }
    let isUsual =
      unsafe isPicture
      ? decoded.width > 0 && decoded.height > 0
        && Self.formats.contains(String(libav: av_get_pix_fmt_name(AVPixelFormat(decoded.format))))
      : decoded.nb_samples > 0 && Self.sampleRates.contains(decoded.sample_rate)
        && Self.channelCounts.contains(decoded.ch_layout.nb_channels)
    return isUsual ? .whole : .unknown
  }
}
