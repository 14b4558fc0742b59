import EditingModel

/// A layer over some frames in which one segment feeds it, before a method is chosen.
struct VisibleLayer {
  /// What it is fed from.
  let feed: Feed
  /// What the media track holds.
  let facts: VideoTrackFacts
  /// 0…1 over the frames.
  let opacity: FrameCurve<Double>
  /// From stored pixels to the output's.
  let transform: FrameCurve<Transform>
  /// The part that is shown, in stored pixels; nil for all of it.
  let crop: FrameCurve<Rectangle>?
  /// How `compositor` would place it, if it can.
  let upright: UprightPlacement?

  /// What a layer is fed from.
  struct Feed: Hashable {
    /// The segment.
    let clip: Clip
    /// 0, unless the instruction shows the track more than once: two layers at once need two decoders.
    let occurrence: Int
  }

  /// The layer, unless nothing of it can be seen: it is transparent throughout, has no area, or lies outside `output`.
  init?(
    feed: Feed, facts: VideoTrackFacts, opacity: FrameCurve<Double>, transform: FrameCurve<Transform>,
    crop: FrameCurve<Rectangle>?, in output: OutputFrame
  ) {
    let stored = Rectangle(Size(facts.size))
    var part = crop
    if let constant = crop?.constant {
      guard let clipped = constant.intersection(stored) else { return nil }
      part = clipped == stored ? nil : crop?.map { _ in clipped }
    }
    guard opacity.constant != 0, Self.canBeSeen(part, of: stored, under: transform, in: output) else { return nil }
    self.feed = feed
    self.facts = facts
    self.opacity = opacity
    self.transform = transform
    self.crop = part
    let isStill = transform.constant != nil && (part == nil || part?.constant != nil)
    self.upright =
      isStill
      ? transform.constant.flatMap { UprightPlacement(crop: part?.constant, of: facts, transform: $0, in: output) }
      : nil
  }

  /// Whether nothing under the layer can be seen.
  func hidesWhatIsBelow(in output: OutputFrame) -> Bool {
    opacity.constant == 1 && !facts.hasAlpha && upright?.covers(output) == true
  }

  /// Whether some of the picture may come into `output`: it stays within the box around the places of its corners at the
  /// first and last frames.
  private static func canBeSeen(
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
