import Glibc

/// The parts of a transform: scale, shear, rotation, translation, and perspective. Transforms are interpolated part by
/// part, so that a rotation stays a rotation (CSS Transforms 2, "Interpolation of 3D matrices", with one difference: a
/// reflection flips the axis that leaves the smallest rotation).
struct TransformParts: Equatable {
  /// The factors of x, y and z.
  var scale: [Double]
  /// The shear of x into y, of x into z, and of y into z, before scaling.
  var shear: [Double]
  /// The turn: rows of length 1, at right angles.
  var rotation: [[Double]]
  /// The move, in pixels.
  var translation: [Double]
  /// The last column of the matrix.
  var perspective: [Double]

  /// The parts of `transform`; nil where a number is not finite, or space is flattened and seen in perspective.
  init?(_ transform: Transform3D) {
    guard transform.isFinite else { return nil }
    var rows = (0..<3).map { row in (0..<3).map { transform[row, $0] } }
    translation = (0..<3).map { transform[3, $0] }
    perspective = [0, 0, 0, transform[3, 3]]
    if (0..<3).contains(where: { transform[$0, 3] != 0 }) {
      var straight = transform
      for row in 0..<4 { straight[row, 3] = row == 3 ? 1 : 0 }
      guard let inverse = straight.inverted else { return nil }
      perspective = (0..<4).map { row in (0..<4).reduce(0) { $0 + inverse[row, $1] * transform[$1, 3] } }
    }
    scale = [0, 0, 0]
    shear = [0, 0, 0]
    for index in 0..<3 {
      for earlier in 0..<index {
        let part = Self.product(rows[index], rows[earlier])
        shear[index + earlier - 1] = part
        rows[index] = zip(rows[index], rows[earlier]).map { $0 - part * $1 }
      }
      let length = Self.product(rows[index], rows[index]).squareRoot()
      scale[index] = length
      if length > 1e-12 {
        rows[index] = rows[index].map { $0 / length }
        for earlier in 0..<index { shear[index + earlier - 1] /= length }
      } else {
        rows[index] = Self.direction(besides: Array(rows[..<index]))
        for earlier in 0..<index { shear[index + earlier - 1] = 0 }
      }
    }
    rotation = rows
    if Self.product(rows[2], Self.cross(rows[0], rows[1])) < 0 {
      flip(axis: (0..<3).min { rows[$0][$0] < rows[$1][$1] } ?? 0)
    }
  }

  /// The transform with these parts.
  var transform: Transform3D {
    var result = Transform3D.identity
    for column in 0..<3 {
      let (x, y, z) = (rotation[0][column], rotation[1][column], rotation[2][column])
      result[0, column] = scale[0] * x
      result[1, column] = scale[1] * (y + shear[0] * x)
      result[2, column] = scale[2] * (z + shear[1] * x + shear[2] * y)
      result[3, column] = translation[column]
    }
    let straight = result
    if perspective != [0, 0, 0, 1] {
      for row in 0..<4 {
        result[row, 3] = (0..<4).reduce(0) { $0 + straight[row, $1] * perspective[$1] }
      }
    }
    return result
  }

  /// The turns about x, then y, then z, in radians, that make up the rotation.
  var angles: [Double] {
    get {
      let (first, second) = (rotation[0], rotation[1])
      if abs(first[2]) > 1 - 1e-12 { return [0, -asin(max(-1, min(1, first[2]))), atan2(-second[0], second[1])] }
      return [atan2(second[2], rotation[2][2]), -asin(max(-1, min(1, first[2]))), atan2(first[1], first[0])]
    }
    set {
      let turn = Transform3D.rotation(newValue[0], x: 1, y: 0, z: 0)
        .concatenating(.rotation(newValue[1], x: 0, y: 1, z: 0))
        .concatenating(.rotation(newValue[2], x: 0, y: 0, z: 1))
      rotation = (0..<3).map { row in (0..<3).map { turn[row, $0] } }
    }
  }

