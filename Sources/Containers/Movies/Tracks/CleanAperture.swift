package import EditingModel
package import MediaFormats
import MediaTime

/// The part of the stored pictures that a file means to be seen, counted from the picture's edges or its middle.
package struct CleanAperture: Hashable, Sendable {
  /// The cropped edges, in stored pixels.
  private let edges: Edges

  private enum Edges: Hashable {
    /// A size, and how far its middle lies from the picture's.
    case middle(width: Rational, height: Rational, across: Rational, down: Rational)
    /// Stored pixels that are cut off at each edge.
    case cut(left: Int64, top: Int64, right: Int64, bottom: Int64)
  }

  /// The part that the box `clap` of a movie says (ISO/IEC 14496-12 §12.1.4.3), whose content is `bytes`: four fractions;
  /// nil where they cannot be meant.
  package init?(movieBox bytes: [UInt8]) {
    func fraction(_ index: Int) -> Rational? {
      let number = Int32(truncatingIfNeeded: bytes.bigEndian(at: 8 * index, 4))
      let denominator = Int32(truncatingIfNeeded: bytes.bigEndian(at: 8 * index + 4, 4))
      guard denominator > 0 else { return nil }
      return try? Rational(Int64(number), Int64(denominator))
    }
    guard bytes.count >= 32, let width = fraction(0), let height = fraction(1), let across = fraction(2),
      let down = fraction(3), width > .zero, height > .zero
    else { return nil }
    edges = .middle(width: width, height: height, across: across, down: down)
  }

  /// Without `left`, `top`, `right` and `bottom` pixels; nil where nothing is left out.
  package init?(cutting left: UInt64, _ top: UInt64, _ right: UInt64, _ bottom: UInt64) {
    let cuts = [left, top, right, bottom]
    guard cuts.contains(where: { $0 > 0 }), cuts.allSatisfy({ $0 <= 1 << 16 }) else { return nil }
    edges = .cut(left: Int64(left), top: Int64(top), right: Int64(right), bottom: Int64(bottom))
  }

  /// The part of a picture of `size`, whose edges may lie between pixels; nil for all of it, and where nothing would be left.
  package func area(of size: PixelSize) -> Rectangle? {
    let whole = Rectangle(Size(width: Double(size.width), height: Double(size.height)))
    let part =
      switch edges {
      case .middle(let width, let height, let across, let down):
        Rectangle(
          x: (whole.width - width.seconds) / 2 + across.seconds, y: (whole.height - height.seconds) / 2 + down.seconds,
          width: width.seconds, height: height.seconds)
      case .cut(let left, let top, let right, let bottom):
        Rectangle(
          x: Double(left), y: Double(top), width: whole.width - Double(left + right),
          height: whole.height - Double(top + bottom))
      }
    guard part.width >= 1, part.height >= 1, let seen = part.intersection(whole), seen != whole, seen.width >= 1,
      seen.height >= 1
    else { return nil }
    return seen
  }
}
