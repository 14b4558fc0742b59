/// Why a frame cannot be drawn: what was found and what to do, to be read after a colon.
package struct CompositorFailure: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// A failure that `description` tells of.
  package init(_ description: String) {
    self.description = description
  }
}
