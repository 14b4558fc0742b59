/// A value that can change along a straight line: a number, a rectangle, a transform.
public protocol Interpolatable: Hashable, Sendable {
  /// The value `fraction` of the way from `start` to `end`; exactly `start` at 0 and exactly `end` at 1.
  static func interpolated(from start: Self, to end: Self, at fraction: Double) -> Self
}

extension Double: Interpolatable {
  /// Linear between the two numbers.
  public static func interpolated(from start: Double, to end: Double, at fraction: Double) -> Double {
    if fraction <= 0 { return start }
    if fraction >= 1 { return end }
    return start + (end - start) * fraction
  }
}

extension Transform: Interpolatable {
  /// Linear in each of the six numbers.
  public static func interpolated(from start: Transform, to end: Transform, at fraction: Double) -> Transform {
    func between(_ number: KeyPath<Transform, Double>) -> Double {
      .interpolated(from: start[keyPath: number], to: end[keyPath: number], at: fraction)
    }
    return Transform(
      a: between(\.a), b: between(\.b), c: between(\.c), d: between(\.d), tx: between(\.tx), ty: between(\.ty))
  }
}

extension Rectangle: Interpolatable {
  /// Linear in each edge.
  public static func interpolated(from start: Rectangle, to end: Rectangle, at fraction: Double) -> Rectangle {
    func between(_ number: KeyPath<Rectangle, Double>) -> Double {
      .interpolated(from: start[keyPath: number], to: end[keyPath: number], at: fraction)
    }
    return Rectangle(x: between(\.x), y: between(\.y), width: between(\.width), height: between(\.height))
  }
}
