import MediaTime

/// Numbers of the frames of a media track that successive output frames show, in stretches: numbers that rise by one,
/// or stay.
///
/// ```
///  output frames   0   1   2   3   4   5   6
///  numbers         7   8   9   9   9  12  13       stretches: 7 8 9 │ 9 9 │ 12 13
/// ```
public struct SourceFrameNumbers: Hashable, Sendable, Codable {
  /// Numbers that rise by one from one output frame to the next, or stay.
  private struct Stretch: Hashable, Sendable, Codable {
    /// The output frame at which it begins, counted from the first.
    var offset: Int
    /// The number there.
    var first: Int
    /// Whether the number stays.
    var isRepeated: Bool
  }

  private var stretches: [Stretch] = []
  /// The number of output frames.
  public private(set) var count = 0

  /// `numbers`, in ascending order; equal ones are allowed.
  public init(_ numbers: some Sequence<Int>) {
    for number in numbers { append(number) }
  }

  /// The number that output frame `index`, counted from the first, shows; beyond the first or the last frame, that
  /// frame's.
  public subscript(index: Int) -> Int {
    let index = max(0, min(index, count - 1))
    let next = stretches.partitioningIndex { $0.offset > index }
    guard next > 0 else { return 0 }
    let stretch = stretches[next - 1]
    return stretch.isRepeated ? stretch.first : stretch.first + (index - stretch.offset)
  }

  /// The first output frame, counted from the first, that shows number `number` or a greater one; `count` where none does.
  public func firstIndex(of number: Int) -> Int {
    let next = stretches.partitioningIndex { $0.first >= number }
    let end = next < stretches.count ? stretches[next].offset : count
    guard next > 0, !stretches[next - 1].isRepeated else { return end }
    return min(end, stretches[next - 1].offset + (number - stretches[next - 1].first))
  }

  /// The numbers of output frames `range`, counted from the first.
  public subscript(range: Range<Int>) -> SourceFrameNumbers {
    SourceFrameNumbers(range.clamped(to: 0..<count).lazy.map { self[$0] })
  }

  private mutating func append(_ number: Int) {
    defer { count += 1 }
    guard let last = stretches.last else {
      stretches.append(Stretch(offset: 0, first: number, isRepeated: false))
      return
    }
    let length = count - last.offset
    if last.isRepeated ? number == last.first : number == last.first + length { return }
    if length == 1, number == last.first {
      stretches[stretches.count - 1].isRepeated = true
    } else {
      stretches.append(Stretch(offset: count, first: number, isRepeated: false))
    }
  }
}
