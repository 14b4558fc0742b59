/// What readers of pictures leave open for those that are opened after them: whoever holds it keeps it open, within bounds
/// of the engine's in number and memory; it is closed when nobody does.
///
/// Which reader left something open makes no difference to any picture, and nothing is used of a file that has changed.
///
/// Threads: any.
public protocol OpenMedia: AnyObject, Sendable {
  /// Closes what is open at the moment; what is left from now on is kept again. Blocks for a moment, a second at most.
  func closeAll()
}
