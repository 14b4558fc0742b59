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
/// attack (`OnsetDetector`) is put at exactly its own place, once, wherever the grains around it have to be taken from; where
/// what lies between two attacks, or before the first, is too short for a grain, silence fills it up (`OnsetOrder`). Never
/// more than four seconds of the source are held, whatever the speed.
public struct TempoChange: SpeedChange {
  private let sampleRate: Int
  private let rate: Rational
  /// Output samples in all.
  private let length: Int
  /// Source samples in all.
  private let sourceLength: Int
  private let grains: Int
  private var window: SampleWindow
  private var attacks: OnsetDetector
  /// The grain that is being heard: its number.
  private var grain = 0
  /// What follows that grain's middle, as long as until the next grain's; interleaved.
  private var tail: [Double]?
  /// Output that waits to be fetched, interleaved, from `readyStart` on.
  private var ready: [Double] = []
  private var readyStart = 0

  /// How many of them make a second: the distance of two grains, and how far one may be taken from beside its place.
  private static let grainsPerSecond = 50
  /// How many distances an attack may move the grain it stands in: half of one at a hundred times the speed.
  private static let attackReach = 8...50

  /// `length` output samples, at `sampleRate` a second, at `rate` source samples (greater than 0) for each.
  public init(rate: Rational, length: Int, sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.rate = rate
    self.length = length
    sourceLength = Self.place(length, rate)
    let distance = min(max(1, sampleRate / Self.grainsPerSecond), sourceLength / 2)
    grains = distance > 0 ? (length + distance - 1) / distance : 0
    window = SampleWindow(at: 0, channels: channels)
    attacks = OnsetDetector(sampleRate: sampleRate, channels: channels)
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
    let tail = try tail ?? halves(ofGrain: 0, source).falling
    let next = try halves(ofGrain: grain + 1, after: tail, source)
    append(tail, fadingInto: next.rising)
    self.tail = next.falling
    grain += 1
  }

  /// What is heard of grain `number` before its middle and behind it, if what it fades in over is `tail`.
  private mutating func halves(
    ofGrain number: Int, after tail: [Double] = [], _ source: (Int) throws -> [Double]
  ) rethrows -> (rising: [Double], falling: [Double]) {
    let middle = start(of: number)
    let fade = tail.count / window.channels
    let next = start(of: number + 1) - middle
    let ideal = Self.place(middle, rate)
    let distance = max(fade, next)
    let reach = min(
      max(Self.attackReach.lowerBound * distance, Self.place(distance, rate) / 2),
      Self.attackReach.upperBound * distance)
    // As far as an attack may stand that falls into the grain's fades, and as far as that is only found behind it.
    let ahead = max(min(Self.place(next, rate), 2 * reach), distance) + next + attacks.lookahead
    let first = ideal - reach - fade
    try window.extend(to: min(ideal + ahead, sourceLength), keeping: first, from: source) { attacks.look($0) }
    if window.end >= sourceLength { attacks.finish() }
    attacks.forget(before: first)

    let order = OnsetOrder(attacks.attacks, rate: rate, sourceLength: sourceLength, sampleRate: sampleRate)
    var place = OnsetOrder.Place(middle: ideal, room: order.room(at: middle))
    if let onAttack = order.placeOnAttack(at: middle, fade: fade, next: next, ideal: ideal, reach: reach) {
      place = onAttack
    } else if fade > 0, next > 0 {
      let isLastButOne = number + 1 == grains && place.room.upperBound == sourceLength && window.end >= sourceLength
      place.middle = bestMiddle(after: tail, in: place.room, near: ideal, next: next, isLastButOne: isLastButOne)
    }
    return (
      rising: sound(place.middle - fade..<place.middle, in: place.room),
      falling: sound(place.middle..<place.middle + next, in: place.room)
    )
  }

  /// Where in `room` the middle of a grain must be taken from that goes on best from `tail`, and `next` samples of which are
  /// heard behind its middle; the middle of the room where that is too short for it. Behind the last but one comes the
  /// source's end, and both shall go on as well as can be.
  private func bestMiddle(
    after tail: [Double], in room: Range<Int>, near ideal: Int, next: Int, isLastButOne: Bool
  ) -> Int {
    let fade = tail.count / window.channels
    let (lowest, highest) = (room.lowerBound + fade, room.upperBound - next)
    guard lowest <= highest else { return (lowest + highest) / 2 }
    let nearest = min(max(ideal, lowest), highest)
    let starts = max(lowest, min(nearest, ideal - fade)) - fade...min(highest, max(nearest, ideal + fade)) - fade
    let ending = isLastButOne ? Array(window[sourceLength - next..<sourceLength]) : []
    return BestOffsetSearch(in: window, for: tail, ending: ending, sampleRate: sampleRate)
      .best(among: starts, near: ideal - fade) + fade
  }

  /// The samples of `range`, silent outside `room`.
  private func sound(_ range: Range<Int>, in room: Range<Int>) -> [Double] {
    let channels = window.channels
    let heard = range.clamped(to: room).clamped(to: window.start..<window.end)
    guard !heard.isEmpty else { return [Double](repeating: 0, count: range.count * channels) }
    var sound = [Double](repeating: 0, count: (heard.lowerBound - range.lowerBound) * channels)
    sound += window[heard]
    sound += repeatElement(0, count: (range.upperBound - heard.upperBound) * channels)
    // A room that ends at an attack, and not with the source, ends softly.
    let ramp = min(max(1, sampleRate / 1_000), heard.count)
    for step in 0..<ramp {
      let gain = Double(step + 1) / Double(ramp + 1)
      for channel in 0..<channels {
        if room.lowerBound > 0, heard.lowerBound > range.lowerBound {
          sound[(heard.lowerBound - range.lowerBound + step) * channels + channel] *= gain
        }
        if room.upperBound < sourceLength, heard.upperBound < range.upperBound {
          sound[(heard.upperBound - range.lowerBound - 1 - step) * channels + channel] *= gain
        }
      }
    }
    return sound
  }

  /// Appends `tail` as it fades into `coming`.
  private mutating func append(_ tail: [Double], fadingInto coming: [Double]) {
    // What goes on by itself needs no fade.
    guard coming != tail else {
      ready.append(contentsOf: tail)
      return
    }
    let fade = tail.count / window.channels
    // Two sounds that have little in common lose power in a fade; how much, their likeness says.
    let isFromSilence = [tail, coming].contains { $0.allSatisfy { $0 == 0 } }
    let likeness = isFromSilence ? 1 : max(0, min(1, BestOffsetSearch.likeness(tail[...], coming[...])))
    for index in 0..<fade {
      let rising = 0.5 - 0.5 * cos(Double.pi * Double(index) / Double(fade))
      let falling = 1 - rising
      let power = rising * rising + falling * falling + 2 * likeness * rising * falling
      let gain = 1 / power.squareRoot()
      for sample in index * window.channels..<(index + 1) * window.channels {
        ready.append(gain * (falling * tail[sample] + rising * coming[sample]))
      }
    }
  }
}
