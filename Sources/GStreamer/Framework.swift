import CGStreamer
import Synchronization

// SAFETY: factories, plug-ins and lists are released in the function that found them, and names are copied before;
// pad templates and the version's text are constants of the libraries.

/// The framework as a whole: starting it, and what is installed.
///
/// Threads: any.
public enum Framework {
  /// Starts GStreamer once; further calls do nothing. C: `gst_init_check`.
  ///
  /// GLib's own messages (warnings and criticals of the C libraries) go to the handler of ``setLogHandler(_:)``, never
  /// to the terminal.
  ///
  /// - Throws: `GStreamerError` if the framework cannot start.
  public static func start() throws(GStreamerError) {
    if let error = outcome { throw error }
  }

  /// Lets all threads of the process share two heaps, and keeps a picture's memory for the next picture. glibc's
  /// default, a heap for each of the many short-lived decoding threads, retains more memory the more clips there are,
  /// and allocates each picture's anew.
  ///
  /// Must be called before the first thread starts. C: `mallopt`.
  public static func shareHeaps() {
    gste_share_arenas(2, 64 << 20)
  }

  /// "1.22.0". C: `gst_version_string`.
  public static var version: String {
    var major: UInt32 = 0
    var minor: UInt32 = 0
    var micro: UInt32 = 0
    var nano: UInt32 = 0
    unsafe gst_version(&major, &minor, &micro, &nano)
    return "\(major).\(minor).\(micro)"
  }

  /// The version of FFmpeg's libraries, whose codecs `gst-libav` holds: "5.1.6-0+deb12u1". C: `av_version_info`.
  public static var ffmpegVersion: String { unsafe String(cString: gste_ffmpeg_version()) }

  /// Whether the processor and the system have AVX-512.
  public static var hasAVX512: Bool { gste_has_avx512() != 0 }

  /// Whether an element of this factory is installed. C: `gst_element_factory_find`.
  public static func hasElement(_ factory: String) -> Bool {
    guard outcome == nil, let found = unsafe gst_element_factory_find(factory) else { return false }
    unsafe gst_object_unref(UnsafeMutableRawPointer(found))
    return true
  }

  /// The version of the plugin that an element of this factory comes from, "1.22.0"; nil where none is installed.
  /// C: `gst_plugin_get_version`.
  public static func version(ofElement factory: String) -> String? {
    guard outcome == nil, let found = unsafe gst_element_factory_find(factory) else { return nil }
    defer { unsafe gst_object_unref(UnsafeMutableRawPointer(found)) }
    guard let plugin = unsafe gst_plugin_feature_get_plugin(found) else { return nil }
    defer { unsafe gst_object_unref(UnsafeMutableRawPointer(plugin)) }
    return unsafe gst_plugin_get_version(plugin).map { unsafe String(cString: $0) }
  }

  /// The installed decoders for `caps` that run on the processor, the preferred first: those that drive a device rank above them
  /// where there is one, and are never found by chance. C: `gst_element_factory_list_filter`.
  public static func decoders(for caps: Caps) -> [String] {
    guard outcome == nil else { return [] }
    let kind = gste_decoder_factories()
    guard let all = unsafe gst_element_factory_list_get_elements(kind, GST_RANK_MARGINAL) else { return [] }
    defer { unsafe gst_plugin_feature_list_free(all) }
    let fitting = unsafe gst_element_factory_list_filter(all, caps.pointer, GST_PAD_SINK, 0)
    defer { unsafe gst_plugin_feature_list_free(fitting) }
    var names: [String] = []
    var node = unsafe fitting
    while let current = unsafe node {
      if let data = unsafe current.pointee.data {
        let factory = OpaquePointer(data)
        if unsafe gst_element_factory_list_is_type(factory, gste_hardware_factories()) == 0 {
          names.append(unsafe String(cString: gste_object_name(data)))
        }
      }
      unsafe node = current.pointee.next
    }
    return names
  }

  /// The caps of an element of this factory, as its always-there or first pads declare them; nil where none is
  /// installed, or it has no such pads. C: `gst_element_factory_get_static_pad_templates`.
  public static func templates(ofElement factory: String) -> (sinkCaps: Caps, sourceCaps: Caps)? {
    guard outcome == nil, let found = unsafe gst_element_factory_find(factory) else { return nil }
    defer { unsafe gst_object_unref(UnsafeMutableRawPointer(found)) }
    var caps: [GstPadDirection: Caps] = [:]
    let all = unsafe gst_element_factory_get_static_pad_templates(found)
    var node = unsafe all.map { unsafe UnsafeMutablePointer(mutating: $0) }
    while let current = unsafe node {
      if let template = unsafe current.pointee.data?.assumingMemoryBound(to: GstStaticPadTemplate.self) {
        let direction = unsafe template.pointee.direction
        if caps[direction] == nil, let own = unsafe gst_static_pad_template_get_caps(template) {
          caps[direction] = unsafe Caps(adopting: own)
        }
      }
      unsafe node = current.pointee.next
    }
    guard let sinkCaps = caps[GST_PAD_SINK], let sourceCaps = caps[GST_PAD_SRC] else { return nil }
    return (sinkCaps, sourceCaps)
  }

  /// Sets the handler of GLib's messages, called on any thread; without one they are discarded.
  public static func setLogHandler(_ handler: (@Sendable (_ domain: String, _ message: String) -> Void)?) {
    logHandler.withLock { $0 = handler.map { LogHandler(call: $0) } }
  }

  /// Frees everything that the framework holds, at the end of a process that checks for leaks. This module must not be
  /// used afterwards. C: `gst_deinit`.
  public static func shutDownForLeakCheck() {
    gst_deinit()
  }

  /// Passes `message` to the handler of the libraries' messages.
  static func log(_ message: String) {
    logHandler.withLock { $0 }?.call("GStreamer", message)
  }

  private static let logHandler = Mutex<LogHandler?>(nil)

  /// A function by itself would be wrapped once more each time that it is taken out of the lock.
  private struct LogHandler: Sendable { let call: @Sendable (String, String) -> Void }

  private static let outcome: GStreamerError? = {
    unsafe gste_log_set_handler { domain, message, _ in
      let domain = unsafe domain.map { unsafe String(cString: $0) } ?? ""
      let message = unsafe String(cString: message)
      let handler = Framework.logHandler.withLock { $0 }
      handler?.call(domain, message)
    }
    var error: UnsafeMutablePointer<GError>?
    guard unsafe gst_init_check(nil, nil, &error) == 0 else {
      gste_register_option_types()
      return nil
    }
    defer { unsafe g_clear_error(&error) }
    let words = unsafe error.map { unsafe String(cString: gste_error_message($0)) } ?? "GStreamer cannot start."
    return GStreamerError(domain: "gstedit", code: 3, message: words)
  }()
}
