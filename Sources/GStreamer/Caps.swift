import CGStreamer

// SAFETY: the object holds one reference, so its structure is there for the length of a call; texts and bytes are
// copied out of it, and it is never written.

/// A description of media: "video/x-raw, format=I420, width=1280, …". C: `GstCaps`.
///
/// Immutable. Threads: any.
@safe public final class Caps: @unchecked Sendable {
  // @unchecked: the C reference count is atomic, and shared caps are never written.
  let pointer: UnsafeMutablePointer<GstCaps>

  init(adopting pointer: UnsafeMutablePointer<GstCaps>) {
    unsafe self.pointer = pointer
  }

  convenience init(retaining pointer: UnsafeMutablePointer<GstCaps>) {
    unsafe self.init(adopting: gst_caps_ref(pointer))
  }

  /// Caps written as text. C: `gst_caps_from_string`.
  ///
  /// - Throws: `GStreamerError` if the text cannot be read.
  public convenience init(_ text: String) throws(GStreamerError) {
    try Framework.start()
    guard let parsed = unsafe gst_caps_from_string(text) else {
      throw .refused("\"\(text)\" is not a description of media.")
    }
    unsafe self.init(adopting: parsed)
  }

  deinit { unsafe gst_caps_unref(pointer) }

  /// Whether `other` describes the same: cheap for those that come with successive buffers. C: `gst_caps_is_equal`.
  public func isEqual(to other: Caps) -> Bool { unsafe gst_caps_is_equal(pointer, other.pointer) != 0 }

  /// Whether something can be described by both. C: `gst_caps_can_intersect`.
  public func intersects(_ other: Caps) -> Bool { unsafe gst_caps_can_intersect(pointer, other.pointer) != 0 }

  /// The media type of the first structure: "video/x-h264". Empty for caps without one.
  public var mediaType: String {
    guard let structure = unsafe structure else { return "" }
    return unsafe String(cString: gst_structure_get_name(structure))
  }

  /// The integer field `name`, if there is one.
  public func integer(_ name: String) -> Int? {
    guard let structure = unsafe structure else { return nil }
    var number: Int32 = 0
    if unsafe gst_structure_get_int(structure, name, &number) != 0 { return Int(number) }
    var unsigned: UInt32 = 0
    return unsafe gst_structure_get_uint(structure, name, &unsigned) != 0 ? Int(unsigned) : nil
  }

  /// The string field `name`, if there is one.
  public func string(_ name: String) -> String? {
    guard let structure = unsafe structure, let text = unsafe gst_structure_get_string(structure, name) else {
      return nil
    }
    return unsafe String(cString: text)
  }

  /// The boolean field `name`, if there is one.
  public func boolean(_ name: String) -> Bool? {
    guard let structure = unsafe structure else { return nil }
    var truth: gboolean = 0
    return unsafe gst_structure_get_boolean(structure, name, &truth) != 0 ? truth != 0 : nil
  }

  /// The fraction field `name`, if there is one.
  public func fraction(_ name: String) -> (numerator: Int, denominator: Int)? {
    guard let structure = unsafe structure else { return nil }
    var numerator: Int32 = 0
    var denominator: Int32 = 0
    guard unsafe gst_structure_get_fraction(structure, name, &numerator, &denominator) != 0 else { return nil }
    return (Int(numerator), Int(denominator))
  }

  /// The bytes of the buffer field `name`, if there is one.
  public func bytes(_ name: String) -> [UInt8]? {
    guard let structure = unsafe structure, let value = unsafe gst_structure_get_value(structure, name),
      let buffer = unsafe gste_value_buffer(value)
    else { return nil }
    return unsafe Self.bytes(of: buffer)
  }

  /// The bytes of each buffer of the array field `name`; empty where there is none. C: `GST_TYPE_ARRAY`.
  public func buffers(_ name: String) -> [[UInt8]] {
    guard let structure = unsafe structure, let value = unsafe gst_structure_get_value(structure, name) else {
      return []
    }
    var buffers: [[UInt8]] = []
    while let buffer = unsafe gste_value_buffer_at(value, guint(buffers.count)) {
      unsafe buffers.append(Self.bytes(of: buffer))
    }
    return buffers
  }

  private static func bytes(of buffer: UnsafeMutablePointer<GstBuffer>) -> [UInt8] {
    let count = unsafe Int(gst_buffer_get_size(buffer))
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      filled = unsafe Int(gst_buffer_extract(buffer, 0, bytes.baseAddress, gsize(count)))
    }
  }

  private var structure: UnsafeMutablePointer<GstStructure>? {
    unsafe gst_caps_get_size(pointer) > 0 ? gst_caps_get_structure(pointer, 0) : nil
  }
}

extension Caps: CustomStringConvertible {
  /// The caps as text. C: `gst_caps_to_string`.
  public var description: String {
    guard let text = unsafe gst_caps_to_string(pointer) else { return "" }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }
}
