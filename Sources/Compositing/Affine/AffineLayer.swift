public import EditingModel
import MediaFormats

/// A picture, and where and how strongly it is drawn.
public struct AffineLayer: Sendable {
  /// The source picture: samples in bytes of their own, of any depth.
  public var picture: PixelBuffer
  /// From the picture's pixels to the output's; origin at the top left, pixel i covers [i, i + 1). A map that flattens
  /// the plane draws nothing.
  public var transform: Transform
  /// The part that is drawn, in the picture's pixels; nil for all of it. What lies outside the picture does not count.
  public var crop: Rectangle?
  /// Its opacity: 0 is invisible, 1 is all that the picture's own alpha allows. Clamped to 0…1.
  public var opacity: Double

  /// Draws `picture` through `transform`.
  public init(picture: PixelBuffer, transform: Transform, crop: Rectangle? = nil, opacity: Double = 1) {
    self.picture = picture
    self.transform = transform
    self.crop = crop
    self.opacity = opacity
  }

  /// The visible part of the picture, in its pixels; nil where the crop leaves nothing.
  var visible: Rectangle? {
    (crop ?? bounds).intersection(bounds)
  }

  /// All of the picture, in its pixels.
  private var bounds: Rectangle {
    Rectangle(Size(width: Double(picture.width), height: Double(picture.height)))
  }

  /// Checks the picture's format, and that the numbers are such that places can be computed with them.
  func check() throws(CompositingError) {
    guard SampleLayout(picture.format) != nil else {
      throw CompositingError(
        .invalidPictureFormat, "A layer's picture is \(picture.format.rawValue).",
        remedy: "Give it samples in bytes of their own.")
    }
    try Self.check(transform, of: bounds, crop: crop, opacity: opacity)
  }

  /// Checks that places can be computed for a picture with these bounds.
  package static func check(_ transform: Transform, of bounds: Rectangle, crop: Rectangle?, opacity: Double)
    throws(CompositingError)
  {
    let numbers = [opacity] + (crop.map { [$0.x, $0.y, $0.width, $0.height] } ?? [])
    guard transform.isFinite, numbers.allSatisfy(\.isFinite) else {
      throw CompositingError(
        .invalidGeometry, "The transform, the crop or the opacity holds something that is not a finite number.",
        remedy: "Give finite numbers.")
    }
    let reach = Double(1 << 40)
    guard
      let corner = ConvexPolygon(bounds, under: transform).corners.first(where: {
        !(abs($0.x) <= reach && abs($0.y) <= reach)
      })
    else { return }
    throw CompositingError(
      .invalidGeometry, "The transform takes a corner of the picture to (\(corner.x), \(corner.y)).",
      remedy: "Keep the corners within 2^40 pixels of the origin.")
  }
}

extension CompositingError {
  /// Runs `check` on each of `layers`, bottom to top; what is wrong gets the layer's number.
  package static func locating<Layer>(in layers: [Layer], _ check: (Layer) throws(CompositingError) -> Void)
    throws(CompositingError)
  {
    for (index, layer) in layers.enumerated() {
      do {
        try check(layer)
      } catch {
        var error = error
        error.layer = index
        throw error
      }
    }
  }
}
