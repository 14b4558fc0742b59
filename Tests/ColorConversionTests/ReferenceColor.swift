import Foundation
import MediaFormats

/// Colors in double precision, straight from the standards' formulas: what conversions are compared with.
struct ReferenceColor {
  var red: Double
  var green: Double
  var blue: Double

  private func map(_ body: (Double) -> Double) -> ReferenceColor {
    ReferenceColor(red: body(red), green: body(green), blue: body(blue))
  }

  private static func weights(_ matrix: Int) -> (Double, Double, Double) {
    switch matrix {
    case 5, 6: (0.299, 0.587, 0.114)
    case 9: (0.2627, 0.6780, 0.0593)
    default: (0.2126, 0.7152, 0.0722)
    }
  }

  // MARK: Codes (H.273 §8.3)

  /// The codes of Y, Cb and Cr, not rounded.
  func codes(_ color: Colorimetry, depth: Int) -> [Double] {
    let (wr, wg, wb) = Self.weights(color.matrix)
    let y = wr * red + wg * green + wb * blue
    let (cb, cr) = ((blue - y) / (2 * (1 - wb)), (red - y) / (2 * (1 - wr)))
    let unit = Double(1 << (depth - 8))
    if color.isFullRange == true {
      let top = Double(1 << depth - 1)
      return [y * top, cb * top + 128 * unit, cr * top + 128 * unit]
    }
    return [(16 + 219 * y) * unit, (128 + 224 * cb) * unit, (128 + 224 * cr) * unit]
  }

  /// The signal of `codes`.
  init(codes: [Double], _ color: Colorimetry, depth: Int) {
    let (wr, wg, wb) = Self.weights(color.matrix)
    let unit = Double(1 << (depth - 8))
    let (y, cb, cr): (Double, Double, Double)
    if color.isFullRange == true {
      let top = Double(1 << depth - 1)
      (y, cb, cr) = (codes[0] / top, (codes[1] - 128 * unit) / top, (codes[2] - 128 * unit) / top)
    } else {
      (y, cb, cr) = (
        (codes[0] / unit - 16) / 219, (codes[1] / unit - 128) / 224, (codes[2] / unit - 128) / 224
      )
    }
    let r = y + 2 * (1 - wr) * cr
    let b = y + 2 * (1 - wb) * cb
    self.init(red: r, green: (y - wr * r - wb * b) / wg, blue: b)
  }

  init(red: Double, green: Double, blue: Double) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  // MARK: Light

