import CompositorExport
import Transitions

/// What GstEdit asks the library for.
@c(gstedit_compositor_plugin)
public func plugin(abiVersion: UInt32) -> UnsafeRawPointer? { transitions.table(abiVersion) }
