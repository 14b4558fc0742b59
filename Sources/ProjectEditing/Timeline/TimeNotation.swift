import EditingModel
import MediaTime
import ProjectFile

/// The ways in which a project's text writes a time, so that a new one looks like those around it.
enum TimeNotation {
  /// `seconds`, of 0 or more, as `model` is written where it can be: a number, frames, a fraction of the same timescale, a clock, a unit.
  /// Otherwise as a number where a few decimals are exact, or as a fraction.
  static func node(_ seconds: Rational, like model: JSONNode?, frameDuration: Rational?) -> JSONNode {
    guard let text = model?.text else { return plain(seconds) }
    let like =
      if text.hasSuffix("f") {
        frames(seconds, of: frameDuration)
      } else if text.hasSuffix("ms") {
        decimal(try? seconds * Rational(1_000)).map { $0 + "ms" }
      } else if text.hasSuffix("s") {
        decimal(seconds).map { $0 + "s" }
      } else if text.contains("/") {
        fraction(seconds, like: text)
      } else if text.contains(":") {
        clock(seconds, like: text)
      } else {
        decimal(seconds)
      }
    return like.map(JSONNode.string) ?? plain(seconds)
  }

  /// A number where a few decimals are exact, and a fraction otherwise.
  private static func plain(_ seconds: Rational) -> JSONNode {
    decimal(seconds).map(JSONNode.number) ?? .string(seconds.description)
  }

  private static func decimal(_ number: Rational?) -> String? {
    guard let text = number?.decimalText, !text.contains("/") else { return nil }
    return text
  }

  /// `120f`, where the time lies on the grid.
  private static func frames(_ seconds: Rational, of frameDuration: Rational?) -> String? {
    guard let frameDuration, let count = try? seconds / frameDuration, count.denominator == 1 else { return nil }
    return "\(count.numerator)f"
  }

  /// A fraction of the timescale of `text`, or else in lowest terms.
  private static func fraction(_ seconds: Rational, like text: String) -> String? {
    if let timescale = text.split(separator: "/").last.flatMap({ Int64($0) }), timescale > 0,
      let value = try? seconds * Rational(timescale), value.denominator == 1
    {
      return "\(value.numerator)/\(timescale)"
    }
    return seconds.denominator == 1 ? nil : seconds.description
  }

  /// Minutes and seconds, or hours as well where `text` has them, with at least as many decimals.
  private static func clock(_ seconds: Rational, like text: String) -> String? {
    guard let exact = decimal(seconds), let whole = Int64(exact.prefix { $0 != "." }) else { return nil }
    let parts = text.split(separator: ":")
    func decimals(_ text: some StringProtocol) -> String {
      text.firstIndex(of: ".").map { String(text[text.index(after: $0)...]) } ?? ""
    }
    let wanted = decimals(parts.last ?? "").count
    let own = decimals(exact)
    let rest = own + String(repeating: "0", count: max(0, wanted - own.count))
    let tail = padded(whole % 60, 2) + (rest.isEmpty ? "" : "." + rest)
    let width = parts.first?.count ?? 1
    guard parts.count == 3 else { return "\(padded(whole / 60, width)):\(tail)" }
    return "\(padded(whole / 3_600, width)):\(padded(whole / 60 % 60, 2)):\(tail)"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
