import CGStreamer

// SAFETY: each device of the list is adopted with its reference, so only the list's nodes are freed; monitors, clocks
// and texts are released in the function that asked for them. The other casts are of objects that their handles hold.

/// A device found by the framework. C: `GstDevice`.
///
/// Threads: any.
@safe public final class Device: ObjectHandle, @unchecked Sendable {
  // @unchecked: as its superclass.

  private var pointer: UnsafeMutablePointer<GstDevice> { unsafe raw.assumingMemoryBound(to: GstDevice.self) }

  /// The device's name. C: `gst_device_get_display_name`.
  public var displayName: String {
    guard let text = unsafe gst_device_get_display_name(pointer) else { return "" }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  /// The device's formats; nil where it does not say. C: `gst_device_get_caps`.
  public var caps: Caps? {
    unsafe gst_device_get_caps(pointer).map { unsafe Caps(adopting: $0) }
  }

  /// The text called `name` among what is said of it; nil where there is none. C: `gst_device_get_properties`.
  public func property(_ name: String) -> String? {
    guard let all = unsafe gst_device_get_properties(pointer) else { return nil }
    defer { unsafe gst_structure_free(all) }
    return unsafe gst_structure_get_string(all, name).map { unsafe String(cString: $0) }
  }

  /// The name of the device at its server; nil where it has none. GObject: `internal-name`.
  public var internalName: String? {
    guard let text = unsafe gste_object_text(raw, "internal-name") else { return nil }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  /// A source of it. C: `gst_device_create_element`.
  ///
  /// - Throws: `GStreamerError` where there is none, as of a device that is gone.
  public func makeElement() throws(GStreamerError) -> Element {
    guard let made = unsafe gst_device_create_element(pointer, nil) else {
      throw .refused("The device \(displayName) has no element.")
    }
    return unsafe Element(adopting: sunk(UnsafeMutableRawPointer(made)))
  }

  /// The devices that are there now and whose class is one of `classes` ("Video/Source", "Audio/Source"), in the framework's order.
  /// Blocks while providers look. C: `gst_device_monitor_get_devices`.
  ///
  /// - Throws: `GStreamerError` if the framework cannot start.
  public static func all(ofClasses classes: [String]) throws(GStreamerError) -> [Device] {
    try Framework.start()
    guard let monitor = unsafe gst_device_monitor_new() else { throw .refused("Devices cannot be looked for.") }
    defer { unsafe gst_object_unref(UnsafeMutableRawPointer(monitor)) }
    for name in classes { unsafe gst_device_monitor_add_filter(monitor, name, nil) }
    // Without a provider that starts there are no devices.
    guard unsafe gst_device_monitor_start(monitor) != 0 else { return [] }
    defer { unsafe gst_device_monitor_stop(monitor) }
    let list = unsafe gst_device_monitor_get_devices(monitor)
    defer { unsafe g_list_free(list) }
    var devices: [Device] = []
    var node = unsafe list
    while let current = unsafe node {
      // The list's references become the devices' own.
      if let data = unsafe current.pointee.data { devices.append(unsafe Device(adopting: data)) }
      unsafe node = current.pointee.next
    }
    return devices
  }
}

extension Caps {
  /// A size of pictures, and rates at which they come, in pictures a second.
  public struct PictureRate: Hashable, Sendable {
    /// Pixels across.
    public let width: Int
    /// Pixels down.
    public let height: Int
    /// Pictures in ``denominator`` seconds.
    public let numerator: Int
    /// Seconds in which ``numerator`` pictures come.
    public let denominator: Int
  }

  /// The sizes with rates that are named one by one, of all kinds of pictures; those within ranges are not among them.
  /// C: `gst_caps_normalize`.
  public var pictureRates: [PictureRate] {
    guard let all = unsafe gst_caps_normalize(gst_caps_ref(pointer)) else { return [] }
    defer { unsafe gst_caps_unref(all) }
    return (0..<(unsafe gst_caps_get_size(all))).compactMap { index in
      guard let structure = unsafe gst_caps_get_structure(all, index) else { return nil }
      var (width, height, numerator, denominator): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
      guard unsafe gst_structure_get_int(structure, "width", &width) != 0,
        unsafe gst_structure_get_int(structure, "height", &height) != 0,
        unsafe gst_structure_get_fraction(structure, "framerate", &numerator, &denominator) != 0
      else { return nil }
      return PictureRate(
        width: Int(width), height: Int(height), numerator: Int(numerator), denominator: Int(denominator))
    }
  }
}

extension Element {
  /// Has the sink draw in the window of this number, which the caller owns. To be called before the sink starts, on a
  /// sink of windows. C: `gst_video_overlay_set_window_handle`.
  public func draw(inWindow handle: UInt) {
    unsafe gst_video_overlay_set_window_handle(gste_video_overlay(pointer), guintptr(handle))
    unsafe gst_video_overlay_handle_events(gste_video_overlay(pointer), 0)
  }

  /// Has it look how large the window is that it draws in, whose events it does not see, and draw there what it shows.
  /// C: `gst_video_overlay_expose`.
  public func expose() {
    unsafe gst_video_overlay_expose(gste_video_overlay(pointer))
  }
}

extension AppSource {
  /// Forgets what was put in and has not been played, in the elements behind as well. C: `GST_EVENT_FLUSH_START`,
  /// `GST_EVENT_FLUSH_STOP`.
  public func flush() {
    unsafe gst_element_send_event(element.pointer, gst_event_new_flush_start())
    unsafe gst_element_send_event(element.pointer, gst_event_new_flush_stop(0))
  }
}

extension Pipeline {
  /// Has the times of buffers be those of its clock, instead of counting from where it begins to run. To be called before it starts.
  /// C: `gst_element_set_start_time`, `gst_element_set_base_time`.
  public func useClockTimes() {
    let element = unsafe raw.assumingMemoryBound(to: GstElement.self)
    unsafe gst_element_set_start_time(element, gste_clock_time_none())
    unsafe gst_element_set_base_time(element, 0)
  }

  /// Has it run by the system's clock, which is the same for all pipelines, whatever its elements offer. To be called before it starts.
  /// C: `gst_pipeline_use_clock`.
  public func useSystemClock() {
    guard let clock = unsafe gst_system_clock_obtain() else { return }
    defer { unsafe gst_object_unref(UnsafeMutableRawPointer(clock)) }
    unsafe gst_pipeline_use_clock(raw.assumingMemoryBound(to: GstPipeline.self), clock)
  }

  /// The time of its clock, in nanoseconds; 0 before it has one. C: `gst_clock_get_time`.
  public var clockTime: Int64 {
    guard let clock = unsafe gst_element_get_clock(raw.assumingMemoryBound(to: GstElement.self)) else { return 0 }
    defer { unsafe gst_object_unref(UnsafeMutableRawPointer(clock)) }
    return Int64(clamping: unsafe gst_clock_get_time(clock))
  }

  /// The time at which it began to run, on its clock, in nanoseconds; 0 before. C: `gst_element_get_base_time`.
  public var baseTime: Int64 {
    Int64(clamping: unsafe gst_element_get_base_time(raw.assumingMemoryBound(to: GstElement.self)))
  }
}
