import CAVFormat

// SAFETY: the context, the frame and the packet are libavcodec's; they are made together, and freed when the last reference to them goes.

/// libavcodec's memory for one encoder or decoder.
@safe final class CodecMemory {
  let context: UnsafeMutablePointer<AVCodecContext>
  let frame: UnsafeMutablePointer<AVFrame>
  let packet: UnsafeMutablePointer<AVPacket>

  /// The memory of `codec`; nil where there is none.
  init?(_ codec: UnsafePointer<AVCodec>) {
    gste_quiet()
    let (context, frame, packet) = unsafe (avcodec_alloc_context3(codec), av_frame_alloc(), av_packet_alloc())
    guard let context = unsafe context, let frame = unsafe frame, let packet = unsafe packet else {
      var (context, frame, packet) = unsafe (context, frame, packet)
      unsafe av_packet_free(&packet)
      unsafe av_frame_free(&frame)
      unsafe avcodec_free_context(&context)
      return nil
    }
    unsafe (self.context, self.frame, self.packet) = (context, frame, packet)
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe frame
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
    unsafe av_packet_free(&packet)
    unsafe av_frame_free(&frame)
    unsafe avcodec_free_context(&context)
  }

  /// Names the channels of the context: by `speakers`, or the usual ones of `channels`.
  func setChannels(_ channels: Int, speakers: UInt64) {
    let named = speakers.nonzeroBitCount == channels ? speakers : 0
    if named != 0, unsafe av_channel_layout_from_mask(&context.pointee.ch_layout, named) >= 0 { return }
    unsafe av_channel_layout_default(&context.pointee.ch_layout, Int32(clamping: channels))
  }
}
