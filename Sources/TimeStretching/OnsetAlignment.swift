import MediaTime

/// What the attacks of a sound ask of the grains that it is made of: that each is heard at its own place, and nothing from
/// behind it any earlier or from before it any later.
///
/// ```
///  source   ├──────│╱attack╲──────┤      what lies before the attack is all that there is to make
///                  ╱               ╲     the output from its start to the attack's place of
///  output   ├────────────│╱attack╲───────────┤
/// ```
struct OnsetOrder {
  /// The attacks, in order.
  private let attacks: [OnsetDetector.Attack]
  private let rate: Rational
  /// Source samples in all.
  private let sourceLength: Int
  /// Samples in a millisecond.
  private let millisecond: Int

  /// How many milliseconds before an attack its sound may have begun, and how many behind its peak it is over.
  private static let margin = (before: 1, behind: 2)

  /// The order of `attacks` at `rate` source samples for one of the output.
  init(_ attacks: [OnsetDetector.Attack], rate: Rational, sourceLength: Int, sampleRate: Int) {
    self.attacks = attacks.filter { $0.peak < sourceLength }
    self.rate = rate
    self.sourceLength = sourceLength
    self.millisecond = max(1, sampleRate / 1_000)
  }

  /// Where a grain is taken from: the source sample that its middle lies on, and which part of the source may be heard in
  /// it.
  struct Place {
    var middle: Int
    var room: Range<Int>
  }

  /// The place of a grain whose middle is output sample `middle`, and that is heard from `fade` samples before it until
  /// `next` samples behind it, if an attack belongs there: then that is heard exactly where it belongs. The grain may be
  /// taken from at most `reach` samples beside the place that is meant, `ideal`.
  func placeOnAttack(at middle: Int, fade: Int, next: Int, ideal: Int, reach: Int) -> Place? {
    let near = attacks.filter { attack in
      let distance = output(of: attack) - middle
      return -max(fade, 1) < distance && distance < next && abs(attack.peak - distance - ideal) <= reach
    }
    guard let nearest = near.min(by: { abs(output(of: $0) - middle) < abs(output(of: $1) - middle) }) else {
      return nil
    }
    return Place(middle: nearest.peak - (output(of: nearest) - middle), room: room(around: nearest))
  }

  /// What of the source may be heard at output sample `middle`: what lies between the attacks that are heard before and
  /// behind it.
  func room(at middle: Int) -> Range<Int> {
    room(behind: attacks.last { output(of: $0) <= middle }, before: attacks.first { output(of: $0) > middle })
  }

  /// What of the source may be heard with `attack`. Only where the tempo is slower can another attack be heard too early
  /// with it, or once more; then it ends there.
  private func room(around attack: OnsetDetector.Attack) -> Range<Int> {
    let strangers = attacks.filter { other in
      let drift = output(of: other) - output(of: attack) - (other.peak - attack.peak)
      return rate < .one && abs(drift) > millisecond
    }
    return room(behind: strangers.last { $0.peak < attack.peak }, before: strangers.first { $0.peak > attack.peak })
  }

  private func room(behind first: OnsetDetector.Attack?, before last: OnsetDetector.Attack?) -> Range<Int> {
    let start = first.map { min($0.peak + Self.margin.behind * millisecond, sourceLength) } ?? 0
    let end = last.map { $0.start - Self.margin.before * millisecond } ?? sourceLength
    return start..<max(start, end)
  }

  /// The output sample at which `attack` belongs.
  private func output(of attack: OnsetDetector.Attack) -> Int {
    let place = Int128(attack.peak) * Int128(rate.denominator) * 2 + Int128(rate.numerator)
    return Int(clamping: place / (Int128(rate.numerator) * 2))
  }
}
