import Foundation
import Synchronization

/// Values that parameters of a unit are to be set to at times to come, at once or over a number of samples. A value.
///
/// ```
///  value   ───────────┐           ╱──────────     an event with a ramp goes evenly from what the parameter has
///                     └──────────╱                to its value, in steps of some samples
///  time    ───────────start──────start──end──
/// ```
struct ParameterSchedule: Sendable {
  /// Start of an event.
  enum Start: Sendable {
    /// With a sample on the node's timeline.
    case sample(Int64)
    /// So many samples behind the beginning of the next block.
    case next(Int64)
    /// At a time of the machine's clock.
    case host(UInt64)
  }

  private struct Event: Sendable {
    let address: AUParameterAddress
    let value: AUValue
    var start: Start
    let length: Int64
    /// Value of the parameter when the event began.
    var first: AUValue?
  }

  /// In the order in which they were scheduled.
  private var events: [Event] = []

  /// Number of samples that have one value in a ramp.
  private static let step: Int64 = 32

  /// Whether nothing is to come.
  var isEmpty: Bool { events.isEmpty }

  /// Has parameter `address`, which the unit has, be `value` from `start` on; where `length` is more than 0, so many samples later, on a straight way.
  mutating func add(_ address: AUParameterAddress, _ value: AUValue, at start: Start, over length: Int64) {
    var start = start
    // What is long past has begun, however long.
    if case .sample(let time) = start { start = .sample(max(time, Int64.min / 2)) }
    events.append(Event(address: address, value: value, start: start, length: max(0, length)))
  }

  /// Forgets what is to come.
  mutating func clear() { events = [] }

  /// Settles when what is scheduled for the next block, or a time of the clock, begins: the block begins with sample `first`, and `sample` gives
  /// the one of a time, or nil where there is no clock, which is at once.
  mutating func begin(at first: Int64, sample: (UInt64) -> Int64?) {
    for index in events.indices {
      switch events[index].start {
      case .sample: break
      case .next(let offset): events[index].start = .sample(first.addingReportingOverflow(max(0, offset)).partialValue)
      case .host(let time): events[index].start = .sample(sample(time) ?? first)
      }
    }
  }

  /// The parameters whose ramps begin with sample `time`, or have begun before, and go from what they have then.
  func beginning(at time: Int64) -> Set<AUParameterAddress> {
    events.reduce(into: []) { addresses, event in
      guard case .sample(let start) = event.start, start <= time, event.length > 0, event.first == nil else { return }
      addresses.insert(event.address)
    }
  }

  /// The values that hold from sample `time` on, and where the next ones do, before `end`. `known` has what the parameters of
  /// ``beginning(at:)`` are set to; a ramp that is not among them begins with the next values.
  mutating func values(
    at time: Int64, before end: Int64, _ known: [AUParameterAddress: AUValue]
  ) -> (values: [(address: AUParameterAddress, value: AUValue)], next: Int64) {
    var (set, next) = ([(address: AUParameterAddress, value: AUValue)](), end)
    var isOver = [Bool](repeating: false, count: events.count)
    for index in events.indices {
      guard case .sample(let start) = events[index].start else { continue }
      guard start <= time else {
        next = min(next, start)
        continue
      }
      // What begins later takes the place of what is under way.
      for earlier in events.indices where earlier != index && events[earlier].address == events[index].address {
        guard case .sample(let other) = events[earlier].start, other <= time else { continue }
        if (other, earlier) < (start, index) { isOver[earlier] = true }
      }
    }
    for index in events.indices where !isOver[index] {
      guard case .sample(let start) = events[index].start, start <= time else { continue }
      let event = events[index]
      let past = time - start
      guard past < event.length else {
        set.append((event.address, event.value))
        isOver[index] = true
        continue
      }
      guard let first = event.first ?? known[event.address] else {
        next = min(next, time + Self.step)
        continue
      }
      events[index].first = first
      // The value in the middle of the step, which the borders of blocks do not move.
      let step = past - past % Self.step
      let stop = min(step + Self.step, event.length)
      let part = Double(step + stop) / 2 / Double(event.length)
      set.append((event.address, first + (event.value - first) * AUValue(part)))
      next = min(next, start + stop)
    }
    events = zip(events, isOver).filter { !$0.1 }.map(\.0)
    return (set, max(next, time + 1))
  }
}

extension AVAudioUnit {
  /// Processes `block`, which begins with the first sample of `request`, by `process`, part by part where parameters change in it.
  func withScheduledParameters(
    _ block: inout SoundBlock, _ request: RenderRequest, in cycle: RenderCycle, _ process: (inout SoundBlock) -> Void
  ) {
    guard beginScheduledParameters(request, in: cycle) else { return process(&block) }
    var (whole, time) = (SoundBlock(channels: block.channels.count), request.first)
    let end = request.first + Int64(block.count)
    while time < end {
      let next = min(end, setScheduledParameters(at: time, before: end))
      var part = block[Int(time - request.first)..<Int(next - request.first)]
      process(&part)
      whole.append(part)
      time = next
    }
    // What ends with the block has its value.
    _ = setScheduledParameters(at: end, before: end)
    block = whole
  }

  /// Settles when what is scheduled begins; whether there is anything.
  func beginScheduledParameters(_ request: RenderRequest, in cycle: RenderCycle) -> Bool {
    schedule.withLock { schedule in
      guard !schedule.isEmpty else { return false }
      schedule.begin(at: request.first) { time in
        cycle.sample(atHost: time, atRate: request.rate).map {
          request.first + $0 - cycle.position(atRate: request.rate)
        }
      }
      return true
    }
  }

  /// Sets the parameters to what they have from sample `time` on; where they change next, or `end`.
  func setScheduledParameters(at time: Int64, before end: Int64) -> Int64 {
    // The unit's own lock is not taken under this one.
    let beginning = schedule.withLock { $0.beginning(at: time) }
    let known = beginning.reduce(into: [AUParameterAddress: AUValue]()) { $0[$1] = unitValue($1) }
    let (values, next) = schedule.withLock { $0.values(at: time, before: end, known) }
    for (address, value) in values { setUnitValue(address, value) }
    return next
  }
}
