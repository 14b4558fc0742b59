import Compositing
import EditingModel
import Foundation
import Layers
import MediaFormats
import SeededRandom

/// A picture in double precision, and the same one for the renderer.
struct ReferencePicture {
  let width: Int
  let height: Int
  private(set) var pixels: [ReferenceColor]
  let buffer: PixelBuffer

  /// A picture whose pixel (x, y) is `color(x, y)`, in 256 steps.
  init(width: Int, height: Int, _ color: (Int, Int) -> Color) throws {
    (self.width, self.height) = (width, height)
    let levels = (0..<height).flatMap { y in
      (0..<width).map { x in
        let color = color(x, y)
        return [color.red, color.green, color.blue, color.alpha].map { UInt8((max(0, min(1, $0)) * 255).rounded()) }
      }
    }
    pixels = levels.map { level in
      ReferenceColor(
        Color(
          red: Double(level[0]) / 255, green: Double(level[1]) / 255, blue: Double(level[2]) / 255,
          alpha: Double(level[3]) / 255))
    }
    buffer = try PixelBuffer(format: .rgba, width: width, height: height)
    let plane = buffer.planes[0]
    try buffer.withMutableBytes(ofPlane: 0) { bytes in
      for (index, level) in levels.enumerated() {
        let place = plane.row(index / width).lowerBound + 4 * (index % width)
        for part in 0..<4 { bytes[place + part] = level[part] }
      }
    }
  }

  /// The color between the middles of pixels; its edges go on outside.
  func color(_ x: Double, _ y: Double) -> ReferenceColor {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (across, down) = (x - 0.5 - left, y - 0.5 - top)
    func pixel(_ column: Double, _ row: Double) -> ReferenceColor {
      pixels[max(0, min(height - 1, Int(row))) * width + max(0, min(width - 1, Int(column)))]
    }
    let upper = pixel(left, top).scaled(by: 1 - across).adding(pixel(left + 1, top).scaled(by: across))
    let lower = pixel(left, top + 1).scaled(by: 1 - across).adding(pixel(left + 1, top + 1).scaled(by: across))
    return upper.scaled(by: 1 - down).adding(lower.scaled(by: down))
  }

  /// A soft picture of random colors.
  static func soft(width: Int, height: Int, using generator: inout SeededGenerator) throws -> ReferencePicture {
    var phases: [Double] = []
    for _ in 0..<8 { phases.append(.random(in: 0...6, using: &generator)) }
    return try ReferencePicture(width: width, height: height) { x, y in
      func wave(_ index: Int) -> Double {
        0.5 + 0.5
          * sin(phases[index] + Double(x) * 0.7 * cos(phases[index + 4]) + Double(y) * 0.7 * sin(phases[index + 4]))
      }
      return Color(red: wave(0), green: wave(1), blue: wave(2), alpha: 0.4 + 0.6 * wave(3))
    }
  }
}

extension ReferencePicture {
  /// What a layer shows at a place of its bounds; nil where that is nothing.
  func color(of layer: Layer, at point: Point) -> ReferenceColor? {
    let part = layer.contentsRect
    let natural = Size(
      width: Double(width) * part.width / layer.contentsScale,
      height: Double(height) * part.height / layer.contentsScale)
    let box = Self.place(natural, layer.contentsGravity, layer.bounds)
    // What masks to its bounds is cut there, and by nothing else.
    let (bounds, isOpen, least) = (layer.bounds, layer.masksToBounds, 1e-6)
    guard point.x >= box.x || isOpen && box.x <= bounds.x + least,
      point.x < box.maxX || isOpen && box.maxX >= bounds.maxX - least,
      point.y >= box.y || isOpen && box.y <= bounds.y + least,
      point.y < box.maxY || isOpen && box.maxY >= bounds.maxY - least
    else { return nil }
    var (across, down) = ((point.x - box.x) / box.width, (point.y - box.y) / box.height)
    if [.resize, .resizeAspect, .resizeAspectFill].contains(layer.contentsGravity) {
      let center = layer.contentsCenter
      across = Self.unstretched(across * box.width, box.width, natural.width, center.x, center.maxX)
      down = Self.unstretched(down * box.height, box.height, natural.height, center.y, center.maxY)
    }
    return color((part.x + across * part.width) * Double(width), (part.y + down * part.height) * Double(height))
  }

  /// Which share of a side of `natural` pixels is shown `place` pixels into one of `shown`, where what is before `first` and after `last`
  /// keeps its size.
  private static func unstretched(
    _ place: Double, _ shown: Double, _ natural: Double, _ first: Double, _ last: Double
  ) -> Double {
    let (before, after) = (natural * first, natural * (1 - last))
    guard before + after <= shown else {
      let shrink = shown / (before + after)
      if place < before * shrink { return place / shrink / natural }
      return last + (place - before * shrink) / shrink / natural
    }
    if place < before { return place / natural }
    if place >= shown - after { return last + (place - shown + after) / natural }
    return first + (place - before) / (shown - before - after) * (last - first)
  }

  static func place(_ natural: Size, _ gravity: LayerContentsGravity, _ bounds: Rectangle) -> Rectangle {
    var size = natural
    let (across, down) = (bounds.width / natural.width, bounds.height / natural.height)
    if gravity == .resize { size = Size(width: bounds.width, height: bounds.height) }
    if gravity == .resizeAspect || gravity == .resizeAspectFill {
      let factor = gravity == .resizeAspect ? min(across, down) : max(across, down)
      size = Size(width: natural.width * factor, height: natural.height * factor)
    }
    let name = gravity.rawValue.lowercased()
    let x = name.hasSuffix("left") ? 0 : name.hasSuffix("right") ? 1 : 0.5
    let y = name.hasPrefix("top") ? 0 : name.hasPrefix("bottom") ? 1 : 0.5
    return Rectangle(
      x: bounds.x + (bounds.width - size.width) * x, y: bounds.y + (bounds.height - size.height) * y,
      width: size.width, height: size.height)
  }
}
