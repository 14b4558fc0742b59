/// The interpolation between keys of an animation (`CAAnimationCalculationMode`).
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The mode of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// An even way from each key to the next.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Each key until the next.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// An even way at one speed.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// A smooth way.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// A smooth way at one speed.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// The rotation of a layer along a path (`CAAnimationRotationMode`).
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The mode of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Its right side goes ahead.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// Its left side goes ahead.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// The look of a transition (`CATransitionType`).
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The type of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The new fades in as the old fades out.
  public static let fade = CATransitionType(rawValue: "fade")
  /// The new slides over the old.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// The new pushes the old out.
  public static let push = CATransitionType(rawValue: "push")
  /// The old slides away from the new.
  public static let reveal = CATransitionType(rawValue: "reveal")
}

/// The side that a moving transition comes from (`CATransitionSubtype`).
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The subtype of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// From the left.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// From the right.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// From the top.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// From the bottom.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// Names of functions that make a map of numbers (`CAValueFunctionName`).
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The name that is this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A turn about x, in radians.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  /// A turn about y.
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  /// A turn about z.
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// A scale, of three numbers.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  /// A scale along x.
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  /// A scale along y.
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  /// A scale along z.
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// A move, of three numbers.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  /// A move along x.
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  /// A move along y.
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
  /// A move along z.
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}
