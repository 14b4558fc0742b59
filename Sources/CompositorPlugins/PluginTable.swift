import Compositing
import CompositorABI
import EditingModel

// SAFETY: the table is a constant of a library that is never closed, and no field beyond the size that it states is
// read. Texts end with a zero and lists as the header says, which nothing can check: a plug-in that breaks it can
// crash the process it is loaded in, the reason for a process of its own.

/// One compositor of a plug-in: its table, read and checked.
@safe struct PluginTable: @unchecked Sendable {
  // @unchecked: the table that the pointer leads to is the plug-in's constant.
  /// The plug-in's own table.
  let functions: UnsafePointer<gstedit_compositor>
  /// The compositor's description of itself.
  let description: CompositorDescription
  /// The formats of sources; nil for any.
  let sourceFormats: [PixelBuffer.Format]?
  /// The formats of finished frames.
  let outputFormats: [PixelBuffer.Format]
  /// The colors of sources.
  let colorSupport: CompositorColorSupport
  /// The host's table, which the plug-in calls.
  let host: PluginHost

  /// The version of the interface that this program speaks.
  static let abiVersion = UInt32(GSTEDIT_COMPOSITOR_ABI_VERSION)
  /// The versions of plug-ins that it works with, the latest first.
  static let abiVersions = Array((1...abiVersion).reversed())

  /// Reads what the plug-in at `path` says about itself.
  static func read(
    _ plugin: UnsafePointer<gstedit_plugin>, path: String
  ) throws(PluginError) -> (name: String, version: String, entries: [PluginTable]) {
    let version = unsafe plugin.pointee.abi_version
    guard let host = PluginHost(for: version) else {
      throw PluginError(
        .wrongVersion, path: path,
        "It is made for version \(version) of the interface, not for \(abiVersion) or one before it.",
        remedy: "Build it again with the header of this version of GstEdit.")
    }
    let reader = PluginReader(path: path)
    unsafe try reader.check(
      unsafe plugin.pointee.struct_size, of: MemoryLayout<gstedit_plugin>.size, called: "the plug-in")
    let name = unsafe try reader.text(plugin.pointee.name, called: "the plug-in's name")
    let words = unsafe try reader.text(plugin.pointee.version, called: "the plug-in's version")
    let count = unsafe Int(plugin.pointee.compositor_count)
    guard count > 0, let tables = unsafe plugin.pointee.compositors else {
      throw reader.fault("It holds no compositor.")
    }
    var entries: [PluginTable] = []
    for index in 0..<count {
      guard let table = unsafe tables[index] else { throw reader.fault("Its compositor \(index) is NULL.") }
      let entry = unsafe try PluginTable(table, version: version, host: host, reader: reader)
      guard !entries.contains(where: { $0.description.name == entry.description.name }) else {
        throw reader.fault("It holds two compositors called “\(entry.description.name)”.")
      }
      entries.append(entry)
    }
    return (name, words, entries)
  }

  private init(
    _ table: UnsafePointer<gstedit_compositor>, version: UInt32, host: PluginHost, reader: PluginReader
  ) throws(PluginError) {
    self.host = host
    try reader.check(
      unsafe table.pointee.struct_size, of: Self.compositorSize(in: version), called: "a compositor")
    // Fields that a table of version 1 lacks must not be read.
    colorSupport =
      version < 2
      ? CompositorColorSupport()
      : unsafe CompositorColorSupport(
        wideColor: table.pointee.supports_wide_color_source_frames != 0,
        highDynamicRange: table.pointee.supports_hdr_source_frames != 0)
    let name = unsafe try reader.text(table.pointee.name, called: "a compositor's name")
    let hasStart = unsafe table.pointee.start_request != nil
    let hasCompose = unsafe table.pointee.compose != nil
    let hasLifecycle = unsafe table.pointee.create != nil && table.pointee.destroy != nil
    guard hasLifecycle, hasStart != hasCompose else {
      throw reader.fault("Its compositor “\(name)” has not create, destroy and one of start_request and compose.")
    }
    unsafe functions = table
    sourceFormats = unsafe try table.pointee.source_formats.map { list throws(PluginError) in
      unsafe try reader.formats(list, of: name)
    }
    guard let outputs = unsafe table.pointee.output_formats else {
      throw reader.fault("Its compositor “\(name)” names no output format.")
    }
    outputFormats = unsafe try reader.formats(outputs, of: name)
    description = CompositorDescription(
      name: name, summary: unsafe try reader.text(table.pointee.summary, called: "the summary of “\(name)”"),
      parameters: unsafe try reader.parameters(
        table.pointee.parameters, count: Int(table.pointee.parameter_count), of: name))
  }
}

extension PluginTable {
  /// The bytes of a compositor's table in `version` of the interface.
  private static func compositorSize(in version: UInt32) -> Int {
    let added = unsafe MemoryLayout<gstedit_compositor>.offset(of: \.supports_wide_color_source_frames)
    return version < 2 ? added ?? 0 : unsafe MemoryLayout<gstedit_compositor>.size
  }
}

