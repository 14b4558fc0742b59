import Compositing
import PictureRows

/// When the new picture arrives at each sample of a frame: from 0, at once, to `SoftEdge.lastArrival`, last of all.
struct WipeGradient: Sendable {
  /// Each plane's samples, row by row from the top, without padding.
  let planes: [[UInt16]]

  /// The map of a frame of `format` and `width` × `height` pixels.
  ///
  /// - Parameter arrival: gives the arrival, 0…1, at a place that is counted in pixels from the top left corner. A sample
  ///   is asked for where it sits: luma in the middle of its pixel, chroma as MPEG-2 has it.
  init(_ format: PixelBuffer.Format, width: Int, height: Int, arrival: (_ x: Double, _ y: Double) -> Double) {
    let layout = SampleLayout(format)
    planes = (layout?.planes ?? []).map { plane in
      var samples: [UInt16] = []
      for top in stride(from: 0, to: height, by: plane.pixelsDown) {
        for left in stride(from: 0, to: width, by: plane.pixelsAcross) {
          let value = arrival(Double(left) + 0.5, Double(top) + Double(plane.pixelsDown) / 2)
          let steps = (min(max(value, 0), 1) * Double(SoftEdge.lastArrival)).rounded()
          for _ in plane.components { samples.append(UInt16(steps)) }
        }
      }
      return samples
    }
  }

  /// The frame for which `edge` has come as far as it has: drawn in a new buffer of `context`.
  func frame(
    _ pictures: TransitionPictures, edge: SoftEdge, in context: VideoCompositionRenderContext
  ) throws -> PixelBuffer {
    let frame = try context.newPixelBuffer(of: pictures.from.format)
    let mixer = SampleMixer(frame.format)
    for (plane, arrivals) in planes.enumerated() {
      let rowLength = arrivals.count / max(frame.planes[plane].height, 1)
      try frame.drawRows(ofPlane: plane, from: pictures.from, pictures.to) { row, from, to, bytes, place in
        mixer.mix(
          from, to, arrivals: arrivals.span.extracting(row * rowLength..<(row + 1) * rowLength), edge: edge,
          into: &bytes, at: place)
      }
    }
    return frame
  }
}
