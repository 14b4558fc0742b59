import CAVFormat
import MediaTime

// SAFETY: libavformat makes a stream with its parameters and keeps both until the file is closed, and copies what it is given.
extension PacketTarget {
  /// Adds the stream that `stream` describes, as an encoder does, whose times are in units of its tick or finer ones.
  ///
  /// - Returns: The stream's number in the file.
  /// - Throws: `PacketFileError` with `.unsupported` for a codec, a sample format or a layout that libav does not know.
  public func addStream(_ stream: PacketStream) throws(PacketFileError) -> Int {
    guard let codec = unsafe avcodec_descriptor_get_by_name(stream.codec),
      let made = unsafe avformat_new_stream(context, nil), let parameters = unsafe made.pointee.codecpar
    else { throw PacketFileError(.unsupported, "There is no codec \(stream.codec).") }
    unsafe parameters.pointee.codec_type = codec.pointee.type
    unsafe parameters.pointee.codec_id = codec.pointee.id
    unsafe parameters.pointee.profile = Int32(clamping: stream.profile)
    unsafe parameters.pointee.codec_tag = Self.tag(stream.fourCC)
    unsafe parameters.pointee.bit_rate = Int64(stream.bitRate)
    let code = unsafe stream.configuration.withUnsafeBufferPointer { bytes in
      unsafe gste_set_configuration(parameters, bytes.baseAddress, bytes.count)
    }
    guard code >= 0 else { throw PacketFileError(.unsupported, "The stream cannot be added.", code: code) }
    switch stream.kind {
    case .pictures, .cover: unsafe try describePictures(stream, parameters)
    case .sound: unsafe try describeSound(stream, parameters)
    case .subtitles, .other: break
    }
    if stream.isForced { unsafe made.pointee.disposition |= AV_DISPOSITION_FORCED }
    unsafe made.pointee.time_base = AVRational(stream.tick)
    unsafe made.pointee.sample_aspect_ratio = parameters.pointee.sample_aspect_ratio
    if let rate = stream.frameRate {
      unsafe (made.pointee.avg_frame_rate, made.pointee.r_frame_rate) = (AVRational(rate), AVRational(rate))
    }
    if let display = stream.masteringDisplay, display.count == 10 {
      let numbers = display.map { Int32(clamping: $0) }
      guard unsafe gste_set_mastering_display(made, numbers) >= 0 else { throw Self.noMemory }
    }
    if let light = stream.contentLight {
      let (maximum, average) = (UInt32(clamping: light.maximum), UInt32(clamping: light.average))
      guard unsafe gste_set_content_light(made, maximum, average) >= 0 else { throw Self.noMemory }
    }
    // As in `addStream(like:)`.
    if stream.codec == "flac" { unsafe context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL }
    let number = unsafe Int(made.pointee.index)
    try repeatParameters(ofStream: number, stream)
    return number
  }

  private static let noMemory = PacketFileError(.unsupported, "There is no memory for a stream.")

  private func describePictures(
    _ stream: PacketStream, _ parameters: UnsafeMutablePointer<AVCodecParameters>
  ) throws(PacketFileError) {
    unsafe parameters.pointee.width = Int32(clamping: stream.width)
    unsafe parameters.pointee.height = Int32(clamping: stream.height)
    if !stream.format.isEmpty {
      let format = unsafe av_get_pix_fmt(stream.format)
      guard format != AV_PIX_FMT_NONE else {
        throw PacketFileError(.unsupported, "There is no pixel format \(stream.format).")
      }
      unsafe parameters.pointee.format = format.rawValue
    }
    if stream.color.count == 4 {
      unsafe parameters.pointee.color_space = AVColorSpace(UInt32(clamping: stream.color[0]))
      unsafe parameters.pointee.color_primaries = AVColorPrimaries(UInt32(clamping: stream.color[1]))
      unsafe parameters.pointee.color_trc = AVColorTransferCharacteristic(UInt32(clamping: stream.color[2]))
      unsafe parameters.pointee.color_range = AVColorRange(UInt32(clamping: stream.color[3]))
    }
    unsafe parameters.pointee.sample_aspect_ratio = AVRational(stream.pixelAspect)
    unsafe parameters.pointee.field_order = AV_FIELD_PROGRESSIVE
  }

  private func describeSound(
    _ stream: PacketStream, _ parameters: UnsafeMutablePointer<AVCodecParameters>
  ) throws(PacketFileError) {
    unsafe parameters.pointee.sample_rate = Int32(clamping: stream.sampleRate)
    unsafe parameters.pointee.frame_size = Int32(clamping: stream.frameSize)
    unsafe parameters.pointee.initial_padding = statesPaddingElsewhere ? 0 : Int32(clamping: stream.initialPadding)
    unsafe parameters.pointee.block_align = Int32(clamping: stream.frameByteCount)
    unsafe parameters.pointee.bits_per_coded_sample = Int32(clamping: stream.bitsPerSample)
    if stream.codec == "flac" || stream.codec == "alac" {
      unsafe parameters.pointee.bits_per_raw_sample = Int32(clamping: stream.bitsPerSample)
    }
    if !stream.format.isEmpty { unsafe parameters.pointee.format = av_get_sample_fmt(stream.format).rawValue }
    let layout = stream.layout.isEmpty ? "\(stream.channels) channels" : stream.layout
    let code = unsafe av_channel_layout_from_string(&parameters.pointee.ch_layout, layout)
    guard code >= 0 else {
      throw PacketFileError(.unsupported, "There is no layout of channels \(layout).", code: code)
    }
  }

  /// Four letters as libav has them in a number.
  private static func tag(_ letters: String) -> UInt32 {
    letters.utf8.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