/// Reads the parts of a plug-in's tables, and says which part is at fault.
struct PluginReader {
  /// The plug-in's file.
  let path: String

  /// A fault of the tables.
  func fault(_ message: String) -> PluginError {
    PluginError(.invalidTable, path: path, message, remedy: "Tell its author.")
  }

  /// Checks that a table has at least what this version of the interface has.
  func check(_ size: UInt32, of expected: Int, called name: String) throws(PluginError) {
    guard Int(size) >= expected else {
      throw fault("Its table of \(name) has \(size) bytes, and \(expected) are needed.")
    }
  }

  /// The text at `pointer`, which is not empty.
  func text(_ pointer: UnsafePointer<CChar>?, called name: String) throws(PluginError) -> String {
    guard let pointer = unsafe pointer else { throw fault("There is no text for \(name).") }
    let text = unsafe String(cString: pointer)
    guard !text.isEmpty else { throw fault("There is no text for \(name).") }
    return text
  }

  /// The formats in `list`, which ends with 0 and holds at least one.
  func formats(_ list: UnsafePointer<UInt32>, of name: String) throws(PluginError) -> [PixelBuffer.Format] {
    var formats: [PixelBuffer.Format] = []
    var place = unsafe list
    while unsafe place.pointee != 0 {
      let number = unsafe place.pointee
      guard let format = PixelBuffer.Format(pluginNumber: number) else {
        throw fault("Its compositor “\(name)” names the pixel format \(number), which there is not.")
      }
      formats.append(format)
      unsafe place += 1
    }
    guard !formats.isEmpty else { throw fault("Its compositor “\(name)” has an empty list of pixel formats.") }
    return formats
  }

  /// The `count` parameters at `list`.
  func parameters(
    _ list: UnsafePointer<gstedit_parameter>?, count: Int, of compositor: String
  ) throws(PluginError) -> [CompositorParameter] {
    guard count > 0 else { return [] }
    guard let list = unsafe list else { throw fault("The parameters of its compositor “\(compositor)” are NULL.") }
    var parameters: [CompositorParameter] = []
    for index in 0..<count {
      let parameter = unsafe try parameter(list[index], of: compositor)
      guard !parameters.contains(where: { $0.name == parameter.name }) else {
        throw fault("Its compositor “\(compositor)” has two parameters called “\(parameter.name)”.")
      }
      parameters.append(parameter)
    }
    return parameters
  }

  private func parameter(
    _ entry: gstedit_parameter, of compositor: String
  ) throws(PluginError) -> CompositorParameter {
    let name = unsafe try text(entry.name, called: "a parameter of “\(compositor)”")
    let summary = unsafe try text(entry.summary, called: "the summary of the parameter “\(name)”")
    let number = unsafe entry.default_number
    let kind: CompositorParameter.Kind
    let value: JSONValue
    switch unsafe Int(entry.kind) {
    case GSTEDIT_PARAMETER_BOOLEAN:
      (kind, value) = (.boolean, .bool(number != 0))
    case GSTEDIT_PARAMETER_INTEGER:
      let bounds = unsafe (Int64(exactly: entry.minimum), Int64(exactly: entry.maximum))
      guard let least = bounds.0, let most = bounds.1, least <= most, let whole = Int64(exactly: number) else {
        throw fault("The range of the parameter “\(name)” of “\(compositor)” is none of whole numbers.")
      }
      (kind, value) = (.integer(least...most), .number(String(whole)))
    case GSTEDIT_PARAMETER_NUMBER:
      let (least, most) = unsafe (entry.minimum, entry.maximum)
      guard least <= most, number.isFinite else {
        throw fault("The range of the parameter “\(name)” of “\(compositor)” is none.")
      }
      (kind, value) = (.number(least...most), .number(String(number)))
    case GSTEDIT_PARAMETER_TEXT, GSTEDIT_PARAMETER_FILE:
      kind = unsafe Int(entry.kind) == GSTEDIT_PARAMETER_FILE ? .file : .text
      value = .string(unsafe entry.default_text.map { unsafe String(cString: $0) } ?? "")
    case GSTEDIT_PARAMETER_COLOR:
      kind = .color
      value = .string(unsafe try text(entry.default_text, called: "the default of the parameter “\(name)”"))
    case GSTEDIT_PARAMETER_CHOICE:
      kind = .choice(unsafe words(entry.choices))
      value = .string(unsafe try text(entry.default_text, called: "the default of the parameter “\(name)”"))
    default:
      throw fault("The parameter “\(name)” of “\(compositor)” is of a kind that there is not.")
    }
    guard kind.accepts(value) else {
      throw fault("The default of the parameter “\(name)” of “\(compositor)” is not \(kind.expectation).")
    }
    return CompositorParameter(name, kind, default: value, summary: summary)
  }

  private func words(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard var place = unsafe list else { return [] }
    var words: [String] = []
    while let word = unsafe place.pointee {
      words.append(unsafe String(cString: word))
      unsafe place += 1
    }
    return words
  }
}
