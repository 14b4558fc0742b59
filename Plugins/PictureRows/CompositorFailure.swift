/// Why a frame cannot be drawn, as a sentence.
package struct CompositorFailure: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// `sentence` says what was found and what to do.
  package init(_ sentence: String) {
    description = sentence
  }
}
