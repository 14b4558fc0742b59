/// The film's time along a line: where a time stands, and which round times are marked.
///
/// ```
///  left                                     left + length
///  ├─────────┬─────────┬─────────┬─────────┤
///  0:00      0:05      0:10      0:15
/// ```
struct TimeAxis: Hashable, Sendable {
  /// How long the film is, in seconds; greater than zero.
  let duration: Double
  /// Where it begins, in pixels or columns.
  let left: Double
  /// How long the line is, in pixels or columns.
  let length: Double

  /// A round time.
  struct Mark: Hashable, Sendable {
    /// The time, in seconds.
    var seconds: Double
    /// What a clock shows then: "0:05", "1:02:05", "0:00.25".
    var text: String
  }

  /// A line of `length` from `left` on, over `duration` seconds.
  init(duration: Double, left: Double, length: Double) {
    self.duration = duration.isFinite ? max(duration, 1e-6) : 1
    self.left = left
    self.length = length
  }

  /// What part of the film is over at `seconds`: 0 before it begins, 1 after it has ended.
  func part(at seconds: Double) -> Double {
    guard !seconds.isNaN else { return 0 }
    return min(1, max(0, seconds / duration))
  }

  /// Where `seconds` stands.
  func place(of seconds: Double) -> Double { left + part(at: seconds) * length }

  /// The round times that lie `distance` pixels or columns apart, or a little more.
  func marks(apart distance: Double) -> [Mark] {
    let least = distance / length * duration * 1e6
    let day = Self.steps.last ?? 1
    let days = Int64(min(least / Double(day), 1e6).rounded(.up))
    let step = Self.steps.first { Double($0) >= least } ?? day * max(1, days)
    let end = Int64(min(duration * 1e6, 1e15))
    return stride(from: 0, through: end, by: Int64.Stride(step)).map { time in
      Mark(seconds: Double(time) / 1e6, text: Self.clock(time, step: step))
    }
  }

  /// What a clock shows at `time` microseconds, with as many decimals as times `step` apart differ in.
  private static func clock(_ time: Int64, step: Int64) -> String {
    let seconds = time / 1_000_000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = seconds >= 3_600 ? "\(seconds / 3_600):\(two(seconds / 60 % 60))" : "\(seconds / 60)"
    var unit: Int64 = 1_000_000
    var decimals = 0
    while unit > 1, step % unit != 0 {
      unit /= 10
      decimals += 1
    }
    guard decimals > 0 else { return "\(minutes):\(two(seconds % 60))" }
    return "\(minutes):\(two(seconds % 60)).\(String(1_000_000 + time % 1_000_000).dropFirst().prefix(decimals))"
  }

  /// What marks lie apart, in microseconds: from ten microseconds to a day.
  static let steps: [Int64] = {
    let parts: [Int64] = [10, 100, 1_000, 10_000, 100_000].flatMap { [$0, 2 * $0, 5 * $0] }
    let whole: [Int64] = [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400,
    ]
    return parts + whole.map { $0 * 1_000_000 }
  }()
}
