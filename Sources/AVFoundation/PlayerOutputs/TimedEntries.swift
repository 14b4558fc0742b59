import CoreMedia

/// Values that hold for stretches of an item's time, in the order in which they begin.
struct TimedEntries<Value: Sendable>: Sendable {
  /// Something, and when it holds.
  struct Entry: Sendable {
    /// Time at which it begins.
    var start: CMTime
    /// Time at which it ends; positive infinity for never.
    var end: CMTime
    var value: Value
  }

  let entries: [Entry]

  init(_ entries: [Entry] = []) {
    let sorted = entries.enumerated().sorted { left, right in
      left.element.start == right.element.start
        ? left.offset < right.offset : left.element.start < right.element.start
    }
    self.entries = sorted.map(\.element)
  }

  /// Times at which something begins or ends.
  var times: [CMTime] { entries.flatMap { [$0.start, $0.end] } }

  /// Values that hold at `time`; backwards, those that held just before it.
  func holding(at time: CMTime, isForward: Bool) -> [Value] {
    entries.filter { entry in
      isForward ? entry.start <= time && time < entry.end : entry.start < time && time <= entry.end
    }.map(\.value)
  }

  /// Values that are come to at `time`: those that begin there; backwards, those that end there.
  func entering(at time: CMTime, isForward: Bool) -> [Value] {
    entries.filter { (isForward ? $0.start : $0.end) == time }.map(\.value)
  }
}
