/// Decoders that readers of pictures leave open for later readers. They stay open, within the engine's limits of number
/// and memory, as long as a reference to this exists.
///
/// Pictures do not depend on which reader left a decoder open, and decoders of a file that has changed are not used.
///
/// Threads: any.
public protocol OpenMedia: AnyObject, Sendable {
  /// Closes what is open at the moment; what is left from now on is kept again. Blocks for a moment, a second at most.
  func closeAll()
}
