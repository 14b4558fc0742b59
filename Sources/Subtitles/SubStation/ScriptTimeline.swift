import MediaTime

/// A stretch of a script's time, in milliseconds; its end is outside.
public struct ScriptStretch: Hashable, Sendable, Codable {
  /// Its beginning.
  public var start: Int64
  /// Its end.
  public var end: Int64
}

/// The times at which something of a script is seen, and those at which that changes, in milliseconds.
///
/// ```
///  events     ├── still ──┤        ├ fades in ┼──── still ────┤
///                   ├── moves ──┤
///  timeline   │ s   │  m  │  m   │   none  …
/// ```
public struct ScriptTimeline: Hashable, Sendable {
  private enum State: UInt8, Hashable, Sendable {
    case none, still, moving
  }

  /// The times at which the state changes, or what is seen in it, in order.
  private var borders: [Int64] = []
  /// The states from each border to the next.
  private var states: [State] = []
  /// The times at which events come that others make room for, in order.
  private var entrances: [Int64] = []
  /// For each entrance the number of the first whose events may still decide where those stand that are there.
  private var beginnings: [Int] = []
  /// The ends of all those that came up to each entrance.
  private var exits: [Int64] = []

  /// Longest run of entrances before the places of events are decided anew.
  private static let longestRun = 256

  /// The timeline of `events`.
  init(of events: [SubtitleScript.Event]) {
    var changes: [(time: Int64, seen: Int, moving: Int)] = []
    for event in events {
      changes.append((event.start, 1, 0))
      changes.append((event.end, -1, 0))
      for stretch in event.moving {
        let (start, end) = (max(event.start, stretch.start), min(event.end, stretch.end))
        guard start < end else { continue }
        changes.append((start, 0, 1))
        changes.append((end, 0, -1))
      }
    }
    changes.sort { $0.time < $1.time }
    var (seen, moving, index) = (0, 0, 0)
    while index < changes.count {
      let time = changes[index].time
      while index < changes.count, changes[index].time == time {
        seen += changes[index].seen
        moving += changes[index].moving
        index += 1
      }
      borders.append(time)
      states.append(seen == 0 ? .none : moving == 0 ? .still : .moving)
    }
    findEntrances(of: events)
  }

  private mutating func findEntrances(of events: [SubtitleScript.Event]) {
    let placed = events.filter(\.takesRoom).sorted { $0.start < $1.start }
    var (beginning, end) = (0, Int64.min)
    for event in placed {
      if entrances.last == event.start {
        end = max(end, event.end)
        exits[exits.count - 1] = end
        continue
      }
      if event.start >= end || entrances.count - beginning >= Self.longestRun { beginning = entrances.count }
      entrances.append(event.start)
      beginnings.append(beginning)
      end = max(end, event.end)
      exits.append(end)
    }
  }

  /// The time that stands for how the script looks at `time`; nil where nothing is seen.
  func moment(at time: Int64) -> Int64? {
    let index = Self.last(in: borders, notAfter: time)
    guard index >= 0, states[index] != .none else { return nil }
    return states[index] == .moving ? time : borders[index]
  }

  /// The times over which something is seen, in order and apart from one another.
  public var seen: [ScriptStretch] {
    var found: [ScriptStretch] = []
    for index in borders.indices.dropLast() where states[index] != .none {
      if let last = found.last, last.end == borders[index] {
        found[found.count - 1].end = borders[index + 1]
      } else {
        found.append(ScriptStretch(start: borders[index], end: borders[index + 1]))
      }
    }
    return found
  }

  /// The times to look at, one after another, before `time` is: an event keeps the place that it found when it came, so where it stands
  /// at `time` follows from those that were there before it.
  public func approach(to time: Int64) -> ArraySlice<Int64> {
    let index = Self.last(in: entrances, notAfter: time)
    return index < 0 || exits[index] <= time ? [] : entrances[beginnings[index]...index]
  }

  /// The index of the last of `times` that is not after `time`; -1 where all are.
  private static func last(in times: [Int64], notAfter time: Int64) -> Int {
    times.partitioningIndex { $0 > time } - 1
  }
}
