import Compositing
import EditingModel
import PictureRows
import Synchronization

/// The arrival of the new picture at each sample of a frame: from 0, at once, to `SoftEdge.lastArrival`, last of all.
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

/// The map of a border's shape, worked out when it is first needed and kept as long as the same one is asked for.
///
/// Threads: any.
final class WipeGradients<Shape: BorderShape>: Sendable {
  private let last = Mutex<(key: Key, map: WipeGradient)?>(nil)

  /// The parameters of a map.
  private struct Key: Hashable {
    let shape: Shape
    let isReversed: Bool
    let format: PixelBuffer.Format
    let width: Int
    let height: Int
  }

  /// The map of `shape` for frames like `picture`; with `isReversed` what is first comes last.
  func map(of shape: Shape, isReversed: Bool = false, for picture: PixelBuffer) -> WipeGradient {
    let key = Key(
      shape: shape, isReversed: isReversed, format: picture.format, width: picture.width, height: picture.height)
    let size = Size(width: Double(picture.width), height: Double(picture.height))
    // Under the lock: the frames that are drawn beside this one wait for the same map.
    return last.withLock { last in
      if let last, last.key == key { return last.map }
      let map = WipeGradient(picture.format, width: picture.width, height: picture.height) { x, y in
        let arrival = shape.arrival(x, y, in: size)
        return isReversed ? 1 - arrival : arrival
      }
      last = (key, map)
      return map
    }
  }
}

/// A shape in which the border between two pictures travels over the frame.
protocol BorderShape: Hashable, Sendable {
  /// The arrival of the new picture at (`x`, `y`), counted in pixels from the top left corner of a frame of `size`: 0
  /// first, 1 last.
  func arrival(_ x: Double, _ y: Double, in size: Size) -> Double
}
