import CoreGraphics

/// The drawing of a layer by itself.
///
/// ```
///  setNeedsDisplay() ─► a film is begun, or displayIfNeeded() ─► display() ─► the delegate's display(_:)
///                                                                        └► draw(in:) ─► contents
/// ```
extension CALayer {
  /// Has its delegate give it its picture, or draws it.
  func drawPicture() {
    if let delegate {
      hasDelegateDeclined = false
      delegate.display(self)
      guard hasDelegateDeclined else { return }
      delegate.layerWillDraw(self)
    }
    guard let context = pictureContext() else { return show(nil) }
    let map = context.ctm
    draw(in: context)
    show(context.drawingCount > 0 && !drawsAsFilmShows(context, from: map) ? context.makeImage() : nil)
  }

  /// Makes `picture`, which it drew, its contents. Where that is nil, contents that it did not draw stay.
  private func show(_ picture: CGImage?) {
    if let picture {
      contents = picture
    } else if showsOwnPicture {
      contents = nil
    }
    ownPicture = picture
  }

  /// Whether its contents are what it drew.
  var showsOwnPicture: Bool { ownPicture.map { $0 === contents as? CGImage } ?? false }

  /// A bitmap over its bounds in which its plane stands; nil where its bounds are empty, or larger than a bitmap can be.
  private func pictureContext() -> CGContext? {
    let scale = contentsScale > 0 && contentsScale.isFinite ? contentsScale : 1
    let (across, down) = ((bounds.width * scale).rounded(.up), (bounds.height * scale).rounded(.up))
    guard across >= 1, down >= 1, across <= 32_768, down <= 32_768 else { return nil }
    let (width, height) = (Int(across), Int(down))
    let context =
      isOpaque && contentsFormat == .gray8Uint
      ? CGContext(greyWidth: width, height: height)
      : CGContext(width: width, height: height, alpha: isOpaque ? .noneSkipLast : .premultipliedLast)
    if contentsAreFlipped() {
      context?.translateBy(x: 0, y: down)
      context?.scaleBy(x: 1, y: -1)
    }
    context?.scaleBy(x: across / bounds.width, y: down / bounds.height)
    context?.translateBy(x: -bounds.minX, y: -bounds.minY)
    return context
  }
}
