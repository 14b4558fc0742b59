import CAVFormat

// SAFETY: the filter's context belongs to this object from `init` to `deinit`; parameters are copied, and a packet is
// given to it and taken back within one call.

/// Puts the parameter sets of H.264, which stand in a movie's header, before every key frame of a transport stream, and start
/// codes before everything: libavformat does so by itself before pictures that reset the decoder alone, and not before
/// those of open groups. C: libavcodec's bitstream filters.
///
/// Threads: as those of its file.
@safe final class ParameterRepeater {
  private let context: UnsafeMutablePointer<AVBSFContext>

  /// The filter of `stream`, which becomes one of start codes.
  ///
  /// - Throws: `PacketFileError`.
  init(_ stream: UnsafeMutablePointer<AVStream>) throws(PacketFileError) {
    var made: UnsafeMutablePointer<AVBSFContext>?
    var code = unsafe av_bsf_list_parse_str("h264_mp4toannexb,dump_extra=freq=keyframe", &made)
    guard code >= 0, let context = unsafe made else {
      throw PacketFileError(.unsupported, "The parameter sets cannot be written.", code: code)
    }
    unsafe self.context = context
    code = unsafe avcodec_parameters_copy(context.pointee.par_in, stream.pointee.codecpar)
    unsafe context.pointee.time_base_in = stream.pointee.time_base
    if code >= 0 { code = unsafe av_bsf_init(context) }
    if code >= 0 { code = unsafe avcodec_parameters_copy(stream.pointee.codecpar, context.pointee.par_out) }
    guard code >= 0 else {
      throw PacketFileError(.unsupported, "The parameter sets cannot be read.", code: code)
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVBSFContext>? = unsafe context
    unsafe av_bsf_free(&context)
  }

  /// Replaces the bytes of `packet`.
  ///
  /// - Throws: `PacketFileError`.
  func filter(_ packet: StoredPacket) throws(PacketFileError) {
    let stream = unsafe packet.pointer.pointee.stream_index
    var code = unsafe av_bsf_send_packet(context, packet.pointer)
    if code >= 0 { code = unsafe av_bsf_receive_packet(context, packet.pointer) }
    guard code >= 0 else { throw PacketFileError(.unreadable, "A packet cannot be read.", code: code) }
    unsafe packet.pointer.pointee.stream_index = stream
  }
}

extension PacketStream {
  /// Whether it is H.264 whose parameter sets stand in the header alone (ISO/IEC 14496-15 §5.3.3.1).
  var hasOutsideParameters: Bool { codec == "h264" && configuration.first == 1 }
}
