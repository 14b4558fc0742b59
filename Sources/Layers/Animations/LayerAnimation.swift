/// An animation of a layer (`CAAnimation`).
public enum LayerAnimation: Hashable, Sendable {
  /// From one value to another.
  case basic(BasicAnimation)
  /// Through several values.
  case keyframe(KeyframeAnimation)
  /// As a spring pulls.
  case spring(SpringAnimation)
  /// Several at once.
  case group(AnimationGroup)
  /// From the layer as it was before to what it is.
  case transition(Transition)

  /// Its timing.
  public var timing: AnimationTiming {
    get {
      switch self {
      case .basic(let animation): animation.property.timing
      case .keyframe(let animation): animation.property.timing
      case .spring(let animation): animation.basic.property.timing
      case .group(let animation): animation.timing
      case .transition(let animation): animation.timing
      }
    }
    set {
      switch self {
      case .basic(var animation):
        animation.property.timing = newValue
        self = .basic(animation)
      case .keyframe(var animation):
        animation.property.timing = newValue
        self = .keyframe(animation)
      case .spring(var animation):
        animation.basic.property.timing = newValue
        self = .spring(animation)
      case .group(var animation):
        animation.timing = newValue
        self = .group(animation)
      case .transition(var animation):
        animation.timing = newValue
        self = .transition(animation)
      }
    }
  }

  /// The property that it animates; nil for a group or a transition.
  var property: PropertyAnimation? {
    switch self {
    case .basic(let animation): animation.property
    case .keyframe(let animation): animation.property
    case .spring(let animation): animation.basic.property
    case .group, .transition: nil
    }
  }

  /// Whether at most `depth` groups are in one another.
  func isNested(atMost depth: Int) -> Bool {
    guard case .group(let group) = self else { return true }
    return depth > 0 && group.animations.allSatisfy { $0.isNested(atMost: depth - 1) }
  }

  /// Whether the animation, or one in it, is of a property that `isMeant`.
  package func changes(_ isMeant: (LayerKeyPath) -> Bool) -> Bool {
    if case .group(let group) = self { return group.animations.contains { $0.changes(isMeant) } }
    return property.map { isMeant($0.keyPath) } ?? false
  }

  /// Changes `layer` to what the animation makes of it at `moment` of its parent. Transitions change no property.
  func apply(
    to layer: inout Layer, at moment: Moment, lasting standard: Double = MediaTiming.standardDuration,
    isInGroup: Bool = false
  ) {
    let timing = timing
    guard let (local, duration) = timing.localTime(at: moment, lasting: standard, isInGroup: isInGroup) else { return }
    let progress = timing.progress(at: local)
    switch self {
    case .basic(let animation): animation.apply(progress: progress, at: local, to: &layer)
    case .keyframe(let animation): animation.apply(progress: progress, at: local, to: &layer)
    case .spring(let animation):
      let time = timing.timingFunction == nil || !duration.isFinite ? local.seconds : progress * duration
      animation.basic.apply(progress: animation.progress(after: time), at: local, to: &layer)
    case .group(let group):
      var inner = local.moment
      if timing.timingFunction != nil, duration.isFinite { inner.seconds = progress * duration }
      for animation in group.animations {
        animation.apply(to: &layer, at: inner, lasting: duration, isInGroup: true)
      }
    case .transition: break
    }
  }
}

/// Animations that share a time (`CAAnimationGroup`): theirs is the group's, which they are cut off by.
@dynamicMemberLookup
public struct AnimationGroup: Hashable, Sendable {
  /// The timing of the group.
  public var timing = AnimationTiming()
  /// The animations; one whose duration is 0 lasts as long as the group.
  public var animations: [LayerAnimation] = []

  /// A group of `animations`.
  public init(_ animations: [LayerAnimation] = []) { self.animations = animations }

  /// A property of the timing.
  public subscript<Value>(dynamicMember path: WritableKeyPath<AnimationTiming, Value>) -> Value {
    get { timing[keyPath: path] }
    set { timing[keyPath: path] = newValue }
  }
}

/// A change from what a layer with all in it was just before the transition begins to what it is (`CATransition`).
@dynamicMemberLookup
public struct Transition: Hashable, Sendable {
  /// The timing of the transition.
  public var timing = AnimationTiming()
  /// Its look.
  public var transitionType: TransitionType = .fade
  /// The side that it comes from, for those that move.
  public var subtype: TransitionSubtype = .fromLeft
  /// The place on its way at which it begins, 0…1.
  public var startProgress: Double = 0
  /// The place on its way at which it ends, 0…1.
  public var endProgress: Double = 1

  /// A transition of a kind.
  public init(_ transitionType: TransitionType = .fade) { self.transitionType = transitionType }

  /// A property of the timing.
  public subscript<Value>(dynamicMember path: WritableKeyPath<AnimationTiming, Value>) -> Value {
    get { timing[keyPath: path] }
    set { timing[keyPath: path] = newValue }
  }
}

/// The look of a transition (`CATransitionType`).
public enum TransitionType: String, Hashable, Sendable, Codable, CaseIterable {
  /// The new fades in as the old fades out.
  case fade
  /// The new slides over the old.
  case moveIn
  /// The new pushes the old out.
  case push
  /// The old slides away from the new.
  case reveal
}

/// The side that a moving transition comes from (`CATransitionSubtype`), with y down.
public enum TransitionSubtype: String, Hashable, Sendable, Codable, CaseIterable {
  case fromLeft, fromRight, fromTop, fromBottom
}

extension AnimationGroup: PropertyCoded {
  init() { self.init([]) }

  static var properties: [CodedProperty<AnimationGroup>] {
    AnimationTiming.properties.map { $0.lifted(\.timing) } + [.value("animations", \.animations)]
  }
}

extension Transition: PropertyCoded {
  init() { self.init(.fade) }

  static var properties: [CodedProperty<Transition>] {
    AnimationTiming.properties.map { $0.lifted(\.timing) } + [
      .value("transitionType", \.transitionType), .value("subtype", \.subtype),
      .value("startProgress", \.startProgress), .value("endProgress", \.endProgress),
    ]
  }
}
