import MediaFormats
import MediaTime

/// The matrix of a movie's or a track's header (ISO/IEC 14496-12 §8.2.2, 8.3.2) without its translation: how the stored
/// picture is turned and scaled to be shown.
///
/// ```
///            │ a b │       a point of the picture is a row vector:  (x, y) · matrix
///            │ c d │       x runs to the right, y down
/// ```
struct DisplayMatrix: Hashable, Sendable {
  /// The numbers, in units of 1/65,536.
  private let a, b, c, d: Int64

  /// Bytes of a matrix in a header, nine numbers of four each.
  static let byteCount = 36

  /// The matrix in `bytes`; the identity where they are not there.
  init(_ bytes: [UInt8]) {
    func number(_ index: Int) -> Int64 { Int64(Int32(truncatingIfNeeded: bytes.bigEndian(at: 4 * index, 4))) }
    let isThere = bytes.count >= Self.byteCount
    (a, b, c, d) = isThere ? (number(0), number(1), number(3), number(4)) : (1 << 16, 0, 0, 1 << 16)
  }

  private init(a: Int64, b: Int64, c: Int64, d: Int64) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// This matrix, and then `other`.
  func followed(by other: DisplayMatrix) -> DisplayMatrix {
    func sum(_ first: Int64, _ second: Int64, _ third: Int64, _ fourth: Int64) -> Int64 {
      (first * second + third * fourth) >> 16
    }
    return DisplayMatrix(
      a: sum(a, other.a, b, other.c), b: sum(a, other.b, b, other.d), c: sum(c, other.a, d, other.c),
      d: sum(c, other.b, d, other.d))
  }

  /// Which of the eight orientations the picture has; upright where it is turned by another angle than a quarter turn.
  var orientation: Orientation {
    // A hundredth is what rounding may leave.
    func isSmall(_ number: Int64, beside other: Int64) -> Bool { number.magnitude * 100 <= other.magnitude }
    if isSmall(b, beside: a), isSmall(c, beside: d), a != 0, d != 0 {
      return a > 0 ? (d > 0 ? .up : .downMirrored) : (d > 0 ? .upMirrored : .down)
    }
    if isSmall(a, beside: b), isSmall(d, beside: c), b != 0, c != 0 {
      return b > 0 ? (c > 0 ? .leftMirrored : .right) : (c > 0 ? .left : .rightMirrored)
    }
    return .up
  }

  /// How much wider than high it makes a stored pixel, before the picture is turned; 1 where the two differ by less than
  /// a hundredth, or so much that it cannot be meant.
  var pixelAspect: Rational {
    let (width, height) = orientation.swapsAxes ? (b.magnitude, c.magnitude) : (a.magnitude, d.magnitude)
    guard width > 0, height > 0, width < height * 16, height < width * 16 else { return .one }
    let difference = width > height ? width - height : height - width
    guard difference * 100 > height else { return .one }
    return (try? Rational(Int64(width), Int64(height))) ?? .one
  }
}
