import Glibc
public import MediaTime

/// Sound whose tempo changes and whose pitch stays: WSOLA (W. Verhelst and M. Roelands, 1993) that knows where it is.
///
/// ```
///  source   ├─────╱grain 0╲───────╱grain 1╲───────╱grain 2╲──┤     each taken from near the place that is meant,
///                 ╱      ╱       ╱                                  where it goes on best from the one before
///  output   ├╱grain 0╲╱grain 1╲╱grain 2╲┤                           20 ms apart, each fading into the next
/// ```
///
/// Grain k stands at output sample k · length / grains and is taken from near that place's exact source place, at most 20 ms
/// beside it; so nothing drifts. The first grain begins with the source's first sample and the last ends with its last. An
/// attack (`AttackFinder`) is put at exactly its own place, once, wherever the grains around it may be taken from. Never
/// more than a third of a second of the source is held, whatever the speed.
public struct TempoChange: SpeedChange {
  private let sampleRate: Int
  private let rate: Rational
  /// Output samples in all.
  private let length: Int
  /// Source samples in all.
  private let sourceLength: Int
  private let grains: Int
  private var window: SampleWindow
  private var attacks: AttackFinder
  /// The grain that is being heard: its number.
  private var grain = 0
  /// What follows that grain's middle in the source, as long as until the next grain's; interleaved.
  private var tail: [Double]?
  /// Where `tail` begins in the source.
  private var tailStart = 0
  /// Output that waits to be fetched, interleaved, from `readyStart` on.
  private var ready: [Double] = []
  private var readyStart = 0

  /// How many of them make a second: the distance of two grains, and how far one may be taken from beside its place.
  private static let grainsPerSecond = 50
  /// How many distances an attack may move the grain it stands in.
  private static let attackReach = 8

  /// `length` output samples, at `sampleRate` a second, at `rate` source samples (greater than 0) for each.
  public init(rate: Rational, length: Int, sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.rate = rate
    self.length = length
    sourceLength = Self.place(length, rate)
    let distance = min(max(1, sampleRate / Self.grainsPerSecond), sourceLength / 2)
    grains = distance > 0 ? (length + distance - 1) / distance : 0
    window = SampleWindow(at: 0, channels: channels)
    attacks = AttackFinder(sampleRate: sampleRate, channels: channels)
  }

  /// Nothing is needed of what comes before.
  public var lead: Int { 0 }

  /// The next `count` output samples; silence after the last, and throughout where the source lasts less than two samples.
  public mutating func samples(_ count: Int, from source: (Int) throws -> [Double]) rethrows -> [Double] {
    let channels = window.channels
    while (ready.count - readyStart) / channels < count {
      if grain < grains {
        try makeNext(from: source)
      } else {
        ready.append(contentsOf: repeatElement(0, count: count * channels - (ready.count - readyStart)))
      }
    }
    defer {
      readyStart += count * channels
      if readyStart > ready.count / 2 {
        ready.removeFirst(readyStart)
        readyStart = 0
      }
    }
    return Array(ready[readyStart..<readyStart + count * channels])
  }

  /// The source sample nearest to output sample `sample`.
  private static func place(_ sample: Int, _ rate: Rational) -> Int {
    let (numerator, denominator) = (Int128(rate.numerator), Int128(rate.denominator))
    return Int(clamping: (Int128(sample) * numerator * 2 + denominator) / (denominator * 2))
  }

  /// The output sample at which the middle of grain `grain` stands.
  private func start(of grain: Int) -> Int {
    Int(Int128(length) * Int128(min(grain, grains)) / Int128(grains))
  }

