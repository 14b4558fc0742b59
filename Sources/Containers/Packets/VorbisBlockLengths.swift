import CAVFormat

// SAFETY: the parser belongs to this object from `init` to `deinit`, copies what it needs of the headers, and reads
// as many bytes of a packet as the packet states.

/// Lengths of the blocks of a stream of Vorbis (Vorbis I §4.2.2, §4.3.8): a packet decodes to a quarter of its own
/// block and of the one before it. C: libavcodec's parser.
///
/// Threads: one at a time.
@safe public final class VorbisBlockLengths {
  private let context: OpaquePointer
  private let (short, long): (Int64, Int64)

  /// The blocks of `stream`; nil where it is no Vorbis, or its headers cannot be read.
  public init?(_ stream: PacketStream) {
    let headers = stream.configuration
    guard stream.codec == "vorbis", let mark = headers.firstRange(of: [1] + Array("vorbis".utf8)),
      headers.count > mark.lowerBound + 28
    else { return nil }
    let exponents = headers[mark.lowerBound + 28]
    (short, long) = (1 << Int64(exponents & 15), 1 << Int64(exponents >> 4))
    let made = unsafe headers.withUnsafeBufferPointer { bytes in
      unsafe av_vorbis_parse_init(bytes.baseAddress, Int32(clamping: bytes.count))
    }
    guard let made = unsafe made else { return nil }
    unsafe context = made
  }

  deinit {
    var context: OpaquePointer? = unsafe context
    unsafe av_vorbis_parse_free(&context)
  }

  /// The samples of the block of `packet`; nil for a header, or a damaged packet.
  public func length(of packet: StoredPacket) -> Int64? {
    unsafe av_vorbis_parse_reset(context)
    let count = unsafe av_vorbis_parse_frame(context, packet.pointer.pointee.data, packet.pointer.pointee.size)
    guard count > 0 else { return nil }
    // After a reset the parser takes the block before for a short one.
    return Int64(count) == short / 2 ? short : long
  }
}
