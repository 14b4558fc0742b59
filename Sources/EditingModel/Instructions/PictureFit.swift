/// The placement of pictures in a frame of another shape, after Core Animation's gravities (`AVLayerVideoGravity`,
/// `CALayerContentsGravity`).
///
/// A picture counts in the shape in which it is shown: upright, in square pixels, and without what is cropped.
public enum PictureFit: String, Hashable, Sendable, Codable, CaseIterable {
  /// As large as the frame has room for, whole, in the middle (`resizeAspect`).
  case resizeAspect = "fit"
  /// As small as covers the frame, in the middle; what juts out is cut off (`resizeAspectFill`).
  case resizeAspectFill = "fill"
  /// Over the whole frame, whatever becomes of the picture's shape (`resize`).
  case resize = "stretch"
  /// At its own size, in the middle; what juts out is cut off (`center`).
  case center = "none"
  /// As `resizeAspect`, over a copy of itself that covers the frame, blurred and darkened.
  case blurredFill = "blur"
}
