public import MediaTime

/// The presentation time of each frame of a media track, in the asset's time, exactly.
///
/// The frame at an instant is the one whose presentation interval [start, next start) contains it. Before the first
/// frame the first is shown, after the last one the last.
public enum FrameTiming: Hashable, Sendable, Codable {
  /// A still: one frame, for any time.
  case still
  /// Frame i is presented at `start + i · frameDuration`.
  case constant(start: Rational, frameDuration: Rational, count: Int)
  /// Frame i is presented at `starts[i]`, the last one until `end`.
  case variable(starts: FrameStarts, end: Rational)
}

extension FrameTiming {
  /// The number of frames; a still has one.
  public var count: Int {
    switch self {
    case .still: 1
    case .constant(_, _, let count): max(0, count)
    case .variable(let starts, _): starts.count
    }
  }

  /// The frame that is shown at `time`: the one whose interval [start, next start) contains it, the first before all
  /// of them, the last after all of them.
  ///
  /// Exact for every time; logarithmic in the number of frames at most. 0 where there are no frames.
  public func frame(at time: Rational) -> Int {
    switch self {
    case .still:
      return 0
    case .constant(let start, let frameDuration, let count):
      let passed = Self.wholeFrames(of: frameDuration, from: start, to: time)
      return max(0, min(passed, count - 1))
    case .variable(let starts, _):
      return max(0, starts.count(upTo: time) - 1)
    }
  }

  /// The start of frame `frame`; a number that is none of the track's stands for the nearest that is.
  ///
  /// - Throws: `RationalError.overflow` where the exact time does not fit in 64 bits.
  public func start(of frame: Int) throws(RationalError) -> Rational {
    switch self {
    case .still:
      return .zero
    case .constant(let start, let frameDuration, let count):
      return try start + Rational(Int64(max(0, min(frame, count - 1)))) * frameDuration
    case .variable(let starts, let end):
      return starts.isEmpty ? end : starts[max(0, min(frame, starts.count - 1))]
    }
  }

  /// The end of frame `frame`, which is the start of the next one; nil for a still, which never ends.
  ///
  /// - Throws: `RationalError.overflow` where the exact time does not fit in 64 bits.
  public func end(of frame: Int) throws(RationalError) -> Rational? {
    switch self {
    case .still:
      return nil
    case .constant(_, let frameDuration, _):
      return try start(of: frame) + frameDuration
    case .variable(let starts, let end):
      return frame + 1 < starts.count ? starts[max(0, frame + 1)] : end
    }
  }

  /// The border between frames `border - 1` and `border`: the start of each frame, and the end of the last.
  ///
  /// - Throws: `RationalError.overflow` where the exact time does not fit in 64 bits.
  public func border(_ border: Int) throws(RationalError) -> Rational {
    guard border >= count, count > 0 else { return try start(of: border) }
    return try end(of: count - 1) ?? .zero
  }

  /// The first frame that begins at `time` or later; `count` where none does, 0 for a still.
  ///
  /// - Throws: `RationalError.overflow` where the exact time does not fit in 64 bits.
  public func firstFrame(atOrAfter time: Rational) throws(RationalError) -> Int {
    switch self {
    case .still: 0
    case .constant(let start, let frameDuration, let count):
      max(0, min(count, try FrameGrid(frameDuration: frameDuration).firstFrame(atOrAfter: time - start)))
    case .variable(let starts, _): starts.partitioningIndex { $0 >= time }
    }
  }

  /// The frame that begins nearest to `time`, the earlier of two equally near. It identifies a decoded picture whose time the
  /// container has rounded. Where a distance does not fit in 64 bits, it is the frame that is shown then.
  public func nearestFrame(to time: Rational) -> Int {
    let frame = frame(at: time)
    guard frame + 1 < count, let start = try? start(of: frame), let next = try? self.start(of: frame + 1),
      let before = try? time - start, let after = try? next - time
    else { return frame }
    return after < before ? frame + 1 : frame
  }

  /// Ticks a second in which every frame begins, and the last ends, on a whole tick; nil where those would be more than
  /// 10,000,000, and for a still.
  public var timescale: Int64? {
    let times: FrameStarts
    switch self {
    case .still: return nil
    case .constant(let start, let frameDuration, _): times = FrameStarts([start, frameDuration].sorted())
    case .variable(let starts, let end):
      guard let ticks = starts.timescale, let tick = try? Rational(1, ticks) else { return nil }
      times = FrameStarts([tick, end].sorted())
    }
    return times.timescale.flatMap { $0 <= 10_000_000 ? $0 : nil }
  }

  /// The usual duration of a frame; nil for a still.
  ///
  /// Of a variable timing it is the duration of the standard rate within 2 % of the median, or else of the mean, or else
  /// the median itself: what an output made from the track takes for its own grid.
  public var nominalFrameDuration: Rational? {
    switch self {
    case .still:
      return nil
    case .constant(_, let frameDuration, _):
      return frameDuration
    case .variable(let starts, let end):
      var durations: [Rational] = []
      durations.reserveCapacity(starts.count)
      var start = starts.first ?? end
      for frame in starts.indices {
        let next = frame + 1 < starts.count ? starts[frame + 1] : end
        if let duration = try? next - start, duration > .zero { durations.append(duration) }
        start = next
      }
      durations.sort()
      guard !durations.isEmpty else { return nil }
      let median = durations[durations.count / 2]
      let mean = durations.reduce(0) { $0 + $1.seconds } / Double(durations.count)
      return StandardFrameRate.frameDuration(near: median.seconds) ?? StandardFrameRate.frameDuration(near: mean)
        ?? median
    }
  }

  /// The same frames, each presented later by `offset`, which may be negative.
  ///
  /// - Throws: `RationalError.overflow` where a time does not fit in 64 bits.
  public func shifted(by offset: Rational) throws(RationalError) -> FrameTiming {
    switch self {
    case .still:
      return .still
    case .constant(let start, let frameDuration, let count):
      return .constant(start: try start + offset, frameDuration: frameDuration, count: count)
    case .variable(let starts, let end):
      var shifted: [Rational] = []
      shifted.reserveCapacity(starts.count)
      for start in starts { shifted.append(try start + offset) }
      return .variable(starts: FrameStarts(shifted), end: try end + offset)
    }
  }

  /// `floor((time - start) / duration)`, not below 0 nor above `Int.max`.
  ///
  /// With A/B = time - start and p/q = duration it is floor((⌊A/B⌋·q + ⌊(A mod B)·q/B⌋) / p), whose intermediate values
  /// all fit in 128 bits.
  private static func wholeFrames(of duration: Rational, from start: Rational, to time: Rational) -> Int {
    guard time > start, duration > .zero else { return 0 }
    let passed =
      Int128(time.numerator) * Int128(start.denominator) - Int128(start.numerator) * Int128(time.denominator)
    let scale = UInt128(time.denominator) * UInt128(start.denominator)
    let (whole, rest) = passed.magnitude.quotientAndRemainder(dividingBy: scale)
    let ticks = UInt128(duration.denominator)
    let (part, _) = scale.dividingFullWidth(rest.multipliedFullWidth(by: ticks))
    return Int(clamping: (whole * ticks + part) / UInt128(duration.numerator))
  }
}
