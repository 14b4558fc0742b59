package import Compositing
import EditingModel
import MediaFormats

/// A layer of an instruction as it lies on one frame of the film.
package struct LayerPicture: Sendable {
  /// The layer's pixels, one for each of the film's frame, in `rgba`: alpha is 0 where the layer does not lie.
  package let frame: PixelBuffer
  /// The weight of `frame`, 0…1.
  package let opacity: Double

  /// The picture `frame`, of the film's size in `rgba`.
  package init(frame: PixelBuffer, opacity: Double = 1) {
    self.frame = frame
    self.opacity = opacity
  }

  /// The same picture with its opacity multiplied by `share`, 0…1.
  package func fading(to share: Double) -> LayerPicture { LayerPicture(frame: frame, opacity: opacity * share) }

  /// The picture of `layer` in the frame that `request` asks for; nil where there is none: in a gap of its track, and where
  /// it is transparent or lies outside.
  ///
  /// A layer that fills the frame unmoved is the source's own memory. Any other is drawn by ``AffineCompositor``.
  ///
  /// - Throws: `CompositingError` where the layer's numbers are out of reach.
  init?(of layer: LayerInstruction, in request: AsynchronousVideoCompositionRequest) throws {
    let time = request.compositionTime
    opacity = min(1, max(0, layer.opacity.value(at: time, initial: 1)))
    guard opacity > 0, let source = request.sourceFrame(byTrackID: layer.trackID) else { return nil }
    let placed = AffineLayer(layer, at: time, showing: source, in: request.renderContext)
    let (width, height) = (Int(request.renderContext.size.width), Int(request.renderContext.size.height))
    if placed.transform == .identity, placed.crop == nil, source.width == width, source.height == height {
      frame = source
    } else {
      // Its opacity counts when the picture is laid down.
      let opaque = AffineLayer(picture: source, transform: placed.transform, crop: placed.crop)
      guard let mask = try LayerMask(of: opaque, width: width, height: height) else { return nil }
      frame = try PixelBuffer(showing: mask, width: width, height: height)
    }
  }
}

extension PixelBuffer {
  /// A picture in `rgba` of what `mask` shows, with its alpha divided out; the rest is transparent.
  convenience init(showing mask: LayerMask, width: Int, height: Int) throws {
    try self.init(format: .rgba, width: width, height: height)
    let (red, green, blue) = (mask.components[0], mask.components[1], mask.components[2])
    let (reds, greens, blues) = (red.span, green.span, blue.span)
    let alphas = mask.alphas.span
    try withMutableBytes(ofPlane: 0) { bytes in
      for (number, row) in mask.rows.enumerated() {
        let start = planes[0].row(row).lowerBound + 4 * mask.columns.lowerBound
        for column in 0..<mask.columns.count {
          let (index, pixel) = (start &+ 4 &* column, number &* mask.columns.count &+ column)
          let alpha = alphas[pixel]
          guard alpha > 0 else { continue }
          bytes[index] = Self.divided(reds[pixel], by: alpha)
          bytes[index &+ 1] = Self.divided(greens[pixel], by: alpha)
          bytes[index &+ 2] = Self.divided(blues[pixel], by: alpha)
          bytes[index &+ 3] = alpha
        }
      }
    }
  }

  /// `sample` over `alpha` of 255, rounded to nearest.
  @inline(__always)
  private static func divided(_ sample: UInt8, by alpha: UInt8) -> UInt8 {
    guard alpha < 255 else { return sample }
    let share = UInt32(alpha)
    return UInt8(truncatingIfNeeded: min(255, (UInt32(sample) &* 255 &+ share / 2) / share))
  }
}