  /// Appends what is heard from this grain's middle to the next one's.
  private mutating func makeNext(from source: (Int) throws -> [Double]) rethrows {
    let fade = start(of: grain + 1) - start(of: grain)
    let next = start(of: grain + 2) - start(of: grain + 1)
    try window.extend(to: tail == nil ? fade : 0, keeping: 0, from: source) { attacks.look($0) }
    let tail = tail ?? Array(window[0..<fade])
    let ideal = Self.place(start(of: grain + 1), rate)
    let reach = Self.attackReach * fade
    // As far as an attack may stand that falls into the next grain's fades, and as far as that is only found behind it.
    let ahead = max(min(Self.place(next, rate), 2 * reach), fade) + next + attacks.lookahead
    let first = ideal - reach - fade
    try window.extend(to: min(ideal + ahead, sourceLength), keeping: first, from: source) { attacks.look($0) }
    if window.end >= sourceLength { attacks.finish() }
    attacks.forget(before: first)

    let search = GrainSearch(in: window, for: tail, sampleRate: sampleRate)
    let place = self.place(ofNextGrain: ideal, fade: fade, next: next, search: search)
    append(tail, fadingInto: place - fade, search: search)
    self.tail = Array(window[place..<place + next])
    tailStart = place
    grain += 1
  }

  /// Where the middle of the next grain is taken from. `fade` samples before it are heard, and `next` behind it.
  private func place(ofNextGrain ideal: Int, fade: Int, next: Int, search: GrainSearch) -> Int {
    // The last one has no choice, and neither has one that lies on an attack.
    guard next > 0 else { return sourceLength }
    let possible = fade...sourceLength - next
    if let place = placeOnAttack(fade: fade, next: next, ideal: ideal), possible.contains(place) { return place }
    let middle = min(max(ideal, possible.lowerBound), possible.upperBound)
    let lowest = max(possible.lowerBound, min(middle, ideal - fade))
    let highest = min(possible.upperBound, max(middle, ideal + fade))
    let starts = lowest - fade...highest - fade
    // An attack is heard where it belongs, and nowhere else.
    let found =
      search.best(among: starts, near: ideal - fade) { start in
        !attacks.attacks.contains { (start..<start + fade + next).contains($0) }
      } ?? search.best(among: starts, near: ideal - fade) { _ in true }
    return found.map { $0 + fade } ?? middle
  }

  /// Where the middle of the next grain must be taken from so that the attack nearest to it is heard at its own place.
  private func placeOnAttack(fade: Int, next: Int, ideal: Int) -> Int? {
    let middle = start(of: grain + 1)
    var nearest: (distance: Int, attack: Int)?
    for attack in attacks.attacks where attack < sourceLength {
      let place = Int128(attack) * Int128(rate.denominator) * 2 + Int128(rate.numerator)
      let distance = Int(place / (Int128(rate.numerator) * 2)) - middle
      guard -fade < distance, distance < next, abs(attack - distance - ideal) <= Self.attackReach * fade else {
        continue
      }
      if nearest.map({ abs(distance) < abs($0.distance) }) ?? true { nearest = (distance, attack) }
    }
    return nearest.map { $0.attack - $0.distance }
  }

  /// Appends `tail` as it fades into what begins at source sample `place`.
  private mutating func append(_ tail: [Double], fadingInto place: Int, search: GrainSearch) {
    // What goes on by itself needs no fade.
    guard place != tailStart else {
      ready.append(contentsOf: tail)
      return
    }
    let fade = tail.count / window.channels
    let coming = window[place..<place + fade]
    // Two sounds that have little in common lose power in a fade; how much, their likeness says.
    let likeness = tail.allSatisfy { $0 == 0 } ? 1 : max(0, min(1, search.likeness(at: place)))
    for index in 0..<fade {
      let rising = 0.5 - 0.5 * cos(Double.pi * Double(index) / Double(fade))
      let falling = 1 - rising
      let power = rising * rising + falling * falling + 2 * likeness * rising * falling
      let gain = 1 / power.squareRoot()
      for channel in 0..<window.channels {
        let offset = index * window.channels + channel
        ready.append(gain * (falling * tail[offset] + rising * coming[coming.startIndex + offset]))
      }
    }
  }
}
