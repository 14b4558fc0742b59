public import MediaTime

/// Setting volumes and volume ramps, and asking for them. All times are composition times, whatever the speed of the
/// segments.
extension AudioMixInputParameters {
  /// From `time` on the track's volume is `volume`, a linear gain of 0…10 (`setVolume(_:at:)`).
  ///
  /// - Throws: ``RampError``, as ``setVolumeRamp(fromStartVolume:toEndVolume:timeRange:)`` does; then nothing is changed.
  public mutating func setVolume(_ volume: Double, at time: CMTime) throws(RampError) {
    try self.volume.set(volume, at: time, refusal: ValueRefusal.volume)
  }

  /// Over `timeRange` the volume goes from `startVolume` to `endVolume`, both 0…10, and then stays
  /// (`setVolumeRamp(fromStartVolume:toEndVolume:timeRange:)`).
  ///
  /// ```
  ///  1.0 ──────────┐ jumps where the ramp begins
  ///  0.5           └╲
  ///  0.2             ╲─────────── the last value sticks to the end of the track
  ///                [4 … 9)
  /// ```
  ///
  /// - Throws: ``RampError`` where a time is not finite, the range has no duration, a volume is out of its range, or the
  ///   range overlaps a ramp that is there already; then nothing is changed.
  public mutating func setVolumeRamp(
    fromStartVolume startVolume: Double, toEndVolume endVolume: Double, timeRange: CMTimeRange
  ) throws(RampError) {
    try volume.setRamp(from: startVolume, to: endVolume, over: timeRange, refusal: ValueRefusal.volume)
  }

  /// The volume ramp that contains `time`, or else the next one; nil after the last
  /// (`getVolumeRamp(for:startVolume:endVolume:timeRange:)`). See ``Ramps/ramp(for:)``.
  public func volumeRamp(for time: CMTime) -> Ramp<Double>? { volume.ramp(for: time) }
}
