import MediaFormats
import Rendering

/// Turns planar pictures by quarter turns and mirrors them, sample by sample.
struct PlaneRotation {
  private let orientation: Orientation

  /// Turns as `orientation` asks for.
  init(_ orientation: Orientation) {
    self.orientation = orientation
  }

  /// The planes of a picture whose first plane is `width` samples wide, turned.
  func apply(to planes: [[UInt8]], width: Int) -> [[UInt8]] {
    planes.map { plane in
      // A chroma plane of half the samples across is never as long as the first one.
      let own = plane.count == planes[0].count ? width : (width + 1) / 2
      return turn(plane, width: own, height: own == 0 ? 0 : plane.count / own)
    }
  }

  private func turn(_ plane: [UInt8], width: Int, height: Int) -> [UInt8] {
    let turnedWidth = orientation.swapsAxes ? height : width
    let turnedHeight = orientation.swapsAxes ? width : height
    // Where the sample at turned (0, 0) lies, and how far the next one across and down.
    let (origin, across, down) =
      switch orientation {
      case .up: (0, 1, width)
      case .upMirrored: (width - 1, -1, width)
      case .down: (width * height - 1, -1, -width)
      case .downMirrored: (width * (height - 1), 1, -width)
      case .leftMirrored: (0, width, 1)
      case .right: (width * (height - 1), -width, 1)
      case .rightMirrored: (width * height - 1, -width, -1)
      case .left: (width - 1, width, -1)
      }
    var turned = [UInt8](repeating: 0, count: plane.count)
    var target = 0
    for row in 0..<turnedHeight {
      var source = origin + row * down
      for _ in 0..<turnedWidth {
        turned[target] = plane[source]
        target += 1
        source += across
      }
    }
    return turned
  }
}
