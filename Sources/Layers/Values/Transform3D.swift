import Glibc
public import ModelValues

/// A map of space, in the convention of `CATransform3D`: row vectors, x to the right, y down, z toward the viewer.
///
/// ```
///                          ⎡ m11 m12 m13 m14 ⎤
///  [x' y' z' w'] = [x y z 1]⎢ m21 m22 m23 m24 ⎥    The point is x'/w', y'/w'. A perspective of distance d
///                          ⎢ m31 m32 m33 m34 ⎥    has m34 = −1/d.
///                          ⎣ m41 m42 m43 m44 ⎦
/// ```
public struct Transform3D: Hashable, Sendable {
  /// The sixteen numbers, row by row. There are always sixteen.
  public private(set) var numbers: [Double]

  /// The map with the sixteen numbers of the matrix, row by row; nil for another count.
  public init?(_ numbers: [Double]) {
    guard numbers.count == 16 else { return nil }
    self.numbers = numbers
  }

  private init(rows: [[Double]]) { numbers = rows.flatMap(\.self) }

  /// The map of every point to itself.
  public static let identity = Transform3D(rows: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])

  /// Moves by (`x`, `y`, `z`) pixels.
  public static func translation(x: Double, y: Double, z: Double = 0) -> Transform3D {
    Transform3D(rows: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [x, y, z, 1]])
  }

  /// Multiplies each coordinate.
  public static func scale(x: Double, y: Double, z: Double = 1) -> Transform3D {
    Transform3D(rows: [[x, 0, 0, 0], [0, y, 0, 0], [0, 0, z, 0], [0, 0, 0, 1]])
  }

  /// Turns by `angle` radians about the axis (`x`, `y`, `z`); identity for an axis without a length.
  public static func rotation(_ angle: Double, x: Double, y: Double, z: Double) -> Transform3D {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite, angle.isFinite else { return .identity }
    let (x, y, z) = (x / length, y / length, z / length)
    let (sine, cosine) = (sin(angle), cos(angle))
    let rest = 1 - cosine
    return Transform3D(rows: [
      [cosine + x * x * rest, x * y * rest + z * sine, x * z * rest - y * sine, 0],
      [x * y * rest - z * sine, cosine + y * y * rest, y * z * rest + x * sine, 0],
      [x * z * rest + y * sine, y * z * rest - x * sine, cosine + z * z * rest, 0],
      [0, 0, 0, 1],
    ])
  }

  /// Makes what is `distance` pixels behind the plane half as large; identity for a distance of 0.
  public static func perspective(distance: Double) -> Transform3D {
    var transform = Transform3D.identity
    if distance != 0 { transform[2, 3] = -1 / distance }
    return transform
  }

  /// The map of the plane, extended to space (`CATransform3DMakeAffineTransform`).
  public init(_ affine: Transform) {
    self.init(rows: [
      [affine.a, affine.b, 0, 0], [affine.c, affine.d, 0, 0], [0, 0, 1, 0], [affine.tx, affine.ty, 0, 1],
    ])
  }

  /// The number in `row` and `column`, from 0; both are below 4.
  public subscript(row: Int, column: Int) -> Double {
    get { numbers[row * 4 + column] }
    set { numbers[row * 4 + column] = newValue }
  }

  /// Whether all sixteen numbers are finite.
  public var isFinite: Bool { numbers.allSatisfy(\.isFinite) }

  /// The map of the plane, where this one keeps to it (`CATransform3DGetAffineTransform`); nil where z or perspective has a part.
  public var affine: Transform? {
    let isFlat =
      self[0, 2] == 0 && self[1, 2] == 0 && self[3, 2] == 0 && self[2, 0] == 0 && self[2, 1] == 0 && self[2, 2] == 1
      && self[0, 3] == 0 && self[1, 3] == 0 && self[2, 3] == 0 && self[3, 3] == 1
    guard isFlat else { return nil }
    return Transform(a: self[0, 0], b: self[0, 1], c: self[1, 0], d: self[1, 1], tx: self[3, 0], ty: self[3, 1])
  }

  /// This map first, then `next` (`CATransform3DConcat`).
  public func concatenating(_ next: Transform3D) -> Transform3D {
    var product: [Double] = []
    product.reserveCapacity(16)
    let columns = next.numbers
    for row in stride(from: 0, to: 16, by: 4) {
      let (x, y, z, w) = (numbers[row], numbers[row + 1], numbers[row + 2], numbers[row + 3])
      for column in 0..<4 {
        let (first, second) = (0 + x * columns[column] + y * columns[column + 4], z * columns[column + 8])
        product.append(first + second + w * columns[column + 12])
      }
    }
    return Transform3D(rows: [product])
  }

  /// The inverse map (`CATransform3DInvert`); nil for a map that flattens space, or that is not finite.
  public var inverted: Transform3D? {
    var (left, right) = (self, Transform3D.identity)
    for column in 0..<4 {
      let pivot = (column..<4).max { abs(left[$0, column]) < abs(left[$1, column]) } ?? column
      guard left[pivot, column] != 0, left[pivot, column].isFinite else { return nil }
      for index in 0..<4 {
        (left[column, index], left[pivot, index]) = (left[pivot, index], left[column, index])
        (right[column, index], right[pivot, index]) = (right[pivot, index], right[column, index])
      }
      let divisor = left[column, column]
      for index in 0..<4 {
        left[column, index] /= divisor
        right[column, index] /= divisor
      }
      for row in 0..<4 where row != column {
        let factor = left[row, column]
        for index in 0..<4 {
          left[row, index] -= factor * left[column, index]
          right[row, index] -= factor * right[column, index]
        }
      }
    }
    return right.isFinite ? right : nil
  }

  /// The projection of the point (`x`, `y`, 0); nil where it is behind the viewer, or nowhere.
  public func projected(_ point: Point) -> Point? {
    let depth = point.x * self[0, 3] + point.y * self[1, 3] + self[3, 3]
    guard depth > 0, depth.isFinite else { return nil }
    return Point(
      x: (point.x * self[0, 0] + point.y * self[1, 0] + self[3, 0]) / depth,
      y: (point.x * self[0, 1] + point.y * self[1, 1] + self[3, 1]) / depth)
  }
}

extension Transform3D: Codable {
  /// Reads the sixteen numbers, row by row, or the six of a map of the plane.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let numbers = try container.decode([Double].self)
    if numbers.count == 6 {
      self.init(
        Transform(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5]))
    } else if numbers.count == 16 {
      self.init(rows: [numbers])
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "A transform has \(numbers.count) numbers. Expected 16, or 6 of a plane.")
    }
  }

  /// Writes the numbers, of a map of the plane six.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let flat = affine {
      try container.encode([flat.a, flat.b, flat.c, flat.d, flat.tx, flat.ty])
    } else {
      try container.encode(numbers)
    }
  }
}
