import EditingModel

/// What is left of a color without its luma: Cb and Cr, each -½…½ (ITU-R BT.709, full range).
///
/// Any color can be keyed by it, whatever the film's own matrix: it is worked out from R′G′B′.
struct Chroma: Hashable, Sendable {
  let blueness: Float
  let redness: Float

  /// The weights of red, green and blue in luma.
  static let red: Float = 0.2126
  static let green: Float = 0.7152
  static let blue: Float = 0.0722
  /// How far blue and red can be from luma, twice.
  static let blueSpan: Float = 2 * (1 - blue)
  static let redSpan: Float = 2 * (1 - red)

  /// The chroma of a color whose components are 0…1.
  init(_ color: Color) {
    self.init(red: Float(color.red), green: Float(color.green), blue: Float(color.blue))
  }

  /// The chroma of a color whose components are 0…1.
  init(red: Float, green: Float, blue: Float) {
    let luma = Self.red * red + Self.green * green + Self.blue * blue
    blueness = (blue - luma) / Self.blueSpan
    redness = (red - luma) / Self.redSpan
  }

  /// How far it is from grey: at most about 0.6.
  var strength: Float { (blueness * blueness + redness * redness).squareRoot() }
}
