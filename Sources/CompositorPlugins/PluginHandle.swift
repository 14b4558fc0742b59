import Compositing
import CompositorABI
import EditingModel
import Synchronization

// SAFETY: texts and descriptions of frames are allocated here and freed in `deinit`. The address of a plane leaves
// its closure, which holds because a storage keeps its bytes where they are as long as it lives, and the handle keeps
// the buffer.

/// The object behind a handle: a request, or a film's parameters while an instance is made. Owns all memory that the plug-in
/// was shown on its account.
///
/// Threads: any.
@safe final class PluginHandle: @unchecked Sendable {
  // @unchecked: what changes stands behind `memory`'s lock; the memory itself is the plug-in's to use until the end.
  /// The frame to be made; nil of a film.
  let request: AsynchronousVideoCompositionRequest?
  /// The parameters in force.
  private let values: [String: JSONValue]
  /// The instance at work: it lives at least as long.
  private let compositor: PluginCompositor?
  private let memory = Mutex(Memory())

  @safe private struct Memory: @unchecked Sendable {
    // @unchecked: only ever reached behind a lock.
    var texts: [String: UnsafeMutablePointer<CChar>] = unsafe [:]
    var frames: [(pointer: UnsafeMutablePointer<gstedit_frame>, buffer: PixelBuffer)] = unsafe []
  }

  /// The handle of `request`, which `compositor` makes with `values`.
  init(_ request: AsynchronousVideoCompositionRequest?, values: [String: JSONValue], compositor: PluginCompositor?) {
    self.request = request
    self.values = values
    self.compositor = compositor
  }

  deinit {
    memory.withLock { memory in
      for unsafe(_, text) in unsafe memory.texts { unsafe text.deallocate() }
      for unsafe(frame, _) in unsafe memory.frames { unsafe frame.deallocate() }
    }
  }

  /// The number that the parameter `name` is, or 0 and 1 of a boolean.
  func number(_ name: String) -> Double? {
    switch values[name] {
    case .number(let digits)?: Double(digits)
    case .bool(let truth)?: truth ? 1 : 0
    default: nil
    }
  }

  /// The text that the parameter `name` is.
  func text(_ name: String) -> UnsafePointer<CChar>? {
    guard case .string(let text)? = values[name] else { return nil }
    return unsafe memory.withLock { memory in
      if let known = unsafe memory.texts[name] { return unsafe UnsafePointer(known) }
      let bytes = text.utf8CString
      let made = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      for (index, byte) in bytes.enumerated() { unsafe (made + index).initialize(to: byte) }
      unsafe memory.texts[name] = made
      return unsafe UnsafePointer(made)
    }
  }

  /// A frame that shows the plug-in the memory of `buffer`; the same for the same buffer.
  func frame(_ buffer: PixelBuffer) -> UnsafeMutablePointer<gstedit_frame>? {
    unsafe memory.withLock { memory in
      if let known = unsafe memory.frames.first(where: { unsafe $0.buffer === buffer }) { return unsafe known.pointer }
      guard let frame = Self.describe(buffer) else { return nil }
      let made = UnsafeMutablePointer<gstedit_frame>.allocate(capacity: 1)
      unsafe made.initialize(to: frame)
      unsafe memory.frames.append((made, buffer))
      return unsafe made
    }
  }

  /// The buffer whose memory `frame` shows; nil where the handle never gave out such a frame.
  func buffer(of frame: UnsafePointer<gstedit_frame>) -> PixelBuffer? {
    memory.withLock { memory in
      unsafe memory.frames.first { unsafe UnsafePointer($0.pointer) == frame }?.buffer
    }
  }

  /// The places of the planes of `buffer`. A storage keeps its bytes in place as long as it lives, and the handle keeps
  /// the buffer.
  private static func describe(_ buffer: PixelBuffer) -> gstedit_frame? {
    var planes: [gstedit_plane] = unsafe []
    for (index, plane) in buffer.planes.enumerated() {
      let start =
        unsafe try? buffer.isReadOnly
        ? buffer.storage.withBytes(ofPlane: index) { bytes in
          unsafe bytes.withUnsafeBufferPointer { unsafe UnsafeMutablePointer(mutating: $0.baseAddress) }
        }
        : buffer.storage.withMutableBytes(ofPlane: index) { bytes in
          unsafe bytes.withUnsafeMutableBufferPointer { $0.baseAddress }
        }
      guard let address = unsafe start ?? nil else { return nil }
      unsafe planes.append(
        gstedit_plane(
          bytes: address, bytes_per_row: plane.bytesPerRow, row_byte_count: plane.rowByteCount,
          height: UInt32(plane.height)))
    }
    var frame = gstedit_frame()
    frame.format = buffer.format.pluginNumber
    frame.width = UInt32(buffer.width)
    frame.height = UInt32(buffer.height)
    unsafe frame.plane_count = UInt32(planes.count)
    let empty = unsafe gstedit_plane()
    func plane(_ index: Int) -> gstedit_plane { unsafe index < planes.count ? planes[index] : empty }
    unsafe frame.planes = unsafe (plane(0), plane(1), plane(2), plane(3))
    return frame
  }
}

/// The handles that plug-ins hold, and what they stand for. A number is never used twice, so that one that has ended is
/// known to have.
///
/// Threads: any.
final class PluginHandles: Sendable {
  /// The handles of the process: a plug-in calls back with nothing but a handle.
  static let shared = PluginHandles()

  private let state = Mutex(State())

  private struct State {
    var last: UInt64 = 0
    var open: [UInt64: PluginHandle] = [:]
    /// Reports for handles that are ended once more, for the last handles that ended.
    var ended: [(number: UInt64, report: @Sendable () -> Void)] = []
  }

  /// Limit of the ended handles that are remembered.
  private static let memory = 256

  /// A number for `handle`.
  func open(_ handle: PluginHandle) -> UInt64 {
    state.withLock { state in
      state.last += 1
      state.open[state.last] = handle
      return state.last
    }
  }

  /// The object behind `number`; nil once it has ended.
  func handle(_ number: UInt64) -> PluginHandle? {
    state.withLock { $0.open[number] }
  }

  /// Ends `number` and returns what it stood for. Ending a number twice is reported to its request.
  func end(_ number: UInt64) -> PluginHandle? {
    let (handle, report) = state.withLock { state -> (PluginHandle?, (@Sendable () -> Void)?) in
      guard let handle = state.open.removeValue(forKey: number) else {
        return (nil, state.ended.first { $0.number == number }?.report)
      }
      if let report = handle.request?.reportFinishedAgain { state.ended.append((number, report)) }
      if state.ended.count > Self.memory { state.ended.removeFirst() }
      return (handle, nil)
    }
    report?()
    return handle
  }
}
