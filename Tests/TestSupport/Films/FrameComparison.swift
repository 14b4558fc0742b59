/// What is wrong with a film, in words that fit into a test's report.
public struct FrameComparison: CustomStringConvertible, Sendable {
  /// The numbers of the frames that do not show what they must.
  public let wrong: [Int]

  /// A sentence for each of the first of them.
  private let examples: [String]

  /// Frames found, and frames expected.
  private let counts: (found: Int, expected: Int)

  /// Compares frame by frame, and the number of frames.
  public init(_ found: [FrameReading], _ expected: [FrameReading]) {
    counts = (found.count, expected.count)
    wrong = (0..<min(found.count, expected.count)).filter { found[$0] != expected[$0] }
    examples = wrong.prefix(8).map { "frame \($0) shows \(found[$0]) and not \(expected[$0])" }
  }

  /// Whether every frame is right and none is missing or too many.
  public var isExact: Bool { wrong.isEmpty && counts.found == counts.expected }

  /// The differences.
  public var description: String {
    isExact
      ? "all \(counts.expected) frames right"
      : "\(wrong.count) wrong, \(counts.found) frames of \(counts.expected). \(examples.joined(separator: "; "))"
  }
}