  /// PQ's luminance in cd/m² (SMPTE ST 2084).
  static func pq(_ value: Double) -> Double {
    let power = pow(max(0, value), 32.0 / 2523.0)
    return 10_000 * pow(max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power), 16384.0 / 2610.0)
  }

  /// PQ's signal.
  static func inversePQ(_ luminance: Double) -> Double {
    let power = pow(max(0, luminance) / 10_000, 2610.0 / 16384.0)
    return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 2523.0 / 32.0)
  }

  private static let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)

  /// The light in cd/m² that a display makes of this signal: BT.1886 with white at 203 cd/m², PQ, or HLG at 1,000 cd/m²
  /// with a system gamma of 1.2 (BT.2100).
  func light(_ color: Colorimetry) -> ReferenceColor {
    switch color.transfer {
    case 16: return map(Self.pq)
    case 18:
      let scene = map { $0 <= 0.5 ? max(0, $0) * max(0, $0) / 3 : (exp(($0 - Self.c) / Self.a) + Self.b) / 12 }
      let y = 0.2627 * scene.red + 0.6780 * scene.green + 0.0593 * scene.blue
      return scene.map { y > 0 ? 1_000 * pow(y, 0.2) * $0 : 0 }
    default: return map { 203 * pow(max(0, $0), 2.4) }
    }
  }

  /// The signal of this light.
  func signal(_ color: Colorimetry) -> ReferenceColor {
    switch color.transfer {
    case 16: return map { Self.inversePQ($0) }
    case 18:
      let display = map { max(0, $0) / 1_000 }
      let y = 0.2627 * display.red + 0.6780 * display.green + 0.0593 * display.blue
      let scene = display.map { y > 0 ? min(1, $0 * pow(y, (1 - 1.2) / 1.2)) : 0 }
      return scene.map { $0 <= 1.0 / 12 ? (3 * $0).squareRoot() : Self.a * log(12 * $0 - Self.b) + Self.c }
    default: return map { pow(min(1, max(0, $0 / 203)), 1 / 2.4) }
    }
  }

  /// BT.2390's EETF from `source` to `target` cd/m², on the largest component.
  func mapped(from source: Double, to target: Double) -> ReferenceColor {
    let most = max(red, max(green, blue))
    guard source > target, most > 0 else { return self }
    let top = Self.inversePQ(source)
    let limit = Self.inversePQ(target) / top
    let e1 = min(1, Self.inversePQ(most) / top)
    let knee = 1.5 * limit - 0.5
    var e2 = e1
    if e1 >= knee {
      let t = (e1 - knee) / (1 - knee)
      e2 =
        (2 * pow(t, 3) - 3 * t * t + 1) * knee + (pow(t, 3) - 2 * t * t + t) * (1 - knee)
        + (-2 * pow(t, 3) + 3 * t * t) * limit
    }
    let gain = Self.pq(e2 * top) / most
    return map { $0 * gain }
  }

  // MARK: Primaries

  /// CIE XYZ of this light.
  func xyz(_ primaries: Int) -> [Double] {
    // Columns of red, green and blue, as the standards print them (BT.709, BT.2020, SMPTE 170M).
    let rows: [[Double]] =
      switch primaries {
      case 9:
        [
          [0.636958048, 0.144616904, 0.168880975], [0.262700212, 0.677998072, 0.059301716],
          [0, 0.028072693, 1.060985058],
        ]
      case 6:
        [
          [0.393520921, 0.365258077, 0.191676908], [0.212395015, 0.701060002, 0.086544983],
          [0.018739053, 0.111933859, 0.958384714],
        ]
      default:
        [
          [0.412390799, 0.357584339, 0.180480788], [0.212639006, 0.715168679, 0.072192315],
          [0.019330819, 0.119194780, 0.950532152],
        ]
      }
    return rows.map { $0[0] * red + $0[1] * green + $0[2] * blue }
  }

  /// This light in other primaries.
  func light(from source: Int, to target: Int) -> ReferenceColor {
    guard source != target else { return self }
    let goal = xyz(source)
    // Solved by Cramer's rule over the columns of the target.
    let columns = [
      ReferenceColor(red: 1, green: 0, blue: 0), .init(red: 0, green: 1, blue: 0), .init(red: 0, green: 0, blue: 1),
    ].map { $0.xyz(target) }
    func determinant(_ m: [[Double]]) -> Double {
      m[0][0] * (m[1][1] * m[2][2] - m[2][1] * m[1][2]) - m[1][0] * (m[0][1] * m[2][2] - m[2][1] * m[0][2])
        + m[2][0] * (m[0][1] * m[1][2] - m[1][1] * m[0][2])
    }
    let whole = determinant(columns)
    let solution = (0..<3).map { index -> Double in
      var changed = columns
      changed[index] = goal
      return determinant(changed) / whole
    }
    return ReferenceColor(red: solution[0], green: solution[1], blue: solution[2])
  }

  // MARK: Difference

  /// CIE L*a*b* of this light, against white of 203 cd/m².
  func lab(_ primaries: Int) -> [Double] {
    let white = ReferenceColor(red: 203, green: 203, blue: 203).xyz(primaries)
    let f = zip(xyz(primaries), white).map { value, white -> Double in
      let t = value / white
      return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  /// ΔE2000 of two colors in L*a*b* (CIE 142).
  static func difference(_ one: [Double], _ two: [Double]) -> Double {
    let (c1, c2) = (hypot(one[1], one[2]), hypot(two[1], two[2]))
    let mean7 = pow((c1 + c2) / 2, 7)
    let g = 0.5 * (1 - (mean7 / (mean7 + pow(25, 7))).squareRoot())
    let (a1, a2) = ((1 + g) * one[1], (1 + g) * two[1])
    let (d1, d2) = (hypot(a1, one[2]), hypot(a2, two[2]))
    func hue(_ a: Double, _ b: Double) -> Double {
      let angle = atan2(b, a) * 180 / .pi
      return angle < 0 ? angle + 360 : angle
    }
    let (h1, h2) = (hue(a1, one[2]), hue(a2, two[2]))
    var dh = h2 - h1
    if d1 * d2 == 0 { dh = 0 } else if dh > 180 { dh -= 360 } else if dh < -180 { dh += 360 }
    let deltaH = 2 * (d1 * d2).squareRoot() * sin(dh * .pi / 360)
    let (l, c) = ((one[0] + two[0]) / 2, (d1 + d2) / 2)
    var h = h1 + h2
    if d1 * d2 != 0 { h = abs(h1 - h2) <= 180 ? h / 2 : (h < 360 ? (h + 360) / 2 : (h - 360) / 2) }
    func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
    let t =
      1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6) - 0.20 * cosine(4 * h - 63)
    let c7 = pow(c, 7)
    let sl = 1 + 0.015 * pow(l - 50, 2) / (20 + pow(l - 50, 2)).squareRoot()
    let (sc, sh) = (1 + 0.045 * c, 1 + 0.015 * c * t)
    let rt =
      -2 * (c7 / (c7 + pow(25, 7))).squareRoot() * sin(60 * exp(-pow((h - 275) / 25, 2)) * .pi / 180)
    let (x, y, z) = ((two[0] - one[0]) / sl, (d2 - d1) / sc, deltaH / sh)
    return (x * x + y * y + z * z + rt * y * z).squareRoot()
  }
}
