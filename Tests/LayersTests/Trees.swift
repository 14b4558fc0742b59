import MediaTime
import ModelValues
import SeededRandom
import Testing

@testable import Layers

/// A timing with what a test sets.
func timing(lasting duration: Double = 1, _ change: (inout MediaTiming) -> Void = { _ in }) -> MediaTiming {
  var timing = MediaTiming()
  timing.duration = duration
  change(&timing)
  return timing
}

/// A layer of `kind` with `animations`, which are not removed when they end.
func layer(_ kind: LayerKind = .layer, _ animations: LayerAnimation...) -> Layer {
  var layer = Layer(kind)
  layer.animations = animations
  return layer
}

/// A basic animation over `duration` seconds that stays.
func basic(
  _ keyPath: LayerKeyPath, from: LayerValue? = nil, to: LayerValue? = nil, by: LayerValue? = nil,
  begin: Double = 0, duration: Double = 1, fill: MediaTimingFillMode = .both,
  _ change: (inout BasicAnimation) -> Void = { _ in }
) -> LayerAnimation {
  var animation = BasicAnimation(keyPath: keyPath)
  animation.fromValue = from
  animation.toValue = to
  animation.byValue = by
  animation.beginTime = begin
  animation.duration = duration
  animation.fillMode = fill
  animation.isRemovedOnCompletion = false
  change(&animation)
  return .basic(animation)
}

/// A keyframe animation over one second that stays.
func keyframe(_ keyPath: LayerKeyPath, _ values: [LayerValue], _ change: (inout KeyframeAnimation) -> Void = { _ in })
  -> LayerAnimation
{
  var animation = KeyframeAnimation(keyPath: keyPath)
  animation.values = values
  animation.duration = 1
  animation.fillMode = .both
  animation.isRemovedOnCompletion = false
  change(&animation)
  return .keyframe(animation)
}

extension Layer {
  /// A plain layer with `animations`.
  init(animations: [LayerAnimation]) {
    self.init(.layer)
    self.animations = animations
  }

  /// The layer at `numerator`/`denominator` seconds; nil where it is not there.
  func at(_ numerator: Int64, _ denominator: Int64 = 1) throws -> PresentationLayer? {
    try presentation(at: Rational(numerator, denominator))
  }

  /// A property at a time.
  func value(_ keyPath: LayerKeyPath, at numerator: Int64, _ denominator: Int64 = 1) throws -> LayerValue? {
    try at(numerator, denominator)?.layer.value(for: keyPath)
  }

  /// A number at a time.
  func number(_ keyPath: LayerKeyPath, at numerator: Int64, _ denominator: Int64 = 1) throws -> Double? {
    try value(keyPath, at: numerator, denominator)?.number
  }
}

/// Whether two numbers are the same but for rounding.
func near(_ left: Double?, _ right: Double, _ tolerance: Double = 1e-9) -> Bool {
  left.map { abs($0 - right) <= tolerance } ?? false
}

/// Whether two values are the same but for rounding.
func near(_ left: LayerValue?, _ right: LayerValue, _ tolerance: Double = 1e-9) -> Bool {
  guard let left, left.hasForm(of: right), let own = left.components, let other = right.components else { return false }
  return zip(own, other).allSatisfy { near($0, $1, tolerance) }
}
