import BlendModes
import CompositorExport

private let export = CompositorPluginExport(
  "blend-modes", version: "1.0",
  ExportedCompositor(BlendCompositor.description, sourceFormats: [.rgba], outputFormats: [.rgba]) { parameters in
    BlendCompositor(parameters: parameters)
  })

/// The library's entry for GstEdit.
@c(gstedit_compositor_plugin)
public func plugin(abiVersion: UInt32) -> UnsafeRawPointer? { export.table(abiVersion) }
