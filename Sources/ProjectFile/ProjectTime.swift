import EditingModel
public import MediaTime

/// A time in a project or on the command line: seconds, or a number of output frames.
///
/// ```
///  8             2.5            seconds, exactly as written
///  90s           1500ms         seconds and milliseconds
///  1001/30000                   value / timescale
///  1:02.5        0:02           minutes and seconds
///  00:01:02.500                 hours, minutes and seconds
///  120f                         output frames
/// ```
public enum ProjectTime: Hashable, Sendable {
  /// Seconds, exact.
  case seconds(Rational)
  /// Frames on the output's grid.
  case frames(Int64)

  /// The accepted forms of a time, as a noun phrase.
  public static let expected = "a time of 0 or later: \(examples)"

  /// A time of each form.
  static let examples =
    #"8, 2.5, "1001/30000" (seconds), "90s", "1500ms", "1:02.5", "00:01:02.500" or "120f" (frames)"#

  /// The pattern of hours, minutes and seconds, as a regular expression.
  static let clockPattern = #"([0-9]+:[0-5][0-9]|[0-9]+):[0-5][0-9](\.[0-9]+)?"#

  /// Reads a time of 0 or later.
  ///
  /// - Throws: ``ProjectTimeError``, but not ``ProjectTimeError/unknownFrameDuration(frames:)``.
  public init(_ text: String) throws(ProjectTimeError) {
    guard !text.hasPrefix("-") else { throw .malformed(text) }
    if text.hasSuffix("f") {
      guard let frames = try DecimalDigits(text.dropLast(), of: text).whole else { throw .malformed(text) }
      self = .frames(frames)
    } else if text.hasSuffix("s") {
      self = .seconds(try Self.unit(text))
    } else if text.contains("/") {
      self = .seconds(try Self.fraction(text))
    } else if text.contains(":") {
      self = .seconds(try Self.clock(text))
    } else {
      self = .seconds(try DecimalDigits(text[...], of: text).value)
    }
  }

  /// The time in seconds, on a grid of frames that last `frameDuration` seconds each.
  ///
  /// - Throws: ``ProjectTimeError/unknownFrameDuration(frames:)`` for a number of frames without a grid;
  ///   ``ProjectTimeError/tooManyDigits(_:)`` where the product does not fit.
  public func seconds(frameDuration: Rational?) throws(ProjectTimeError) -> Rational {
    switch self {
    case .seconds(let seconds): return seconds
    case .frames(let frames):
      guard let frameDuration else { throw .unknownFrameDuration(frames: frames) }
      do {
        return try Rational(frames) * frameDuration
      } catch {
        throw .tooManyDigits(description)
      }
    }
  }

  /// `seconds` or `milliseconds` with the unit behind them.
  private static func unit(_ text: String) throws(ProjectTimeError) -> Rational {
    guard text.hasSuffix("ms") else { return try DecimalDigits(text.dropLast(), of: text).value }
    let milliseconds = try DecimalDigits(text.dropLast(2), of: text).value
    do {
      return try milliseconds / Rational(1_000)
    } catch {
      throw .tooManyDigits(text)
    }
  }

  /// `value/timescale`.
  private static func fraction(_ text: String) throws(ProjectTimeError) -> Rational {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let value = try DecimalDigits(parts[0], of: text).whole,
      let timescale = try DecimalDigits(parts[1], of: text).whole
    else { throw .malformed(text) }
    guard timescale > 0 else { throw .zeroTimescale(text) }
    do {
      return try Rational(value, timescale)
    } catch {
      throw .tooManyDigits(text)
    }
  }

