// SAFETY: the pointer owns one reference to the box from `ownedPointer()` until GLib's destroy notification gives it
// to `releaseCallbackBox`, once; in between the box is only looked at.

/// Carries a Swift closure through C's `user_data` pointer.
///
/// The pointer owns the box: the code that passes it to C also passes `releaseCallbackBox` as the destroy notification,
/// which alone frees the box.
final class CallbackBox<Body: Sendable>: Sendable {
  let body: Body

  init(_ body: Body) {
    self.body = body
  }

  /// A pointer that owns the box.
  func ownedPointer() -> UnsafeMutableRawPointer {
    unsafe Unmanaged.passRetained(self).toOpaque()
  }

  /// The closure behind a pointer that `ownedPointer` made.
  static func body(at pointer: UnsafeMutableRawPointer) -> Body {
    unsafe Unmanaged<CallbackBox<Body>>.fromOpaque(pointer).takeUnretainedValue().body
  }
}

/// Releases the box behind a pointer that `CallbackBox.ownedPointer` made: a `GDestroyNotify`.
func releaseCallbackBox(_ pointer: UnsafeMutableRawPointer?) {
  guard let pointer = unsafe pointer else { return }
  unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
}
