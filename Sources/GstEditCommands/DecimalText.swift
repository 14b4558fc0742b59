import Foundation

/// Decimal numbers as people and programs read them: with a point, and no more places than mean something.
enum DecimalText {
  /// "3.2": `number` with exactly `places` places.
  static func rounded(_ number: Double, to places: Int) -> String {
    String(format: "%.\(places)f", number)
  }

  /// "0.333333", "2": `number` with at most six places, none that are zero at the end.
  static func short(_ number: Double) -> String {
    guard number.isFinite else { return "\(number)" }
    let places = rounded(number, to: 6)
    let digits = places.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed()
    return String(digits) == "-0" ? "0" : String(digits)
  }

  /// The number nearest to `number` that has `places` places.
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
}
