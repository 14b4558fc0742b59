import CSurfaceLoops
import EditingModel
import MediaFormats

/// Pictures seen in perspective.
extension Surface {
  /// Draws `picture`, whose plane is `scale` times the source plane of `map`, over the present contents.
  ///
  /// Each pixel is the mean of up to sixteen points in it, each interpolated linearly: an approximation where the picture is seen smaller
  /// than a quarter of its size.
  func draw(_ picture: Surface, scale: Double, through map: Homography) {
    let enlarged = Homography(.scale(x: scale, y: scale))
    guard let back = map.inverted?.concatenating(enlarged).rows, back.allSatisfy(\.isFinite) else { return }
    let (width, height) = (area.width, area.height)
    picture.withPixels { source in
      withPixels { target in
        guard source.count == picture.area.width * picture.area.height, target.count == width * height else { return }
        // SAFETY: the loop reads pixels of the source within its width and height, and writes a row; nothing keeps the pointers.
        unsafe source.withUnsafeMutableBufferPointer { source in
          unsafe target.withUnsafeMutableBufferPointer { target in
            guard let pixels = target.baseAddress else { return }
            var view = unsafe surface_loops_view(
              source: source.baseAddress, width: Int32(picture.area.width), height: Int32(picture.area.height),
              left: Double(picture.area.x), top: Double(picture.area.y),
              back: (back[0], back[1], back[2], back[3], back[4], back[5], back[6], back[7], back[8]))
            for row in 0..<height {
              unsafe surface_loops_draw_view(
                &view, Int32(area.x), Int32(area.y + row), Int32(width), pixels + row * width)
            }
          }
        }
      }
    }
  }
}