  /// `hours:minutes:seconds` or `minutes:seconds`, where seconds have two digits before the point and stay below 60, as minutes do
  /// behind hours.
  private static func clock(_ text: String) throws(ProjectTimeError) -> Rational {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let last = parts.last, last.prefix(while: { $0 != "." }).count == 2,
      let minutes = try DecimalDigits(parts[parts.count - 2], of: text).whole,
      let hours = parts.count == 3 ? try DecimalDigits(parts[0], of: text).whole : 0,
      parts.count == 2 || minutes < 60 && parts[1].count == 2
    else { throw .malformed(text) }
    let seconds = try DecimalDigits(last, of: text).value
    guard seconds < Rational(60) else { throw .malformed(text) }
    do {
      return try Rational(hours) * Rational(3_600) + Rational(minutes) * Rational(60) + seconds
    } catch {
      throw .tooManyDigits(text)
    }
  }
}

extension ProjectTime: CustomStringConvertible {
  /// The shortest exact form: `2.5`, `1001/30000`, `120f`.
  public var description: String {
    switch self {
    case .seconds(let seconds): seconds.decimalText
    case .frames(let frames): "\(frames)f"
    }
  }
}

/// The reason for which a text is not a time, or a time has no value in seconds.
public enum ProjectTimeError: Error, Hashable, Sendable {
  /// The text has none of the forms of a time.
  case malformed(String)
  /// The timescale of a fraction is zero.
  case zeroTimescale(String)
  /// The time, exactly as written, does not fit into 64 bits.
  case tooManyDigits(String)
  /// The time counts frames, and no frame duration is known.
  case unknownFrameDuration(frames: Int64)
}

extension ProjectTimeError: CustomStringConvertible {
  /// The fault, as a sentence.
  public var description: String {
    switch self {
    case .malformed(let text): "\(JSONValue.quoted(text.shortened)) is no time."
    case .zeroTimescale(let text): "The timescale of \(JSONValue.quoted(text.shortened)) is 0."
    case .tooManyDigits(let text): "The time \(text.shortened) has more digits than can be kept exactly."
    case .unknownFrameDuration(let frames): "\"\(frames)f\" counts frames, and nothing says how long one lasts."
    }
  }
}

/// A decimal number, parsed from its digits without rounding.
struct DecimalDigits {
  /// The number.
  let value: Rational
  /// Whether it has no decimal point.
  private let isWhole: Bool

  /// The number, if it has no decimal point.
  var whole: Int64? { isWhole ? value.numerator : nil }

  /// Parses digits with at most one decimal point between them; `text` is the whole time, for errors.
  init(_ digits: Substring, of text: String) throws(ProjectTimeError) {
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) }), let whole = parts.first else {
      throw .malformed(text)
    }
    guard let value = Self.value(whole: whole, decimals: parts.dropFirst().first ?? "", exponent: 0) else {
      throw .tooManyDigits(text)
    }
    self.value = value
    self.isWhole = parts.count == 1
  }

  /// The value of a JSON number's digits; nil where it does not fit exactly.
  static func value(ofNumber number: String) -> Rational? {
    let parts = number.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    let isNegative = number.hasPrefix("-")
    let mantissa = (parts.first ?? "").drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    // An exponent that does not fit Int is clamped like any other beyond a thousand.
    let exponent = parts.count == 2 ? Int(parts[1]) ?? (parts[1].hasPrefix("-") ? -1_000 : 1_000) : 0
    guard let whole = mantissa.first,
      let value = value(
        whole: whole, decimals: mantissa.dropFirst().first ?? "", exponent: max(-1_000, min(1_000, exponent)))
    else { return nil }
    return isNegative ? try? -value : value
  }

  /// `whole.decimals` times ten to the power of `exponent`.
  private static func value(whole: Substring, decimals: Substring, exponent: Int) -> Rational? {
    var digits = Array((whole + decimals).utf8)
    var power = exponent - decimals.utf8.count
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      power += 1
    }
    guard let mantissa = digits.isEmpty ? 0 : Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
    if mantissa == 0 { return .zero }
    guard power.magnitude <= 18 else { return nil }
    let scale = (0..<power.magnitude).reduce(Int64(1)) { scale, _ in scale * 10 }
    return power < 0 ? try? Rational(mantissa, scale) : try? Rational(mantissa) * Rational(scale)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
