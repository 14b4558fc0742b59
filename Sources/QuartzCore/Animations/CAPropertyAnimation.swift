public import CoreGraphics
import Layers

/// A function that makes a map of an animation's numbers (`CAValueFunction`).
open class CAValueFunction: NSObject, @unchecked Sendable {
  // @unchecked: it does not change.
  /// Its name.
  public let name: CAValueFunctionName
  /// The same, as the engine has it.
  let function: ValueFunction

  /// The function called `name`; nil where there is none.
  public init?(name: CAValueFunctionName) {
    guard let function = ValueFunction(rawValue: name.rawValue) else { return nil }
    (self.name, self.function) = (name, function)
    super.init()
  }
}

/// An animation of one property (`CAPropertyAnimation`).
open class CAPropertyAnimation: CAAnimation {
  /// The property, such as `opacity` or `transform.rotation.z`.
  open var keyPath: String?
  /// Whether its values are added to what the property has.
  open var isAdditive = false
  /// Whether each repeat goes on from where the one before ended.
  open var isCumulative = false
  /// The function that makes a map of its numbers; nil where its values are the property's.
  open var valueFunction: CAValueFunction?

  /// An animation of no property.
  public required init() { super.init() }

  /// An animation of the property `path`.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  override func take(into copy: CAAnimation) {
    super.take(into: copy)
    guard let copy = copy as? CAPropertyAnimation else { return }
    (copy.keyPath, copy.isAdditive, copy.isCumulative) = (keyPath, isAdditive, isCumulative)
    copy.valueFunction = valueFunction
  }

  /// The common properties of property animations in the engine's form, and the kind of their values.
  ///
  /// - Throws: ``UnsupportedLayer`` for a property that is not animated here.
  func property() throws -> (property: PropertyAnimation, kind: LayerValue.Kind) {
    guard let path = LayerKeyPath(rawValue: keyPath ?? "") else {
      throw UnsupportedLayer("The property “\(keyPath ?? "")” is not animated.")
    }
    var property = PropertyAnimation(keyPath: path)
    property.timing = animationTiming
    (property.isAdditive, property.isCumulative) = (isAdditive, isCumulative)
    property.valueFunction = valueFunction?.function
    let kind: LayerValue.Kind =
      switch valueFunction?.name {
      case nil: path.kind
      case .scale?, .translate?: .numbers
      default: .number
      }
    return (property, kind)
  }
}

/// An animation from one value to another (`CABasicAnimation`).
open class CABasicAnimation: CAPropertyAnimation {
  /// The value at its beginning; nil for the property's.
  open var fromValue: Any?
  /// The value at its end; nil for the property's.
  open var toValue: Any?
  /// The difference of the two.
  open var byValue: Any?

  override func take(into copy: CAAnimation) {
    super.take(into: copy)
    guard let copy = copy as? CABasicAnimation else { return }
    (copy.fromValue, copy.toValue, copy.byValue) = (fromValue, toValue, byValue)
  }

  /// The same, as the engine has it.
  final func basic(_ making: LayerMaking) throws -> BasicAnimation {
    let (property, kind) = try property()
    var basic = BasicAnimation(keyPath: property.keyPath)
    basic.property = property
    basic.fromValue = try fromValue.map { try making.value($0, kind, of: property.keyPath.rawValue) }
    basic.toValue = try toValue.map { try making.value($0, kind, of: property.keyPath.rawValue) }
    basic.byValue = try byValue.map { try making.value($0, kind, of: property.keyPath.rawValue) }
    return basic
  }

  override func value(_ making: LayerMaking, isUp: Bool) throws -> LayerAnimation { .basic(try basic(making)) }
}

/// An animation that a spring pulls from one value to another (`CASpringAnimation`).
open class CASpringAnimation: CABasicAnimation {
  /// The mass on the spring.
  open var mass: CGFloat = 1
  /// The stiffness of the spring.
  open var stiffness: CGFloat = 100
  /// The damping.
  open var damping: CGFloat = 10
  /// The initial speed.
  open var initialVelocity: CGFloat = 0
  /// Whether more damping than it takes to stop swinging makes it slower still.
  open var allowsOverdamping = false

  /// An animation of no property.
  public required init() { super.init() }

