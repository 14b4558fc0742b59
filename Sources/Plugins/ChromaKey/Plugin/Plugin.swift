import ChromaKey
import CompositorExport

private let export = CompositorPluginExport(
  "chroma-key", version: "1.0",
  ExportedCompositor(ChromaKeyCompositor.description, sourceFormats: [.rgba], outputFormats: [.rgba]) { parameters in
    try ChromaKeyCompositor(parameters: parameters)
  })

/// The library's entry for GstEdit.
@c(gstedit_compositor_plugin)
public func plugin(abiVersion: UInt32) -> UnsafeRawPointer? { export.table(abiVersion) }
