public import MediaTime

/// Setting values and ramps, and asking for them.
///
/// All times are composition times. What cannot be added throws ``RampError`` and changes nothing: a time that is not
/// finite, a range without duration, a value outside its range, and what overlaps a ramp that is there already.
extension LayerInstruction {
  /// From `time` on the layer's opacity is `opacity`, 0…1 (`setOpacity(_:at:)`).
  public mutating func setOpacity(_ opacity: Double, at time: CMTime) throws(RampError) {
    try self.opacity.set(opacity, at: time, refusal: ValueRefusal.opacity)
  }

  /// Over `timeRange` the opacity goes from `startOpacity` to `endOpacity`, both 0…1, and then stays
  /// (`setOpacityRamp(fromStartOpacity:toEndOpacity:timeRange:)`).
  public mutating func setOpacityRamp(
    fromStartOpacity startOpacity: Double, toEndOpacity endOpacity: Double, timeRange: CMTimeRange
  ) throws(RampError) {
    try opacity.setRamp(from: startOpacity, to: endOpacity, over: timeRange, refusal: ValueRefusal.opacity)
  }

  /// The opacity ramp that contains `time`, or else the next one; nil after the last
  /// (`getOpacityRamp(for:startOpacity:endOpacity:timeRange:)`). See ``Ramps/ramp(for:)``.
  public func opacityRamp(for time: CMTime) -> Ramp<Double>? { opacity.ramp(for: time) }

  /// From `time` on the source's pixels are placed by `transform` (`setTransform(_:at:)`).
  public mutating func setTransform(_ transform: Transform, at time: CMTime) throws(RampError) {
    try self.transform.set(transform, at: time, refusal: ValueRefusal.init)
  }

  /// Over `timeRange` the transform goes from `startTransform` to `endTransform`, each of the six numbers along a straight
  /// line, and then stays (`setTransformRamp(fromStart:toEnd:timeRange:)`).
  public mutating func setTransformRamp(
    fromStart startTransform: Transform, toEnd endTransform: Transform, timeRange: CMTimeRange
  ) throws(RampError) {
    try transform.setRamp(from: startTransform, to: endTransform, over: timeRange, refusal: ValueRefusal.init)
  }

  /// The transform ramp that contains `time`, or else the next one; nil after the last
  /// (`getTransformRamp(for:start:end:timeRange:)`). See ``Ramps/ramp(for:)``.
  public func transformRamp(for time: CMTime) -> Ramp<Transform>? { transform.ramp(for: time) }

  /// From `time` on only `cropRectangle` of the source is shown, in source pixels (`setCropRectangle(_:at:)`).
  public mutating func setCropRectangle(_ cropRectangle: Rectangle, at time: CMTime) throws(RampError) {
    try self.cropRectangle.set(cropRectangle, at: time, refusal: ValueRefusal.init(crop:))
  }

  /// Over `timeRange` the part that is shown goes from `startCropRectangle` to `endCropRectangle`, and then stays
  /// (`setCropRectangleRamp(fromStartCropRectangle:toEndCropRectangle:timeRange:)`).
  public mutating func setCropRectangleRamp(
    fromStartCropRectangle startCropRectangle: Rectangle, toEndCropRectangle endCropRectangle: Rectangle,
    timeRange: CMTimeRange
  ) throws(RampError) {
    try cropRectangle.setRamp(
      from: startCropRectangle, to: endCropRectangle, over: timeRange, refusal: ValueRefusal.init(crop:))
  }

  /// The crop ramp that contains `time`, or else the next one; nil after the last
  /// (`getCropRectangleRamp(for:startCropRectangle:endCropRectangle:timeRange:)`). See ``Ramps/ramp(for:)``.
  public func cropRectangleRamp(for time: CMTime) -> Ramp<Rectangle>? { cropRectangle.ramp(for: time) }

  /// Whether the layer looks different at two times of `timeRange` though its source does not.
  func changes(during timeRange: CMTimeRange) -> Bool {
    opacity.changes(during: timeRange, initial: 1) || transform.changes(during: timeRange, initial: .identity)
      || cropRectangle.changes(during: timeRange, initial: nil)
  }
}

extension Ramps {
  /// Whether the value, which is `initial` before the first entry, is not the same throughout `range`.
  fileprivate func changes(during range: CMTimeRange, initial: Value?) -> Bool {
    var value = initial
    for entry in entries {
      guard entry.start < range.end else { break }
      switch entry {
      case .setting(let at, let next):
        if at > range.start, next != value { return true }
      case .ramp(let ramp, let from, let to):
        if ramp.end > range.start, from != to { return true }
        if ramp.start > range.start, from != value { return true }
      }
      value = entry.lastValue
    }
    return false
  }
}
