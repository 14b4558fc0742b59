public import ModelValues

/// A fault of a tree of layers, by which it cannot be evaluated, or makes an unintended picture, and its place.
public struct LayerProblem: Error, Diagnosed, Hashable, Sendable {
  /// The kinds of problem.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The time at which a picture is asked for is not a finite one.
    case invalidTime
    /// Layers, groups or cells are nested too deep.
    case tooDeep
    /// There are more layers, letters, steps or particles than can be drawn.
    case tooLarge
    /// A number is not finite, or outside its range.
    case valueOutOfRange
    /// A value is of another kind than its property.
    case wrongKind
    /// The times of keys are not usable, or not as many as keys.
    case invalidKeyTimes
    /// An animation has nothing to animate, or is where it does nothing.
    case withoutEffect
  }

  /// The kind of problem.
  public var code: Code
  /// Its place in the tree: `sublayers[2].animations[0].keyTimes`; empty for the root layer.
  public var location: String
  /// The fault, and what is expected.
  public var diagnostic: Diagnostic

  /// The problem `code` at `location`, in words.
  public init(_ code: Code, at location: String, _ message: String, expected: String? = nil, remedy: String? = nil) {
    self.code = code
    self.location = location
    diagnostic = Diagnostic(message, expected: expected, remedy: remedy)
  }
}

extension LayerProblem: CustomStringConvertible {
  /// Its place, with what was found and what is expected.
  public var description: String { location.isEmpty ? "\(diagnostic)" : "\(location): \(diagnostic)" }
}
