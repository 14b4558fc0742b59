package import CompositorExport
import PictureRows

/// All transitions, as a plug-in shows them.
package let transitions = CompositorPluginExport(
  "transitions", version: "1.0", AnyTransition.exported, Dissolve.exported, Wipe.exported, Iris.exported,
  Clock.exported,
  LumaMatte.exported)

extension Transition {
  /// The transition as one of a plug-in's compositors.
  fileprivate static var exported: ExportedCompositor {
    ExportedCompositor(
      description, sourceFormats: PixelBuffer.Format.plainYCbCr, outputFormats: PixelBuffer.Format.plainYCbCr
    ) { _ in Self() }
  }
}
