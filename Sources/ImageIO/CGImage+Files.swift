public import CoreGraphics

// SAFETY: `decode` is not looked at: an image with such a table is refused.

/// Images of the bytes of files, by Core Graphics' own names.
extension CGImage {
  /// The picture of a file of PNG, whose bytes `pngDataProviderSource` has, as ``CGImageSourceCreateImageAtIndex(_:_:_:)`` reads it; nil of
  /// other bytes, and with `decode`. Blocks.
  public convenience init?(
    pngDataProviderSource: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard unsafe decode == nil else { return nil }
    self.init(pngDataProviderSource, .png, shouldInterpolate, intent)
  }

  /// The picture of a file of JPEG, whose bytes `jpegDataProviderSource` has, as ``CGImageSourceCreateImageAtIndex(_:_:_:)`` reads it: as it
  /// is stored, whatever the file says of its orientation. Nil of other bytes, and with `decode`. Blocks.
  public convenience init?(
    jpegDataProviderSource: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard unsafe decode == nil else { return nil }
    self.init(jpegDataProviderSource, .jpeg, shouldInterpolate, intent)
  }

  /// The picture of the bytes of `provider`, a file of `kind`.
  private convenience init?(
    _ provider: CGDataProvider, _ kind: PictureKind, _ shouldInterpolate: Bool, _ intent: CGColorRenderingIntent
  ) {
    guard let source = CGImageSourceCreateWithDataProvider(provider, nil), source.contents?.kind == kind,
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil), let space = image.colorSpace,
      let rows = image.dataProvider
    else { return nil }
    unsafe self.init(
      width: image.width, height: image.height, bitsPerComponent: image.bitsPerComponent,
      bitsPerPixel: image.bitsPerPixel, bytesPerRow: image.bytesPerRow, space: space, bitmapInfo: image.bitmapInfo,
      provider: rows, decode: nil, shouldInterpolate: shouldInterpolate, intent: intent)
  }
}
