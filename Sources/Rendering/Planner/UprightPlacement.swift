import EditingModel
import MediaFormats

/// A layer's place as GStreamer's `compositor` can give it: a part of the stored frame, turned by one of the eight
/// orientations and scaled onto a rectangle of whole pixels.
struct UprightPlacement: Hashable {
  /// The part of the stored frame that is shown; nil for all of it.
  let crop: PixelRectangle?
  /// How the part is turned.
  let orientation: Orientation
  /// Where it goes in the output.
  let place: PixelRectangle

  /// How far from a whole pixel an edge may be, in pixels: what arithmetic loses, and nobody sees.
  private static let tolerance = 0.001

  /// The place of the part `crop` of frames of `facts` under `transform`, from stored pixels to those of `output`; nil
  /// where the map does more than turn by right angles, mirror and scale, or an edge falls beside a pixel or, in
  /// subsampled formats, beside a chroma sample.
  init?(crop: Rectangle?, of facts: VideoTrackFacts, transform: Transform, in output: OutputFrame) {
    let stored = Rectangle(Size(facts.size))
    let part = crop ?? stored
    guard let orientation = Self.orientation(of: transform, over: part),
      let place = Self.whole(transform.boundingBox(of: part)), place.width > 0, place.height > 0
    else { return nil }
    let steps = output.pixelFormat.pixelsPerChroma
    guard place.x.isMultiple(of: steps.across), place.y.isMultiple(of: steps.down) else { return nil }
    if crop == nil || part == stored {
      self.crop = nil
    } else {
      guard let whole = Self.whole(part), whole.width > 0, whole.height > 0 else { return nil }
      if facts.hasSubsampledChroma, !whole.x.isMultiple(of: 2) || !whole.y.isMultiple(of: 2) { return nil }
      self.crop = whole
    }
    self.orientation = orientation
    self.place = place
  }

  /// Whether the picture covers every pixel of `output`.
  func covers(_ output: OutputFrame) -> Bool {
    place.x <= 0 && place.y <= 0 && place.x + place.width >= output.size.width
      && place.y + place.height >= output.size.height
  }

  /// Whether whole stored frames become whole output frames by scaling alone.
  func fills(_ output: OutputFrame) -> Bool {
    crop == nil && orientation == .up && place == output.rectangle
  }

  /// The orientation that `transform` gives, where what it does beyond that moves no corner of `part` noticeably.
  private static func orientation(of transform: Transform, over part: Rectangle) -> Orientation? {
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
  private static func whole(_ rectangle: Rectangle) -> PixelRectangle? {
    let edges = [rectangle.x, rectangle.y, rectangle.maxX, rectangle.maxY]
    let rounded = edges.map { $0.rounded() }
    guard zip(edges, rounded).allSatisfy({ abs($0 - $1) <= tolerance && abs($1) < 1_000_000 }) else { return nil }
    return PixelRectangle(
      x: Int(rounded[0]), y: Int(rounded[1]), width: Int(rounded[2] - rounded[0]), height: Int(rounded[3] - rounded[1]))
  }
}
