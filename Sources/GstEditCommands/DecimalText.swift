import Foundation

/// Numbers as text: with a decimal point, and no more decimals than are meaningful.
enum DecimalText {
  /// "3.2": `number` with exactly `places` decimals.
  static func rounded(_ number: Double, to places: Int) -> String {
    String(format: "%.\(places)f", number)
  }

  /// "0.333333", "2": `number` with at most six decimals, without trailing zeros.
  static func short(_ number: Double) -> String {
    guard number.isFinite else { return "\(number)" }
    let places = rounded(number, to: 6)
    let digits = places.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed()
    return String(digits) == "-0" ? "0" : String(digits)
  }

  /// `number` rounded to `places` decimals, as a number.
  static func near(_ number: Double, to places: Int) -> Double {
    Double(rounded(number, to: places)) ?? number
  }

  /// "12.3 MB": a size in bytes, in powers of 1,000.
  static func size(_ bytes: Int64) -> String {
    let units = ["kB", "MB", "GB", "TB"]
    var amount = Double(bytes)
    var unit = "bytes"
    for larger in units where amount >= 1_000 {
      amount /= 1_000
      unit = larger
    }
    return unit == "bytes" ? "\(bytes) bytes" : "\(rounded(amount, to: 1)) \(unit)"
  }

  /// "02:05", or "1:02:05" from an hour on: a duration in seconds, rounded up.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(.up), 359_999))
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = twoDigits(whole / 60 % 60) + ":" + twoDigits(whole % 60)
    return whole < 3_600 ? minutes : "\(whole / 3_600):\(minutes)"
  }
}
