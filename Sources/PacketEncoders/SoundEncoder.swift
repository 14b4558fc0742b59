import CAVFormat

// SAFETY: a frame has room for as many samples of each channel as it is made for; libavcodec says how many bytes a packet has.

/// Encodes sound into packets. C: libavcodec's encoders.
///
/// ```
///  given     ├─────────┼─────────┼─────────┼────┤     each packet holds `packetLength` samples of each channel,
///  packets   ▐ priming ▐         ▐         ▐    ▐     the first `priming` samples precede the sound
/// ```
///
/// Threads: one at a time.
@safe public final class SoundEncoder {
  /// Samples of each channel in a packet, but for the last.
  public let packetLength: Int
  /// Samples that a decoder gives before the first that went in.
  public let priming: Int
  /// The decoder's configuration; empty where it needs none.
  public let configuration: [UInt8]
  /// The size that no packet exceeds, in bytes.
  public let largestPacket: Int

  private let memory: CodecMemory
  private let channels: Int
  /// Samples that fill no packet yet.
  private var waiting: ArraySlice<Double> = []
  /// Samples of each channel that were encoded.
  private var count: Int64 = 0

  /// Whether there is an encoder called `name`.
  public static func exists(_ name: String) -> Bool { unsafe avcodec_find_encoder_by_name(name) != nil }

  /// An encoder of sound as `parameters` say.
  ///
  /// - Throws: `SoundCodecError`.
  public init(_ parameters: SoundParameters) throws(SoundCodecError) {
    guard let codec = unsafe avcodec_find_encoder_by_name(parameters.codec) else {
      throw SoundCodecError(message: "libavcodec has no encoder \(parameters.codec).")
    }
    guard (1...Int(AV_NUM_DATA_POINTERS)).contains(parameters.channels) else {
      throw SoundCodecError(message: "Sound of \(parameters.channels) channels is not encoded.")
    }
    guard let memory = unsafe CodecMemory(codec) else { throw .noMemory }
    self.memory = memory
    channels = parameters.channels
    let context = unsafe memory.context
    unsafe context.pointee.sample_rate = Int32(clamping: parameters.sampleRate)
    memory.setChannels(parameters.channels, speakers: parameters.speakers)
    unsafe context.pointee.sample_fmt = Self.sampleFormat(of: codec, bitDepth: parameters.bitDepth)
    unsafe context.pointee.bits_per_raw_sample = Int32(parameters.bitDepth ?? 0)
    unsafe context.pointee.bit_rate = Int64(parameters.bitrate ?? 0)
    unsafe context.pointee.frame_size = Int32(clamping: parameters.packetLength ?? 0)
    unsafe context.pointee.time_base = AVRational(num: 1, den: Int32(clamping: parameters.sampleRate))
    unsafe context.pointee.thread_count = 1
    unsafe context.pointee.flags |= AV_CODEC_FLAG_BITEXACT | Int32(AV_CODEC_FLAG_GLOBAL_HEADER)
    var options: OpaquePointer?
    defer { unsafe av_dict_free(&options) }
    for (key, value) in parameters.options { unsafe _ = av_dict_set(&options, key, value, 0) }
    let code = unsafe avcodec_open2(context, codec, &options)
    guard code >= 0, unsafe context.pointee.frame_size > 0 else {
      throw SoundCodecError(
        message: "The encoder \(parameters.codec) does not take this sound.",
        underlying: code < 0 ? libraryWords(of: code) : nil)
    }
    packetLength = unsafe Int(context.pointee.frame_size)
    priming = unsafe Int(context.pointee.initial_padding)
    let size = unsafe Int(max(0, context.pointee.extradata_size))
    configuration =
      unsafe context.pointee.extradata.map {
        unsafe Array(UnsafeBufferPointer(start: $0, count: size))
      } ?? []
    // Nothing that is packed is larger than samples of 32 bits, with what frames have around them.
    largestPacket = packetLength * parameters.channels * 4 + 512
  }