  /// The parts `fraction` of the way from these to `end`; the turn takes the shorter way round.
  func interpolated(to end: TransformParts, at fraction: Double) -> TransformParts {
    func between(_ path: KeyPath<TransformParts, [Double]>) -> [Double] {
      zip(self[keyPath: path], end[keyPath: path]).map { $0 + ($1 - $0) * fraction }
    }
    var result = self
    result.scale = between(\.scale)
    result.shear = between(\.shear)
    result.translation = between(\.translation)
    result.perspective = between(\.perspective)
    result.rotation = Quaternion(rotation).interpolated(to: Quaternion(end.rotation), at: fraction).rows
    return result
  }

  private mutating func flip(axis: Int) {
    scale[axis] = -scale[axis]
    rotation[axis] = rotation[axis].map { -$0 }
    for (pair, axes) in [[0, 1], [0, 2], [1, 2]].enumerated() where axes.contains(axis) { shear[pair] = -shear[pair] }
  }

  private static func product(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func cross(_ left: [Double], _ right: [Double]) -> [Double] {
    [
      left[1] * right[2] - left[2] * right[1], left[2] * right[0] - left[0] * right[2],
      left[0] * right[1] - left[1] * right[0],
    ]
  }

  /// A direction at right angles to those that are there, for an axis that a scale of 0 has lost.
  private static func direction(besides rows: [[Double]]) -> [Double] {
    if rows.count == 2 { return cross(rows[0], rows[1]) }
    guard let first = rows.first else { return [1, 0, 0] }
    let aside = abs(first[1]) < 0.9 ? [0.0, 1, 0] : [0.0, 0, 1]
    let part = product(aside, first)
    let row = zip(aside, first).map { $0 - part * $1 }
    let length = product(row, row).squareRoot()
    return row.map { $0 / length }
  }
}

/// A turn in space.
private struct Quaternion {
  var parts: [Double]

  /// The turn of a matrix of rows of length 1 at right angles (Shepperd's way: by the largest of the four).
  init(_ rows: [[Double]]) {
    let trace = rows[0][0] + rows[1][1] + rows[2][2]
    let squares = [
      1 + 2 * rows[0][0] - trace, 1 + 2 * rows[1][1] - trace, 1 + 2 * rows[2][2] - trace, 1 + trace,
    ]
    let largest = (0..<4).max { squares[$0] < squares[$1] } ?? 3
    let sums = [
      [squares[0], rows[0][1] + rows[1][0], rows[0][2] + rows[2][0], rows[1][2] - rows[2][1]],
      [rows[0][1] + rows[1][0], squares[1], rows[1][2] + rows[2][1], rows[2][0] - rows[0][2]],
      [rows[0][2] + rows[2][0], rows[1][2] + rows[2][1], squares[2], rows[0][1] - rows[1][0]],
      [rows[1][2] - rows[2][1], rows[2][0] - rows[0][2], rows[0][1] - rows[1][0], squares[3]],
    ][largest]
    let length = sums.reduce(0) { $0 + $1 * $1 }.squareRoot()
    parts = length > 0 ? sums.map { $0 / length } : [0, 0, 0, 1]
  }

  var rows: [[Double]] {
    let (x, y, z, w) = (parts[0], parts[1], parts[2], parts[3])
    return [
      [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
      [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
      [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ]
  }

  /// The turn `fraction` of the way to `end` at an even pace (Shoemake's slerp).
  func interpolated(to end: Quaternion, at fraction: Double) -> Quaternion {
    var target = end.parts
    var cosine = zip(parts, target).reduce(0) { $0 + $1.0 * $1.1 }
    if cosine < 0 {
      target = target.map { -$0 }
      cosine = -cosine
    }
    let angle = acos(min(1, cosine))
    let sine = sin(angle)
    guard sine > 1e-9 else { return self }
    var result = self
    let (near, far) = (sin((1 - fraction) * angle) / sine, sin(fraction * angle) / sine)
    result.parts = zip(parts, target).map { $0 * near + $1 * far }
    return result
  }
}
