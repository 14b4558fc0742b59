import EditingModel
public import MediaTime

/// A time as a project and the command line write it: seconds, or a number of frames of the output.
///
/// ```
///  8             2.5            seconds, exactly as many as the digits say
///  1001/30000                   value / timescale
///  00:01:02.500                 hours, minutes and seconds
///  120f                         frames of the output
/// ```
public enum ProjectTime: Hashable, Sendable {
  /// Seconds, exact.
  case seconds(Rational)
  /// Frames of the output's grid.
  case frames(Int64)

  /// What a time looks like, as a noun phrase.
  public static let expected =
    #"a time of 0 or later: 8, 2.5, "1001/30000" (seconds), "00:01:02.500" or "120f" (frames)"#

  /// Reads a time; negative ones are none.
  public init(_ text: String) throws(ProjectTimeError) {
    guard !text.hasPrefix("-") else { throw .malformed(text) }
    if text.hasSuffix("f") {
      guard let frames = try DecimalDigits(text.dropLast(), of: text).whole else { throw .malformed(text) }
      self = .frames(frames)
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

  /// `hours:minutes:seconds`, where minutes and seconds have two digits before the point and stay below 60.
  private static func clock(_ text: String) throws(ProjectTimeError) -> Rational {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = try DecimalDigits(parts[0], of: text).whole, parts[1].count == 2,
      let minutes = try DecimalDigits(parts[1], of: text).whole, parts[2].prefix(while: { $0 != "." }).count == 2
    else { throw .malformed(text) }
    let seconds = try DecimalDigits(parts[2], of: text).value
    guard minutes < 60, seconds < Rational(60) else { throw .malformed(text) }
    do {
      return try Rational(hours) * Rational(3_600) + Rational(minutes * 60) + seconds
    } catch {
      throw .tooManyDigits(text)
    }
  }
}

extension ProjectTime: CustomStringConvertible {
  /// The shortest of the forms that says the time exactly: `2.5`, `1001/30000`, `120f`.
  public var description: String {
    switch self {
    case .seconds(let seconds): seconds.decimalText
    case .frames(let frames): "\(frames)f"
    }
  }
}
