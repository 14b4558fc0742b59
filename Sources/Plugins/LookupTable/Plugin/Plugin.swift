import CompositorExport
import LookupTable

private let export = CompositorPluginExport(
  "lookup-table", version: "1.0",
  ExportedCompositor(LookupTableCompositor.description, sourceFormats: [.rgba], outputFormats: [.rgba]) { parameters in
    try LookupTableCompositor(parameters: parameters)
  })

/// The library's entry for GstEdit.
@c(gstedit_compositor_plugin)
public func plugin(abiVersion: UInt32) -> UnsafeRawPointer? { export.table(abiVersion) }
