import CompositorABI
import Synchronization

/// What the host calls: the functions of the tables.
enum ExportedFunctions {
  /// Makes an instance for a film; C: `gstedit_compositor.create`.
  typealias Maker =
    @convention(c) (
      UnsafePointer<gstedit_host>?, gstedit_handle, UnsafeMutablePointer<CChar>?, Int
    ) -> UnsafeMutableRawPointer?

  /// C's `create` is not told which compositor it makes, so that each has a function of its own.
  static let makers: [Maker] = unsafe [
    { unsafe create(0, $0, $1, $2, $3) },
    { unsafe create(1, $0, $1, $2, $3) },
    { unsafe create(2, $0, $1, $2, $3) },
    { unsafe create(3, $0, $1, $2, $3) },
    { unsafe create(4, $0, $1, $2, $3) },
    { unsafe create(5, $0, $1, $2, $3) },
    { unsafe create(6, $0, $1, $2, $3) },
    { unsafe create(7, $0, $1, $2, $3) },
    { unsafe create(8, $0, $1, $2, $3) },
    { unsafe create(9, $0, $1, $2, $3) },
    { unsafe create(10, $0, $1, $2, $3) },
    { unsafe create(11, $0, $1, $2, $3) },
    { unsafe create(12, $0, $1, $2, $3) },
    { unsafe create(13, $0, $1, $2, $3) },
    { unsafe create(14, $0, $1, $2, $3) },
    { unsafe create(15, $0, $1, $2, $3) },
  ]

  /// The compositors of this library, each at the place of its maker.
  private static let compositors = Mutex<[ExportedCompositor?]>(Array(repeating: nil, count: unsafe makers.count))

  /// A place for `exported`; nil once there are no more.
  static func place(for exported: ExportedCompositor) -> Int? {
    compositors.withLock { compositors in
      guard let place = compositors.firstIndex(where: { $0 == nil }) else { return nil }
      compositors[place] = exported
      return place
    }
  }

  /// The compositors at `places` are exported no longer.
  static func leave(_ places: [Int]) {
    compositors.withLock { compositors in
      for place in places { compositors[place] = nil }
    }
  }

  /// The instance behind the pointer that the host holds.
  static func instance(_ made: UnsafeMutableRawPointer?) -> ExportedInstance? {
    unsafe made.map { unsafe Unmanaged<ExportedInstance>.fromOpaque($0).takeUnretainedValue() }
  }

  static func destroy(_ made: UnsafeMutableRawPointer?) {
    if let made = unsafe made { unsafe Unmanaged<ExportedInstance>.fromOpaque(made).release() }
  }

  static func changeContext(_ made: UnsafeMutableRawPointer?, _ context: UnsafePointer<gstedit_context>?) {
    guard let instance = unsafe instance(made), let context = unsafe context else { return }
    unsafe instance.contextChanged(context.pointee)
  }

  static func start(_ made: UnsafeMutableRawPointer?, _ host: UnsafePointer<gstedit_host>?, _ request: gstedit_handle) {
    guard let instance = unsafe instance(made), let host = unsafe host else { return }
    instance.start(unsafe HostHandle(host, request))
  }

  static func compose(
    _ made: UnsafeMutableRawPointer?, _ host: UnsafePointer<gstedit_host>?, _ request: gstedit_handle
  ) {
    guard let instance = unsafe instance(made), let host = unsafe host else { return }
    instance.compose(unsafe HostHandle(host, request))
  }

  private static func create(
    _ place: Int, _ host: UnsafePointer<gstedit_host>?, _ film: gstedit_handle,
    _ error: UnsafeMutablePointer<CChar>?, _ size: Int
  ) -> UnsafeMutableRawPointer? {
    do {
      let needed = MemoryLayout<gstedit_host>.size
      guard let host = unsafe host, unsafe Int(host.pointee.struct_size) >= needed else {
        throw ExportFailure("the program is older than this plug-in")
      }
      guard let exported = compositors.withLock({ $0[place] }) else {
        throw ExportFailure("the plug-in exports it no longer")
      }
      let instance = try ExportedInstance(exported, for: unsafe HostHandle(host, film))
      return unsafe Unmanaged.passRetained(instance).toOpaque()
    } catch let failure {
      guard let error = unsafe error, size > 0 else { return nil }
      let words = "\(failure)".utf8.prefix(size - 1).map { CChar(bitPattern: $0) } + [0]
      for (index, word) in words.enumerated() { unsafe error[index] = word }
      return nil
    }
  }
}
