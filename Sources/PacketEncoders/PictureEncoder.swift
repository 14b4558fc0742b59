import CAVFormat
import MediaTime

/// Encodes pictures into packets. C: libavcodec's encoders.
///
/// Packets come in the order of decoding, which is that of the pictures unless the coding reorders them.
///
/// Threads: one at a time.
@safe public final class PictureEncoder {
  private let memory: CodecMemory
  /// The number of pictures that were given.
  private var count = 0

  /// Whether there is an encoder called `name`.
  public static func exists(_ name: String) -> Bool { unsafe avcodec_find_encoder_by_name(name) != nil }

  /// An encoder of pictures as `coding` says.
  ///
  /// - Throws: `PictureEncoderError`.
  public init(_ coding: PictureCoding) throws(PictureEncoderError) {
    guard let codec = unsafe avcodec_find_encoder_by_name(coding.encoder) else {
      throw PictureEncoderError(message: "libavcodec has no encoder \(coding.encoder).")
    }
    let format = unsafe av_get_pix_fmt(coding.pixelFormat)
    guard let memory = unsafe CodecMemory(codec) else { throw Self.noMemory }
    self.memory = memory
    describe(coding, format)
    var options: OpaquePointer?
    defer { unsafe av_dict_free(&options) }
    for (key, value) in coding.options { unsafe _ = av_dict_set(&options, key, value, 0) }
    let code = unsafe avcodec_open2(context, codec, &options)
    guard code >= 0 else {
      throw PictureEncoderError(
        message: "The encoder \(coding.encoder) does not take these pictures.", underlying: libraryWords(of: code))
    }
    // Options that an encoder leaves are unknown to it.
    if let left = unsafe av_dict_get(options, "", nil, AV_DICT_IGNORE_SUFFIX) {
      throw PictureEncoderError(
        message: "The encoder \(coding.encoder) has no option \(unsafe String(cString: left.pointee.key)).")
    }
  }

