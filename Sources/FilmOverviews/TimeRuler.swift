import MediaTime

/// Round times along an axis, as people read them: seconds by 1, 2, 5, 10, 15, 30, minutes and hours by the like, and parts of a
/// second in tens.
///
/// ```
///  from 0 s to 95 s, 400 pixels         0:00 · · · · 0:30 · · · · 1:00 · · · · 1:30
/// ```
struct TimeRuler: Hashable, Sendable {
  /// The time at the left end, in microseconds.
  let start: Int64
  /// The time at the right end, in microseconds.
  let end: Int64
  /// The length of the axis, in pixels.
  let length: Double
  /// From one mark with a text to the next, in microseconds.
  let step: Int64
  /// From one mark to the next, in microseconds: a part of `step`, or all of it where there is no room for more.
  let minorStep: Int64

  /// A mark with its text.
  struct Mark: Hashable, Sendable {
    /// From the left end, in pixels.
    var place: Double
    /// The time, as "0:05", "1:02:05" or "0:00.25".
    var text: String
    /// The place of the text's middle, so that the text lies within the axis and the `room` left of it, in pixels from
    /// the left end.
    var middle: Double
  }

  /// A ruler from `start` to `end` seconds over `length` pixels, with texts in letters of `fontSize` pixels.
  init(from start: Double, to end: Double, length: Double, fontSize: Double) {
    let first = Self.microseconds(start)
    let last = max(first + 1, Self.microseconds(end))
    (self.start, self.end, self.length) = (first, last, length)
    let scale = length / Double(last - first)
    let step = TimeMarks.steps.first { step in
      let text = TimeMarks.text(last, step: step)
      return Double(step) * scale >= max(6 * fontSize, Self.width(of: text, fontSize: fontSize) + 1.6 * fontSize)
    }
    let longest = TimeMarks.steps.last ?? 1
    self.step = step ?? longest * max(1, Int64((10 * fontSize / scale / Double(longest)).rounded(.up)))
    let whole = self.step
    minorStep =
      TimeMarks.steps.first { $0 < whole && whole % $0 == 0 && whole / $0 <= 10 && Double($0) * scale >= 6 } ?? whole
  }

  /// The place of `seconds`, in pixels from the left end.
  func place(of seconds: Double) -> Double { place(Self.microseconds(seconds)) }

  /// The marks with texts, without overlaps. Texts may begin `room` pixels left of the axis.
  func marks(fontSize: Double, room: Double = 0) -> [Mark] {
    var marks: [Mark] = []
    var free = -room
    for time in times(every: step) {
      let text = TimeMarks.text(time, step: step)
      let width = Self.width(of: text, fontSize: fontSize)
      let middle = min(length - width / 2, max(width / 2 - room, place(time)))
      guard middle - width / 2 >= free else { continue }
      marks.append(Mark(place: place(time), text: text, middle: middle))
      free = middle + width / 2 + fontSize / 2
    }
    return marks
  }

  /// The places of the marks without texts, in pixels from the left end.
  var minorMarks: [Double] {
    minorStep == step ? [] : times(every: minorStep).filter { $0 % step != 0 }.map(place)
  }

  /// The greatest width of a text, in pixels: its exact width depends on the font that is there.
  static func width(of text: String, fontSize: Double) -> Double { Double(text.count) * 0.64 * fontSize }

  private func place(_ time: Int64) -> Double { Double(time - start) / Double(end - start) * length }

  private func times(every step: Int64) -> StrideTo<Int64> {
    let before = start / step * step
    return stride(from: before < start ? before + step : before, to: end, by: Int64.Stride(step))
  }

  /// Whole microseconds; what is no time of any film is zero.
  private static func microseconds(_ seconds: Double) -> Int64 {
    seconds.isFinite && abs(seconds) < 1e12 ? Int64((seconds * 1e6).rounded()) : 0
  }
}
