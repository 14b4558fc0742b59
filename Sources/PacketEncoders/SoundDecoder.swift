import CAVFormat

// SAFETY: packets are copied into memory of libavcodec's, as long as they are; a frame has as many samples of each channel as it says.

/// Decodes packets of sound. C: libavcodec's decoders. What a decoder needs to find into the sound is among what it gives.
///
/// Threads: one at a time.
@safe public final class SoundDecoder {
  private let memory: CodecMemory

  /// Whether there is a decoder called `name`.
  public static func exists(_ name: String) -> Bool { unsafe avcodec_find_decoder_by_name(name) != nil }

  /// A decoder of packets as `parameters` say.
  ///
  /// - Throws: `SoundCodecError`.
  public init(_ parameters: SoundParameters) throws(SoundCodecError) {
    guard let codec = unsafe avcodec_find_decoder_by_name(parameters.codec) else {
      throw SoundCodecError(message: "libavcodec has no decoder \(parameters.codec).")
    }
    guard let memory = unsafe CodecMemory(codec) else { throw .noMemory }
    self.memory = memory
    guard let stream = unsafe avcodec_parameters_alloc() else { throw .noMemory }
    defer {
      var stream: UnsafeMutablePointer<AVCodecParameters>? = unsafe stream
      unsafe avcodec_parameters_free(&stream)
    }
    unsafe stream.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    unsafe stream.pointee.codec_id = codec.pointee.id
    unsafe stream.pointee.sample_rate = Int32(clamping: parameters.sampleRate)
    unsafe av_channel_layout_default(&stream.pointee.ch_layout, Int32(clamping: parameters.channels))
    var code = unsafe gste_set_configuration(stream, parameters.configuration, parameters.configuration.count)
    if code >= 0 { code = unsafe avcodec_parameters_to_context(memory.context, stream) }
    let context = unsafe memory.context
    unsafe context.pointee.thread_count = 1
    unsafe context.pointee.pkt_timebase = AVRational(num: 1, den: Int32(clamping: parameters.sampleRate))
    // The caller removes the priming, whose length it knows.
    unsafe context.pointee.flags2 |= Int32(AV_CODEC_FLAG2_SKIP_MANUAL)
    if code >= 0 { code = unsafe avcodec_open2(context, codec, nil) }
    guard code >= 0 else {
      throw SoundCodecError(
        message: "The decoder \(parameters.codec) does not take this configuration.",
        underlying: libraryWords(of: code))
    }
  }

  /// The samples decoded from `packet`, which follows those before.
  ///
  /// - Throws: `SoundCodecError` where it is damaged; the next one may be whole.
  public func decode(_ packet: [UInt8]) throws(SoundCodecError) -> [DecodedSamples] {
    guard !packet.isEmpty else { return [] }
    let sent = unsafe memory.packet
    guard unsafe av_new_packet(sent, Int32(clamping: packet.count)) >= 0 else { throw .noMemory }
    defer { unsafe av_packet_unref(sent) }
    unsafe sent.pointee.data.update(from: packet, count: packet.count)
    return unsafe try receive(after: avcodec_send_packet(memory.context, sent))
  }

  /// The remaining samples, behind the last packet. Nothing goes in after it.
  ///
  /// - Throws: `SoundCodecError`.
  public func finish() throws(SoundCodecError) -> [DecodedSamples] {
    unsafe try receive(after: avcodec_send_packet(memory.context, nil))
  }

  /// The samples that are ready after `sent`, libavcodec's answer to its input.
  private func receive(after sent: Int32) throws(SoundCodecError) -> [DecodedSamples] {
    let (context, frame) = unsafe (memory.context, memory.frame)
    var (code, decoded) = (sent, [DecodedSamples]())
    while code >= 0 {
      code = unsafe avcodec_receive_frame(context, frame)
      guard code >= 0 else { break }
      let layout = unsafe frame.pointee.ch_layout
      let channels = unsafe Int(layout.nb_channels)
      let speakers = unsafe layout.order == AV_CHANNEL_ORDER_NATIVE ? layout.u.mask : 0
      let samples = unsafe SoundSamples.read(frame, channels: channels)
      let rate = unsafe Int(frame.pointee.sample_rate)
      unsafe av_frame_unref(frame)
      guard let samples, rate > 0 else {
        throw SoundCodecError(message: "Sound is decoded into samples that are not known.")
      }
      decoded.append(
        DecodedSamples(samples: samples, sampleRate: rate, channels: channels, speakers: speakers))
    }
    guard code == gste_again() || code == gste_end_of_file() else {
      throw SoundCodecError(message: "A packet of sound cannot be decoded.", underlying: libraryWords(of: code))
    }
    return decoded
  }
}
