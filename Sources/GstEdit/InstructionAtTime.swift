import EditingModel
import MediaTime

extension VideoComposition {
  /// The instruction that applies at `time`; nil where none does.
  func instruction(at time: Rational) -> Int? {
    let index = instructions.partitioningIndex { instruction in
      instruction.timeRange.end.rational.map { $0 > time } ?? true
    }
    guard index < instructions.count, let start = instructions[index].timeRange.start.rational, start <= time else {
      return nil
    }
    return index
  }
}
