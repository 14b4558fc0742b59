import CoreMedia

/// The times that can be sought.
enum SeekTime {
  /// Ends the process where `time` is none that can be sought, as AVFoundation's exception does.
  static func demand(_ time: CMTime) {
    guard !time.isNumeric else { return }
    let name =
      time.isIndefinite
      ? "INDEFINITE" : time.isPositiveInfinity ? "+INFINITY" : time.isNegativeInfinity ? "-INFINITY" : "INVALID"
    Misuse.raise("Seeking is not possible to time {\(name)}")
  }
}
