import Compositing
import EditingModel
import Foundation
import LayerDrawing
package import Layers
import MediaFormats
import MediaTime
import ModelValues

/// Layers, drawn into bitmaps: what paths are drawn as, too.
extension CGContext {
  /// Draws `layer` and its sublayers, its plane on the context's, whatever its place in its superlayer; `pictures` are
  /// its contents. Parts without memory for them are not drawn.
  package func draw(_ layer: Layer, showing pictures: [LayerContents: CGImage] = [:]) {
    draw(layer, showing: pictures, in: nil)
  }

  /// Draws `layer`; if `color` is not nil, in this color, with the layer's alpha as its coverage.
  func draw(_ layer: Layer, showing pictures: [LayerContents: CGImage] = [:], in color: PremultipliedColor?) {
    guard let drawing = drawing(of: layer, showing: pictures) else { return }
    drawingCount += 1
    let (picture, area, alpha) = (drawing.picture, drawing.area, state.alpha)
    try? picture.withBytes(ofPlane: 0) { bytes in
      for line in 0..<picture.height {
        var pixel = picture.planes[0].row(line).lowerBound
        for place in 0..<picture.width {
          let (column, row) = (area.x + place, area.y + line)
          let part = state.clip?.part(column, row) ?? 1
          let level = Double(bytes[pixel + 3]) / 255
          let covered = color == nil || state.isSmooth ? level : level < 0.5 ? 0 : 1
          let opacity = covered * alpha * part
          if let color {
            if covered * part > 0 { put(color.faded(by: alpha), covered * part, column, row) }
          } else if opacity > 0 {
            let straight = PremultipliedColor(
              red: Double(bytes[pixel + 2]) / 255, green: Double(bytes[pixel + 1]) / 255,
              blue: Double(bytes[pixel]) / 255, alpha: 1)
            put(straight.faded(by: covered * alpha), part, column, row)
          }
          pixel += 4
        }
      }
    }
  }

  /// The present clip, multiplied by the opacity of `layer` at each pixel.
  func clip(to layer: Layer) -> ContextClip {
    var clip = ContextClip(width: width, height: height)
    guard let drawing = drawing(of: layer, showing: [:]) else { return clip }
    let (picture, area) = (drawing.picture, drawing.area)
    try? picture.withBytes(ofPlane: 0) { bytes in
      for line in 0..<picture.height {
        let start = picture.planes[0].row(line).lowerBound
        for place in 0..<picture.width {
          let part = Double(bytes[start + 4 * place + 3]) / 255
          clip.set(part * (state.clip?.part(area.x + place, area.y + line) ?? 1), area.x + place, area.y + line)
        }
      }
    }
    return clip
  }

  /// `layer` as it is seen through the context's map, within its pixels; nil where it is invisible.
  private func drawing(of layer: Layer, showing pictures: [LayerContents: CGImage]) -> LayerRenderer.Drawing? {
    let (map, size) = (state.transform, PixelSize(width: width, height: height))
    var layer = layer
    (layer.anchorPoint, layer.anchorPointZ, layer.zPosition) = (Point(x: 0, y: 0), 0, 0)
    layer.position = Point(CGPoint(x: layer.bounds.x, y: layer.bounds.y).applying(map))
    layer.transform = Transform3D(CGAffineTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: 0, ty: 0).transform)
    // The context's origin is at the bottom left.
    var plane = Layer()
    plane.bounds = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    plane.position = Point(x: Double(width) / 2, y: Double(height) / 2)
    plane.isGeometryFlipped = true
    plane.sublayers = [layer]
    do {
      let renderer = LayerRenderer(size: size, pictures: try pictures.mapValues { try $0.straightPicture() })
      return try plane.presentation(at: Rational(0)).flatMap { try renderer.draw($0) }
    } catch {
      return nil
    }
  }
}

/// The share of each pixel of a bitmap that is drawn on.
struct ContextClip {
  private let width: Int
  private var parts: [UInt8]
  /// The rows and columns that hold all of it, from the top left; nil where nothing is drawn on.
  private(set) var box: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)?

  /// A clip that leaves nothing.
  init(width: Int, height: Int) {
    self.width = width
    parts = [UInt8](repeating: 0, count: width * height)
  }

  /// The share of a pixel that is drawn on, 0…1.
  func part(_ column: Int, _ row: Int) -> Double { Double(parts[row * width + column]) / 255 }

  /// Has `part` of a pixel be drawn on, 0…1.
  mutating func set(_ part: Double, _ column: Int, _ row: Int) {
    let level = UInt8((part * 255).rounded())
    parts[row * width + column] = level
    guard level > 0 else { return }
    guard let box else { return self.box = (column...column, row...row) }
    self.box = (
      min(box.columns.lowerBound, column)...max(box.columns.upperBound, column),
      min(box.rows.lowerBound, row)...max(box.rows.upperBound, row)
    )
  }
}
