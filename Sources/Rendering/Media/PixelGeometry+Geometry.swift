public import EditingModel
public import MediaFormats

extension Size {
  /// The same size as numbers that need not be whole.
  public init(_ pixels: PixelSize) {
    self.init(width: Double(pixels.width), height: Double(pixels.height))
  }
}

extension Rectangle {
  /// The same rectangle as numbers that need not be whole.
  public init(_ pixels: PixelRectangle) {
    self.init(
      x: Double(pixels.x), y: Double(pixels.y), width: Double(pixels.width), height: Double(pixels.height))
  }
}

extension Orientation {
  /// The map from stored pixels of a picture of `size` to upright ones, as a track's `preferredTransform` is.
  public func transform(for size: Size) -> Transform {
    let width = size.width
    let height = size.height
    return switch self {
    case .up: Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    case .upMirrored: Transform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
    case .down: Transform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
    case .downMirrored: Transform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
    case .leftMirrored: Transform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .right: Transform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
    case .rightMirrored: Transform(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
    case .left: Transform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
    }
  }
}
