/// One of the two fields of an interlaced frame.
package enum FieldParity: String, Hashable, Sendable, Codable {
  /// The lines from the first on.
  case top
  /// The lines from the second on.
  case bottom
}

extension FieldParity {
  /// The first field by the number that QuickTime's box `fiel` and Matroska's `FieldOrder` give its order (QuickTime File
  /// Format, Apple's TN2162; RFC 9559 §5.1.4.1.28.2): fields one after the other or line by line; nil for any other number.
  package init?(fieldOrder number: UInt64) {
    switch number {
    case 1, 9: self = .top
    case 6, 14: self = .bottom
    default: return nil
    }
  }
}
