import EditingModel
import MediaFormats

/// A part of the output in which a layer is seen, as a part of the layer's stored pictures: what is cut off there is cropped here.
struct LayerClip {
  /// The part, in the output's pixels.
  private let clip: FrameCurve<Rectangle>
  /// The layer's picture.
  private let picture: TrackPicture

  /// The part `clip` of the output, for `picture`.
  init(_ clip: FrameCurve<Rectangle>, of picture: TrackPicture) {
    self.clip = clip
    self.picture = picture
  }

  /// The visible part of stored pixels that fill `stored` and are cropped to `crop`, under `transform`; nil where none
  /// is visible.
  ///
  /// - Throws: `RenderError` with `.unsupported` where the picture would have to be cut along lines that are not
  ///   parallel to its edges.
  func crop(
    _ crop: FrameCurve<Rectangle>?, of stored: Rectangle, under transform: FrameCurve<Transform>
  ) throws(RenderError) -> FrameCurve<Rectangle>? {
    guard let first = clip.pieces.first, let last = clip.pieces.last else { return nil }
    var cut = FrameCurve<Rectangle>(pieces: [])
    if let map = transform.constant, crop == nil || crop?.constant != nil, clip.pieces.count == 1 {
      let part = crop?.constant ?? stored
      let ends = (try box(of: first.first, under: map), try box(of: first.last, under: map))
      if Self.isStraight(from: ends.0, to: ends.1, within: part) {
        cut.append(.init(range: first.range, first: part.limiting(ends.0), last: part.limiting(ends.1)))
        return cut.isVisible ? cut : nil
      }
    }
    for frame in first.range.lowerBound..<last.range.upperBound {
      guard let rectangle = clip.value(at: frame), let map = transform.value(at: frame) else { continue }
      let part = (crop?.value(at: frame) ?? stored).limiting(try box(of: rectangle, under: map))
      cut.append(.init(range: frame..<frame + 1, first: part, last: part))
    }
    return cut.isVisible ? cut : nil
  }

  /// The stored pixels that come to lie in `rectangle`.
  private func box(of rectangle: Rectangle, under map: Transform) throws(RenderError) -> Rectangle {
    guard map.keepsRectangles, let back = map.inverted else {
      throw RenderError(
        .unsupported,
        "Its layer turns pictures by other than right angles, and a clip cuts them along the film's edges.",
        remedy: "Use a crossDissolve, or a layer without clip.", clip: picture.content.clip,
        time: picture.content.start)
    }
    return back.boundingBox(of: rectangle)
  }

  /// Whether every edge of what goes evenly from `start` to `end` stays on one side of each of `part`'s edges.
  private static func isStraight(from start: Rectangle, to end: Rectangle, within part: Rectangle) -> Bool {
    func staysOn(_ start: Double, _ end: Double, _ low: Double, _ high: Double) -> Bool {
      let slack = 1e-6 * max(1, high - low)
      let inside = low - slack...high + slack
      return inside.contains(start) && inside.contains(end) || start <= low && end <= low
        || start >= high && end >= high
    }
    return staysOn(start.x, end.x, part.x, part.maxX) && staysOn(start.maxX, end.maxX, part.x, part.maxX)
      && staysOn(start.y, end.y, part.y, part.maxY) && staysOn(start.maxY, end.maxY, part.y, part.maxY)
  }
}

extension FrameCurve<Rectangle> {
  /// Whether something has an area at some frame.
  fileprivate var isVisible: Bool {
    pieces.contains { piece in [piece.first, piece.last].contains { $0.width > 0 && $0.height > 0 } }
  }
}

extension Rectangle {
  /// The part of `other` within this one, which may have no area.
  fileprivate func limiting(_ other: Rectangle) -> Rectangle {
    let (left, right) = (Swift.min(Swift.max(other.x, x), maxX), Swift.min(Swift.max(other.maxX, x), maxX))
    let (top, bottom) = (Swift.min(Swift.max(other.y, y), maxY), Swift.min(Swift.max(other.maxY, y), maxY))
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}
