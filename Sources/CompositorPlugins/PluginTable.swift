import Compositing
import CompositorABI
import EditingModel

/// One compositor of a plug-in: its table, read and checked.
@safe struct PluginTable: @unchecked Sendable {
  // @unchecked: the table that the pointer leads to is the plug-in's constant.
  /// The plug-in's own table.
  let functions: UnsafePointer<gstedit_compositor>
  /// What it says about itself.
  let description: CompositorDescription
  /// What sources may come in; nil for any.
  let sourceFormats: [PixelBuffer.Format]?
  /// What frames are finished in.
  let outputFormats: [PixelBuffer.Format]

  /// The version of the interface that this program speaks.
  static let abiVersion = UInt32(GSTEDIT_COMPOSITOR_ABI_VERSION)

  /// Reads what the plug-in at `path` says about itself.
  static func read(
    _ plugin: UnsafePointer<gstedit_plugin>, path: String
  ) throws(PluginError) -> (name: String, version: String, entries: [PluginTable]) {
    let version = unsafe plugin.pointee.abi_version
    guard version == abiVersion else {
      throw PluginError(
        .wrongVersion, path: path, "It is made for version \(version) of the interface, not for \(abiVersion).",
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
      let entry = unsafe try PluginTable(table, reader: reader)
      guard !entries.contains(where: { $0.description.name == entry.description.name }) else {
        throw reader.fault("It holds two compositors called “\(entry.description.name)”.")
      }
      entries.append(entry)
    }
    return (name, words, entries)
  }

  private init(_ table: UnsafePointer<gstedit_compositor>, reader: PluginReader) throws(PluginError) {
    unsafe try reader.check(
      unsafe table.pointee.struct_size, of: MemoryLayout<gstedit_compositor>.size, called: "a compositor")
    let name = unsafe try reader.text(table.pointee.name, called: "a compositor's name")
    let hasStart = unsafe table.pointee.start_request != nil
    let hasCompose = unsafe table.pointee.compose != nil
    let hasLife = unsafe table.pointee.create != nil && table.pointee.destroy != nil
    guard hasLife, hasStart != hasCompose else {
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
