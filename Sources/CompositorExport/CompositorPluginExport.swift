import CompositorABI

// SAFETY: the table lives as long as this object, which a plug-in keeps in a global constant.

/// Makes a plug-in out of compositors written in Swift: what a shared library shows to GstEdit's program.
///
/// ```swift
/// import CompositorExport
///
/// private let export = CompositorPluginExport(
///   "darker", version: "1.0",
///   ExportedCompositor(Darker.description, sourceFormats: [.yuv420p], outputFormats: [.yuv420p]) { _ in Darker() })
///
/// @c(gstedit_compositor_plugin)
/// public func plugin(abiVersion: UInt32) -> UnsafeRawPointer? { export.table(abiVersion) }
/// ```
///
/// The border is `gstedit_compositor.h`, and no picture is copied on the way: a source's bytes are read, and
/// a new frame's are written, where the program has them. A compositor notices little of the border:
///
/// - An instruction's parameters are the values in force, of every parameter: its own, else the film's, else the defaults.
/// - An instruction's layers have, instead of ramps, the values that they have at the request's time.
/// - The frames of a request can be touched until it is finished. Later `withBytes` throws.
/// - A frame that does not come from the request's render context is copied.
/// - An error that is thrown ends the request with its description.
///
/// A library makes one and keeps it for as long as the process lasts. It has room for 16 compositors. Threads: any.
public final class CompositorPluginExport: Sendable {
  private let table: ExportedTable

  /// The plug-in `name`, in version `version` in its own words, which holds `compositors`.
  ///
  /// The program refuses a plug-in whose name, version or summaries are empty, that holds two compositors or two
  /// parameters of one name, or whose defaults are not among the values that they can have; it says which.
  public init(_ name: String, version: String, _ compositors: [ExportedCompositor]) {
    table = ExportedTable(name, version: version, compositors)
  }

  /// The same of some compositors one after the other.
  public convenience init(_ name: String, version: String, _ compositors: ExportedCompositor...) {
    self.init(name, version: version, compositors)
  }

  /// The table that `gstedit_compositor_plugin` returns to a program of version `abiVersion` of the interface; nil where
  /// that is another one than this module's.
  @safe public func table(_ abiVersion: UInt32) -> UnsafeRawPointer? {
    abiVersion == UInt32(GSTEDIT_COMPOSITOR_ABI_VERSION) ? unsafe UnsafeRawPointer(table.plugin) : nil
  }
}

/// The reason for which something could not be passed to or from the host, in words for a person.
struct ExportFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
