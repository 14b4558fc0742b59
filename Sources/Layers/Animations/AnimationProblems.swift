import ModelValues

extension LayerCheck {
  /// Checks an animation of `layer`.
  mutating func check(_ animation: LayerAnimation, of layer: Layer, at location: String, depth: Int) {
    checkTiming(animation.timing.timing, at: location)
    if let function = animation.timing.timingFunction {
      check([function], at: Self.path(location, "timingFunction"))
    }
    if let property = animation.property, layer.value(for: property.keyPath) == nil {
      add(
        .withoutEffect, Self.path(location, "keyPath"),
        "A \(layer.kind.name) layer has no \(property.keyPath.rawValue).", expected: "a property of that layer")
    }
    if let property = animation.property, property.valueFunction != nil, property.keyPath.kind != .transform {
      add(
        .wrongKind, Self.path(location, "valueFunction"),
        "It makes transforms, and \(property.keyPath.rawValue) is none.", expected: "a property that is a transform")
    }
    switch animation {
    case .basic(let basic): check(basic, at: location)
    case .spring(let spring):
      check(spring.basic, at: location)
      for (name, number, isAllowed) in [
        ("mass", spring.mass, spring.mass > 0), ("stiffness", spring.stiffness, spring.stiffness > 0),
        ("damping", spring.damping, spring.damping >= 0), ("initialVelocity", spring.initialVelocity, true),
      ] where !number.isFinite || !isAllowed {
        add(
          .valueOutOfRange, Self.path(location, name), "It is \(number).",
          expected: name == "damping" ? "0 or more" : name == "initialVelocity" ? "a finite number" : "more than 0")
      }
    case .keyframe(let keyframe): check(keyframe, at: location)
    case .transition(let transition):
      for (name, progress) in [("startProgress", transition.startProgress), ("endProgress", transition.endProgress)]
      where !(0...1).contains(progress) {
        add(.valueOutOfRange, Self.path(location, name), "It is \(progress.shortText).", expected: "0 to 1")
      }
      if depth > 0 {
        add(.withoutEffect, location, "A transition is in a group.", expected: "a transition beside it")
      }
    case .group(let group):
      guard depth < LayerLimits.groupDepth else {
        return add(
          .tooDeep, location, "Groups of animations are in one another \(depth + 1) times.",
          expected: "at most \(LayerLimits.groupDepth) times")
      }
      checkCount(group.animations.count, of: "animations", at: location)
      for (index, inner) in group.animations.prefix(LayerLimits.animations).enumerated() {
        check(inner, of: layer, at: Self.path(location, "animations[\(index)]"), depth: depth + 1)
      }
    }
  }

  private mutating func check(_ basic: BasicAnimation, at location: String) {
    if basic.fromValue == nil, basic.toValue == nil, basic.byValue == nil {
      add(.withoutEffect, location, "The animation has no values.", expected: "fromValue, toValue or byValue")
    }
    for (name, value) in [("fromValue", basic.fromValue), ("toValue", basic.toValue), ("byValue", basic.byValue)] {
      if let value { check(value, of: basic.property, at: Self.path(location, name)) }
    }
  }

  private mutating func check(_ keyframe: KeyframeAnimation, at location: String) {
    checkCount(keyframe.values.count, of: "values", at: location)
    for (index, value) in keyframe.values.prefix(LayerLimits.animations).enumerated() {
      check(value, of: keyframe.property, at: Self.path(location, "values[\(index)]"))
    }
    let segments = keyframe.path.segments
    if segments.isEmpty, keyframe.values.isEmpty {
      add(.withoutEffect, location, "The animation has neither values nor a path.", expected: "values, or a path")
    }
    if !keyframe.path.isEmpty {
      if keyframe.property.valueKind != .point {
        add(
          .wrongKind, Self.path(location, "path"), "A path gives points, and \(keyframe.keyPath.rawValue) is none.",
          expected: "a property that is a point")
      }
      if !LayerValue.path(keyframe.path).isFinite {
        add(.valueOutOfRange, Self.path(location, "path"), "A number of it is not finite.", expected: "finite numbers")
      }
      checkRange(.path(keyframe.path), of: .path, at: Self.path(location, "path"))
    }
    let keys = segments.isEmpty ? keyframe.values.count : segments.count + 1
    let isPaced = keyframe.calculationMode == .paced || keyframe.calculationMode == .cubicPaced
    let times = keyframe.calculationMode == .discrete ? keys + 1 : keys
    if !keyframe.keyTimes.isEmpty, !isPaced, keys > 1, keyframe.times(count: times) != keyframe.keyTimes {
      add(
        .invalidKeyTimes, Self.path(location, "keyTimes"),
        "The \(keyframe.keyTimes.count) times of \(keys) keys are not used.",
        expected: "\(times) times from 0 to 1 that never fall")
    }
    check(keyframe.timingFunctions, at: Self.path(location, "timingFunctions"))
    for (name, list) in [
      ("tensionValues", keyframe.tensionValues), ("continuityValues", keyframe.continuityValues),
      ("biasValues", keyframe.biasValues),
    ] where !list.allSatisfy(\.isFinite) {
      add(.valueOutOfRange, Self.path(location, name), "A number of it is not finite.", expected: "finite numbers")
    }
  }

  private mutating func check(_ value: LayerValue, of property: PropertyAnimation, at location: String) {
    if value.kind != property.valueKind {
      add(
        .wrongKind, location, "It is a \(value.kind.rawValue).",
        expected: "a \(property.valueKind.rawValue), as \(property.keyPath.rawValue) takes")
    } else if !value.isFinite {
      add(.valueOutOfRange, location, "A number of it is not finite.", expected: "finite numbers")
    } else if case .path = value {
      checkRange(value, of: property.keyPath, at: location)
    }
  }

  private mutating func check(_ functions: [MediaTimingFunction], at location: String) {
    for function in functions {
      let numbers = [
        function.firstControlPoint.x, function.firstControlPoint.y, function.secondControlPoint.x,
        function.secondControlPoint.y,
      ]
      if !numbers.allSatisfy(\.isFinite) || !(0...1).contains(numbers[0]) || !(0...1).contains(numbers[2]) {
        add(
          .valueOutOfRange, location, "A control point is at \(numbers.map(\.shortText).joined(separator: ", ")).",
          expected: "finite numbers, and x from 0 to 1")
        return
      }
    }
  }
}
