import EditingModel
import MediaTime

/// An opacity or a volume over a stretch of time, as straight pieces.
///
/// ```
///  1  ────────╲
///              ╲         ┌─────       a setting is a step, a ramp a slope
///  0            ╲________│
/// ```
package struct LevelLine: Hashable, Sendable {
  /// The corners, in order of time; two at one time are a step.
  package private(set) var points: [Point] = []

  /// A value at a time.
  package struct Point: Hashable, Sendable {
    /// The time, in seconds of the film.
    package var seconds: Double
    /// The value.
    package var value: Double
  }

  /// The value of `ramps`, 1 before their first entry, times `factor`, from `start` to `end` seconds.
  init(_ ramps: Ramps<Double>, from start: Double, to end: Double, times factor: Double = 1) {
    var value = 1.0
    for entry in ramps.entries {
      let (first, last) = (entry.start.seconds, entry.end.seconds)
      guard first < end else { break }
      switch entry {
      case .setting(_, let next):
        if first > start { add(Point(seconds: first, value: next), after: value, from: start) }
        value = next
      case .ramp(_, let from, let to):
        func level(at seconds: Double) -> Double {
          Double.interpolated(from: from, to: to, at: last > first ? (seconds - first) / (last - first) : 1)
        }
        if last > start {
          if first > start {
            add(Point(seconds: first, value: from), after: value, from: start)
          } else {
            points = [Point(seconds: start, value: level(at: start))]
          }
          points.append(Point(seconds: min(last, end), value: level(at: min(last, end))))
        }
        value = to
      }
    }
    if points.isEmpty { points = [Point(seconds: start, value: value)] }
    if let last = points.last, last.seconds < end { points.append(Point(seconds: end, value: value)) }
    for index in points.indices { points[index].value *= factor }
  }

  /// The greatest value.
  var highest: Double { points.map(\.value).max() ?? 0 }

  /// The value at `seconds`, after a step there; nil where the line does not reach.
  func value(at seconds: Double) -> Double? {
    guard let first = points.first, let last = points.last, first.seconds <= seconds, seconds <= last.seconds,
      let before = points.last(where: { $0.seconds <= seconds })
    else { return nil }
    guard let after = points.first(where: { $0.seconds > seconds }) else { return before.value }
    let passed = (seconds - before.seconds) / (after.seconds - before.seconds)
    return Double.interpolated(from: before.value, to: after.value, at: passed)
  }

  /// Goes on with the value `value` up to the time of `point`, and with that of `point` from then on.
  private mutating func add(_ point: Point, after value: Double, from start: Double) {
    if points.isEmpty { points = [Point(seconds: start, value: value)] }
    points.append(Point(seconds: point.seconds, value: value))
    if point.value != value { points.append(point) }
  }
}
