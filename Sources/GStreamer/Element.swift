import CGStreamer

// SAFETY: `raw` holds a reference to a GstElement, so the casts to it and to its class hold; properties are set
// through values that are unset again, and GLib releases each callback's box with the signal.

/// One element of a pipeline. C: `GstElement`.
///
/// Threads: any; properties are set before the pipeline starts.
@safe public final class Element: ObjectHandle, @unchecked Sendable {
  // @unchecked: as its superclass.

  /// An element of the factory `factory`. C: `gst_element_factory_make`.
  ///
  /// - Throws: `GStreamerError` with `isMissingElement` if it is not installed.
  public convenience init(_ factory: String, name: String? = nil) throws(GStreamerError) {
    try Framework.start()
    guard let made = unsafe gst_element_factory_make(factory, name) else { throw .missing(element: factory) }
    unsafe self.init(adopting: sunk(UnsafeMutableRawPointer(made)))
  }

  /// The factory it came from. C: `gst_plugin_feature_get_name`.
  public var factory: String {
    guard let factory = unsafe gst_element_get_factory(pointer) else { return "" }
    return unsafe String(cString: gste_object_name(UnsafeMutableRawPointer(factory)))
  }

  var pointer: UnsafeMutablePointer<GstElement> { unsafe raw.assumingMemoryBound(to: GstElement.self) }

  /// Sets a number. C: `g_object_set_property`.
  public func set(_ property: String, _ number: Int) throws(GStreamerError) {
    try require(property)
    var value = GValue()
    unsafe gste_value_init_int64(&value, gint64(number))
    defer { unsafe g_value_unset(&value) }
    unsafe g_object_set_property(gste_g_object(raw), property, &value)
  }

  /// Sets a number with a fraction. C: `g_object_set_property`.
  public func set(_ property: String, _ number: Double) throws(GStreamerError) {
    try require(property)
    var value = GValue()
    unsafe gste_value_init_double(&value, number)
    defer { unsafe g_value_unset(&value) }
    unsafe g_object_set_property(gste_g_object(raw), property, &value)
  }

  /// Switches something on or off. C: `g_object_set_property`.
  public func set(_ property: String, _ truth: Bool) throws(GStreamerError) {
    try require(property)
    var value = GValue()
    unsafe gste_value_init_boolean(&value, truth ? 1 : 0)
    defer { unsafe g_value_unset(&value) }
    unsafe g_object_set_property(gste_g_object(raw), property, &value)
  }

  /// Sets from text: a string, or the nickname of an enumeration's or flags' value. C: `gst_util_set_object_arg`.
  public func set(_ property: String, _ text: String) throws(GStreamerError) {
    try require(property)
    unsafe gst_util_set_object_arg(gste_g_object(raw), property, text)
  }

  /// Sets caps.
  public func set(_ property: String, _ caps: Caps) throws(GStreamerError) {
    try require(property)
    unsafe gste_set_boxed_caps(gste_g_object(raw), property, caps.pointer)
  }

  /// Whether the element has a property of this name.
  public func hasProperty(_ property: String) -> Bool {
    let type = unsafe raw.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class
    guard let type = unsafe type else { return false }
    return unsafe UnsafeMutableRawPointer(type).withMemoryRebound(to: GObjectClass.self, capacity: 1) {
      unsafe g_object_class_find_property($0, property) != nil
    }
  }

  /// The pad that is always there, `name`. C: `gst_element_get_static_pad`.
  public func pad(_ name: String) throws(GStreamerError) -> Pad {
    guard let pad = unsafe gst_element_get_static_pad(pointer, name) else {
      throw .refused("Element \(self.name) has no pad \"\(name)\".")
    }
    return unsafe Pad(adopting: UnsafeMutableRawPointer(pad))
  }

  /// A new pad from the template `template`. C: `gst_element_request_pad_simple`.
  public func requestPad(_ template: String) throws(GStreamerError) -> Pad {
    guard let pad = unsafe gst_element_request_pad_simple(pointer, template) else {
      throw .refused("Element \(name) gives no pad \"\(template)\".")
    }
    return unsafe Pad(adopting: UnsafeMutableRawPointer(pad))
  }

  /// Calls `body` with each pad the element adds while it runs, on the element's streaming thread.
  public func onPadAdded(_ body: @escaping @Sendable (Pad) -> Void) {
    typealias Body = @Sendable (Pad) -> Void
    typealias Handler =
      @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
    let handler: Handler = { _, pad, data in
      guard let pad = unsafe pad, let data = unsafe data else { return }
      unsafe CallbackBox<Body>.body(at: data)(Pad(adopting: retained(pad)))
    }
    let box = CallbackBox<Body>(body)
    unsafe g_signal_connect_data(
      raw, "pad-added", unsafeBitCast(handler, to: GCallback.self), box.ownedPointer(),
      { data, _ in unsafe releaseCallbackBox(data) }, GConnectFlags(rawValue: 0))
  }

  /// Calls `body` once the element has added all its pads, on the element's streaming thread.
  public func onNoMorePads(_ body: @escaping @Sendable () -> Void) {
    typealias Body = @Sendable () -> Void
    typealias Handler = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
    let handler: Handler = { _, data in
      if let data = unsafe data { unsafe CallbackBox<Body>.body(at: data)() }
    }
    let box = CallbackBox<Body>(body)
    unsafe g_signal_connect_data(
      raw, "no-more-pads", unsafeBitCast(handler, to: GCallback.self), box.ownedPointer(),
      { data, _ in unsafe releaseCallbackBox(data) }, GConnectFlags(rawValue: 0))
  }

  /// `gst_util_set_object_arg` and `g_object_set_property` are silent about names that do not exist.
  private func require(_ property: String) throws(GStreamerError) {
    guard hasProperty(property) else { throw .refused("Element \(name) has no property \"\(property)\".") }
  }
}
