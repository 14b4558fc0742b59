import CGStreamer

// SAFETY: `raw` is a GObject; this object holds one reference to it, adopted in `init`, released in `deinit`, and never
// changed.

/// One strong reference to a GstObject.
///
/// Threads: any. C: `gst_object_ref`, `gst_object_unref`.
@safe public class ObjectHandle: @unchecked Sendable {
  // @unchecked: the C reference count is atomic, and `raw` never changes.
  let raw: UnsafeMutableRawPointer

  /// Takes over a reference the caller owns ("transfer full", or a floating one that was just sunk).
  init(adopting raw: UnsafeMutableRawPointer) {
    unsafe self.raw = raw
  }

  deinit { unsafe gst_object_unref(raw) }

  /// The object's name, as GStreamer's own messages give it.
  public var name: String { unsafe String(cString: gste_object_name(raw)) }
}

/// Adds a reference to an object another owner holds ("transfer none").
func retained(_ raw: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
  unsafe gst_object_ref(raw)
}

/// Takes a floating reference for good.
func sunk(_ raw: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
  unsafe gst_object_ref_sink(raw)
}
