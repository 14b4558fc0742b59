public import CoreGraphics
import Layers
import ModelValues

/// The state of a layer or an animation outside its time (`CAMediaTimingFillMode`).
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The mode of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Nothing.
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")
  /// After the end: its end.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// Before the start: its start.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// Both.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
}

/// The place of a layer or an animation in the time of its parent (`CAMediaTiming`).
public protocol CAMediaTiming {
  /// The time at which it begins, in seconds of its parent.
  var beginTime: CFTimeInterval { get set }
  /// The duration of one repeat.
  var duration: CFTimeInterval { get set }
  /// The speed of its time.
  var speed: Float { get set }
  /// The offset of its time.
  var timeOffset: CFTimeInterval { get set }
  /// The number of repeats.
  var repeatCount: Float { get set }
  /// The duration of all repeats.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether each repeat is followed by one backward.
  var autoreverses: Bool { get set }
  /// The state outside its time.
  var fillMode: CAMediaTimingFillMode { get set }
}

extension CAMediaTiming {
  /// The same, as the engine has it.
  var engineTiming: MediaTiming {
    var timing = MediaTiming()
    (timing.beginTime, timing.duration, timing.speed) = (beginTime, duration, Double(speed))
    (timing.timeOffset, timing.repeatCount) = (timeOffset, Double(repeatCount))
    (timing.repeatDuration, timing.autoreverses) = (repeatDuration, autoreverses)
    timing.fillMode = MediaTimingFillMode(rawValue: fillMode.rawValue) ?? .removed
    // Greater counts than any film has are without end.
    if timing.repeatCount > 1e30 { timing.repeatCount = .infinity }
    return timing
  }
}

/// Names of paces (`CAMediaTimingFunctionName`).
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The name that is this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// An even pace.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Begins slowly.
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Ends slowly.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Begins and ends slowly.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// The pace of Core Animation's own animations.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// The pace of an animation (`CAMediaTimingFunction`).
open class CAMediaTimingFunction: NSObject, @unchecked Sendable {
  // @unchecked: it does not change.
  /// The same, as the engine has it.
  let function: MediaTimingFunction

  /// The pace called `name`; an even one for an unknown name.
  public init(name: CAMediaTimingFunctionName) {
    function =
      switch name {
      case .easeIn: .easeIn
      case .easeOut: .easeOut
      case .easeInEaseOut: .easeInEaseOut
      case .default: .default
      default: .linear
      }
    super.init()
  }

  /// The curve from (0, 0) to (1, 1) with these two control points.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    function = MediaTimingFunction(Double(c1x), Double(c1y), Double(c2x), Double(c2y))
    super.init()
  }

  /// Writes the point number `idx` of the curve, 0…3, to `ptr`: x, and y. The first is (0, 0), and the last (1, 1).
  public func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
    // SAFETY: the caller has room for two numbers there, as Core Animation asks of it.
    let points = [
      (0, 0), (function.firstControlPoint.x, function.firstControlPoint.y),
      (function.secondControlPoint.x, function.secondControlPoint.y), (1, 1),
    ]
    guard points.indices.contains(idx) else { return }
    unsafe (ptr[0], ptr[1]) = (Float(points[idx].0), Float(points[idx].1))
  }
}
