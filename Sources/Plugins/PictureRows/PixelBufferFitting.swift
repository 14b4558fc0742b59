package import Compositing
import EditingModel
import MediaFormats

extension PixelBuffer {
  /// This picture in the film's form: of the render context's size, and in `format`. Itself where it has that already;
  /// else drawn anew, stretched or shrunk to fill the frame.
  ///
  /// - Throws: `CompositorFailure` where a format is none of ``PixelBuffer/Format/plainYCbCr``, or there is no memory.
  package func fitted(to context: VideoCompositionRenderContext, as format: Format) throws -> PixelBuffer {
    if self.format == format, Double(width) == context.size.width, Double(height) == context.size.height {
      return self
    }
    guard Format.plainYCbCr.contains(self.format), Format.plainYCbCr.contains(format),
      let from = SampleLayout(self.format), let to = SampleLayout(format)
    else {
      throw CompositorFailure("a picture of \(self) cannot be drawn as \(format.rawValue)")
    }
    let target = try context.newPixelBuffer(of: format)
    for component in 0..<3 { try target.draw(component, of: self, from: from, to: to) }
    return target
  }

  /// Draws component `component`, which lies as `to` says, out of `source`'s, which lies as `from` says.
  private func draw(_ component: Int, of source: PixelBuffer, from: SampleLayout, to: SampleLayout) throws {
    let (here, there) = (to.place(ofComponent: component), from.place(ofComponent: component))
    let (plane, sourcePlane) = (to.planes[here.plane], from.planes[there.plane])
    let across = ResamplingAxis(
      from: .init(pixelCount: source.width, pixelsPerSample: sourcePlane.pixelsAcross, site: 0.5),
      to: .init(pixelCount: width, pixelsPerSample: plane.pixelsAcross, site: 0.5))
    let down = ResamplingAxis(
      from: .init(
        pixelCount: source.height, pixelsPerSample: sourcePlane.pixelsDown, site: Double(sourcePlane.pixelsDown) / 2),
      to: .init(pixelCount: height, pixelsPerSample: plane.pixelsDown, site: Double(plane.pixelsDown) / 2))
    let scale = Float(1 << to.bitDepth) / Float(1 << from.bitDepth)
    let most = Float((1 << to.bitDepth) - 1)
    let sourceCount = (source.width + sourcePlane.pixelsAcross - 1) / sourcePlane.pixelsAcross
    var line = [Float](repeating: 0, count: sourceCount)
    try source.withBytes(ofPlane: there.plane) { bytes in
      try withMutableBytes(ofPlane: here.plane) { target in
        for (row, tap) in down.taps.enumerated() {
          for index in line.indices { line[index] = 0 }
          for (offset, weight) in tap.weights.enumerated() where weight > 0 {
            var place =
              source.planes[there.plane].row(tap.start + offset).lowerBound + there.first * from.bytesPerSample
            for index in line.indices {
              line[index] += weight * Float(Self.sample(bytes, at: place, from))
              place += there.step * from.bytesPerSample
            }
          }
          var place = planes[here.plane].row(row).lowerBound + here.first * to.bytesPerSample
          for (start, weights) in across.taps {
            var sum: Float = 0
            for (offset, weight) in weights.enumerated() { sum += weight * line[start + offset] }
            let value = Int(min(max((sum * scale).rounded(), 0), most)) << to.unusedLowBits
            target[place] = UInt8(truncatingIfNeeded: value)
            if to.bytesPerSample > 1 { target[place + 1] = UInt8(truncatingIfNeeded: value >> 8) }
            place += here.step * to.bytesPerSample
          }
        }
      }
    }
  }

  /// The sample whose first byte is number `place`.
  private static func sample(_ bytes: Span<UInt8>, at place: Int, _ layout: SampleLayout) -> Int {
    guard layout.bytesPerSample > 1 else { return Int(bytes[place]) }
    return (Int(bytes[place]) | Int(bytes[place + 1]) << 8) >> layout.unusedLowBits
  }
}

extension VideoCompositionRenderContext {
  /// A buffer to draw in, of the context's size and `format`: of the context's own where that is its format.
  ///
  /// - Throws: `CompositorFailure` where there is no memory, and as `PixelBuffer` does.
  package func newPixelBuffer(of format: PixelBuffer.Format) throws -> PixelBuffer {
    guard format == pixelFormat else {
      return try PixelBuffer(
        format: format, width: Int(size.width), height: Int(size.height), pixelAspectRatio: pixelAspectRatio)
    }
    guard let buffer = newPixelBuffer() else { throw CompositorFailure("there is no memory for a frame") }
    return buffer
  }
}

/// One axis of a picture that is brought to another size: which of the source's samples make up each of the target's.
///
/// Bilinear where the picture grows; where it shrinks, a triangle as wide as two of the target's samples, so that every
/// sample of the source counts. Beyond the edge the outermost sample goes on.
struct ResamplingAxis {
  /// The beginning of each target sample's share, and the weight of each source sample from there on; together 1.
  let taps: [(start: Int, weights: [Float])]

  /// The samples on an axis.
  struct Samples {
    /// Pixels on the axis.
    var pixelCount: Int
    /// Pixels that share a sample.
    var pixelsPerSample: Int
    /// The place of a sample among the pixels that it serves, from 0 to `pixelsPerSample`.
    var site: Double

    /// The number of samples; the last may serve fewer pixels.
    var count: Int { (pixelCount + pixelsPerSample - 1) / pixelsPerSample }
  }

  /// Brings `source` to `target`.
  init(from source: Samples, to target: Samples) {
    let scale = Double(source.pixelCount) / Double(target.pixelCount)
    let radius = max(1, scale * Double(target.pixelsPerSample) / Double(source.pixelsPerSample))
    taps = (0..<target.count).map { index in
      let pixel = (Double(index * target.pixelsPerSample) + target.site) * scale
      let center = (pixel - source.site) / Double(source.pixelsPerSample)
      let places = Int((center - radius).rounded(.up))...Int((center + radius).rounded(.down))
      func sample(_ place: Int) -> Int { min(max(place, 0), source.count - 1) }
      let start = sample(places.lowerBound)
      var weights = [Float](repeating: 0, count: sample(places.upperBound) - start + 1)
      var total: Float = 0
      for place in places {
        let weight = Float(1 - abs(Double(place) - center) / radius)
        weights[sample(place) - start] += weight
        total += weight
      }
      return (start, weights.map { $0 / total })
    }
  }
}

/// The reason for which a frame cannot be drawn: what was found and what to do, to be read after a colon.
package struct CompositorFailure: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// A failure described by `description`.
  package init(_ description: String) {
    self.description = description
  }
}
