import CoreMedia

/// What holds for stretches of an item's time, in the order in which it begins.
struct TimedEntries<Value: Sendable>: Sendable {
  /// Something, and when it holds.
  struct Entry: Sendable {
    /// When it begins.
    var start: CMTime
    /// When it ends; positive infinity for never.
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

  /// When something begins or ends.
  var times: [CMTime] { entries.flatMap { [$0.start, $0.end] } }

  /// What holds at `time`; backwards, what held just before it.
  func holding(at time: CMTime, isForward: Bool) -> [Value] {
    entries.filter { entry in
      isForward ? entry.start <= time && time < entry.end : entry.start < time && time <= entry.end
    }.map(\.value)
  }

  /// What is come to at `time`: what begins there; backwards, what ends there.
  func entering(at time: CMTime, isForward: Bool) -> [Value] {
    entries.filter { (isForward ? $0.start : $0.end) == time }.map(\.value)
  }
}