  /// The encoder's samples: of as many bits as there are, where nothing is lost; else numbers, where it takes them.
  private static func sampleFormat(of codec: UnsafePointer<AVCodec>, bitDepth: Int?) -> AVSampleFormat {
    let known = unsafe SoundSamples.formats(of: codec)
    let wanted =
      switch bitDepth {
      case nil: [AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_S16P, AV_SAMPLE_FMT_S16]
      case 16: [AV_SAMPLE_FMT_S16P, AV_SAMPLE_FMT_S16]
      default: [AV_SAMPLE_FMT_S32P, AV_SAMPLE_FMT_S32]
      }
    return wanted.first { known.contains($0) } ?? known.first ?? AV_SAMPLE_FMT_FLTP
  }

  /// Encodes `samples`, those of all channels by turns, behind those before; the packets that are ready.
  ///
  /// - Throws: `SoundCodecError`.
  public func encode(_ samples: [Double]) throws(SoundCodecError) -> [[UInt8]] {
    waiting += samples
    let length = packetLength * channels
    var packets: [[UInt8]] = []
    while waiting.count >= length {
      packets += try send(waiting.prefix(length))
      waiting = waiting.dropFirst(length)
    }
    // The samples that are gone are not kept.
    waiting = ArraySlice(Array(waiting))
    return packets
  }

  /// The packets that are left, behind the last samples. Nothing goes in after it.
  ///
  /// - Throws: `SoundCodecError`.
  public func finish() throws(SoundCodecError) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    // An encoder that keeps nothing back is given what pushes the last samples out.
    let keepsBack = unsafe memory.context.pointee.codec.pointee.capabilities & AV_CODEC_CAP_DELAY != 0
    if !keepsBack, count > 0 || !waiting.isEmpty {
      packets = try encode([Double](repeating: 0, count: priming * channels))
    }
    if !waiting.isEmpty { packets += try send(waiting) }
    waiting = []
    packets += unsafe try receive(after: avcodec_send_frame(memory.context, nil))
    return packets
  }

  private func send(_ samples: ArraySlice<Double>) throws(SoundCodecError) -> [[UInt8]] {
    let (frame, context) = unsafe (memory.frame, memory.context)
    let length = samples.count / channels
    // New memory: the encoder may hold on to the frame before.
    unsafe av_frame_unref(frame)
    unsafe frame.pointee.nb_samples = Int32(clamping: length)
    unsafe frame.pointee.format = context.pointee.sample_fmt.rawValue
    unsafe frame.pointee.sample_rate = context.pointee.sample_rate
    guard unsafe av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointee.ch_layout) >= 0,
      unsafe av_frame_get_buffer(frame, 0) >= 0
    else { throw .noMemory }
    unsafe SoundSamples.write(samples, channels: channels, to: frame)
    unsafe frame.pointee.pts = count
    count += Int64(length)
    return unsafe try receive(after: avcodec_send_frame(context, frame))
  }

  /// The packets that are ready after `sent`, what libavcodec said of what it was given.
  private func receive(after sent: Int32) throws(SoundCodecError) -> [[UInt8]] {
    let (context, packet) = unsafe (memory.context, memory.packet)
    var (code, packets) = (sent, [[UInt8]]())
    while code >= 0 {
      code = unsafe avcodec_receive_packet(context, packet)
      guard code >= 0 else { break }
      let (start, length) = unsafe (packet.pointee.data, Int(max(0, packet.pointee.size)))
      // One without bytes says something of the end, and holds no sound.
      if let start = unsafe start, length > 0 {
        unsafe packets.append(Array(UnsafeBufferPointer(start: start, count: length)))
      }
      unsafe av_packet_unref(packet)
    }
    guard code == gste_again() || code == gste_end_of_file() else {
      throw SoundCodecError(message: "Sound cannot be encoded.", underlying: libraryWords(of: code))
    }
    return packets
  }
}
