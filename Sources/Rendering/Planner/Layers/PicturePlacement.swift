import EditingModel
import MediaFormats

/// The placement of one picture by `fit` in a frame of the output: the part of it that is seen, and the output's pixels
/// that the part fills.
///
/// ```
///  natural pixels ── upright ──► shape of the part ── scaled ──► whole pixels of the frame
///       crop        orientation                        fit
/// ```
///
/// The place is rounded to whole pixels and whole chroma samples, and the picture is stretched by the difference, less
/// than two pixels: so static pictures are scaled and copied, and need not be drawn. Where the part changes from frame
/// to frame, the place is exact.
struct PicturePlacement: Hashable {
  /// From the picture's natural pixels to the output's.
  let transform: Transform
  /// The part that is seen, in natural pixels.
  let crop: Rectangle
  /// The rectangle that the part fills, in the output's pixels.
  let place: Rectangle

  /// The place of the part `part` of a picture, in its natural pixels, which `upright` turns upright, in `frame`.
  ///
  /// - Returns: nil where the picture would have to be cut along lines that are not its own, which `upright` turns by other
  ///   than right angles.
  init?(of part: Rectangle, upright: Transform, fit: PictureFit, in frame: OutputFrame.Cell, isMoving: Bool = false) {
    let box = upright.boundingBox(of: part)
    let room = Rectangle(frame.rectangle)
    let (width, height) = (room.width, room.height)
    var place = room
    // The part of the upright picture that is seen.
    var seen = box
    switch fit {
    case .resize: break
    case .resizeAspect, .blurredFill:
      let scale = min(width / box.width, height / box.height)
      let size = Size(width: box.width * scale, height: box.height * scale)
      place =
        isMoving
        ? frame.middle(size)
        : frame.chromaAlignedCenter(
          Size(
            width: OutputFrame.pixels(size.width, inStepsOf: frame.steps.across),
            height: OutputFrame.pixels(size.height, inStepsOf: frame.steps.down)))
    case .resizeAspectFill:
      // The edges that touch the frame's stay exactly where they are.
      if width * box.height > height * box.width {
        seen.height = box.width * height / width
        seen.y += (box.height - seen.height) / 2
      } else {
        seen.width = box.height * width / height
        seen.x += (box.width - seen.width) / 2
      }
    case .center:
      let size = Size(width: box.width * frame.scale.x, height: box.height * frame.scale.y)
      let whole =
        isMoving
        ? frame.middle(size)
        : frame.chromaAlignedCenter(Size(width: max(1, size.width.rounded()), height: max(1, size.height.rounded())))
      place = whole.intersection(room) ?? room
      // Back from the frame's pixels to the picture's own.
      let (across, down) = (box.width / whole.width, box.height / whole.height)
      seen = Rectangle(
        x: box.x + (place.x - whole.x) * across, y: box.y + (place.y - whole.y) * down, width: place.width * across,
        height: place.height * down)
    }
    if seen == box {
      crop = part
    } else {
      guard upright.keepsRectangles, let back = upright.inverted,
        let crop = back.boundingBox(of: seen).intersection(part)
      else { return nil }
      self.crop = crop
    }
    self.place = place
    transform =
      upright
      .concatenating(.translation(x: -seen.x, y: -seen.y))
      .concatenating(.scale(x: place.width / seen.width, y: place.height / seen.height))
      .concatenating(.translation(x: place.x, y: place.y))
  }
}

extension OutputFrame {
  /// A rectangle of the output's whole pixels in which a picture is placed.
  struct Cell {
    /// The rectangle: whole chroma samples.
    let rectangle: PixelRectangle
    /// The numbers of pixels that share a chroma sample.
    let steps: (across: Int, down: Int)
    /// The factor of the render rectangle's pixels.
    let scale: (x: Double, y: Double)

    /// A rectangle of `size` in the middle.
    func middle(_ size: Size) -> Rectangle {
      Rectangle(
        x: Double(rectangle.x) + (Double(rectangle.width) - size.width) / 2,
        y: Double(rectangle.y) + (Double(rectangle.height) - size.height) / 2, width: size.width, height: size.height)
    }

    /// The same, as near as whole chroma samples allow.
    func chromaAlignedCenter(_ size: Size) -> Rectangle {
      var place = middle(size)
      func begin(_ edge: Double, _ step: Int) -> Double { (edge / Double(step)).rounded(.down) * Double(step) }
      place.x = begin(place.x, steps.across)
      place.y = begin(place.y, steps.down)
      return place
    }
  }

  /// The whole pixels of `frame`, a part of the render rectangle; all of them for nil. Frames that adjoin go on doing so.
  func cell(of frame: Rectangle?) -> Cell {
    let steps = pixelFormat.pixelsPerChroma
    var cell = rectangle
    if let frame {
      let box = transform.boundingBox(of: frame)
      func edge(_ place: Double, _ step: Int) -> Int { Int((place / Double(step)).rounded()) * step }
      let (left, top) = (edge(box.x, steps.across), edge(box.y, steps.down))
      cell = PixelRectangle(
        x: left, y: top, width: max(steps.across, edge(box.maxX, steps.across) - left),
        height: max(steps.down, edge(box.maxY, steps.down) - top))
    }
    return Cell(rectangle: cell, steps: steps, scale: (transform.a, transform.d))
  }
}

extension Transform {
  /// Whether upright rectangles stay upright: it turns by right angles, mirrors, scales and moves.
  var keepsRectangles: Bool {
    // The rest that the sine of a right angle leaves.
    let least = 1e-9 * max(abs(a), abs(b), abs(c), abs(d))
    return abs(b) <= least && abs(c) <= least || abs(a) <= least && abs(d) <= least
  }
}
