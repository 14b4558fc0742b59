package import CoreGraphics
package import Layers
import ModelValues

extension CALayer {
  /// The tree as the engine draws it on films of `size`, in whose plane, with y up, it stands; `videoLayers` show the film's frames, and
  /// `file` gives the files of pictures.
  ///
  /// - Throws: ``UnsupportedLayer`` for what is not drawn here, and what `file` throws.
  package func filmLayer(
    in size: CGSize, showingFramesIn videoLayers: [CALayer], pictureFile file: (CGImage) throws -> String
  ) throws -> Layer {
    prepare()
    return try withoutActuallyEscaping(file) { file in
      let making = LayerMaking(videoLayers: Set(videoLayers.map { ObjectIdentifier($0) })) {
        .image(uri: try file($0))
      }
      var root = try value(making, isUp: true, depth: 0)
      if isStatic(root) {
        // The root itself stands where it is seen, so that a frame that fills it need not be drawn anew.
        let frame = frame
        root.anchorPoint = Point(x: 0.5, y: 0.5)
        root.position = Point(x: Double(frame.midX), y: Double(size.height - frame.midY))
        root.isGeometryFlipped.toggle()
        return root
      }
      var plane = Layer()
      plane.bounds = Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
      plane.position = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
      plane.isGeometryFlipped = true
      plane.sublayers = [root]
      return plane
    }
  }

  /// Lays out and draws what waits for it in the tree.
  func prepare() {
    layOut()
    displayTree(depth: 0)
  }

  private func displayTree(depth: Int) {
    guard depth < LayerLimits.depth else { return }
    displayForFilm()
    for child in children { child.displayTree(depth: depth + 1) }
    mask?.displayTree(depth: depth + 1)
  }

  /// Whether it looks the same upside down, but for its picture and what is in it, as long as it lasts.
  private func isStatic(_ value: Layer) -> Bool {
    value.transform == .identity && value.sublayerTransform == .identity && value.animations.isEmpty
      && value.mask == nil && value.kind == .layer && !value.preservesDepth && shadowOpacity == 0 && cornerRadius == 0
  }

  /// It and all in it as a value, in a plane whose y points up where `isUp`.
  func value(_ making: LayerMaking, isUp: Bool, depth: Int) throws -> Layer {
    guard depth < LayerLimits.depth else {
      throw UnsupportedLayer("The layers are in one another more than \(LayerLimits.depth) times.")
    }
    var layer = Layer(try makeKind(making))
    if making.videoLayers.contains(ObjectIdentifier(self)) {
      var video = VideoLayer()
      video.videoGravity = LayerContentsGravity(rawValue: contentsGravity.rawValue) ?? .resize
      layer.kind = .video(video)
    } else {
      layer.contents = try making.contents(contents)
    }
    layer.name = name ?? ""
    place(&layer)
    decorate(&layer)
    layer.preservesDepth = preservesSublayerDepth
    layer.blendMode = try blendMode(making)
    if !making.isStill {
      layer.timing = engineTiming
      layer.animations = try animations.map { key, animation in
        var value = try animation.value(making, isUp: isUp)
        value.timing.key = key
        return value
      }
    }
    let inner = isUp != isGeometryFlipped
    layer.sublayers = try children.map { try $0.value(making, isUp: inner, depth: depth + 1) }
    // A layer in a space has no plane to be masked in.
    layer.mask = preservesSublayerDepth ? nil : try mask?.value(making, isUp: isUp, depth: depth + 1)
    return layer
  }

  private func place(_ layer: inout Layer) {
    layer.bounds = bounds.rectangle
    (layer.position, layer.zPosition) = (Point(position), Double(zPosition))
    (layer.anchorPoint, layer.anchorPointZ) = (Point(anchorPoint), Double(anchorPointZ))
    (layer.transform, layer.sublayerTransform) = (transform.transform, sublayerTransform.transform)
    layer.isGeometryFlipped = isGeometryFlipped
  }

  private func decorate(_ layer: inout Layer) {
    (layer.isHidden, layer.isDoubleSided, layer.masksToBounds) = (isHidden, isDoubleSided, masksToBounds)
    layer.opacity = Double(min(max(opacity, 0), 1))
    layer.backgroundColor = backgroundColor?.color
    layer.cornerRadius = Double(cornerRadius)
    layer.maskedCorners = [
      (CACornerMask.layerMinXMinYCorner, LayerCorner.topLeft), (.layerMaxXMinYCorner, .topRight),
      (.layerMinXMaxYCorner, .bottomLeft), (.layerMaxXMaxYCorner, .bottomRight),
    ].filter { maskedCorners.contains($0.0) }.map(\.1)
    layer.cornerCurve = cornerCurve == .continuous ? .continuous : .circular
    layer.borderWidth = borderColor == nil ? 0 : Double(borderWidth)
    if let borderColor { layer.borderColor = borderColor.color }
    layer.shadowOpacity = shadowColor == nil ? 0 : Double(min(max(shadowOpacity, 0), 1))
    if let shadowColor { layer.shadowColor = shadowColor.color }
    (layer.shadowOffset, layer.shadowRadius) = (shadowOffset.size, Double(shadowRadius))
    layer.shadowPath = shadowPath?.bezierPath
    (layer.contentsRect, layer.contentsCenter) = (contentsRect.rectangle, contentsCenter.rectangle)
    layer.contentsGravity = LayerContentsGravity(rawValue: contentsGravity.rawValue) ?? .resize
    layer.contentsScale = Double(contentsScale)
  }
}
