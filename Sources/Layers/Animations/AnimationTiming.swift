/// The common part of animations (`CAAnimation`): their timing, whose properties are read and set as their own.
@dynamicMemberLookup
public struct AnimationTiming: Hashable, Sendable {
  /// Its place in the time of its layer or group.
  public var timing = MediaTiming()
  /// The pace over the duration; nil for an even one.
  public var timingFunction: MediaTimingFunction?
  /// Whether it is gone once its active duration is over, whatever its fill mode says; of an animation in a group, nothing.
  public var isRemovedOnCompletion = true

  /// The name of the animation within its layer (`add(_:forKey:)`); nil for none.
  public var key: String?

  /// The timing with every default.
  public init() {}

  /// A property of the timing.
  public subscript<Value>(dynamicMember path: WritableKeyPath<MediaTiming, Value>) -> Value {
    get { timing[keyPath: path] }
    set { timing[keyPath: path] = newValue }
  }

  /// The animation's local time at `moment`, and its duration; nil where it does nothing.
  ///
  /// - Parameters:
  ///   - standard: how long it lasts where its duration is 0.
  ///   - isInGroup: whether a group decides when it is gone.
  func localTime(at moment: Moment, lasting standard: Double, isInGroup: Bool) -> (local: LocalTime, duration: Double)?
  {
    let duration = timing.duration > 0 ? timing.duration : standard
    if !isInGroup && isRemovedOnCompletion && timing.isOver(at: moment, lasting: duration) { return nil }
    return timing.localTime(at: moment, lasting: duration).map { ($0, duration) }
  }

  /// The progress at `local`, after the pace.
  func progress(at local: LocalTime) -> Double { timingFunction?.progress(at: local.progress) ?? local.progress }
}

extension AnimationTiming: PropertyCoded {
  static var properties: [CodedProperty<AnimationTiming>] {
    MediaTiming.properties.map { $0.lifted(\.timing) } + [
      .value("timingFunction", \.timingFunction), .value("isRemovedOnCompletion", \.isRemovedOnCompletion),
      .value("key", \.key),
    ]
  }
}
