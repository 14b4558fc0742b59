import ModelValues

/// The layout of a pixel's numbers: 8 bits a component, grey or RGB.
struct BitmapLayout: Equatable, Sendable {
  /// The color space of the numbers.
  let space: CGColorSpace
  /// As Core Graphics writes it.
  let info: CGBitmapInfo
  /// Bytes of a pixel.
  let bytesPerPixel: Int
  /// The bytes of red, green and blue in a pixel; one of grey is all three.
  let red: Int, green: Int, blue: Int
  /// The byte of the alpha; nil where there is none, or it means nothing.
  let alpha: Int?
  /// Whether the colors are multiplied by the alpha.
  let isPremultiplied: Bool

  /// The layout of such pixels; nil for one that is not drawn here.
  init?(_ bitsPerComponent: Int, _ bitsPerPixel: Int, _ space: CGColorSpace, _ info: CGBitmapInfo) {
    guard bitsPerComponent == 8, !info.contains(.floatComponents),
      let alphaInfo = CGImageAlphaInfo(rawValue: info.intersection(.alphaInfoMask).rawValue)
    else { return nil }
    let order = info.intersection(.byteOrderMask)
    (self.space, self.info, bytesPerPixel) = (space, info, bitsPerPixel / 8)
    switch (space.model, bitsPerPixel, alphaInfo) {
    case (.monochrome, 8, .none):
      (red, green, blue, alpha, isPremultiplied) = (0, 0, 0, nil, false)
    case (.rgb, 24, .none) where order == [] || order == .byteOrder32Big:
      (red, green, blue, alpha, isPremultiplied) = (0, 1, 2, nil, false)
    case (.rgb, 32, _) where order == [] || order == .byteOrder32Big || order == .byteOrder32Little:
      guard alphaInfo != .none, alphaInfo != .alphaOnly else { return nil }
      let isFirst = [.premultipliedFirst, .first, .noneSkipFirst].contains(alphaInfo)
      let bytes = isFirst ? [1, 2, 3, 0] : [0, 1, 2, 3]
      let places = order == .byteOrder32Little ? bytes.map { 3 - $0 } : bytes
      (red, green, blue) = (places[0], places[1], places[2])
      alpha = alphaInfo == .noneSkipFirst || alphaInfo == .noneSkipLast ? nil : places[3]
      isPremultiplied = alphaInfo == .premultipliedFirst || alphaInfo == .premultipliedLast
    default: return nil
    }
  }

  /// Whether it is one of levels of grey.
  var isGrey: Bool { bytesPerPixel == 1 }
}

/// A color whose components, 0…1, are multiplied by its opacity.
struct PremultipliedColor {
  /// The components and the opacity.
  var red: Double, green: Double, blue: Double, alpha: Double

  /// `color`, multiplied by its opacity.
  init(_ color: CGColor) {
    let color = color.color
    self.init(
      red: color.red * color.alpha, green: color.green * color.alpha, blue: color.blue * color.alpha, alpha: color.alpha
    )
  }

  /// The color of these numbers.
  init(red: Double, green: Double, blue: Double, alpha: Double) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Nothing.
  static let clear = PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// It as seen through something of opacity `factor`.
  func faded(by factor: Double) -> PremultipliedColor {
    PremultipliedColor(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha * factor)
  }

  /// It, laid over `below`.
  func over(_ below: PremultipliedColor) -> PremultipliedColor {
    let rest = 1 - alpha
    return PremultipliedColor(
      red: red + below.red * rest, green: green + below.green * rest, blue: blue + below.blue * rest,
      alpha: alpha + below.alpha * rest)
  }

  /// The sum of both.
  static func + (left: PremultipliedColor, right: PremultipliedColor) -> PremultipliedColor {
    PremultipliedColor(
      red: left.red + right.red, green: left.green + right.green, blue: left.blue + right.blue,
      alpha: left.alpha + right.alpha)
  }
}

extension BitmapLayout {
  /// The color of the pixel whose bytes `byte` gives.
  func color(_ byte: (Int) -> UInt8) -> PremultipliedColor {
    let opacity = alpha.map { Double(byte($0)) / 255 } ?? 1
    let factor = (isPremultiplied ? 1 : opacity) / 255
    return PremultipliedColor(
      red: Double(byte(red)) * factor, green: Double(byte(green)) * factor, blue: Double(byte(blue)) * factor,
      alpha: opacity)
  }

  /// Writes `color` by `set`; what has no alpha is written as it is seen over black.
  func write(_ color: PremultipliedColor, _ set: (Int, UInt8) -> Void) {
    func level(_ number: Double) -> UInt8 { UInt8(min(max(number * 255, 0), 255).rounded()) }
    if isGrey {
      // The weights of ITU-R BT.709.
      set(red, level(0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue))
      return
    }
    set(red, level(color.red))
    set(green, level(color.green))
    set(blue, level(color.blue))
    if let alpha {
      set(alpha, level(color.alpha))
    } else if bytesPerPixel == 4 {
      set(6 - red - green - blue, 255)
    }
  }
}
