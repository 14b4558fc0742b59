public import EditingModel
public import MediaFormats

/// A picture over a blurred and darkened copy of itself, both made from one stored frame before the layer is placed, so
/// that they fade and move together.
///
/// ```
///  ┌──────┬───────┬──────┐
///  │░░░░░░│       │░░░░░░│      the copy covers all of `size`,
///  │░░░░░░│       │░░░░░░│      the picture lies on it at `place`
///  └──────┴───────┴──────┘
/// ```
public struct Backdrop: Hashable, Sendable, Codable {
  /// The size of both together, in the output's pixels.
  public var size: PixelSize
  /// The orientation of the stored frame, for both.
  public var orientation: Orientation
  /// The part of the stored frame that the copy shows, in its own pixels.
  public var crop: Rectangle
  /// The part of the stored frame that the picture shows, in its own pixels; nil for all of it.
  public var pictureCrop: Rectangle?
  /// The picture's place within `size`: whole chroma samples.
  public var place: PixelRectangle

  /// The part `pictureCrop` at `place` over the part `crop` in `size`.
  public init(
    size: PixelSize, orientation: Orientation, crop: Rectangle, pictureCrop: Rectangle?, place: PixelRectangle
  ) {
    self.size = size
    self.orientation = orientation
    self.crop = crop
    self.pictureCrop = pictureCrop
    self.place = place
  }
}
