public import EditingModel

/// A picture, and where and how strongly it is drawn.
public struct AffineLayer: Hashable, Sendable {
  /// What is drawn.
  public var picture: PlanarPicture
  /// From the picture's pixels to the output's; origin at the top left, pixel i covers [i, i + 1). A map that flattens
  /// the plane draws nothing.
  public var transform: Transform
  /// The part that is drawn, in the picture's pixels; nil for all of it. What lies outside the picture does not count.
  public var crop: Rectangle?
  /// How much it covers: 0 is invisible, 1 is all that the picture's own alpha allows. Clamped to 0…1.
  public var opacity: Double

  /// Draws `picture` through `transform`.
  public init(picture: PlanarPicture, transform: Transform, crop: Rectangle? = nil, opacity: Double = 1) {
    self.picture = picture
    self.transform = transform
    self.crop = crop
    self.opacity = opacity
  }

  /// What is drawn of the picture, in its pixels; nil where the crop leaves nothing.
  var visible: Rectangle? {
    (crop ?? picture.bounds).intersection(picture.bounds)
  }

  /// Checks the picture and that the numbers are such that places can be computed with them.
  func check() throws(CompositingError) {
    try picture.check()
    let numbers = [opacity] + (crop.map { [$0.x, $0.y, $0.width, $0.height] } ?? [])
    guard transform.isFinite, numbers.allSatisfy(\.isFinite) else {
      throw CompositingError(
        .invalidGeometry, "The transform, the crop or the opacity holds something that is not a finite number.",
        remedy: "Give finite numbers.")
    }
    let reach = Double(1 << 40)
    guard
      let corner = ConvexPolygon(picture.bounds, under: transform).corners.first(where: {
        !(abs($0.x) <= reach && abs($0.y) <= reach)
      })
    else { return }
    throw CompositingError(
      .invalidGeometry, "The transform takes a corner of the picture to (\(corner.x), \(corner.y)).",
      remedy: "Keep the corners within 2^40 pixels of the origin.")
  }
}

extension [AffineLayer] {
  /// Checks the layers, bottom to top, and the opaque picture that they are drawn over.
  ///
  /// - Throws: what is wrong; the error counts the layer from the bottom.
  func check(over background: PlanarPicture) throws(CompositingError) {
    try background.check()
    guard !background.hasAlpha else {
      throw CompositingError(
        .backgroundNotOpaque, "The background has an alpha plane.", remedy: "Give it three planes.")
    }
    for (index, layer) in enumerated() {
      do {
        try layer.check()
      } catch {
        var error = error
        error.layer = index
        throw error
      }
    }
  }
}
