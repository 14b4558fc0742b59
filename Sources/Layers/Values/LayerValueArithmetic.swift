import ModelValues

extension LayerValue {
  /// The value `fraction` of the way from this one to `end`, and beyond where the fraction is outside 0…1.
  ///
  /// Numbers go evenly, colors by what they add to a picture (premultiplied, as in CSS Color 4), transforms part for part,
  /// pictures dissolve. What does not go over, texts, flags, paths of other steps, lists of other lengths, changes halfway
  /// (Web Animations' discrete rule).
  func interpolated(to end: LayerValue, at fraction: Double) -> LayerValue {
    if fraction == 0 { return self }
    if fraction == 1 { return end }
    switch (self, end) {
    case (.contents(let from), .contents(let to)):
      if from == to || fraction < 0 { return self }
      if fraction > 1 { return end }
      return .contents(.dissolve(from: from, to: to, fraction: fraction))
    case (.transform(let from), .transform(let to)):
      if let start = TransformParts(from), let target = TransformParts(to) {
        return .transform(start.interpolated(to: target, at: fraction).transform)
      }
    default: break
    }
    guard hasForm(of: end) else { return fraction < 0.5 ? self : end }
    return combined([(self, 1 - fraction), (end, fraction)])
  }

  /// The weighted sum of values of this value's form, colors premultiplied.
  func combined(_ parts: [(value: LayerValue, weight: Double)]) -> LayerValue {
    var sums = [Double](repeating: 0, count: components?.count ?? 0)
    for (value, weight) in parts {
      guard let numbers = value.premultiplied, numbers.count == sums.count else { continue }
      for index in sums.indices { sums[index] += numbers[index] * weight }
    }
    return with(components: sums).straightened
  }

  /// The sum with another value, which the other stands on: what an additive animation gives. Transforms follow one another, the
  /// other first. Colors stay within 0…1. Values that have no sum are replaced.
  func adding(_ other: LayerValue) -> LayerValue {
    if case .transform(let transform) = self, case .transform(let addend) = other {
      return .transform(addend.concatenating(transform))
    }
    guard hasForm(of: other), let own = components, let addend = other.components else { return other }
    let sums = zip(own, addend).map { $0 + $1 }
    return with(components: isColored ? sums.map { min(max(0, $0), 1) } : sums)
  }

  /// The value that, added to `other`, gives this one; itself where there is none.
  func subtracting(_ other: LayerValue) -> LayerValue {
    if case .transform(let transform) = self, case .transform(let subtrahend) = other {
      return subtrahend.inverted.map { .transform(transform.concatenating($0)) } ?? self
    }
    guard hasForm(of: other), let own = components, let subtrahend = other.components else { return self }
    return with(components: zip(own, subtrahend).map { $0 - $1 })
  }

  /// The value added to nothing `count` times, a whole number.
  func repeated(_ count: Double) -> LayerValue {
    if case .transform(let transform) = self {
      var (power, square) = (Transform3D.identity, transform)
      var rest = Int(exactly: min(max(0, count), 1e15).rounded()) ?? 0
      while rest > 0 {
        if rest % 2 == 1 { power = power.concatenating(square) }
        square = square.concatenating(square)
        rest /= 2
      }
      return .transform(power)
    }
    guard let components else { return self }
    return with(components: components.map { $0 * count })
  }

  /// The neutral value of addition of this form.
  var neutral: LayerValue {
    if case .transform = self { return .transform(.identity) }
    guard let components else { return self }
    return with(components: components.map { _ in 0 })
  }

  /// The distance of the other value, for even paces; 0 where there is none.
  func distance(to other: LayerValue) -> Double {
    guard hasForm(of: other), let own = components, let others = other.components else { return 0 }
    return zip(own, others).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  private var isColored: Bool { kind == .color || kind == .colors }

  private var premultiplied: [Double]? {
    guard isColored, var numbers = components else { return components }
    for index in numbers.indices where index % 4 != 3 { numbers[index] *= numbers[index | 3] }
    return numbers
  }

  /// The value whose colors were premultiplied, as they are.
  private var straightened: LayerValue {
    guard isColored, var numbers = components else { return self }
    for index in numbers.indices where index % 4 != 3 {
      let alpha = numbers[index | 3]
      numbers[index] = alpha > 0 ? min(max(0, numbers[index] / alpha), 1) : 0
    }
    for index in numbers.indices where index % 4 == 3 { numbers[index] = min(max(0, numbers[index]), 1) }
    return with(components: numbers)
  }
}
