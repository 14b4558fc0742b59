/// What came of many cases.
public struct FuzzTally: Sendable {
  /// How many cases were run.
  public private(set) var count = 0

  /// How often cases ended how.
  public private(set) var endings: [FuzzEnding: Int] = [:]

  /// How many cases had a fault of a kind.
  public private(set) var faults: [FuzzFault.Kind: Int] = [:]

  /// Counts nothing yet.
  public init() {}

  /// Counts a case.
  public mutating func add(_ verdict: FuzzVerdict) {
    count += 1
    if let ending = verdict.ending { endings[ending, default: 0] += 1 }
    for kind in Set(verdict.faults.map(\.kind)) { faults[kind, default: 0] += 1 }
  }

  /// How many cases were rendered.
  public var rendered: Int {
    endings.reduce(0) { sum, ending in
      switch ending.key {
      case .refused, .failed: sum
      case .same, .different, .shorter, .rendered, .large: sum + ending.value
      }
    }
  }

  /// How many cases were refused, at the first look or later.
  public var refused: Int { endings.values.reduce(0, +) - rendered }

  /// A line for each ending and each kind of fault.
  public var text: String {
    (["\(count) cases"] + faults.sorted { $0.key < $1.key }.map { "\($0.value)\tFAULT: \($0.key.rawValue)" }
      + endings.sorted { $0.key < $1.key }.map { "\($0.value)\t\($0.key)" }).joined(separator: "\n")
  }
}