  /// A spring by how long it seems to take, and how much it bounces, −1…1.
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    self.init()
    let spring = SpringAnimation(keyPath: .opacity, perceptualDuration: perceptualDuration, bounce: Double(bounce))
    (stiffness, damping) = (CGFloat(spring.stiffness), CGFloat(spring.damping))
    allowsOverdamping = spring.allowsOverdamping
  }

  /// The duration that it seems to have, in seconds: the period of the spring without damping.
  open var perceptualDuration: CFTimeInterval {
    mass > 0 && stiffness > 0 ? 2 * .pi * Double((mass / stiffness).squareRoot()) : 0
  }
  /// The bounce: 1 without damping, 0 for just enough to stop swinging, down to −1 for more.
  open var bounce: CGFloat {
    guard mass > 0, stiffness > 0 else { return 0 }
    let ratio = max(0, damping) / (2 * (stiffness * mass).squareRoot())
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  /// The time until it hardly moves.
  open var settlingDuration: CFTimeInterval { spring(of: BasicAnimation(keyPath: .opacity)).settlingDuration }

  override func take(into copy: CAAnimation) {
    super.take(into: copy)
    guard let copy = copy as? CASpringAnimation else { return }
    (copy.mass, copy.stiffness, copy.damping) = (mass, stiffness, damping)
    (copy.initialVelocity, copy.allowsOverdamping) = (initialVelocity, allowsOverdamping)
  }

  private func spring(of basic: BasicAnimation) -> SpringAnimation {
    var spring = SpringAnimation(keyPath: basic.property.keyPath)
    spring.basic = basic
    (spring.mass, spring.stiffness, spring.damping) = (Double(mass), Double(stiffness), Double(damping))
    (spring.initialVelocity, spring.allowsOverdamping) = (Double(initialVelocity), allowsOverdamping)
    return spring
  }

  override func value(_ making: LayerMaking, isUp: Bool) throws -> LayerAnimation {
    .spring(spring(of: try basic(making)))
  }
}

/// An animation through several values, or along a path (`CAKeyframeAnimation`).
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values.
  open var values: [Any]?
  /// The path that a point follows, instead of values.
  open var path: CGPath?
  /// When each value is, in parts of the duration; nil for even distances.
  open var keyTimes: [NSNumber]?
  /// The pace from each value to the next.
  open var timingFunctions: [CAMediaTimingFunction]?
  /// The interpolation between values.
  open var calculationMode = CAAnimationCalculationMode.linear
  /// The rotation of a layer along the path; nil for none.
  open var rotationMode: CAAnimationRotationMode?
  /// The tension of a cubic animation at each value.
  open var tensionValues: [NSNumber]?
  /// The continuity of a cubic animation at each value.
  open var continuityValues: [NSNumber]?
  /// On which side of each value a cubic animation overshoots.
  open var biasValues: [NSNumber]?

  override func take(into copy: CAAnimation) {
    super.take(into: copy)
    guard let copy = copy as? CAKeyframeAnimation else { return }
    (copy.values, copy.path, copy.keyTimes, copy.timingFunctions) = (values, path, keyTimes, timingFunctions)
    (copy.calculationMode, copy.rotationMode) = (calculationMode, rotationMode)
    (copy.tensionValues, copy.continuityValues, copy.biasValues) = (tensionValues, continuityValues, biasValues)
  }

  override func value(_ making: LayerMaking, isUp: Bool) throws -> LayerAnimation {
    let (property, kind) = try property()
    var animation = KeyframeAnimation(keyPath: property.keyPath)
    animation.property = property
    animation.values = try (values ?? []).map { try making.value($0, kind, of: property.keyPath.rawValue) }
    animation.path = path?.bezierPath ?? .init()
    animation.keyTimes = (keyTimes ?? []).map(\.doubleValue)
    animation.timingFunctions = (timingFunctions ?? []).map(\.function)
    guard let mode = AnimationCalculationMode(rawValue: calculationMode.rawValue) else {
      throw UnsupportedLayer("The calculation mode “\(calculationMode.rawValue)” is not known.")
    }
    animation.calculationMode = mode
    animation.rotationMode = rotationMode.flatMap { AnimationRotationMode(rawValue: $0.rawValue) }
    animation.tensionValues = (tensionValues ?? []).map(\.doubleValue)
    animation.continuityValues = (continuityValues ?? []).map(\.doubleValue)
    animation.biasValues = (biasValues ?? []).map(\.doubleValue)
    return .keyframe(animation)
  }
}
