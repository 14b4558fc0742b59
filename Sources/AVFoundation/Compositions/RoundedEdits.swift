import EditingModel
import Foundation

/// Edits whose times have no exact result: the engine refuses them, AVFoundation rounds.
enum RoundedEdits {
  /// The resolution of rounded times: a millionth of a second.
  private static let resolution: Int64 = 1_000_000

  /// Makes `edit` with `times`; where no timescale can hold their sums with the composition's times exactly, with the
  /// nearest times of one of `timescales`, or of a multiple of it, that are less than a millionth of a second off.
  static func make<Value>(
    _ times: [CMTime], by timescales: [CMTimeScale], _ edit: ([CMTime]) throws(EditError) -> Value
  ) throws(EditError) -> Value {
    do {
      return try edit(times)
    } catch {
      guard error.code == .timeNotExact else { throw error }
      for timescale in timescales + [600, 90_000] where timescale > 0 {
        let fine = CMTimeScale(clamping: Int64(timescale) * max(1, resolution / Int64(timescale)))
        let rounded = times.map { $0.isNumeric ? $0.convertScale(fine, method: .default).unrounded : $0 }
        do {
          return try edit(rounded)
        } catch let other {
          guard other.code == .timeNotExact else { throw other }
        }
      }
      throw error
    }
  }

  /// The start and the end of a range, which are rounded, and the range again.
  static func times(of range: CMTimeRange) -> [CMTime] { [range.start, range.end] }

  /// The range between two times; as it was where nothing is rounded.
  static func range(_ times: ArraySlice<CMTime>, of range: CMTimeRange) -> CMTimeRange {
    guard let start = times.first, let end = times.last, start != range.start || end != range.end else { return range }
    return CMTimeRange(start: start, end: end)
  }
}

extension CMTime {
  /// The same time, without the flag that it was rounded.
  fileprivate var unrounded: CMTime {
    var time = self
    time.flags.remove(.hasBeenRounded)
    return time
  }
}
