public import Composition

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
}
