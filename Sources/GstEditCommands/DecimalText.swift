import Foundation

/// Decimal numbers as people and programs read them: with a point, and no more places than mean something.
enum DecimalText {
  /// "3.2": `number` with exactly `places` places.
  static func rounded(_ number: Double, to places: Int) -> String {
    String(format: "%.\(places)f", number)
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
