public import MediaTime

extension FrameTiming {
  /// The exact times that timestamps came from.
  ///
  /// A container counts time in ticks (Matroska usually in milliseconds, MPEG-TS in 1/90000 s, MPEG-4 in whatever its
  /// author chose), and a demuxer hands those on in nanoseconds; both rounded. This finds the ticks, and then the frame
  /// rate whose frames fall on them:
  ///
  /// 1. The tick is the longest usual one of which all timestamps lie a whole number apart, to within 2 ns.
  /// 2. The timing is constant where one frame duration explains every timestamp to within a tick: the one distance there
  ///    is if it is a standard rate's, else what the container says (`hint`), else a standard rate's, else the one
  ///    distance, else the simplest fraction.
  /// 3. Else it is variable on the grid of the hint or of a standard rate, some of whose frames last longer, where that
  ///    explains every timestamp to within a tick and a frame is at least four ticks long.
  /// 4. Else it is variable, in ticks.
  ///
  /// The first frame starts at 0 if quantisation allows that, else at a multiple of the frame duration if it allows that,
  /// else on a tick. Whatever is chosen, each frame's time is the given one to within a tick.
  ///
  /// - Parameters:
  ///   - timestamps: when each frame is presented, in nanoseconds, ascending; of any sign.
  ///   - lastDuration: how long the last frame lasts, in nanoseconds, if that is known.
  ///   - hint: the frame duration that the container claims, in seconds, if it claims one.
  public static func snapped(timestamps: [Int64], lastDuration: Int64?, hint: Rational?) -> FrameTiming {
    let row = TimestampRow(timestamps)
    let lastDuration = lastDuration.flatMap { $0 > 0 ? $0 : nil }
    guard timestamps.count > 1 else {
      if timestamps.isEmpty { return .variable(starts: [], end: .zero) }
      // One frame alone lasts as long as anybody says, and else a twenty-fifth of a second, as decoders assume.
      let claimed = hint.flatMap { $0 > .zero ? $0 : nil }
      let known = lastDuration.map { TimestampRow([$0]).start(preferring: nil) } ?? .zero
      let frameDuration = claimed ?? (known > .zero ? known : nil) ?? (try? Rational(1, 25)) ?? .one
      return .constant(start: row.start(preferring: frameDuration), frameDuration: frameDuration, count: 1)
    }
    if let fit = row.constantFit(hint: hint) {
      return .constant(start: fit.start, frameDuration: fit.frameDuration, count: timestamps.count)
    }
    let fit = row.gappedFit(hint: hint) ?? row.tickFit
    return fit.timing(lastDuration: lastDuration) ?? .variable(inNanoseconds: timestamps)
  }

  /// The timestamps as they are: what is left where no exact time fits in 64 bits.
  private static func variable(inNanoseconds timestamps: [Int64]) -> FrameTiming {
    let starts = timestamps.map { (try? Rational($0, 1_000_000_000)) ?? .zero }
    return .variable(starts: starts, end: starts.last ?? .zero)
  }
}
