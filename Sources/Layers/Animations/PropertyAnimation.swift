/// The common part of animations of one property (`CAPropertyAnimation`).
@dynamicMemberLookup
public struct PropertyAnimation: Hashable, Sendable {
  /// Its timing.
  public var timing = AnimationTiming()
  /// The property.
  public var keyPath: LayerKeyPath
  /// Whether its value is added to what the property has, instead of taking its place.
  public var isAdditive = false
  /// Whether each repeat goes on from where the one before ended.
  public var isCumulative = false
  /// The function that makes a transform of the animation's numbers; nil where its values are the property's.
  public var valueFunction: ValueFunction?

  /// An animation of `keyPath`.
  public init(keyPath: LayerKeyPath) { self.keyPath = keyPath }

  /// A property of the timing.
  public subscript<Value>(dynamicMember path: WritableKeyPath<AnimationTiming, Value>) -> Value {
    get { timing[keyPath: path] }
    set { timing[keyPath: path] = newValue }
  }

  /// The kind of value that the animation has.
  var valueKind: LayerValue.Kind { valueFunction?.inputKind ?? keyPath.kind }

  /// The value that the animation goes from or to where it has none itself: the property's, or for an additive one nothing.
  func base(in layer: Layer) -> LayerValue? {
    if let valueFunction { return valueFunction.neutral }
    return layer.value(for: keyPath).map { isAdditive ? $0.neutral : $0 }
  }

  /// Sets the property to `value`, which is the animation's at `local`; `end` is its value at the end of each repeat.
  func apply(_ value: LayerValue, at local: LocalTime, end: @autoclosure () -> LayerValue?, to layer: inout Layer) {
    var value = value
    if isCumulative, local.iteration > 0, let end = end() {
      value = end.repeated(local.iteration).adding(value)
    }
    if let valueFunction {
      guard let transform = valueFunction.transform(of: value) else { return }
      value = .transform(transform)
    }
    if isAdditive, let underlying = layer.value(for: keyPath) { value = underlying.adding(value) }
    layer.set(value, for: keyPath)
  }
}

extension PropertyAnimation: PropertyCoded {
  init() { self.init(keyPath: .opacity) }

  static var properties: [CodedProperty<PropertyAnimation>] {
    [.required("keyPath", \.keyPath)] + AnimationTiming.properties.map { $0.lifted(\.timing) } + [
      .value("isAdditive", \.isAdditive), .value("isCumulative", \.isCumulative),
      .value("valueFunction", \.valueFunction),
    ]
  }
}

/// A function that makes a transform of numbers (`CAValueFunction`), so that turns of more than half a round go all the way.
public enum ValueFunction: String, Hashable, Sendable, Codable, CaseIterable {
  case rotateX, rotateY, rotateZ
  /// Of three numbers, x, y and z.
  case scale
  case scaleX, scaleY, scaleZ
  /// Of three numbers, x, y and z.
  case translate
  case translateX, translateY, translateZ

  var inputKind: LayerValue.Kind { self == .scale || self == .translate ? .numbers : .number }

  /// The numbers of the transform that does nothing.
  var neutral: LayerValue {
    switch self {
    case .scale: .numbers([1, 1, 1])
    case .translate: .numbers([0, 0, 0])
    case .scaleX, .scaleY, .scaleZ: 1
    default: 0
    }
  }

  /// The transform of one number or of three; nil for a value of another kind.
  func transform(of value: LayerValue) -> Transform3D? {
    let numbers: [Double]
    switch value {
    case .number(let number) where inputKind == .number: numbers = [number]
    case .numbers(let three) where inputKind == .numbers && three.count == 3: numbers = three
    default: return nil
    }
    return switch self {
    case .rotateX: .rotation(numbers[0], x: 1, y: 0, z: 0)
    case .rotateY: .rotation(numbers[0], x: 0, y: 1, z: 0)
    case .rotateZ: .rotation(numbers[0], x: 0, y: 0, z: 1)
    case .scale: .scale(x: numbers[0], y: numbers[1], z: numbers[2])
    case .scaleX: .scale(x: numbers[0], y: 1)
    case .scaleY: .scale(x: 1, y: numbers[0])
    case .scaleZ: .scale(x: 1, y: 1, z: numbers[0])
    case .translate: .translation(x: numbers[0], y: numbers[1], z: numbers[2])
    case .translateX: .translation(x: numbers[0], y: 0)
    case .translateY: .translation(x: 0, y: numbers[0])
    case .translateZ: .translation(x: 0, y: 0, z: numbers[0])
    }
  }
}
