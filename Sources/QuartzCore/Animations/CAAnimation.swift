public import CoreGraphics
import Layers

/// An animation of a layer (`CAAnimation`): ``CABasicAnimation``, ``CAKeyframeAnimation``, ``CASpringAnimation``, ``CAAnimationGroup`` or
/// ``CATransition``. A layer keeps a copy of what is added to it.
///
/// Times are the film's. A begin time of 0 is the film's beginning here, and so is `AVCoreAnimationBeginTimeAtZero`. Threads: one at a
/// time.
open class CAAnimation: NSObject, NSCopying, CAMediaTiming, CAAction {
  /// The time at which it begins, in seconds of its layer or group.
  open var beginTime: CFTimeInterval = 0
  /// The duration of one repeat; 0 for that of the transaction, or of the group.
  open var duration: CFTimeInterval = 0
  /// The speed of its time.
  open var speed: Float = 1
  /// The offset of its time.
  open var timeOffset: CFTimeInterval = 0
  /// The number of repeats.
  open var repeatCount: Float = 0
  /// The duration of all repeats.
  open var repeatDuration: CFTimeInterval = 0
  /// Whether each repeat is followed by one backward.
  open var autoreverses = false
  /// The state outside its time.
  open var fillMode = CAMediaTimingFillMode.removed
  /// The pace; nil for an even one.
  open var timingFunction: CAMediaTimingFunction?
  /// Whether it is gone once its time is over, whatever its fill mode says.
  open var isRemovedOnCompletion = true

  /// The delegate, called when the animation is removed from its layer; held strongly, also by copies.
  open var delegate: (any CAAnimationDelegate)?
  /// The values under keys that are no property's.
  private var values: [String: Any] = [:]

  /// An animation that does nothing.
  public required override init() { super.init() }

  /// Adds a copy of it to `anObject`, a layer, under the key `event`.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }

  /// The value at `key`: a property, or any value that was set.
  open func value(forKey key: String) -> Any? {
    if let property = Self.keys[key], property.isOf(self) { return property.get(self) }
    return values[key] ?? type(of: self).defaultValue(forKey: key)
  }
  /// Sets the value at `key`: a property, whose default is set by nil, or any value to be kept, in copies as well.
  open func setValue(_ value: Any?, forKey key: String) {
    guard let property = Self.keys[key], property.isOf(self) else { return values[key] = value }
    property.set(self, value ?? property.get(type(of: self).init()))
  }
  /// The value of a fresh animation of the class at `key`; nil for nothing.
  open class func defaultValue(forKey key: String) -> Any? { keys[key].flatMap { $0.get(self.init()) } }

  /// A copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    take(into: copy)
    return copy
  }

  /// Gives `copy` what this one has.
  func take(into copy: CAAnimation) {
    (copy.beginTime, copy.duration, copy.speed, copy.timeOffset) = (beginTime, duration, speed, timeOffset)
    (copy.repeatCount, copy.repeatDuration, copy.autoreverses) = (repeatCount, repeatDuration, autoreverses)
    (copy.fillMode, copy.timingFunction) = (fillMode, timingFunction)
    copy.isRemovedOnCompletion = isRemovedOnCompletion
    (copy.delegate, copy.values) = (delegate, values)
  }

  /// When it is, as the engine has it.
  final var animationTiming: AnimationTiming {
    var timing = AnimationTiming()
    timing.timing = engineTiming
    timing.timingFunction = timingFunction?.function
    timing.isRemovedOnCompletion = isRemovedOnCompletion
    return timing
  }

  /// The same as a value, in a plane whose y points up where `isUp`.
  ///
  /// - Throws: ``UnsupportedLayer`` for what is not drawn here.
  func value(_ making: LayerMaking, isUp: Bool) throws -> LayerAnimation {
    throw UnsupportedLayer("An animation of the class \(type(of: self)) does nothing by itself.")
  }
}

/// Animations that share a time (`CAAnimationGroup`).
open class CAAnimationGroup: CAAnimation {
  /// The animations.
  open var animations: [CAAnimation]?

  override func take(into copy: CAAnimation) {
    super.take(into: copy)
    (copy as? CAAnimationGroup)?.animations = animations?.compactMap { $0.copy() as? CAAnimation }
  }

  override func value(_ making: LayerMaking, isUp: Bool) throws -> LayerAnimation {
    var group = AnimationGroup(try (animations ?? []).map { try $0.value(making, isUp: isUp) })
    group.timing = animationTiming
    return .group(group)
  }
}

/// A change from what a layer was just before to what it is (`CATransition`).
open class CATransition: CAAnimation {
  /// Its look.
  open var type = CATransitionType.fade
  /// The side that it comes from; nil for the left.
  open var subtype: CATransitionSubtype?
  /// The place on its way at which it begins, 0…1.
  open var startProgress: Float = 0
  /// The place on its way at which it ends, 0…1.
  open var endProgress: Float = 1
  /// A filter that makes the transition instead. A film with one is refused.
  open var filter: Any?

  override func take(into copy: CAAnimation) {
    super.take(into: copy)
    guard let copy = copy as? CATransition else { return }
    copy.filter = filter
    (copy.type, copy.subtype) = (type, subtype)
    (copy.startProgress, copy.endProgress) = (startProgress, endProgress)
  }

  override func value(_ making: LayerMaking, isUp: Bool) throws -> LayerAnimation {
    if let filter {
      throw UnsupportedLayer("A transition's filter is a \(Swift.type(of: filter)), which is not drawn: types are.")
    }
    guard let type = TransitionType(rawValue: type.rawValue) else {
      throw UnsupportedLayer("A transition of the type “\(type.rawValue)” is not drawn.")
    }
    var transition = Transition(type)
    transition.timing = animationTiming
    (transition.startProgress, transition.endProgress) = (Double(startProgress), Double(endProgress))
    // The engine's top is where y is least.
    switch subtype {
    case .fromRight?: transition.subtype = .fromRight
    case .fromTop?: transition.subtype = isUp ? .fromBottom : .fromTop
    case .fromBottom?: transition.subtype = isUp ? .fromTop : .fromBottom
    default: transition.subtype = .fromLeft
    }
    return .transition(transition)
  }
}
