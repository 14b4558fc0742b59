import Foundation

/// Sounds that a player is to play, and when, on its own timeline: samples from the moment at which it began. A value but for the sounds.
///
/// ```
///  time     0 · · · · · · · · · · · · · · · · · · · ·
///  a        ▓▓▓▓▓▓▓
///  b, next         ▓▓▓▓▓▓▓▓▓                         at once behind what comes before
///  c, at 18                  ▓▓▓▓▓▓                  silence until then
/// ```
///
/// A sound does not begin before the one before it has ended, unless it interrupts; one whose time is over begins at once. One that interrupts
/// ends everything that was scheduled before it: at its time, or where the loop that is played then begins anew.
struct PlayerSchedule {
  /// One sound.
  private struct Entry {
    let sound: any ScheduledSound
    var start: Start
    let options: AVAudioPlayerNodeBufferOptions
    let completion: PlayerCompletion?
    /// Number of samples of it that were played; nil before it has begun.
    var position: Int64?

    var interrupts: Bool { options.contains(.interrupts) || options.contains(.interruptsAtLoop) }
    var loops: Bool { options.contains(.loops) && sound.length > 0 }
    /// Whether it has just been played to its end, and begins anew.
    var hasLooped = false
    /// Number of samples that are left until its end, or until it begins anew.
    var left: Int64 { hasLooped ? 0 : sound.length - (position ?? 0) }
  }

  /// Start of a sound.
  enum Start: Hashable, Sendable {
    /// Behind the one before it.
    case next
    /// At a sample of the player's timeline.
    case sample(Int64)
    /// At a time of the machine's clock.
    case host(UInt64)
  }

  private var entries: [Entry] = []

  /// Whether nothing is to be played.
  var isEmpty: Bool { entries.isEmpty }

  /// Has `sound` be played.
  mutating func add(
    _ sound: any ScheduledSound, at start: Start, _ options: AVAudioPlayerNodeBufferOptions,
    _ completion: PlayerCompletion?
  ) {
    entries.append(Entry(sound: sound, start: start, options: options, completion: completion))
  }

  /// Removes all entries; returns their completions.
  mutating func removeAll() -> [PlayerCompletion] {
    defer { entries = [] }
    return entries.compactMap(\.completion)
  }

  /// Has the first `count` samples of what comes be ready.
  func prepare(_ count: Int) {
    var left = Int64(count)
    for entry in entries where left > 0 {
      entry.sound.prepare(Int(min(left, entry.sound.length)))
      left -= entry.sound.length
    }
  }

  /// Has times of the machine's clock be samples of the player's timeline, which `sample` gives.
  mutating func settle(_ sample: (UInt64) -> Int64?) {
    for index in entries.indices {
      if case .host(let host) = entries[index].start {
        entries[index].start = sample(host).map(Start.sample) ?? .next
      }
    }
  }

  /// The samples from `time` on of the player's timeline, `count` of them, and the completions of sounds that have
  /// ended.
  mutating func render(_ count: Int, from time: Int64, channels: Int) -> (SoundBlock, [PlayerCompletion]) {
    var block = SoundBlock(channels: channels)
    var completions: [PlayerCompletion] = []
    let end = time + Int64(count)
    while time + Int64(block.count) < end {
      let now = time + Int64(block.count)
      let next = interruption(from: now)
      if let next, next.time <= now {
        completions += entries[..<next.index].compactMap(\.completion)
        entries.removeFirst(next.index)
        (entries[0].start, entries[0].position) = (.next, 0)
        continue
      }
      let last = play(from: now, to: min(end, next?.time ?? end), into: &block)
      completions += [last?.completion].compactMap { $0 }
    }
    return (block, completions)
  }

  /// Plays the first sound, or silence, from `now` to `limit` at most; the sound, where it has ended.
  private mutating func play(from now: Int64, to limit: Int64, into block: inout SoundBlock) -> Entry? {
    let channels = block.channels.count
    guard let first = entries.first else {
      block.append(SoundBlock(silence: Int(limit - now), channels: channels))
      return nil
    }
    if first.position == nil {
      if case .sample(let start) = first.start, start > now {
        block.append(SoundBlock(silence: Int(min(start, limit) - now), channels: channels))
        return nil
      }
      entries[0].position = 0
    }
    let position = entries[0].position ?? 0
    let length = min(limit - now, first.sound.length - position)
    if length > 0 { block.append(first.sound.read(Int(length)).inOrder(channels)) }
    entries[0].position = position + max(0, length)
    entries[0].hasLooped = false
    guard position + max(0, length) >= first.sound.length else { return nil }
    guard first.loops else { return entries.removeFirst() }
    first.sound.rewind()
    (entries[0].position, entries[0].hasLooped) = (0, true)
    return nil
  }

  /// The next sound that ends what comes before it, and when; nil where there is none.
  private func interruption(from now: Int64) -> (index: Int, time: Int64)? {
    var next: (index: Int, time: Int64)?
    for index in entries.indices.dropFirst() where entries[index].interrupts {
      var time = now
      if case .sample(let start) = entries[index].start { time = max(now, start) }
      if entries[index].options.contains(.interruptsAtLoop), let first = entries.first, first.position != nil {
        time = end(ofLoopOf: first, from: now, notBefore: time)
      }
      if next.map({ time <= $0.time }) ?? true { next = (index, time) }
    }
    return next
  }

  /// The first time, not before `time`, at which `entry`, which is played, ends or begins anew.
  private func end(ofLoopOf entry: Entry, from now: Int64, notBefore time: Int64) -> Int64 {
    let end = now + entry.left
    guard entry.loops, time > end else { return max(time, end) }
    let loops = (time - end + entry.sound.length - 1) / entry.sound.length
    return end + loops * entry.sound.length
  }
}
