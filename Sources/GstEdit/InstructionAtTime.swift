import Composition
import MediaTime

extension VideoComposition {
  /// The instruction that applies at `time`; nil where none does.
  func instruction(at time: Rational) -> Int? {
    var low = 0
    var high = instructions.count
    while low < high {
      let middle = (low + high) / 2
      if let end = instructions[middle].timeRange.end.rational, end <= time { low = middle + 1 } else { high = middle }
    }
    guard low < instructions.count, let start = instructions[low].timeRange.start.rational, start <= time else {
      return nil
    }
    return low
  }
}
