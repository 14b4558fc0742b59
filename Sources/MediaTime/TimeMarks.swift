/// The round times of an axis, as people read them: their distances, and their texts. All in microseconds.
package enum TimeMarks {
  /// The distances of marks: from ten microseconds, half a sample, to a day.
  package static let steps: [Int64] = {
    let parts: [Int64] = [10, 100, 1_000, 10_000, 100_000].flatMap { [$0, 2 * $0, 5 * $0] }
    let whole: [Int64] = [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400,
    ]
    return parts + whole.map { $0 * 1_000_000 }
  }()

  /// A time as a clock shows it, with as many decimals as marks `step` apart differ in: "0:05", "1:02:05", "0:00.25", "−0:01".
  package static func text(_ time: Int64, step: Int64) -> String {
    let (amount, sign) = (time.magnitude, time < 0 ? "−" : "")
    let seconds = amount / 1_000_000
    func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let hours = seconds / 3_600
    let minutes = hours > 0 ? "\(hours):\(two(seconds / 60 % 60))" : "\(seconds / 60)"
    var unit: Int64 = 1_000_000
    var decimals = 0
    while unit > 1, step % unit != 0 {
      unit /= 10
      decimals += 1
    }
    let part = String(amount % 1_000_000)
    let digits = (String(repeating: "0", count: 6 - part.count) + part).prefix(decimals)
    return "\(sign)\(minutes):\(two(seconds % 60))" + (decimals > 0 ? ".\(digits)" : "")
  }
}
