/// When the frames of a film are shown.
public enum FrameTiming: Hashable, Sendable {
  /// Every frame as long as the next.
  case constant(FrameRate)

  /// Frames of different lengths: the durations, in units of one `timescale`th of a second, repeat for ever.
  case cycle(durations: [Int], timescale: Int)

  /// When a frame appears, in seconds from the first.
  public func start(of frame: Int) -> Fraction {
    switch self {
    case .constant(let rate):
      return Fraction(frame) * rate.frameDuration
    case .cycle(let durations, let timescale):
      let (rounds, place) = frame.quotientAndRemainder(dividingBy: durations.count)
      let units = rounds * durations.reduce(0, +) + durations[..<place].reduce(0, +)
      return Fraction(units, timescale)
    }
  }

  /// The frame whose interval, from its own start up to but without the start of the next, contains a time.
  public func frame(at time: Fraction) -> Int {
    switch self {
    case .constant(let rate):
      return (time / rate.frameDuration).floor
    case .cycle(let durations, let timescale):
      let round = Fraction(durations.reduce(0, +), timescale)
      var frame = (time / round).floor * durations.count
      while start(of: frame + 1) <= time {
        frame += 1
      }
      return frame
    }
  }

  /// A name for file names.
  var name: String {
    switch self {
    case .constant(let rate): "\(rate.frames)-\(rate.seconds)"
    case .cycle(let durations, let timescale):
      // Names of files are short: longer rounds are distinguished by their recipes.
      "vfr\(timescale)-\(durations.prefix(6).map(String.init).joined(separator: "-"))-of-\(durations.count)"
    }
  }
}
