import Compositing
import CompositorABI
import EditingModel
import Synchronization

// SAFETY: the tables' memory is allocated in `init` and freed in `deinit`, after they are taken out of use. An
// instance is retained when it is made and released when it is destroyed, which the host does once; an error is
// written within the size that the host gives.

/// The tables of C that describe a plug-in, for as long as the object lives.
@safe final class ExportedTable: @unchecked Sendable {
  // @unchecked: the tables are written once, before they are published.
  /// The plug-in's own.
  private(set) var plugin: UnsafePointer<gstedit_plugin>?

  private var memory: [UnsafeMutableRawPointer] = unsafe []
  private var places: [Int] = []

  /// The tables of the plug-in `name`, which holds `compositors`.
  init(_ name: String, version: String, _ compositors: [ExportedCompositor]) {
    let tables = unsafe compositors.map { unsafe Optional(array([compositor($0)])) }
    unsafe plugin = unsafe array([
      gstedit_plugin(
        abi_version: UInt32(GSTEDIT_COMPOSITOR_ABI_VERSION), struct_size: UInt32(MemoryLayout<gstedit_plugin>.size),
        name: text(name), version: text(version), compositors: array(tables), compositor_count: UInt32(tables.count))
    ])
  }

  deinit {
    ExportedFunctions.leave(places)
    unsafe memory.forEach { unsafe $0.deallocate() }
  }

  private func compositor(_ exported: ExportedCompositor) -> gstedit_compositor {
    let description = exported.description
    let parameters = unsafe description.parameters.map { unsafe parameter($0) }
    let place = ExportedFunctions.place(for: exported)
    if let place { places.append(place) }
    return unsafe gstedit_compositor(
      struct_size: UInt32(MemoryLayout<gstedit_compositor>.size), name: text(description.name),
      summary: text(description.summary), source_formats: exported.sourceFormats.map { unsafe formats($0) },
      output_formats: formats(exported.outputFormats), parameters: array(parameters),
      parameter_count: UInt32(parameters.count), create: place.map { unsafe ExportedFunctions.makers[$0] },
      destroy: { unsafe ExportedFunctions.destroy($0) },
      context_changed: { unsafe ExportedFunctions.changeContext($0, $1) },
      start_request: exported.isSynchronous ? nil : { unsafe ExportedFunctions.start($0, $1, $2) },
      compose: exported.isSynchronous ? { unsafe ExportedFunctions.compose($0, $1, $2) } : nil,
      cancel_all: { unsafe ExportedFunctions.instance($0)?.cancelAll() },
      supports_wide_color_source_frames: exported.colorSupport.wideColor ? 1 : 0,
      supports_hdr_source_frames: exported.colorSupport.highDynamicRange ? 1 : 0)
  }

  private func parameter(_ parameter: CompositorParameter) -> gstedit_parameter {
    var entry = unsafe gstedit_parameter()
    unsafe entry.name = text(parameter.name)
    unsafe entry.summary = text(parameter.summary)
    switch parameter.kind {
    case .boolean: unsafe entry.kind = UInt32(GSTEDIT_PARAMETER_BOOLEAN)
    case .integer(let range):
      unsafe entry.kind = UInt32(GSTEDIT_PARAMETER_INTEGER)
      unsafe (entry.minimum, entry.maximum) = (Double(range.lowerBound), Double(range.upperBound))
    case .number(let range):
      unsafe entry.kind = UInt32(GSTEDIT_PARAMETER_NUMBER)
      unsafe (entry.minimum, entry.maximum) = (range.lowerBound, range.upperBound)
    case .text: unsafe entry.kind = UInt32(GSTEDIT_PARAMETER_TEXT)
    case .file: unsafe entry.kind = UInt32(GSTEDIT_PARAMETER_FILE)
    case .color: unsafe entry.kind = UInt32(GSTEDIT_PARAMETER_COLOR)
    case .choice(let words):
      unsafe entry.kind = UInt32(GSTEDIT_PARAMETER_CHOICE)
      unsafe entry.choices = array(words.map { unsafe Optional(text($0)) } + [nil])
    }
    switch parameter.defaultValue {
    case .bool(let truth): unsafe entry.default_number = truth ? 1 : 0
    case .number(let digits): unsafe entry.default_number = Double(digits) ?? .nan
    case .string(let words): unsafe entry.default_text = text(words)
    // No parameter has such a value; the host finds the default missing.
    case .null, .array, .object: unsafe entry.default_number = .nan
    }
    return unsafe entry
  }

  private func formats(_ formats: [PixelBuffer.Format]) -> UnsafePointer<UInt32> {
    unsafe array(formats.map(\.pluginNumber) + [0])
  }

  private func text(_ text: String) -> UnsafePointer<CChar> { unsafe array(Array(text.utf8CString)) }

  private func array<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let made = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    for (index, element) in elements.enumerated() { unsafe (made + index).initialize(to: element) }
    unsafe memory.append(UnsafeMutableRawPointer(made))
    return unsafe UnsafePointer(made)
  }
}

/// The functions of the tables, which the host calls.
enum ExportedFunctions {
  /// Makes an instance for a film; C: `gstedit_compositor.create`.
  typealias Maker =
    @convention(c) (
      UnsafePointer<gstedit_host>?, gstedit_handle, UnsafeMutablePointer<CChar>?, Int
    ) -> UnsafeMutableRawPointer?

  /// C's `create` does not know which compositor it makes, so that each has a function of its own.
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
