import CompositorABI
import CompositorExport
import Testing

/// A plug-in of one compositor as a program sees it: through the tables of C alone.
@safe struct ExportedPlugin {
  private let export: CompositorPluginExport
  private let table: UnsafePointer<gstedit_plugin>

  init(_ compositors: ExportedCompositor...) throws {
    export = CompositorPluginExport("test", version: "1.2", compositors)
    unsafe table = try #require(export.table(2)).assumingMemoryBound(to: gstedit_plugin.self)
  }

  /// The plug-in's own table.
  var plugin: gstedit_plugin { unsafe table.pointee }

  /// The table of its compositor number `index`.
  func compositor(_ index: Int = 0) throws -> gstedit_compositor {
    let list = unsafe try #require(table.pointee.compositors)
    return unsafe try #require(list[index]).pointee
  }

  /// An instance for a film of `host`'s; frames are 8 × 4 pixels unless `format` is nil, and then nothing is said of them.
  func instance(
    for host: ScriptedHost, format: Int? = GSTEDIT_FORMAT_YUV420P, table: gstedit_host = ScriptedHost.table()
  ) throws -> ExportedFilm {
    try ExportedFilm(self, host: host, table: table, format: format)
  }
}

/// An instance of a plug-in's compositor.
@safe final class ExportedFilm {
  private let plugin: ExportedPlugin
  private let compositor: gstedit_compositor
  private let host: ScriptedHost
  private let table: UnsafeMutablePointer<gstedit_host>
  private let instance: UnsafeMutableRawPointer

  /// What keeps an instance from being made, in the plug-in's words.
  struct Refusal: Error {
    let words: String
  }

  init(_ plugin: ExportedPlugin, host: ScriptedHost, table: gstedit_host, format: Int?) throws {
    self.plugin = plugin
    let compositor = unsafe try plugin.compositor()
    unsafe self.compositor = unsafe compositor
    self.host = host
    let memory = UnsafeMutablePointer<gstedit_host>.allocate(capacity: 1)
    unsafe memory.initialize(to: table)
    unsafe self.table = unsafe memory
    var error = [CChar](repeating: 1, count: 64)
    let made = unsafe error.withUnsafeMutableBufferPointer { buffer in
      unsafe compositor.create(memory, host.handle, buffer.baseAddress, 32)
    }
    guard let made = unsafe made else {
      let bytes = error.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      unsafe memory.deallocate()
      throw Refusal(words: String(decoding: bytes, as: UTF8.self))
    }
    unsafe instance = unsafe made
    guard let format else { return }
    var context = gstedit_context(
      struct_size: UInt32(MemoryLayout<gstedit_context>.size), width: 8, height: 4, format: UInt32(format),
      render_scale: 1, primaries: 1, transfer: 1, matrix: 1, full_range: 0)
    unsafe compositor.context_changed?(instance, &context)
  }

  deinit {
    unsafe compositor.destroy(instance)
    unsafe table.deallocate()
  }

  /// Has a frame made.
  func request() {
    unsafe compositor.compose?(instance, table, host.handle)
    unsafe compositor.start_request?(instance, table, host.handle)
  }

  /// What is under way is no longer needed.
  func cancelAll() { unsafe compositor.cancel_all?(instance) }
}
