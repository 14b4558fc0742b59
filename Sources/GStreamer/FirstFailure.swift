import CGStreamer
import Synchronization

// SAFETY: the bus lends the message for the length of the call, whose error and text are copied and freed; the box
// belongs to the bus, which releases it with its handler.

/// The error of a graph that caused the others.
///
/// An element that stops because another one failed reports an error as well, and the bus hands out each error once, to
/// the first thread that reads it. So errors are noted when they are posted, by the thread that posts them.
///
/// ```
///  filesink ── "disk full" ──┐ noted first
///                            ├─► bus ─► every reader, in any order, gets the first
///  appsrc ── "stream error" ─┘
/// ```
///
/// Threads: any. Lock order: only this.
final class FirstFailure: Sendable {
  private let error = Mutex<GStreamerError?>(nil)

  /// Notes the errors that are posted on the bus of `pipeline` from now on. C: `gst_bus_set_sync_handler`.
  func listen(to pipeline: UnsafeMutablePointer<GstElement>) {
    guard let bus = unsafe gst_element_get_bus(pipeline) else { return }
    defer { unsafe gst_object_unref(bus) }
    typealias Body = @Sendable (GStreamerError) -> Void
    let box = CallbackBox<Body> { [self] error in _ = noted(error) }
    let handler: GstBusSyncHandler = { _, message, data in
      if let message = unsafe message, let data = unsafe data, unsafe message.pointee.type == GST_MESSAGE_ERROR {
        var error = unsafe GStreamerError(in: message, gst_message_parse_error)
        error.isOutOfDescriptors = OpenDescriptors.areExhausted
        unsafe CallbackBox<Body>.body(at: data)(error)
      }
      return GST_BUS_PASS
    }
    unsafe gst_bus_set_sync_handler(bus, handler, box.ownedPointer(), { unsafe releaseCallbackBox($0) })
  }

  /// The first failure so far.
  var first: GStreamerError? { error.withLock(\.self) }

  /// The first error, which is `other` where none was noted before. A disk's is the cause even of earlier ones: a muxer
  /// that cannot write reports that it cannot multiplex.
  func noted(_ other: GStreamerError) -> GStreamerError {
    error.withLock { first in
      guard let known = first, known.isDiskError || !other.isDiskError else {
        first = other
        return other
      }
      return known
    }
  }
}

extension GStreamerError {
  typealias Parser = (
    UnsafeMutablePointer<GstMessage>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
    UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
  ) -> Void

  /// The error or warning in `message`, which `parse` reads.
  init(in message: UnsafeMutablePointer<GstMessage>, _ parse: Parser) {
    var error: UnsafeMutablePointer<GError>?
    var debug: UnsafeMutablePointer<gchar>?
    unsafe parse(message, &error, &debug)
    defer {
      unsafe g_clear_error(&error)
      unsafe g_free(debug)
    }
    self.init(
      domain: unsafe error.map { unsafe String(cString: gste_error_domain($0)) } ?? "",
      code: unsafe error.map { unsafe Int($0.pointee.code) } ?? 0,
      message: unsafe error.map { unsafe String(cString: gste_error_message($0)) } ?? "",
      debug: unsafe debug.map { unsafe String(cString: $0) },
      element: unsafe String(cString: gste_message_source_name(message)))
  }
}
