public import EditingModel
public import MediaTime

/// What a film shows and plays at one time, and which part of the edit makes it so.
///
/// It is read off the plan that a render would carry out, so that it cannot say anything else than what is rendered.
public struct Explanation: Hashable, Sendable {
  /// The time asked about, in composition time.
  public var time: Rational
  /// The picture; nil in a film without one.
  public var picture: PictureExplanation?
  /// The sound; nil in a film without it.
  public var sound: SoundExplanation?
}

/// A value that can be set over time, and what says so.
public struct ExplainedValue<Value: Interpolatable>: Hashable, Sendable {
  /// The value.
  public var value: Value
  /// The setting or the ramp that governs; nil where nothing is set yet, and the value is the one it has by itself.
  public var entry: Ramps<Value>.Entry?
  /// Where the entry stands in the model; nil where there is none, or none that the project wrote.
  public var location: ModelLocation?

  /// The value of `ramps` at `time`, `initial` before the first entry; entries stand at `place` in the model.
  init(_ ramps: Ramps<Value>, at time: Rational, initial: Value, place: (Int) -> ModelLocation.Part?) {
    let index = ramps.indexOfEntry(governing: time)
    self.value = ramps.value(at: time, initial: initial)
    self.entry = index.map { ramps.entries[$0] }
    self.location = index.flatMap(place).map { ModelLocation($0) }
  }
}
