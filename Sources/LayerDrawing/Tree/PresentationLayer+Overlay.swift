public import EditingModel
public import Layers
public import MediaFormats

extension PresentationLayer {
  /// The part of the tree above the movie, where a layer of video directly in the root shows the frame unchanged, pixel
  /// on pixel, and the tree as a whole is not changed: so the frame need not be converted to red, green and blue. nil
  /// for any other tree.
  ///
  /// `transform` takes the root's superlayer to the pixels of the frame, which has `size`.
  public func overlay(onFrameOf size: PixelSize, through transform: Transform) -> PresentationLayer? {
    guard layer.isPlain, !layer.masksToBounds, mask == nil, !isMaskedOut, transition == nil, instances.isEmpty,
      particles.isEmpty
    else { return nil }
    let children = sublayersInDrawingOrder
    let map = Homography(layer.transformToSuperlayer).concatenating(Homography(transform))
    let place = children.lastIndex { child in
      guard case .video(let video) = child.layer.kind, child.layer.isPlain, child.layer.opacity == 1,
        child.sublayers.isEmpty, child.mask == nil, !child.isMaskedOut, child.transition == nil
      else { return false }
      let upright = layer.isGeometryFlipped ? child.layer.mirror : .identity
      let own = Homography(upright)
        .concatenating(Homography(child.layer.transformToSuperlayer.concatenating(layer.transformOfSublayers)))
        .concatenating(map)
      let whole = Size(width: Double(size.width), height: Double(size.height))
      let shown = video.videoGravity.place(whole, in: child.layer.bounds)
      guard let flat = own.affine, flat.b == 0, flat.c == 0, flat.a > 0, flat.d > 0 else { return false }
      let seen = flat.boundingBox(of: shown)
      return [seen.x, seen.y, seen.width - whole.width, seen.height - whole.height].allSatisfy { abs($0) < 1e-6 }
    }
    guard let place, !children.contains(where: { $0.showsVideo && $0 != children[place] }) else { return nil }
    var rest = self
    rest.layer.backgroundColor = nil
    rest.layer.contents = nil
    rest.sublayers = Array(children[(place + 1)...])
    return rest
  }

  private var showsVideo: Bool {
    if case .video = layer.kind { return true }
    return sublayers.contains(where: \.showsVideo) || mask?.showsVideo == true
      || instances.contains { instance in
        instance.sublayers.contains(where: \.showsVideo)
      }
  }
}

extension Layer {
  /// Whether nothing is done to it as a whole, and it draws nothing over its sublayers.
  var isPlain: Bool {
    !isHidden && opacity == 1 && blendMode == .normal && borderWidth == 0 && !hasShadow && isDoubleSided
      && (cornerRadius == 0 || !masksToBounds) && !preservesDepth
  }
}
