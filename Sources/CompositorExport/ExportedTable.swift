import Compositing
import CompositorABI
import EditingModel

/// The tables of C that describe a plug-in, for as long as the object lives.
@safe final class ExportedTable: @unchecked Sendable {
  // @unchecked: the tables are written once, before anybody sees them.
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
      cancel_all: { unsafe ExportedFunctions.instance($0)?.cancelAll() })
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
