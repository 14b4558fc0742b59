public import Foundation
import Layers

// SAFETY: an element's points lie in an array, whose address is handed out while the caller's function runs.

/// Kind of a step of a path (`CGPathElementType`).
public enum CGPathElementType: Int32, Sendable {
  /// Lifts the pen and goes to a point.
  case moveToPoint
  /// A line to a point.
  case addLineToPoint
  /// A curve by one control point, which comes first.
  case addQuadCurveToPoint
  /// A curve by two control points, which come first.
  case addCurveToPoint
  /// A line to where the part began; it has no points.
  case closeSubpath
}

/// Step of a path (`CGPathElement`).
@unsafe public struct CGPathElement {
  /// The kind.
  public var type: CGPathElementType
  /// As many points as the kind has, while the function runs that was given the step.
  public var points: UnsafeMutablePointer<CGPoint>
  /// A step of these points.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    unsafe (self.type, self.points) = (type, points)
  }
}

/// Function that is called with the steps of a path (`CGPathApplierFunction`).
public typealias CGPathApplierFunction = (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void
/// The same without a value of the program's (`CGPathApplyBlock`).
public typealias CGPathApplyBlock = (UnsafePointer<CGPathElement>) -> Void

extension CGPath {
  /// Calls `block` with each step, in order.
  public func applyWithBlock(_ block: CGPathApplyBlock) {
    for element in bezierPath.elements {
      var points: [CGPoint] = element.points.map { CGPoint($0) }
      // An address is needed where there are no points, too.
      if points.isEmpty { points = [.zero] }
      unsafe points.withUnsafeMutableBufferPointer { places in
        guard let start = places.baseAddress else { return }
        let step = unsafe CGPathElement(type: element.type, points: start)
        unsafe withUnsafePointer(to: step) { unsafe block($0) }
      }
    }
  }

  /// Calls `function` with `info` and each step, in order.
  public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
    unsafe applyWithBlock { unsafe function(info, $0) }
  }
}

extension BezierPath.Element {
  fileprivate var type: CGPathElementType {
    switch self {
    case .move: .moveToPoint
    case .line: .addLineToPoint
    case .quadraticCurve: .addQuadCurveToPoint
    case .curve: .addCurveToPoint
    case .close: .closeSubpath
    }
  }
}
