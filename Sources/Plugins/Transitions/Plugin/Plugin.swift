import CompositorExport
import Transitions

/// The library's entry for GstEdit.
@c(gstedit_compositor_plugin)
public func plugin(abiVersion: UInt32) -> UnsafeRawPointer? { transitions.table(abiVersion) }
