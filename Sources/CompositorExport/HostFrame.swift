import Compositing
import CompositorABI
import Synchronization

// SAFETY: the host keeps a frame's bytes until the request is finished, and the lease refuses access later. A plane is
// as long as its extent and stride come to, which are checked against the format.

/// The memory of a frame of the host's, in place.
@safe final class HostFrame: PixelBufferStorage, @unchecked Sendable {
  // @unchecked: the host's description never changes; bytes are reached through a pixel buffer, while the lease lasts.
  /// The host's own description of it.
  let frame: UnsafePointer<gstedit_frame>
  /// The lease for which it may be touched.
  let lease: FrameLease
  let planes: [PixelBuffer.Plane]

  private let bytes: [UnsafeMutablePointer<UInt8>]

  /// The failure of a frame whose memory is too small for its format.
  static let unusable = ExportFailure("the program handed a frame that this plug-in does not understand")

  /// A pixel buffer that shows `frame`, until `lease` ends.
  ///
  /// - Throws: `unusable` where it is of a format that there is not, or its planes are not that format's.
  static func buffer(
    _ frame: UnsafePointer<gstedit_frame>, lease: FrameLease, isReadOnly: Bool
  ) throws(ExportFailure) -> PixelBuffer {
    let (width, height) = unsafe (Int(frame.pointee.width), Int(frame.pointee.height))
    guard let format = unsafe PixelBuffer.Format(pluginNumber: frame.pointee.format), width > 0, height > 0 else {
      throw unusable
    }
    return PixelBuffer(
      format: format, width: width, height: height, pixelAspectRatio: .square,
      storage: unsafe try HostFrame(frame, extents: format.extents(width: width, height: height), lease: lease),
      isReadOnly: isReadOnly)
  }

  private init(
    _ frame: UnsafePointer<gstedit_frame>, extents: [(rowByteCount: Int, height: Int)], lease: FrameLease
  ) throws(ExportFailure) {
    let list = unsafe frame.pointee.planes
    let all = unsafe [list.0, list.1, list.2, list.3]
    guard unsafe extents.count == Int(frame.pointee.plane_count) else { throw Self.unusable }
    var planes: [PixelBuffer.Plane] = []
    var bytes: [UnsafeMutablePointer<UInt8>] = unsafe []
    for unsafe(plane, extent) in unsafe zip(all, extents) {
      let bytesPerRow = unsafe plane.bytes_per_row
      guard let start = unsafe plane.bytes, unsafe Int(plane.height) == extent.height,
        bytesPerRow >= extent.rowByteCount, !bytesPerRow.multipliedReportingOverflow(by: extent.height).overflow
      else { throw Self.unusable }
      planes.append(
        PixelBuffer.Plane(rowByteCount: extent.rowByteCount, height: extent.height, bytesPerRow: bytesPerRow))
      unsafe bytes.append(start)
    }
    unsafe self.frame = unsafe frame
    self.lease = lease
    self.planes = planes
    unsafe self.bytes = unsafe bytes
  }

  func withBytes<Result>(ofPlane plane: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try lease.hold {
      try body(unsafe Span(_unsafeStart: bytes[plane], count: planes[plane].byteCount))
    }
  }

  func withMutableBytes<Result>(
    ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) throws -> Result
  ) throws -> Result {
    try lease.hold {
      var span = unsafe MutableSpan(_unsafeStart: bytes[plane], count: planes[plane].byteCount)
      return try body(&span)
    }
  }

  func makeReadOnly() {}
}

/// The lease of a request's frames: they may be touched until it is finished. That is reported to the host, which may
/// then take them back, as soon as their bytes are no longer accessed.
///
/// Threads: any.
final class FrameLease: Sendable {
  private let ended: @Sendable () -> Void
  private let state = Mutex(State())

  private struct State {
    /// The number of closures that access the bytes.
    var users = 0
    /// Whether the request is finished.
    var isOver = false
    /// The pending report to the host.
    var ending: (@Sendable () -> Void)?
  }

  /// A lease from now on; `ended` is called when the host reports its end.
  init(ended: @escaping @Sendable () -> Void) {
    self.ended = ended
  }

  /// Runs `body` while the frames stay where they are.
  ///
  /// - Throws: `ExportFailure` once the request is finished, and what `body` throws.
  func hold<Result>(_ body: () throws -> Result) throws -> Result {
    try state.withLock { state throws(ExportFailure) in
      guard !state.isOver else {
        throw ExportFailure("a frame is touched whose request is finished; copy what is needed later")
      }
      state.users += 1
    }
    defer { release() }
    return try body()
  }

  /// Ends the lease, and runs `ending`, which reports to the host, once the bytes are no longer accessed. Called once.
  func end(_ ending: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      state.isOver = true
      if state.users > 0 { state.ending = ending }
      return state.users == 0
    }
    if isFree { finish(ending) }
  }

  private func release() {
    let ending = state.withLock { state -> (@Sendable () -> Void)? in
      state.users -= 1
      return state.users == 0 ? state.ending.take() : nil
    }
    if let ending { finish(ending) }
  }

  private func finish(_ ending: @Sendable () -> Void) {
    ending()
    ended()
  }
}
