public import FoundationEssentials

extension MetadataItem {
  /// The value as a date (`AVMetadataItem.dateValue`): of ISO 8601 with a time and an offset, or a day or a year of the
  /// Gregorian calendar, at midnight UTC; of Exif, whose dates have no time zone, as if in UTC. Nil where it is none.
  public var date: Date? { text.flatMap(DateText.init)?.date }

  /// The value as a place; nil where it is none. See ``GeographicLocation``.
  public var location: GeographicLocation? { text.flatMap(GeographicLocation.init(iso6709:)) }
}

/// A place on Earth (`CLLocation`).
public struct GeographicLocation: Hashable, Sendable, Codable {
  /// Degrees north of the equator, −90…90.
  public var latitude: Double
  /// Degrees east of Greenwich, −180…180.
  public var longitude: Double
  /// Meters above the sea; nil where nothing is said.
  public var altitude: Double?

  /// The place at these degrees.
  public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  /// The place that ISO 6709 writes so: "+48.2082+016.3738+171/", in degrees, degrees and minutes, or degrees, minutes and
  /// seconds; nil where the text is none.
  public init?(iso6709 text: String) {
    var numbers: [(text: String, value: Double)] = []
    var rest = text.utf8.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "C") }
    while let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      let digits = rest.dropFirst().prefix { $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
      let number = String(decoding: digits, as: UTF8.self)
      guard let value = Double(number), numbers.count < 3 else { return nil }
      numbers.append((number, sign == UInt8(ascii: "-") ? -value : value))
      rest = rest[digits.endIndex...]
    }
    guard numbers.count >= 2, rest.isEmpty,
      let latitude = Self.degrees(numbers[0], wholeDigits: 2), abs(latitude) <= 90,
      let longitude = Self.degrees(numbers[1], wholeDigits: 3), abs(longitude) <= 180
    else { return nil }
    self.init(latitude: latitude, longitude: longitude, altitude: numbers.count > 2 ? numbers[2].value : nil)
  }

  /// The degrees of a number whose digits before the point are those of degrees, and two for minutes and seconds each.
  private static func degrees(_ number: (text: String, value: Double), wholeDigits: Int) -> Double? {
    let whole = number.text.prefix { $0 != "." }.count
    let magnitude = abs(number.value)
    let degrees: Double
    switch whole - wholeDigits {
    case ...1: degrees = magnitude
    case 2: degrees = (magnitude / 100).rounded(.down) + magnitude.truncatingRemainder(dividingBy: 100) / 60
    case 4:
      let minutes = (magnitude / 100).truncatingRemainder(dividingBy: 100).rounded(.down)
      degrees =
        (magnitude / 10_000).rounded(.down) + minutes / 60 + magnitude.truncatingRemainder(dividingBy: 100) / 3_600
    default: return nil
    }
    return number.value < 0 ? -degrees : degrees
  }
}

/// A date as files write them.
struct DateText {
  let date: Date

  /// The date that `text` says; nil where it is none.
  init?(_ text: String) {
    let fields = text.split(maxSplits: 1) { $0 == "T" || $0 == " " }
    guard let first = fields.first else { return nil }
    let day = first.split { $0 == "-" || $0 == ":" }.map { Int($0) }
    guard (1...3).contains(day.count), first.prefix(4).count == 4, let year = day[0], (1...9_999).contains(year),
      let month = day.count > 1 ? day[1] : 1, (1...12).contains(month),
      let number = day.count > 2 ? day[2] : 1, (1...Self.days(in: month, of: year)).contains(number)
    else { return nil }
    var seconds = Double(Self.days(toYear: year, month: month, day: number)) * 86_400
    if fields.count > 1 {
      guard let time = Self.seconds(ofTime: fields[1]) else { return nil }
      seconds += time
    }
    date = Date(timeIntervalSince1970: seconds)
  }

  /// Seconds since midnight UTC of "14:03:07.5+0100", of whose parts those from the seconds on may be missing.
  private static func seconds(ofTime text: Substring) -> Double? {
    let clock = text.prefix { $0.isNumber || $0 == ":" || $0 == "." }
    let parts = clock.split(separator: ":").map { Double($0) }
    guard (2...3).contains(parts.count), let hours = parts[0], let minutes = parts[1],
      let seconds = parts.count > 2 ? parts[2] : 0, hours < 25, minutes < 60, seconds < 61
    else { return nil }
    let zone = text[clock.endIndex...].filter { $0 != " " && $0 != ":" }
    guard zone != "Z", !zone.isEmpty else { return hours * 3_600 + minutes * 60 + seconds }
    guard let sign = ["+": 1.0, "-": -1.0][zone.prefix(1)], let offset = Int(zone.dropFirst()) else { return nil }
    let away = zone.count > 3 ? offset / 100 * 60 + offset % 100 : offset * 60
    return hours * 3_600 + minutes * 60 + seconds - sign * Double(away) * 60
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func days(in month: Int, of year: Int) -> Int {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days since 1970 (Gregorian, as if it had always been so).
  private static func days(toYear year: Int, month: Int, day: Int) -> Int {
    let before = year - 1
    let years = before * 365 + before / 4 - before / 100 + before / 400
    return years - 719_162 + (1..<month).reduce(0) { $0 + days(in: $1, of: year) } + day - 1
  }
}
