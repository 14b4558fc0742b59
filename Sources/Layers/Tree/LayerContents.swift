/// A picture that a layer, or a particle of an emitter, shows (`CALayer.contents`).
public indirect enum LayerContents: Hashable, Sendable {
  /// A file of a picture, by its path or URL, as a project states it.
  case image(uri: String)
  /// Pixels that the program hands to the renderer under this name.
  case pixelBuffer(name: String)
  /// Two pictures, the second over the first with the opacity `fraction`: the state between two contents of an
  /// animation.
  case dissolve(from: LayerContents?, to: LayerContents?, fraction: Double)

  /// Whether it is drawn at all by its words: a name is given and a fraction is a number.
  var isFinite: Bool {
    if case .dissolve(let from, let to, let fraction) = self {
      return fraction.isFinite && from?.isFinite != false && to?.isFinite != false
    }
    return true
  }
}

/// The placement of contents in bounds of another shape (`CALayerContentsGravity`).
public enum LayerContentsGravity: String, Hashable, Sendable, Codable, CaseIterable {
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  /// Stretched over the bounds.
  case resize
  /// As large as fits, whole.
  case resizeAspect
  /// As small as covers the bounds.
  case resizeAspectFill
}

/// The shape of a layer's round corners (`CALayerCornerCurve`).
public enum LayerCornerCurve: String, Hashable, Sendable, Codable, CaseIterable {
  /// Quarters of a circle.
  case circular
  /// A curve that begins sooner and bends less.
  case continuous
}

/// Corners of a layer (`CACornerMask`), by their places with y down.
public enum LayerCorner: String, Hashable, Sendable, Codable, CaseIterable {
  case topLeft, topRight, bottomLeft, bottomRight
}

/// The mixture of a layer's colors with what is behind it: the modes of W3C's Compositing and Blending
/// (`compositingFilter`).
public enum LayerBlendMode: String, Hashable, Sendable, Codable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference
  case exclusion, hue, saturation, color, luminosity
  /// The sum of both (`plus-lighter`).
  case add
}
