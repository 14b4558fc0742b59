import MediaTime

/// Text in lines, ended by line feeds, carriage returns or both, with their numbers.
struct TextLines {
  /// One line.
  struct Line {
    /// Its number in the file, from 1.
    var number: Int
    /// The line's text, without its end.
    var text: Substring
  }

  /// The lines, in order.
  let lines: [Line]

  /// The lines of `text`.
  init(_ text: String) {
    var lines: [Line] = []
    let bytes = text.utf8
    var start = bytes.startIndex
    var place = start
    while place != bytes.endIndex {
      let byte = bytes[place]
      let end = place
      bytes.formIndex(after: &place)
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, place != bytes.endIndex, bytes[place] == 0x0A { bytes.formIndex(after: &place) }
      lines.append(Line(number: lines.count + 1, text: text[start..<end]))
      start = place
    }
    if start != bytes.endIndex { lines.append(Line(number: lines.count + 1, text: text[start...])) }
    self.lines = lines
  }
}

extension TextLines.Line {
  /// Whether nothing but white space stands in it.
  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
}

extension [TextLines.Line] {
  /// The lines in one text, separated by line feeds.
  var joined: String { map { String($0.text) }.joined(separator: "\n") }
}

/// Times as text.
enum TimeText {
  /// The seconds of `1:02:03.500`, `02:03,5`, `-0:00:01.0` or `00:00:01:500`, with any number of hours; nil for any other text.
  ///
  /// Digits behind a point or a comma are a decimal fraction; a fourth number counts milliseconds.
  static func clock(_ text: some StringProtocol) -> Rational? {
    var bytes = Array(text.utf8.filter { $0 != 0x20 && $0 != 0x09 })
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    var numbers: [Int64] = [0]
    var digits = 0
    var fraction: (value: Int64, scale: Int64)?
    for byte in bytes {
      switch byte {
      case 0x30...0x39:
        digits += 1
        if let known = fraction {
          // Beyond nanoseconds nothing is kept.
          if known.scale < 1_000_000_000 { fraction = (known.value * 10 + Int64(byte - 0x30), known.scale * 10) }
        } else {
          guard digits <= 9 else { return nil }
          numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int64(byte - 0x30)
        }
      case UInt8(ascii: ":") where fraction == nil && digits > 0 && numbers.count < 4:
        numbers.append(0)
        digits = 0
      case UInt8(ascii: "."), UInt8(ascii: ","):
        guard fraction == nil, digits > 0 else { return nil }
        fraction = (0, 1)
      default: return nil
      }
    }
    guard digits > 0, numbers.count >= 2 else { return nil }
    if numbers.count == 4 {
      guard fraction == nil, let milliseconds = numbers.popLast(), milliseconds < 1_000 else { return nil }
      fraction = (milliseconds, 1_000)
    }
    let hours = numbers.count == 3 ? numbers.removeFirst() : 0
    guard hours <= Int64(SubtitleLimits.hours), numbers[0] <= 1_000_000, numbers[1] <= 100_000_000 else { return nil }
    let whole = hours * 3_600 + numbers[0] * 60 + numbers[1]
    let parts = fraction ?? (0, 1)
    guard whole <= Int64(SubtitleLimits.hours) * 3_600 else { return nil }
    let sign: Int64 = isNegative ? -1 : 1
    return try? Rational(sign * (whole * parts.scale + parts.value), parts.scale)
  }

  /// `time` as `01:02:03,500`: at least `hourDigits` digits of hours, and `fractionDigits` behind `separator`.
  static func text(_ time: Rational, hourDigits: Int = 2, separator: String = ".", fractionDigits: Int = 3) -> String {
    let scale: Int64 = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000][
      min(9, max(0, fractionDigits))]
    let units = max(0, (try? time.rounded(scaledBy: scale)) ?? 0)
    let (seconds, rest) = (units / scale, units % scale)
    let fraction = fractionDigits > 0 ? separator + padded(rest, fractionDigits) : ""
    return
      "\(padded(seconds / 3_600, hourDigits)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))\(fraction)"
  }

  private static func padded(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