  /// The decoder's configuration, where the coding has that apart: parameter sets behind start codes of H.264 and HEVC.
  public var configuration: [UInt8] {
    let count = unsafe Int(max(0, context.pointee.extradata_size))
    // SAFETY: libavcodec says how many bytes there are.
    return unsafe context.pointee.extradata.map { unsafe Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
  }

  /// Bits a second from the next picture on, of encoders that can change them.
  public func setBitrate(_ bitrate: Int) { unsafe context.pointee.bit_rate = Int64(bitrate) }

  private var context: UnsafeMutablePointer<AVCodecContext> { unsafe memory.context }
  private var frame: UnsafeMutablePointer<AVFrame> { unsafe memory.frame }
  private var packet: UnsafeMutablePointer<AVPacket> { unsafe memory.packet }

  private func describe(_ coding: PictureCoding, _ format: AVPixelFormat) {
    unsafe context.pointee.width = Int32(clamping: coding.width)
    unsafe context.pointee.height = Int32(clamping: coding.height)
    unsafe context.pointee.pix_fmt = format
    // Pictures are counted; when each is shown is not the encoder's business.
    let duration = AVRational(
      num: Int32(clamping: coding.frameDuration.numerator), den: Int32(clamping: coding.frameDuration.denominator))
    unsafe context.pointee.time_base = duration
    unsafe context.pointee.framerate = AVRational(num: duration.den, den: duration.num)
    unsafe context.pointee.gop_size = Int32(clamping: coding.keyframeInterval)
    unsafe context.pointee.thread_count = Int32(clamping: coding.threads)
    unsafe context.pointee.bit_rate = Int64(coding.bitrate ?? 0)
    unsafe context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    if coding.hasConfiguration { unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    if let count = coding.reorderedPictures { unsafe context.pointee.max_b_frames = Int32(clamping: count) }
    let colors = coding.colors
    unsafe context.pointee.color_range = colors.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    unsafe context.pointee.colorspace = AVColorSpace(UInt32(clamping: colors.matrix))
    unsafe context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(clamping: colors.transfer))
    unsafe context.pointee.color_primaries = AVColorPrimaries(UInt32(clamping: colors.primaries))
  }

  /// Encodes the next picture, of `planeCount` planes, whose bytes `rows` gives for each: the rows, how long each is, and how
  /// many bytes lie from one to the next; returns the packets that are ready.
  ///
  /// - Throws: `PictureEncoderError`, or what `rows` throws.
  public func encode(
    planeCount: Int, asKeyFrame: Bool = false,
    rows: (_ plane: Int, _ take: (_ bytes: Span<UInt8>, _ rowByteCount: Int, _ bytesPerRow: Int) -> Void) throws -> Void
  ) throws -> [EncodedPacket] {
    try prepareFrame()
    for plane in 0..<planeCount {
      guard let place = unsafe gste_plane(frame, Int32(plane)) else { throw Self.noMemory }
      let stride = unsafe Int(gste_row_length(frame, Int32(plane)))
      try rows(plane) { bytes, length, distance in
        guard length <= stride, distance > 0 else { return }
        // SAFETY: a plane of the frame has as many rows as the picture's, of `stride` bytes.
        unsafe bytes.withUnsafeBufferPointer { source in
          guard let start = source.baseAddress else { return }
          let height = (source.count - length) / distance + 1
          unsafe av_image_copy_plane(
            place, Int32(stride), start, Int32(distance), Int32(length), Int32(clamping: height))
        }
      }
    }
    unsafe frame.pointee.pts = Int64(count)
    unsafe frame.pointee.pict_type = asKeyFrame ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    count += 1
    return unsafe try send(frame)
  }

  /// Gives the frame new memory: the encoder may hold on to the picture before.
  private func prepareFrame() throws(PictureEncoderError) {
    unsafe av_frame_unref(frame)
    unsafe frame.pointee.width = context.pointee.width
    unsafe frame.pointee.height = context.pointee.height
    unsafe frame.pointee.format = context.pointee.pix_fmt.rawValue
    unsafe frame.pointee.color_range = context.pointee.color_range
    unsafe frame.pointee.colorspace = context.pointee.colorspace
    unsafe frame.pointee.color_trc = context.pointee.color_trc
    unsafe frame.pointee.color_primaries = context.pointee.color_primaries
    guard unsafe av_frame_get_buffer(frame, 0) >= 0 else { throw Self.noMemory }
  }

  /// The packets that are left, after the last picture.
  ///
  /// - Throws: `PictureEncoderError`.
  public func finish() throws(PictureEncoderError) -> [EncodedPacket] { unsafe try send(nil) }

  private func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(PictureEncoderError) -> [EncodedPacket] {
    var code = unsafe avcodec_send_frame(context, frame)
    var packets: [EncodedPacket] = []
    while code >= 0 {
      code = unsafe avcodec_receive_packet(context, packet)
      guard code >= 0 else { break }
      let (start, length) = unsafe (packet.pointee.data, Int(max(0, packet.pointee.size)))
      // SAFETY: libavcodec says how many bytes there are.
      let bytes = unsafe start.map { unsafe Array(UnsafeBufferPointer(start: $0, count: length)) } ?? []
      packets.append(
        EncodedPacket(
          bytes: bytes, picture: unsafe Int(packet.pointee.pts),
          decodePlace: unsafe packet.pointee.dts == gste_no_time() ? nil : Int(packet.pointee.dts),
          isKeyFrame: unsafe packet.pointee.flags & AV_PKT_FLAG_KEY != 0))
      unsafe av_packet_unref(packet)
    }
    guard code == gste_again() || code == gste_end_of_file() else {
      throw PictureEncoderError(message: "A picture cannot be encoded.", underlying: libraryWords(of: code))
    }
    return packets
  }

  private static let noMemory = PictureEncoderError(message: "There is no memory for an encoder.")
}
