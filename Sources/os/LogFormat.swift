import Foundation

/// A format of `printf` as `os_log` takes it: each conversion may have a privacy in braces: `%{public}@`,
/// `%{private}d`.
struct LogFormat {
  private let format: Substring

  init(_ format: String) { self.format = format[...] }

  /// The line with `arguments` in it. Where one is missing, its conversion stays as it is.
  func text(of arguments: [Any?]) -> String {
    var (text, rest, arguments) = ("", format, arguments[...])
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[percent...]
      // Attributes, flags, width and precision, the type's size, the conversion.
      guard let found = rest.prefixMatch(of: /%(?:\{([^}]*)\})?([-+ #0]*[0-9]*(?:\.[0-9]+)?)([hlqLztj]*)([@a-zA-Z%])/)
      else {
        text += "%"
        rest = rest.dropFirst()
        continue
      }
      rest = rest[found.range.upperBound...]
      if found.4 == "%" {
        text += "%"
      } else if let value = arguments.popFirst() {
        let attributes = (found.1 ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let isHidden = attributes.contains { $0 == "private" || $0 == "sensitive" || $0.hasPrefix("mask") }
        text += isHidden ? "<private>" : Self.text(of: value, spacing: String(found.2), conversion: String(found.4))
      } else {
        text += found.0
      }
    }
    return text + rest
  }

  private static func text(of value: Any?, spacing: String, conversion: String) -> String {
    switch (value, conversion) {
    case (nil, _): "(null)"
    case (let number as any BinaryInteger, "d"), (let number as any BinaryInteger, "i"),
      (let number as any BinaryInteger, "D"):
      String(format: "%\(spacing)lld", Int64(truncatingIfNeeded: number))
    case (let number as any BinaryInteger, "u"), (let number as any BinaryInteger, "x"),
      (let number as any BinaryInteger, "X"), (let number as any BinaryInteger, "o"):
      String(format: "%\(spacing)ll\(conversion)", UInt64(truncatingIfNeeded: number))
    case (let number as any BinaryFloatingPoint, "f"), (let number as any BinaryFloatingPoint, "F"),
      (let number as any BinaryFloatingPoint, "e"), (let number as any BinaryFloatingPoint, "E"),
      (let number as any BinaryFloatingPoint, "g"), (let number as any BinaryFloatingPoint, "G"):
      String(format: "%\(spacing)\(conversion)", Double(number))
    case (let number as NSNumber, "f"): String(format: "%\(spacing)f", number.doubleValue)
    case (let number as NSNumber, "d"): String(format: "%\(spacing)lld", number.int64Value)
    case (let value?, _): String(describing: value)
    }
  }
}
