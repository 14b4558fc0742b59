package import MediaTime

/// A fade of sound whose power, with that of the fade beside it, stays one: quarters of a sine, in straight pieces.
///
/// ```
///  1 ┤        ╭────   comes in: sin(π/2 · x)
///    │   ╭────╯
///  0 ┼───╯──────────
/// ```
package struct EqualPowerFade {
  /// The number of its straight pieces. They miss the sine by 0.0003 at most, and the power by 0.003 dB.
  private static let pieces: Int64 = 32

  /// Whether a sound comes in; else it goes out.
  let isIn: Bool

  package init(isIn: Bool) { self.isIn = isIn }

  /// The ramps of volume over `range`, whose full volume is `level`.
  package func entries(over range: RationalRange, to level: Double = 1) throws(RationalError) -> [Ramps<Double>.Entry] {
    let step = try range.duration / Rational(Self.pieces)
    var entries: [Ramps<Double>.Entry] = []
    for piece in 0..<Self.pieces {
      let (start, end) = try (range.start + step * Rational(piece), range.start + step * Rational(piece + 1))
      entries.append(
        .ramp(
          range: CMTimeRange(start: try CMTime(exactly: start), end: try CMTime(exactly: end)),
          from: level * gain(after: piece), to: level * gain(after: piece + 1)))
    }
    return entries
  }

  /// The gain after `piece` pieces, exact at both ends.
  private func gain(after piece: Int64) -> Double {
    let step = isIn ? piece : Self.pieces - piece
    return step == Self.pieces ? 1 : Self.sine(ofRightAngles: Double(step) / Double(Self.pieces))
  }

  /// The sine of the part `fraction` of a right angle, 0…1: by its series, which needs no library and gives the same everywhere.
  private static func sine(ofRightAngles fraction: Double) -> Double {
    let angle = fraction * Double.pi / 2
    var (term, sum) = (angle, angle)
    for number in stride(from: 2.0, to: 24, by: 2) {
      term *= -angle * angle / (number * (number + 1))
      sum += term
    }
    return sum
  }
}

extension ClipTransition.Kind {
  /// The volume factors of a transition over `range`, of the incoming sound or of the outgoing one.
  package func fade(isIn: Bool, over range: RationalRange) throws(RationalError) -> [Ramps<Double>.Entry] {
    switch self {
    case .crossDissolve, .push, .slide, .wipe:
      return try EqualPowerFade(isIn: isIn).entries(over: range)
    case .fadeThroughBlack:
      let half = try range.duration / Rational(2)
      let start = isIn ? try range.start + half : range.start
      let silence: [Ramps<Double>.Entry] = isIn ? [.setting(at: try CMTime(exactly: range.start), value: 0)] : []
      return try silence + [
        .ramp(
          range: CMTimeRange(start: try CMTime(exactly: start), duration: try CMTime(exactly: half)),
          from: isIn ? 0 : 1, to: isIn ? 1 : 0)
      ]
    }
  }
}
