import GStreamer

/// One of the two fields of an interlaced frame.
enum FieldParity: String, Hashable, Sendable, Codable {
  /// The lines from the first on.
  case top
  /// The lines from the second on.
  case bottom
}

extension FieldParity {
  /// The first field by the number that QuickTime's box `fiel` and Matroska's `FieldOrder` give its order (QuickTime File
  /// Format, Apple's TN2162; RFC 9559 §5.1.4.1.28.2): fields one after the other or line by line; nil for any other number.
  init?(fieldOrder number: UInt64) {
    switch number {
    case 1, 9: self = .top
    case 6, 14: self = .bottom
    default: return nil
    }
  }

  /// The field that comes first in frames like `picture` of `caps`, in which `declared` is what the container says of a codec
  /// that does not say it.
  init(of picture: Buffer, caps: Caps, declared: FieldParity?) {
    switch caps.string("field-order") {
    case "bottom-field-first": self = .bottom
    case "top-field-first": self = .top
    default: self = declared ?? (picture.isTopFieldFirst ? .top : .bottom)
    }
  }
}

/// How the frames of a stream become pictures of one field.
struct FieldSelection: Hashable, Sendable {
  /// The field that is shown.
  var parity: FieldParity
  /// Whether every frame has two, whatever the decoder says, which takes it from the container's wrong description.
  var isThroughout: Bool

  /// The picture of `caps` in `buffer`, whose samples have more than eight bits, with this field alone; nil where it is a
  /// whole frame, or of a format that `deinterlace` takes.
  func deepPicture(in buffer: Buffer, of caps: Caps) throws -> Buffer? {
    let isInterlaced =
      switch caps.string("interlace-mode") {
      case "interleaved": true
      case "mixed": buffer.isInterlaced
      default: isThroughout
      }
    guard isInterlaced else { return nil }
    let format = try VideoFormat(caps)
    guard format.depth > 8, format.planeCount >= 2 else { return nil }
    return try buffer.withOneField(isTop: parity == .top, of: format)
  }
}
