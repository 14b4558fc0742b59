import EditingModel
import MediaTime

/// Times, numbers and places as people read them in a debug view: short, and exact where it is short.
enum ValueWords {
  /// "0.333", "2": `value` with three decimals at most.
  static func number(_ value: Double) -> String {
    let rounded = (value * 1_000).rounded() / 1_000
    // There is no minus zero for people.
    return (rounded == 0 ? 0 : rounded).shortText
  }

  /// "2.5 s".
  static func time(_ seconds: Double) -> String { "\(number(seconds)) s" }

  /// "0–2.5 s".
  static func range(_ start: Double, _ end: Double) -> String { "\(number(start))–\(number(end)) s" }

  /// "0–2.5 s".
  static func range(_ range: CMTimeRange) -> String { self.range(range.start.seconds, range.end.seconds) }

  /// "scaled by 0.5, moved by 640, 0"; the six numbers where it turns or shears.
  static func transform(_ transform: Transform) -> String {
    guard transform.b == 0, transform.c == 0 else {
      let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
      return "[\(numbers.map(number).joined(separator: " "))]"
    }
    var words: [String] = []
    if transform.a != 1 || transform.d != 1 {
      words.append(
        transform.a == transform.d
          ? "scaled by \(number(transform.a))" : "scaled by \(number(transform.a)), \(number(transform.d))")
    }
    if transform.tx != 0 || transform.ty != 0 {
      words.append("moved by \(number(transform.tx)), \(number(transform.ty))")
    }
    return words.isEmpty ? "in its place" : words.joined(separator: ", ")
  }

  /// "640 × 360 at 0, 0".
  static func rectangle(_ rectangle: Rectangle) -> String {
    "\(number(rectangle.width)) × \(number(rectangle.height)) at \(number(rectangle.x)), \(number(rectangle.y))"
  }

  /// "2 runs", "1 run".
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
