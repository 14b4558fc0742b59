import Glibc

/// An animation that a spring pulls from one value to another, and beyond (`CASpringAnimation`): a damped oscillator, let go one
/// distance from its rest.
///
/// Its duration cuts it off; ``settlingDuration`` is the one after which it hardly moves.
@dynamicMemberLookup
public struct SpringAnimation: Hashable, Sendable {
  /// The values it goes between, the property and the timing.
  public var basic: BasicAnimation
  /// The mass on the spring, above 0.
  public var mass: Double = 1
  /// The stiffness of the spring, above 0.
  public var stiffness: Double = 100
  /// The damping, 0 or more.
  public var damping: Double = 10
  /// The initial speed toward its rest, in distances a second.
  public var initialVelocity: Double = 0
  /// Whether more damping than it takes to stop swinging makes it slower still; otherwise it counts as just that much.
  public var allowsOverdamping = false

  /// A spring on `keyPath`.
  public init(keyPath: LayerKeyPath) { basic = BasicAnimation(keyPath: keyPath) }

  /// A spring on `keyPath` by how long it seems to take and how much it bounces.
  ///
  /// - Parameters:
  ///   - perceptualDuration: the period of the spring without damping, in seconds, above 0.
  ///   - bounce: 1 for no damping, 0 for just enough to stop swinging, down to −1 for more.
  public init(keyPath: LayerKeyPath, perceptualDuration: Double, bounce: Double) {
    self.init(keyPath: keyPath)
    let frequency = 2 * Double.pi / perceptualDuration
    stiffness = frequency * frequency
    damping = 2 * frequency * (bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
    allowsOverdamping = bounce < 0
  }

  /// A property of the basic animation, the property animation, or its timing.
  public subscript<Value>(dynamicMember path: WritableKeyPath<BasicAnimation, Value>) -> Value {
    get { basic[keyPath: path] }
    set { basic[keyPath: path] = newValue }
  }

  /// The time until it keeps within a thousandth of the distance, in seconds; infinite where nothing slows it.
  public var settlingDuration: Double {
    let limit = 0.001
    let (frequency, ratio) = (frequency, dampingRatio)
    guard frequency > 0, ratio > 0, frequency.isFinite, ratio.isFinite, initialVelocity.isFinite else {
      return .infinity
    }
    if ratio < 1 {
      let swing = frequency * (1 - ratio * ratio).squareRoot()
      let amplitude = 1 + abs(ratio * frequency - initialVelocity) / swing
      return max(0, log(amplitude / limit) / (ratio * frequency))
    }
    // Without swings the distance shrinks for good from some time on; halve until that time is known.
    var (low, high) = (0.0, 1 / frequency)
    while abs(envelope(at: high)) > limit, high < 1e9 { high *= 2 }
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if abs(envelope(at: middle)) > limit { low = middle } else { high = middle }
    }
    return high
  }

  /// The part of the way that is done after `time` seconds: 0 at first, 1 at rest, and more where it swings over.
  func progress(after time: Double) -> Double {
    let (frequency, ratio) = (frequency, dampingRatio)
    guard time > 0 else { return 0 }
    guard time.isFinite else { return 1 }
    guard frequency > 0, frequency.isFinite, ratio.isFinite, initialVelocity.isFinite else { return 1 }
    if ratio >= 1 {
      let rest = envelope(at: time)
      return rest.isFinite ? 1 - rest : 1
    }
    let swing = frequency * (1 - ratio * ratio).squareRoot()
    let decay = exp(-ratio * frequency * time)
    let sine = (ratio * frequency - initialVelocity) / swing
    return 1 - decay * (cos(swing * time) + sine * sin(swing * time))
  }

  private var frequency: Double { mass > 0 ? (stiffness / mass).squareRoot() : .nan }

  private var dampingRatio: Double {
    let ratio = max(0, damping) / (2 * (stiffness * mass).squareRoot())
    return allowsOverdamping ? ratio : min(ratio, 1)
  }

  /// The distance from rest of a spring that does not swing, after `time`.
  private func envelope(at time: Double) -> Double {
    let (frequency, ratio) = (frequency, dampingRatio)
    guard ratio > 1 else { return exp(-frequency * time) * (1 + (frequency - initialVelocity) * time) }
    let root = frequency * (ratio * ratio - 1).squareRoot()
    let (slow, fast) = (-ratio * frequency + root, -ratio * frequency - root)
    let first = (-initialVelocity - fast) / (slow - fast)
    return first * exp(slow * time) + (1 - first) * exp(fast * time)
  }
}

extension SpringAnimation: PropertyCoded {
  init() { self.init(keyPath: .opacity) }

  static var properties: [CodedProperty<SpringAnimation>] {
    BasicAnimation.properties.map { $0.lifted(\.basic) } + [
      .value("mass", \.mass), .value("stiffness", \.stiffness), .value("damping", \.damping),
      .value("initialVelocity", \.initialVelocity), .value("allowsOverdamping", \.allowsOverdamping),
    ]
  }
}
