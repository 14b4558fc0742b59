import CGStreamer

// SAFETY: the object holds one reference. Fields are written in `init` and in fresh copies alone, before they are
// shared; bytes are reached between map and unmap, as many as the map says.

/// A piece of media and its times. C: `GstBuffer`.
///
/// A received buffer is never modified: other times need a shallow copy.
///
/// Threads: any.
@safe public final class Buffer: @unchecked Sendable {
  // @unchecked: the C reference count is atomic, and nothing writes to a buffer once it is shared.
  let pointer: UnsafeMutablePointer<GstBuffer>

  init(adopting pointer: UnsafeMutablePointer<GstBuffer>) {
    unsafe self.pointer = pointer
  }

  convenience init(retaining pointer: UnsafeMutablePointer<GstBuffer>) {
    unsafe self.init(adopting: gst_buffer_ref(pointer))
  }

  /// A buffer of 64-bit floating-point samples.
  ///
  /// - Throws: `GStreamerError` if there is no memory for it.
  public convenience init(samples: [Double]) throws(GStreamerError) {
    try Framework.start()
    let byteCount = samples.count * MemoryLayout<Double>.stride
    guard let allocated = unsafe gst_buffer_new_allocate(nil, gsize(byteCount), nil) else {
      throw .refused("There is no memory for a buffer of \(byteCount) bytes.")
    }
    unsafe self.init(adopting: allocated)
    unsafe samples.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { unsafe gst_buffer_fill(pointer, 0, start, gsize(byteCount)) }
    }
  }

  /// A buffer of bytes: an encoded packet and its times in nanoseconds.
  ///
  /// - Throws: `GStreamerError` if there is no memory for it.
  public convenience init(
    bytes: [UInt8], presentationTime: Int64?, decodeTime: Int64?, duration: Int64?, isKeyframe: Bool
  ) throws(GStreamerError) {
    try Framework.start()
    guard let allocated = unsafe gst_buffer_new_allocate(nil, gsize(bytes.count), nil) else {
      throw .refused("There is no memory for a buffer of \(bytes.count) bytes.")
    }
    unsafe self.init(adopting: allocated)
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe gst_buffer_fill(pointer, 0, start, gsize(bytes.count)) }
    }
    unsafe pointer.pointee.pts = Self.time(presentationTime)
    unsafe pointer.pointee.dts = Self.time(decodeTime)
    unsafe pointer.pointee.duration = Self.time(duration)
    if !isKeyframe { unsafe gste_buffer_set_flag(pointer, GST_BUFFER_FLAG_DELTA_UNIT.rawValue) }
  }

  /// The same, of whose samples a decoder leaves out `hidden.start` at the front and `hidden.end` at the end. C:
  /// `gst_buffer_add_audio_clipping_meta`.
  ///
  /// - Throws: `GStreamerError` if there is no memory for it.
  public convenience init(
    bytes: [UInt8], presentationTime: Int64?, decodeTime: Int64?, duration: Int64?, isKeyframe: Bool,
    hidden: (start: UInt64, end: UInt64)
  ) throws(GStreamerError) {
    try self.init(
      bytes: bytes, presentationTime: presentationTime, decodeTime: decodeTime, duration: duration,
      isKeyframe: isKeyframe)
    guard hidden.start > 0 || hidden.end > 0 else { return }
    unsafe _ = gst_buffer_add_audio_clipping_meta(
      pointer, GST_FORMAT_DEFAULT, guint64(hidden.start), guint64(hidden.end))
  }

  deinit { unsafe gst_buffer_unref(pointer) }

  /// Its presentation time, in nanoseconds; nil if unspecified.
  public var presentationTime: Int64? { nanoseconds(unsafe pointer.pointee.pts) }

  /// Its decode time, in nanoseconds; nil if unspecified.
  public var decodeTime: Int64? { nanoseconds(unsafe pointer.pointee.dts) }

  /// Its duration, in nanoseconds; nil if unspecified.
  public var duration: Int64? { nanoseconds(unsafe pointer.pointee.duration) }

  /// Its beginning in the stream, in its parser's own count: bytes or samples; nil if unspecified.
  public var offset: UInt64? {
    let offset = unsafe pointer.pointee.offset
    return offset == .max ? nil : UInt64(offset)
  }

  /// Bytes in it.
  public var byteCount: Int { unsafe Int(gst_buffer_get_size(pointer)) }

  /// The same bytes and times in memory of their size; itself where its memory is not much larger. libav's encoders hand out
  /// packets in memory for the largest packet there could be, a hundred megabytes for large pictures without loss.
  /// C: `gst_buffer_copy_deep`.
  public func compacted() -> Buffer {
    var capacity: gsize = 0
    let size = unsafe gst_buffer_get_sizes(pointer, nil, &capacity)
    guard capacity > 2 * size + 1 << 20, let copy = unsafe gst_buffer_copy_deep(pointer) else { return self }
    return unsafe Buffer(adopting: copy)
  }

  /// Whether neither the buffer nor its memory has another owner in the framework, such as a decoder that predicts from
  /// it. C: `gst_buffer_is_writable`, `gst_buffer_is_all_memory_writable`.
  public var isUnshared: Bool { unsafe gste_buffer_is_unshared(pointer) != 0 }

  /// Whether decoding can start here.
  public var isKeyframe: Bool { unsafe gste_buffer_has_flag(pointer, GST_BUFFER_FLAG_DELTA_UNIT.rawValue) == 0 }

  /// Whether the top field of an interlaced picture is shown before the bottom one. C: `GST_VIDEO_BUFFER_FLAG_TFF`.
  public var isTopFieldFirst: Bool { unsafe gste_buffer_has_flag(pointer, GST_VIDEO_BUFFER_FLAG_TFF.rawValue) != 0 }

  /// Whether the decoder marked it as damaged.
  public var isCorrupted: Bool { unsafe gste_buffer_has_flag(pointer, GST_BUFFER_FLAG_CORRUPTED.rawValue) != 0 }

  /// The same media with other times, without copying it. The original stays alive as long as the copy, so that its
  /// memory returns to its pool. C: `gst_buffer_copy`, `gst_buffer_add_parent_buffer_meta`.
  public func restamped(presentationTime: Int64, duration: Int64, isGap: Bool = false) throws(GStreamerError) -> Buffer
  {
    guard let copy = unsafe gst_buffer_copy(pointer) else { throw .refused("A buffer cannot be copied.") }
    unsafe gst_buffer_add_parent_buffer_meta(copy, pointer)
    unsafe copy.pointee.pts = GstClockTime(presentationTime)
    unsafe copy.pointee.dts = gste_clock_time_none()
    unsafe copy.pointee.duration = GstClockTime(duration)
    unsafe copy.pointee.offset = UInt.max
    unsafe copy.pointee.offset_end = UInt.max
    unsafe gste_buffer_unset_flag(copy, GST_BUFFER_FLAG_DISCONT.rawValue)
    unsafe gste_buffer_unset_flag(copy, GST_BUFFER_FLAG_RESYNC.rawValue)
    if isGap { unsafe gste_buffer_set_flag(copy, GST_BUFFER_FLAG_GAP.rawValue) }
    return unsafe Buffer(adopting: copy)
  }

  /// The same media for `duration` nanoseconds, its bytes not copied, all else as it is. C: `gst_buffer_copy`.
  public func lasting(_ duration: Int64) throws(GStreamerError) -> Buffer {
    guard let copy = unsafe gst_buffer_copy(pointer) else { throw .refused("A buffer cannot be copied.") }
    unsafe copy.pointee.duration = GstClockTime(duration)
    return unsafe Buffer(adopting: copy)
  }

  /// The same media, decoded when it is shown, its bytes not copied, all else as it is. C: `gst_buffer_copy`.
  public func decodedAtPresentation() throws(GStreamerError) -> Buffer {
    guard let copy = unsafe gst_buffer_copy(pointer) else { throw .refused("A buffer cannot be copied.") }
    unsafe copy.pointee.dts = unsafe copy.pointee.pts
    return unsafe Buffer(adopting: copy)
  }

  /// A copy in which `bytes` stand at `offset`. C: `gst_buffer_copy_deep`, `gst_buffer_fill`.
  ///
  /// - Throws: `GStreamerError` if there is no memory for it.
  public func replacingBytes(at offset: Int, with bytes: [UInt8]) throws(GStreamerError) -> Buffer {
    guard let copy = unsafe gst_buffer_copy_deep(pointer) else { throw .refused("A buffer cannot be copied.") }
    unsafe gst_buffer_fill(copy, gsize(offset), bytes, gsize(bytes.count))
    return unsafe Buffer(adopting: copy)
  }

  /// The bytes, for as long as `body` runs. C: `gst_buffer_map`.
  public func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    var map = unsafe GstMapInfo()
    guard unsafe gst_buffer_map(pointer, &map, GST_MAP_READ) != 0 else {
      throw GStreamerError.refused("A buffer cannot be read.")
    }
    defer { unsafe gst_buffer_unmap(pointer, &map) }
    return try unsafe body(Span(_unsafeElements: UnsafeBufferPointer(start: map.data, count: Int(map.size))))
  }

  /// The bytes, copied. C: `gst_buffer_map`.
  public func bytes() throws -> [UInt8] {
    try withBytes { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
  }

  /// A packet of `bytes`, with the times of this one.
  ///
  /// - Throws: `GStreamerError` if there is no memory for it.
  public func holding(_ bytes: [UInt8]) throws(GStreamerError) -> Buffer {
    try Buffer(
      bytes: bytes, presentationTime: presentationTime, decodeTime: decodeTime, duration: duration,
      isKeyframe: isKeyframe)
  }

  /// The samples of a buffer of 64-bit floating-point sound, copied. C: `gst_buffer_map`.
  public func samples() throws -> [Double] {
    try withBytes { bytes in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe UnsafeRawBufferPointer(bytes).withMemoryRebound(to: Double.self) { unsafe Array($0) }
      }
    }
  }

  private static func time(_ nanoseconds: Int64?) -> GstClockTime {
    nanoseconds.map { GstClockTime(max(0, $0)) } ?? gste_clock_time_none()
  }

  private func nanoseconds(_ time: GstClockTime) -> Int64? {
    Int64(exactly: time)
  }
}
