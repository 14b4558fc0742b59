import CAVFormat

/// A packet as it stands in its file, whose bytes are shared and never copied.
///
/// Threads: one at a time.
@safe public final class StoredPacket {
  let pointer: UnsafeMutablePointer<AVPacket>

  /// - Throws: `PacketFileError` where there is no memory.
  init() throws(PacketFileError) {
    guard let pointer = unsafe av_packet_alloc() else { throw Self.noMemory }
    unsafe self.pointer = pointer
  }

  /// A packet of `bytes` with which decoding can start, and which has no times yet.
  ///
  /// - Throws: `PacketFileError` where there is no memory.
  public convenience init(_ bytes: [UInt8]) throws(PacketFileError) {
    try self.init(copying: bytes.span, isKeyFrame: true)
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = unsafe pointer
    unsafe av_packet_free(&pointer)
  }

  /// The number of its stream in its file.
  public var stream: Int { unsafe Int(pointer.pointee.stream_index) }
  /// Its presentation time, in its stream's ticks; nil where the file does not state it.
  public var presentation: Int64? { unsafe Self.time(pointer.pointee.pts) }
  /// Its decode time, in its stream's ticks; nil where the file does not state it.
  public var decoding: Int64? { unsafe Self.time(pointer.pointee.dts) }
  /// The duration of its presentation, in its stream's ticks; 0 where the file states none.
  public var duration: Int64 { unsafe max(0, pointer.pointee.duration) }
  /// Whether decoding can start with it.
  public var isKeyFrame: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// Its offset in its file, in bytes from the beginning, or that of the block that it shares with others; nil where it
  /// is unknown.
  public var position: Int64? { unsafe pointer.pointee.pos >= 0 ? pointer.pointee.pos : nil }
  /// The number of its bytes.
  public var byteCount: Int { unsafe Int(pointer.pointee.size) }
  /// Its bytes.
  public var bytes: [UInt8] {
    // SAFETY: the library says how many there are.
    unsafe pointer.pointee.data.map { unsafe Array(UnsafeBufferPointer(start: $0, count: byteCount)) } ?? []
  }
  /// Whether the container shows that some of it is missing, or is not what was written.
  public var isCorrupt: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

  /// Whether an edit list hides it: it is decoded for the sake of others, and not presented.
  public var isHidden: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// Whether a second stream's packet stands beside it, as the alpha of VP8 and VP9 in WebM (`BlockAdditions`, RFC 9559 §5.1.3.5.2).
  public var hasBlockAddition: Bool {
    unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, nil) != nil
  }

  /// Whether it stands beside how its light is brought to a display (HDR10+), as in WebM.
  var hasDynamicHDR: Bool { unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_DYNAMIC_HDR10_PLUS, nil) != nil }

  /// Samples at its end that are not presented.
  public var hiddenAtEnd: Int {
    var size = 0
    guard let bytes = unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 else {
      return 0
    }
    // SAFETY: the library returns the number of bytes, `size`; these are the second number in them, little-endian.
    return (4..<8).reversed().reduce(0) { unsafe $0 << 8 | Int(bytes[$1]) }
  }

  /// Has it hold `bytes`.
  ///
  /// - Throws: `PacketFileError` where there is no memory for them.
  public func replaceBytes(with bytes: [UInt8]) throws(PacketFileError) {
    let more = bytes.count - byteCount
    guard unsafe more <= 0 || av_grow_packet(pointer, Int32(clamping: more)) >= 0,
      unsafe av_packet_make_writable(pointer) >= 0
    else { throw Self.noMemory }
    // SAFETY: the packet has at least as many bytes, and they are its own now.
    for (index, byte) in bytes.enumerated() { unsafe pointer.pointee.data[index] = byte }
    cut(front: 0, keeping: bytes.count)
  }

  /// Has it hold the bytes of `other` behind its own.
  ///
  /// - Throws: `PacketFileError` where there is no memory for them.
  func append(_ other: StoredPacket) throws(PacketFileError) {
    let (start, count) = (byteCount, other.byteCount)
    guard unsafe av_grow_packet(pointer, Int32(clamping: count)) >= 0 else { throw Self.noMemory }
    // SAFETY: the library has just made room for as many bytes behind the first `start`, in memory of this packet's own.
    guard count > 0, let source = unsafe other.pointer.pointee.data else { return }
    unsafe pointer.pointee.data.advanced(by: start).update(from: source, count: count)
  }

  /// Leaves out `front` bytes at its beginning, and all but `count` of those that follow.
  public func cut(front: Int, keeping count: Int) {
    guard front >= 0, count >= 0, front <= byteCount, count <= byteCount - front else { return }
    // SAFETY: what is left lies within the packet; its memory belongs to its buffer.
    unsafe pointer.pointee.data += front
    unsafe pointer.pointee.size = Int32(clamping: count)
  }

  private static func time(_ ticks: Int64) -> Int64? { ticks == gste_no_time() ? nil : ticks }
}
