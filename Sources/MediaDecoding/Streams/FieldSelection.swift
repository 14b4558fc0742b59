package import Containers
package import GStreamer

extension FieldParity {
  /// The first field in frames like `picture` of `caps`; `declared` is the container's statement, for codecs without
  /// their own.
  package init(of picture: Buffer, caps: Caps, declared: FieldParity?) {
    switch caps.string("field-order") {
    case "bottom-field-first": self = .bottom
    case "top-field-first": self = .top
    default: self = declared ?? (picture.isTopFieldFirst ? .top : .bottom)
    }
  }
}

/// The selection of one field of a stream's frames.
package struct FieldSelection: Hashable, Sendable {
  /// The field that is shown.
  var parity: FieldParity
  /// Whether every frame has two, whatever the decoder says, which takes it from the container's wrong description.
  var appliesToAllFrames: Bool

  /// The picture of `caps` in `buffer`, whose samples have more than eight bits, with this field alone; nil where it is a
  /// whole frame, or of a format that `deinterlace` takes.
  func deepPicture(in buffer: Buffer, of caps: Caps) throws -> Buffer? {
    let isInterlaced =
      switch caps.string("interlace-mode") {
      case "interleaved": true
      case "mixed": buffer.isInterlaced
      default: appliesToAllFrames
      }
    guard isInterlaced else { return nil }
    let format = try VideoFormat(caps)
    guard format.depth > 8, format.planeCount >= 2 else { return nil }
    return try buffer.withOneField(isTop: parity == .top, of: format)
  }
}
