import Compositing
import EditingModel
import Layers
import MediaFormats
import MediaTime
import Testing

import enum TestSupport.PlaneBytes

@testable import LayerDrawing

/// What the renderer makes of a tree, over a whole frame.
struct DrawnFrame: Equatable {
  let size: PixelSize
  /// Blue, green, red, opacity of each pixel, row by row.
  private(set) var bytes: [UInt8]

  init(
    _ tree: PresentationLayer, size: PixelSize, scale: Double = 1, pictures: [LayerContents: PixelBuffer] = [:]
  ) throws {
    let renderer = LayerRenderer(size: size, transform: .scale(x: scale, y: scale), pictures: pictures)
    try self.init(renderer.draw(tree), size: size)
  }

  init(_ drawing: LayerRenderer.Drawing?, size: PixelSize) throws {
    self.size = size
    guard let drawing else {
      bytes = Array(repeating: 0, count: size.width * size.height * 4)
      return
    }
    let (area, plane) = (drawing.area, drawing.picture.planes[0])
    bytes = try drawing.picture.withBytes(ofPlane: 0) { source in
      PlaneBytes.placed(
        source, bytesPerRow: plane.bytesPerRow, width: 4 * area.width, height: area.height, x: 4 * area.x, y: area.y,
        on: (4 * size.width, size.height))
    }
  }

  /// The pixels, colors times opacity.
  var pixels: [ReferenceColor] {
    stride(from: 0, to: bytes.count, by: 4).map { place in
      ReferenceColor(
        Color(
          red: Double(bytes[place + 2]) / 255, green: Double(bytes[place + 1]) / 255, blue: Double(bytes[place]) / 255,
          alpha: Double(bytes[place + 3]) / 255))
    }
  }

  /// The opacity of a pixel, 0…1.
  func alpha(_ x: Int, _ y: Int) -> Double { Double(bytes[(y * size.width + x) * 4 + 3]) / 255 }

  /// The middle of what is drawn, weighed by opacity, and the sum of all opacities.
  var centerOfGravity: (x: Double, y: Double, mass: Double) {
    var (x, y, mass) = (0.0, 0.0, 0.0)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let alpha = alpha(column, row)
        x += alpha * (Double(column) + 0.5)
        y += alpha * (Double(row) + 0.5)
        mass += alpha
      }
    }
    return (x / max(mass, 1e-9), y / max(mass, 1e-9), mass)
  }

  /// The pixels that anything is drawn on; nil for none.
  var box: PixelRectangle? {
    let seen = (0..<size.width * size.height).filter { bytes[$0 * 4 + 3] > 0 }
    let (columns, rows) = (seen.map { $0 % size.width }, seen.map { $0 / size.width })
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else {
      return nil
    }
    return PixelRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}

extension Layer {
  /// A layer of a size whose top left corner is at a place of its superlayer.
  init(
    _ kind: LayerKind = .layer, x: Double, y: Double, width: Double, height: Double,
    _ change: (inout Layer) -> Void = { _ in }
  ) {
    self.init(kind)
    bounds = Rectangle(x: 0, y: 0, width: width, height: height)
    position = Point(x: x + width / 2, y: y + height / 2)
    change(&self)
  }

  /// The tree at the time 0.
  func present() throws -> PresentationLayer { try #require(try presentation(at: CMTime(value: 0, timescale: 1))) }
}
