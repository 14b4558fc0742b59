import MediaTime

/// The film's time along a line: where a time stands, and which round times are marked.
///
/// ```
///  left                                     left + length
///  ├─────────┬─────────┬─────────┬─────────┤
///  0:00      0:05      0:10      0:15
/// ```
struct TimeAxis: Hashable, Sendable {
  /// The duration of the film, in seconds; greater than zero.
  let duration: Double
  /// Its left end, in pixels or columns.
  let left: Double
  /// The length of the line, in pixels or columns.
  let length: Double

  /// A round time.
  struct Mark: Hashable, Sendable {
    /// The time, in seconds.
    var seconds: Double
    /// The time as a clock shows it: "0:05", "1:02:05", "0:00.25".
    var text: String
  }

  /// A line of `length` from `left` on, over `duration` seconds.
  init(duration: Double, left: Double, length: Double) {
    self.duration = duration.isFinite ? max(duration, 1e-6) : 1
    self.left = left
    self.length = length
  }

  /// The part of the film that is over at `seconds`: 0 before it begins, 1 after it has ended.
  func part(at seconds: Double) -> Double {
    guard !seconds.isNaN else { return 0 }
    return min(1, max(0, seconds / duration))
  }

  /// The place of `seconds`.
  func place(of seconds: Double) -> Double { left + part(at: seconds) * length }

  /// The round times that lie `distance` pixels or columns apart, or a little more.
  func marks(apart distance: Double) -> [Mark] {
    let least = distance / length * duration * 1e6
    let day = TimeMarks.steps.last ?? 1
    let days = Int64(min(least / Double(day), 1e6).rounded(.up))
    let step = TimeMarks.steps.first { Double($0) >= least } ?? day * max(1, days)
    let end = Int64(min(duration * 1e6, 1e15))
    return stride(from: 0, through: end, by: Int64.Stride(step)).map { time in
      Mark(seconds: Double(time) / 1e6, text: TimeMarks.text(time, step: step))
    }
  }
}
