/// The light of a color's red, green and blue (ITU-T H.273 table 2).
struct ColorPrimaries: Hashable {
  private let red: (Double, Double)
  private let green: (Double, Double)
  private let blue: (Double, Double)
  private let white: (Double, Double)
  private let number: Int

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// The primaries with the code point `number`; those of BT.709 for one that has none.
  init(_ number: Int) {
    let (d65, c) = ((0.3127, 0.3290), (0.310, 0.316))
    (red, green, blue, white) =
      switch number {
      case 4: ((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), c)
      case 5: ((0.64, 0.33), (0.29, 0.60), (0.15, 0.06), d65)
      case 6, 7: ((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), d65)
      case 8: ((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), c)
      case 9: ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), d65)
      case 11: ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351))
      case 12: ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), d65)
      case 22: ((0.630, 0.340), (0.295, 0.605), (0.155, 0.077), d65)
      default: ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060), d65)
      }
    self.number = number == 7 ? 6 : number
  }

  /// From linear red, green and blue of these primaries to those of `other`, row by row; white stays white.
  func conversion(to other: ColorPrimaries) -> Matrix3 { other.toXYZ.inverse * toXYZ }

  /// The luminance of red, green and blue of light 1.
  var luminance: (red: Double, green: Double, blue: Double) {
    let matrix = toXYZ
    return (matrix[1, 0], matrix[1, 1], matrix[1, 2])
  }

  /// From linear red, green and blue to CIE 1931 XYZ, in which white has a luminance of 1 (SMPTE RP 177).
  private var toXYZ: Matrix3 {
    func column(_ point: (Double, Double)) -> [Double] { [point.0 / point.1, 1, (1 - point.0 - point.1) / point.1] }
    let columns = [column(red), column(green), column(blue)]
    let light = Matrix3((0..<9).map { columns[$0 % 3][$0 / 3] })
    let scale = light.inverse.apply(to: column(white))
    return Matrix3((0..<9).map { light[$0 / 3, $0 % 3] * scale[$0 % 3] })
  }
}

/// A matrix of three rows and columns.
struct Matrix3: Hashable {
  private var values: [Double]

  /// The matrix of nine `values`, row by row.
  init(_ values: [Double]) { self.values = values }

  subscript(row: Int, column: Int) -> Double { values[3 * row + column] }

  /// `vector`, multiplied from the left.
  func apply(to vector: [Double]) -> [Double] {
    (0..<3).map { row in (0..<3).reduce(0) { $0 + self[row, $1] * vector[$1] } }
  }

  static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(
      (0..<9).map { index in (0..<3).reduce(0) { $0 + left[index / 3, $1] * right[$1, index % 3] } })
  }

  /// The inverse; the matrix of primaries always has one.
  var inverse: Matrix3 {
    func minor(_ row: Int, _ column: Int) -> Double {
      let (r1, r2, c1, c2) = ((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3)
      return self[r1, c1] * self[r2, c2] - self[r1, c2] * self[r2, c1]
    }
    let determinant = (0..<3).reduce(0) { $0 + self[0, $1] * minor(0, $1) }
    return Matrix3((0..<9).map { minor($0 % 3, $0 / 3) / determinant })
  }
}
