package import MediaFormats
package import MediaTime

/// The matrix of a movie's or a track's header (ISO/IEC 14496-12 §8.2.2, 8.3.2) without its translation: how the stored
/// picture is turned and scaled to be shown.
///
/// ```
///            │ a b │       a point of the picture is a row vector:  (x, y) · matrix
///            │ c d │       x runs to the right, y down
/// ```
package struct DisplayMatrix: Hashable, Sendable {
  /// The numbers, in units of 1/65,536.
  private let a, b, c, d: Int64

  /// Bytes of a matrix in a header, nine numbers of four each.
  package static let byteCount = 36

  /// The matrix in `bytes`; the identity where they are not there.
  package init(_ bytes: [UInt8]) {
    func number(_ index: Int) -> Int64 { Int64(Int32(truncatingIfNeeded: bytes.bigEndian(at: 4 * index, 4))) }
    let isThere = bytes.count >= Self.byteCount
    (a, b, c, d) = isThere ? (number(0), number(1), number(3), number(4)) : (1 << 16, 0, 0, 1 << 16)
  }

  private init(a: Int64, b: Int64, c: Int64, d: Int64) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// The matrix of nine `numbers`; the identity for any other count.
  package init(numbers: [Int32]) {
    let isThere = numbers.count == 9
    (a, b, c, d) =
      isThere ? (Int64(numbers[0]), Int64(numbers[1]), Int64(numbers[3]), Int64(numbers[4])) : (1 << 16, 0, 0, 1 << 16)
  }

  /// The matrix of a picture whose viewer turns by `yaw` and `roll` degrees, as Matroska has it (RFC 9559 §5.1.4.1.28.41): mirrored by
  /// half a turn of the first, then turned against the clock by the second. Nil where they are others than quarter turns.
  package init?(yaw: Double, roll: Double) {
    guard abs(yaw) < 0.5 || abs(abs(yaw) - 180) < 0.5, abs(roll) <= 180.5 else { return nil }
    let isMirrored = abs(yaw) > 90
    let quarters = (roll / 90).rounded()
    guard abs(roll - quarters * 90) < 0.5 else { return nil }
    let (sine, cosine): (Int64, Int64) =
      switch Int(quarters) {
      case 0: (0, 1 << 16)
      case 1: (1 << 16, 0)
      case -1: (-1 << 16, 0)
      default: (0, -1 << 16)
      }
    let sign: Int64 = isMirrored ? -1 : 1
    self.init(a: sign * cosine, b: -sign * sine, c: sine, d: cosine)
  }

  /// The degrees by which a viewer turns for it, as Matroska has them; nil where it turns by another angle than a
  /// quarter turn, or scales.
  package var pose: (yaw: Int, roll: Int)? {
    guard pixelAspect == .one, orientation != .up || b == 0 && c == 0 else { return nil }
    switch orientation {
    case .up: return (0, 0)
    case .right: return (0, -90)
    case .left: return (0, 90)
    case .down: return (0, 180)
    case .upMirrored: return (180, 0)
    case .rightMirrored: return (180, -90)
    case .leftMirrored: return (180, 90)
    case .downMirrored: return (180, 180)
    }
  }

  /// Its nine numbers, as in a movie; the picture of `width` and `height` stays where it is shown.
  package func numbers(width: Int, height: Int) -> [Int32] {
    // Pixels left of the edge or above it move to the right or down.
    let across = min(0, a * Int64(width)) + min(0, c * Int64(height))
    let down = min(0, b * Int64(width)) + min(0, d * Int64(height))
    return [a, b, 0, c, d, 0, -across, -down, 1 << 30].map { Int32(clamping: $0) }
  }

  /// This matrix, and then `other`.
  package func followed(by other: DisplayMatrix) -> DisplayMatrix {
    func sum(_ first: Int64, _ second: Int64, _ third: Int64, _ fourth: Int64) -> Int64 {
      (first * second + third * fourth) >> 16
    }
    return DisplayMatrix(
      a: sum(a, other.a, b, other.c), b: sum(a, other.b, b, other.d), c: sum(c, other.a, d, other.c),
      d: sum(c, other.b, d, other.d))
  }

  /// The orientation of the picture, of the eight; upright where it is turned by another angle than a quarter turn.
  package var orientation: Orientation {
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

  /// The pixel aspect ratio, width to height, that it gives stored pixels before the picture is turned; 1 where the two
  /// differ by less than a hundredth, or implausibly much.
  package var pixelAspect: Rational {
    let (width, height) = orientation.swapsAxes ? (b.magnitude, c.magnitude) : (a.magnitude, d.magnitude)
    guard width > 0, height > 0, width < height * 16, height < width * 16 else { return .one }
    let difference = width > height ? width - height : height - width
    guard difference * 100 > height else { return .one }
    return (try? Rational(Int64(width), Int64(height))) ?? .one
  }
}
