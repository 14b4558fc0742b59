import EditingModel
import MediaFormats

/// A layer over some frames in which one segment or tree of layers feeds it, before a method is chosen.
struct VisibleLayer {
  /// Its number among the instruction's layers, from 0.
  let index: Int
  /// The content that feeds it.
  let content: TrackContent
  /// The stored pixels of its pictures.
  let size: PixelSize
  /// Whether they may be translucent.
  let hasAlpha: Bool
  /// 0…1 over the frames.
  let opacity: FrameCurve<Double>
  /// The backdrop made of each stored frame, whose place ``transform`` and ``crop`` then give; nil where there is none.
  let backdrop: Backdrop?
  /// From stored pixels to the output's.
  let transform: FrameCurve<Transform>
  /// The part that is shown, in stored pixels; nil for all of it.
  let crop: FrameCurve<Rectangle>?
  /// Its placement by `compositor`, if that can.
  let upright: UprightPlacement?

  /// The layer; nil where it is invisible: transparent throughout, without area, or outside `output`.
  init?(
    _ index: Int, showing picture: TrackPicture, opacity: FrameCurve<Double>,
    backdrop: Backdrop? = nil, transform: FrameCurve<Transform>, crop: FrameCurve<Rectangle>?, in output: OutputFrame
  ) {
    let stored = Rectangle(Size(backdrop?.size ?? picture.size))
    var part = crop
    if let constant = crop?.constant {
      guard let clipped = constant.intersection(stored) else { return nil }
      part = clipped == stored ? nil : crop?.map { _ in clipped }
    }
    guard opacity.constant != 0, Self.isEverVisible(part, of: stored, under: transform, in: output) else { return nil }
    self.index = index
    self.content = picture.content
    self.size = picture.size
    self.hasAlpha = picture.hasAlpha
    self.opacity = opacity
    self.backdrop = backdrop
    self.transform = transform
    self.crop = part
    let isCutAlike = part == nil || part?.constant != nil
    self.upright =
      isCutAlike ? UprightPlacement(crop: part?.constant, of: stored, transform: transform, in: output) : nil
  }

  /// Whether nothing under the layer can be seen.
  func hidesWhatIsBelow(in output: OutputFrame) -> Bool {
    opacity.constant == 1 && !hasAlpha && upright?.covers(output) == true
  }

  /// Whether some of the picture may come into `output`: it stays within the box around the places of its corners at the
  /// first and last frames.
  private static func isEverVisible(
    _ crop: FrameCurve<Rectangle>?, of stored: Rectangle, under transform: FrameCurve<Transform>, in output: OutputFrame
  ) -> Bool {
    let frame = Rectangle(Size(output.size))
    let parts = crop.map { $0.pieces.flatMap { [$0.first, $0.last] } } ?? [stored]
    let boxes = transform.pieces.flatMap { [$0.first, $0.last] }.flatMap { map in parts.map(map.boundingBox) }
    guard let left = boxes.map(\.x).min(), let top = boxes.map(\.y).min(), let right = boxes.map(\.maxX).max(),
      let bottom = boxes.map(\.maxY).max()
    else { return false }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top).intersection(frame) != nil
  }
}

/// A layer's place as GStreamer's `compositor` can give it: a part of the stored frame, turned by one of the eight
/// orientations and scaled onto a rectangle of whole pixels, which may move by whole pixels from frame to frame.
struct UprightPlacement: Hashable {
  /// The part of the stored frame that is shown; nil for all of it.
  let crop: Rectangle?
  /// The orientation of the part.
  let orientation: Orientation
  /// Its place in the output; at the first frame, if it moves.
  let place: PixelRectangle
  /// Its distance from `place`; nil where it stays.
  let motion: FrameCurve<Point>?

  /// Tolerance of an edge's distance from a whole pixel, in pixels: what arithmetic loses, too little to be seen.
  private static let tolerance = 0.001

  /// The place of the part `crop` of frames that fill `stored` under `transforms`, from stored pixels to those of `output`;
  /// nil where a map does more than turn by right angles, mirror and scale, where its size changes, or an edge of the place
  /// falls beside a pixel or, in subsampled formats, beside a chroma sample.
  init?(
    crop: Rectangle?, of stored: Rectangle, transform transforms: FrameCurve<Transform>, in output: OutputFrame
  ) {
    guard let transform = transforms.pieces.first?.first else { return nil }
    let part = crop ?? stored
    guard let orientation = Self.orientation(of: transform, over: part),
      let place = Self.whole(transform.boundingBox(of: part)), place.width > 0, place.height > 0
    else { return nil }
    let steps = output.pixelFormat.pixelsPerChroma
    guard place.x.isMultiple(of: steps.across), place.y.isMultiple(of: steps.down) else { return nil }
    // Rounding errors are not to be scaled by.
    let exact = Self.whole(part).map { $0.width > 0 && $0.height > 0 ? Rectangle($0) : part } ?? part
    self.crop = exact == stored ? nil : exact
    self.orientation = orientation
    self.place = place
    if transforms.constant == nil {
      guard let motion = Self.motion(of: transforms, from: transform, inStepsOf: steps) else { return nil }
      self.motion = motion
    } else {
      motion = nil
    }
  }

