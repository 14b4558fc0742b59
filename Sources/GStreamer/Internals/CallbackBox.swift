/// Carries a Swift closure through C's `user_data` pointer.
///
/// The pointer owns the box: whoever hands it to C also hands `release` as the destroy notification, which is the only
/// place where the box goes.
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

/// Lets go of the box behind a pointer that `CallbackBox.ownedPointer` made: a `GDestroyNotify`.
func releaseCallbackBox(_ pointer: UnsafeMutableRawPointer?) {
  guard let pointer = unsafe pointer else { return }
  unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
}
