import CPangoCairo
import CSurfaceLoops
import Compositing
import EditingModel
import MediaFormats

/// Pictures on surfaces.
extension Surface {
  /// A surface from `corner` on, the origin unless given, that shows `picture`, whose colors are not yet multiplied by its opacity.
  ///
  /// - Throws: `CompositingError` where the picture is in another format than `rgba`, `bgra` or `rgb24`, or cannot be read.
  convenience init(_ picture: PixelBuffer, from corner: (x: Int, y: Int) = (0, 0)) throws {
    guard let places = picture.format.colorPlaces else {
      throw CompositingError(
        .invalidPictureFormat, "A picture in \(picture.format.rawValue) is drawn.",
        remedy: "Convert it to rgba, bgra or rgb24.")
    }
    try self.init(
      covering: PixelRectangle(x: corner.x, y: corner.y, width: picture.width, height: picture.height))
    let plane = picture.planes[0]
    let width = picture.width
    try picture.withBytes(ofPlane: 0) { bytes in
      withPixels { pixels in
        for row in 0..<picture.height {
          var place = plane.row(row).lowerBound
          for column in 0..<width {
            let alpha = places.alpha.map { UInt32(bytes[place + $0]) } ?? 255
            pixels[row * width + column] =
              alpha << 24 | Self.product(UInt32(bytes[place + places.red]), alpha) << 16
              | Self.product(UInt32(bytes[place + places.green]), alpha) << 8
              | Self.product(UInt32(bytes[place + places.blue]), alpha)
            place += places.count
          }
        }
      }
    }
  }

  /// The picture as it is now, in `bgra`, its colors divided by its opacity.
  ///
  /// - Throws: `CompositingError` where there is no memory for it.
  func picture() throws -> PixelBuffer {
    let picture = try PixelBuffer(format: .bgra, width: area.width, height: area.height)
    let plane = picture.planes[0]
    let width = area.width
    try picture.withMutableBytes(ofPlane: 0) { bytes in
      withPixels { pixels in
        guard pixels.count == width * area.height, plane.row(area.height - 1).upperBound <= bytes.count else { return }
        // SAFETY: every row has the width on both sides, and its bytes lie in the buffer, as checked; nothing keeps the pointers.
        unsafe bytes.withUnsafeMutableBufferPointer { bytes in
          unsafe pixels.withUnsafeMutableBufferPointer { pixels in
            guard let target = UnsafeMutableRawPointer(bytes.baseAddress), let source = pixels.baseAddress else {
              return
            }
            for row in 0..<area.height {
              unsafe (target + plane.row(row).lowerBound).withMemoryRebound(to: UInt32.self, capacity: width) {
                unsafe surface_loops_divide_by_opacity(source + row * width, Int32(width), $0)
              }
            }
          }
        }
      }
    }
    return picture
  }

  /// Draws the part `source` of `picture`, in its pixels, over `target` of the plane that is drawn in, or what lies `within` another
  /// rectangle, over which its edges go on.
  ///
  /// Reduced, a picture is averaged; enlarged, it is interpolated linearly, and its edge is the target's.
  func draw(
    _ picture: Surface, from source: Rectangle, to target: Rectangle, within seen: Rectangle? = nil,
    blend mode: LayerBlend = .over
  ) {
    let seen = seen ?? target
    guard source.width > 0, source.height > 0, target.width > 0, target.height > 0 else { return }
    preserved {
      blend(mode)
      unsafe cairo_rectangle(context, seen.x, seen.y, seen.width, seen.height)
      unsafe cairo_clip(context)
      unsafe cairo_translate(context, target.x, target.y)
      unsafe cairo_scale(context, target.width / source.width, target.height / source.height)
      unsafe cairo_set_source_surface(context, picture.image, -source.x, -source.y)
      let pattern = unsafe cairo_get_source(context)
      unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
      unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
      unsafe cairo_paint(context)
    }
  }

  /// The same picture with its colors and its opacity multiplied by `color`'s.
  ///
  /// - Throws: `CompositingError` where there is no memory for it.
  func multiplied(by color: Color) throws(CompositingError) -> Surface {
    let result = try Surface(covering: area)
    func factor(_ level: Double) -> UInt32 { UInt32((max(0, min(1, level)) * 255).rounded()) }
    let alpha = factor(color.alpha)
    let factors = [color.red, color.green, color.blue].map { Self.product(factor($0), alpha) }
    withPixels { from in
      result.withPixels { to in
        for index in 0..<min(from.count, to.count) {
          let pixel = from[index]
          to[index] =
            Self.product(pixel >> 24, alpha) << 24 | Self.product(pixel >> 16 & 255, factors[0]) << 16
            | Self.product(pixel >> 8 & 255, factors[1]) << 8 | Self.product(pixel & 255, factors[2])
        }
      }
    }
    return result
  }

  /// The product of two levels of 255, rounded.
  private static func product(_ first: UInt32, _ second: UInt32) -> UInt32 { (first * second + 127) / 255 }
}

extension PixelFormat {
  /// The places of colors among a pixel's bytes, and the number of its bytes; nil where it is not RGB of 8 bits.
  fileprivate var colorPlaces: (red: Int, green: Int, blue: Int, alpha: Int?, count: Int)? {
    switch self {
    case .rgba: (0, 1, 2, 3, 4)
    case .bgra: (2, 1, 0, 3, 4)
    case .rgb24: (0, 1, 2, nil, 3)
    default: nil
    }
  }
}