  /// The motion by `transforms` of what `first` places, if they only move it, at every frame by multiples of `steps`.
  private static func motion(
    of transforms: FrameCurve<Transform>, from first: Transform, inStepsOf steps: (across: Int, down: Int)
  ) -> FrameCurve<Point>? {
    let isMoved = transforms.pieces.flatMap { [$0.first, $0.last] }.allSatisfy {
      $0.a == first.a && $0.b == first.b && $0.c == first.c && $0.d == first.d
    }
    guard isMoved else { return nil }
    let motion = transforms.map { Point(x: $0.tx - first.tx, y: $0.ty - first.ty) }
    func isWhole(_ distance: Double, inStepsOf step: Int) -> Bool {
      let rounded = (distance / Double(step)).rounded() * Double(step)
      return abs(distance - rounded) <= tolerance && abs(rounded) < 1_000_000
    }
    let isInSteps = motion.pieces.allSatisfy { piece in
      piece.range.allSatisfy { frame in
        let offset = piece.value(at: frame)
        return isWhole(offset.x, inStepsOf: steps.across) && isWhole(offset.y, inStepsOf: steps.down)
      }
    }
    return isInSteps ? motion : nil
  }

  /// The rectangle that it stays within.
  var reach: Rectangle {
    let offsets = motion?.pieces.flatMap { [$0.first, $0.last] } ?? [Point(x: 0, y: 0)]
    let (across, down) = (offsets.map(\.x), offsets.map(\.y))
    let (left, top) = (across.min() ?? 0, down.min() ?? 0)
    return Rectangle(
      x: Double(place.x) + left, y: Double(place.y) + top,
      width: Double(place.width) + (across.max() ?? 0) - left, height: Double(place.height) + (down.max() ?? 0) - top)
  }

  /// Whether the picture covers every pixel of `output`.
  func covers(_ output: OutputFrame) -> Bool {
    // Between the ends of a line, it covers what it covers at both.
    let offsets = motion?.pieces.flatMap { [$0.first, $0.last] } ?? [Point(x: 0, y: 0)]
    return offsets.allSatisfy { offset in
      let (x, y) = (Double(place.x) + offset.x, Double(place.y) + offset.y)
      return x <= 0 && y <= 0 && x + Double(place.width) >= Double(output.size.width)
        && y + Double(place.height) >= Double(output.size.height)
    }
  }

  /// Whether whole stored frames become whole output frames by scaling alone.
  func fills(_ output: OutputFrame) -> Bool {
    crop == nil && orientation == .up && place == output.rectangle && motion == nil
  }

  /// The orientation that `transform` gives, where what it does beyond that moves no corner of `part` noticeably.
  static func orientation(of transform: Transform, over part: Rectangle) -> Orientation? {
    let across = max(abs(part.x), abs(part.maxX))
    let down = max(abs(part.y), abs(part.maxY))
    if abs(transform.b) * across <= tolerance, abs(transform.c) * down <= tolerance {
      return switch (transform.a > 0, transform.d > 0) {
      case (true, true): .up
      case (false, true): .upMirrored
      case (false, false): .down
      case (true, false): .downMirrored
      }
    }
    if abs(transform.a) * across <= tolerance, abs(transform.d) * down <= tolerance {
      return switch (transform.b > 0, transform.c > 0) {
      case (true, true): .leftMirrored
      case (true, false): .right
      case (false, false): .rightMirrored
      case (false, true): .left
      }
    }
    return nil
  }

  /// The rectangle of whole pixels whose edges are those of `rectangle`, if they are near enough.
  static func whole(_ rectangle: Rectangle) -> PixelRectangle? {
    let edges = [rectangle.x, rectangle.y, rectangle.maxX, rectangle.maxY]
    let rounded = edges.map { $0.rounded() }
    guard zip(edges, rounded).allSatisfy({ abs($0 - $1) <= tolerance && abs($1) < 1_000_000 }) else { return nil }
    return PixelRectangle(
      x: Int(rounded[0]), y: Int(rounded[1]), width: Int(rounded[2] - rounded[0]), height: Int(rounded[3] - rounded[1]))
  }
}
