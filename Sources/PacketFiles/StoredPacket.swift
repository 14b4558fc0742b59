import CAVFormat

/// A packet as it stands in its file, whose bytes are shared and never copied.
///
/// Threads: one at a time.
@safe public final class StoredPacket {
  let pointer: UnsafeMutablePointer<AVPacket>

  /// - Throws: `PacketFileError` where there is no memory.
  init() throws(PacketFileError) {
    guard let pointer = unsafe av_packet_alloc() else {
      throw PacketFileError(.unreadable, "There is no memory for a packet.")
    }
    unsafe self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = unsafe pointer
    unsafe av_packet_free(&pointer)
  }

  /// The number of its stream in its file.
  public var stream: Int { unsafe Int(pointer.pointee.stream_index) }
  /// When it is presented, in its stream's ticks; nil where the file does not say.
  public var presentation: Int64? { unsafe Self.time(pointer.pointee.pts) }
  /// When it is decoded, in its stream's ticks; nil where the file does not say.
  public var decoding: Int64? { unsafe Self.time(pointer.pointee.dts) }
  /// How long it is presented, in its stream's ticks; 0 where the file does not say.
  public var duration: Int64 { unsafe max(0, pointer.pointee.duration) }
  /// Whether decoding can start with it.
  public var isKeyFrame: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// How many bytes it has.
  public var byteCount: Int { unsafe Int(pointer.pointee.size) }

  /// Samples at its end that are not presented.
  public var hiddenAtEnd: Int {
    var size = 0
    guard let bytes = unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 else {
      return 0
    }
    // SAFETY: the library says that there are `size` bytes, of which these are the second number, little-endian.
    return (4..<8).reversed().reduce(0) { unsafe $0 << 8 | Int(bytes[$1]) }
  }

  private static func time(_ ticks: Int64) -> Int64? { ticks == gste_no_time() ? nil : ticks }
}
