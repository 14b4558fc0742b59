/// An animation through several values, or along a path (`CAKeyframeAnimation`).
@dynamicMemberLookup
public struct KeyframeAnimation: Hashable, Sendable {
  /// The property, when it is animated and how its values are used.
  public var property: PropertyAnimation
  /// The values, one for each key.
  public var values: [LayerValue] = []
  /// The path that a point follows, instead of values: each line and each curve of it goes from one key to the next. Empty for
  /// none.
  public var path = BezierPath()
  /// The time of each key, in parts of the duration from 0 to 1, never falling; a discrete animation has one more than
  /// values. None for even distances. A paced animation has no use for them.
  public var keyTimes: [Double] = []
  /// The pace from each key to the next, one fewer than keys; none for an even one.
  public var timingFunctions: [MediaTimingFunction] = []
  /// The interpolation between keys.
  public var calculationMode: AnimationCalculationMode = .linear
  /// The rotation of the layer along a path.
  public var rotationMode: AnimationRotationMode?
  /// The tension of a cubic animation at each key: 1 is straight, −1 is loose; 0 where there is none.
  public var tensionValues: [Double] = []
  /// The continuity of a cubic animation at each key: 0 is smooth.
  public var continuityValues: [Double] = []
  /// On which side of each key a cubic animation overshoots: above 0 after it.
  public var biasValues: [Double] = []

  /// An animation of `keyPath` that does nothing yet.
  public init(keyPath: LayerKeyPath) { property = PropertyAnimation(keyPath: keyPath) }

  /// A property of the property animation, or of its timing.
  public subscript<Value>(dynamicMember path: WritableKeyPath<PropertyAnimation, Value>) -> Value {
    get { property[keyPath: path] }
    set { property[keyPath: path] = newValue }
  }

  /// Changes `layer` to what it is where `progress` of the way is done, at `local`.
  func apply(progress: Double, at local: LocalTime, to layer: inout Layer) {
    guard let frame = frame(at: progress) else { return }
    let end = property.autoreverses ? 0.0 : 1.0
    property.apply(frame.value, at: local, end: self.frame(at: end)?.value, to: &layer)
    if let angle = frame.angle, property.keyPath == .position {
      layer.transform = layer.transform.concatenating(.rotation(angle, x: 0, y: 0, z: 1))
    }
  }
}

/// The interpolation between keys (`CAAnimationCalculationMode`).
public enum AnimationCalculationMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// An even way from each to the next.
  case linear
  /// Each key until the next.
  case discrete
  /// An even way at one speed over all.
  case paced
  /// A smooth way, by Kochanek and Bartels' splines: Catmull and Rom's, but for tension, continuity and bias. The first and the
  /// last key count as if they stood twice; transforms go number for number.
  case cubic
  /// A smooth way at one speed over all.
  case cubicPaced
}

/// The rotation of a layer along a path (`CAAnimationRotationMode`).
public enum AnimationRotationMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its right side goes ahead.
  case auto
  /// Its left side goes ahead.
  case autoReverse
}

extension KeyframeAnimation: PropertyCoded {
  init() { self.init(keyPath: .opacity) }

  static var properties: [CodedProperty<KeyframeAnimation>] {
    PropertyAnimation.properties.map { $0.lifted(\.property) } + [
      .animated("values", \.values, \.property), .value("path", \.path), .value("keyTimes", \.keyTimes),
      .value("timingFunctions", \.timingFunctions), .value("calculationMode", \.calculationMode),
      .value("rotationMode", \.rotationMode), .value("tensionValues", \.tensionValues),
      .value("continuityValues", \.continuityValues), .value("biasValues", \.biasValues),
    ]
  }
}
