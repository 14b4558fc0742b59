import ModelValues

/// The greatest numbers that a layer's animations ever reach, so that no birth is missed where a rate changes.
extension Layer {
  /// The layer's emitter, every number that is animated as high as it ever is, and every cell enabled that ever is; nil for a layer
  /// of another kind.
  var highestEmitter: EmitterLayer? {
    var highest = self
    for keyPath in Set(animations.flatMap(\.keyPaths)) {
      switch value(for: keyPath) {
      case .number(let own): highest.set(.number(highestNumber(of: keyPath, own)), for: keyPath)
      case .flag: highest.set(.flag(true), for: keyPath)
      default: break
      }
    }
    return highest.kind.emitter
  }

  /// The highest number that a property can have which is `own` without its animations. A range counts by its length.
  private func highestNumber(of keyPath: LayerKeyPath, _ own: Double) -> Double {
    var (highest, added) = (own, 0.0)
    for reach in animations.flatMap({ $0.reaches(of: keyPath, in: self) }) {
      let numbers = keyPath.rawValue.hasSuffix("Range") ? reach.numbers.map(abs) : reach.numbers
      guard let most = numbers.max(), let least = numbers.min() else { continue }
      let top = (reach.isOvershooting ? 2 * most - least : most) * reach.times
      if reach.isAdditive { added += max(0, top) } else { highest = max(highest, top) }
    }
    return highest + added
  }
}

/// Between which numbers one animation takes a property.
private struct AnimationReach {
  /// The numbers that it says.
  var numbers: [Double]
  /// Whether it may go beyond them, as springs, splines and some timing functions do.
  var isOvershooting: Bool
  /// Whether they are added to what the property has.
  var isAdditive: Bool
  /// The number of times that they add up.
  var times: Double

  init(_ values: [LayerValue?], of property: PropertyAnimation, isOvershooting: Bool) {
    numbers = values.compactMap { $0?.number }
    self.isOvershooting = isOvershooting || property.timing.timingFunction?.isOvershooting == true
    isAdditive = property.isAdditive
    // Beyond a million repeats no rate is one that can be drawn.
    times = property.isCumulative ? max(1, min(property.timing.repeats.rounded(.up), 1e6)) : 1
  }
}

extension LayerAnimation {
  /// The properties that it and those in it change.
  fileprivate var keyPaths: [LayerKeyPath] {
    if case .group(let group) = self { return group.animations.flatMap(\.keyPaths) }
    return property.map { [$0.keyPath] } ?? []
  }

  /// The reaches of it, and of those in it, in a property of `layer`.
  fileprivate func reaches(of keyPath: LayerKeyPath, in layer: Layer) -> [AnimationReach] {
    if case .group(let group) = self { return group.animations.flatMap { $0.reaches(of: keyPath, in: layer) } }
    guard property?.keyPath == keyPath else { return [] }
    switch self {
    case .basic(let basic):
      let ends = basic.ends(in: layer)
      return [AnimationReach([ends?.from, ends?.to], of: basic.property, isOvershooting: false)]
    case .spring(let spring):
      let ends = spring.basic.ends(in: layer)
      return [AnimationReach([ends?.from, ends?.to], of: spring.basic.property, isOvershooting: true)]
    case .keyframe(let keyframe):
      let isOvershooting =
        keyframe.calculationMode == .cubic || keyframe.calculationMode == .cubicPaced
        || keyframe.timingFunctions.contains(where: \.isOvershooting)
      return [AnimationReach(keyframe.values.map(\.self), of: keyframe.property, isOvershooting: isOvershooting)]
    case .group, .transition: return []
    }
  }
}

extension MediaTimingFunction {
  /// Whether it goes beyond its ends.
  fileprivate var isOvershooting: Bool {
    [firstControlPoint.y, secondControlPoint.y].contains { !(0...1).contains($0) }
  }
}

extension AnimationTiming {
  /// The number of iterations.
  fileprivate var repeats: Double {
    let timing = timing
    if timing.repeatCount > 0 { return timing.repeatCount }
    let duration = timing.duration > 0 ? timing.duration : MediaTiming.standardDuration
    return timing.repeatDuration > 0 ? timing.repeatDuration / duration : 1
  }
}
