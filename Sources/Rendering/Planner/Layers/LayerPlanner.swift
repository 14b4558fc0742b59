import EditingModel
import MediaFormats
import MediaTime

/// Brings a layer onto the output over frames in which one segment feeds it: its ramps are evaluated at the frames' times,
/// and its picture is placed as its fit says, whatever other segments of the track look like.
///
/// The order is that of ``LayerInstruction/fit``: crop, upright, fit, cut to the frame, transform, clip, scale of the output.
struct LayerPlanner {
  /// The output's frames.
  let frames: FrameTimeline
  let output: OutputFrame
  /// The video composition of the layers.
  let videoComposition: VideoComposition

  /// The visible part of `layer`, number `number` of its instruction, of `picture` over `frames`, in which no border falls; nil where
  /// that is nothing.
  ///
  /// - Parameter isAsItIs: whether the picture is shown as it is stored, whatever the film's fit.
  func visible(
    _ layer: LayerInstruction, number: Int, of picture: TrackPicture, over frames: Range<Int>, isAsItIs: Bool = false
  ) throws(RenderError) -> VisibleLayer? {
    var (crop, transform, opacity) = try exactly(clip: picture.content.clip) { () throws(RationalError) in
      (
        crop: layer.cropRectangle.entries.isEmpty
          ? nil : try layer.cropRectangle.curve(over: frames, of: self.frames, initial: picture.whole),
        transform: try layer.transform.curve(over: frames, of: self.frames, initial: .identity),
        opacity: try layer.opacity.curve(over: frames, of: self.frames, initial: 1)
      )
    }
    let natural = picture.naturalTransform
    var backdrop: Backdrop?
    if let fit = isAsItIs ? nil : layer.fit(in: videoComposition) {
      let cell = output.cell(of: layer.frame)
      let motion = transform.map(onOutput)
      if fit == .blurredFill, let made = try self.backdrop(of: picture, crop: crop, in: cell) {
        let place = Transform.translation(x: Double(cell.rectangle.x), y: Double(cell.rectangle.y))
        backdrop = made
        crop = nil
        transform = motion.map(place.concatenating)
      } else if let asked = crop, asked.constant == nil {
        let followed = try places(of: asked, of: picture, fit: fit, in: cell, moved: motion)
        transform = followed.transform
        crop = followed.crop
      } else {
        guard let part = (crop?.constant ?? picture.whole).intersection(picture.whole) else { return nil }
        let placed = try place(part, of: picture, fit: fit, in: cell)
        transform = motion.map(natural.concatenating(placed.transform).concatenating)
        crop = picture.stored(placed.crop).map { FrameCurve(constant: $0, over: frames) }
      }
    } else {
      transform = transform.map { natural.concatenating($0).concatenating(output.transform) }
      crop =
        crop?.map { picture.stored($0) ?? picture.storedArea }
        ?? picture.cleanAperture.map { FrameCurve(constant: $0, over: frames) }
    }
    if let clip = layer.clipRectangle, !isAsItIs {
      let course = try exactly(clip: picture.content.clip) { () throws(RationalError) in
        try clip.curve(over: frames, of: self.frames, initial: Rectangle(videoComposition.renderSize))
      }
      let clipped = LayerClip(course.map(output.transform.boundingBox), of: picture)
      let stored = backdrop.map { Rectangle(Size($0.size)) } ?? picture.storedArea
      guard let part = try clipped.crop(crop, of: stored, under: transform) else { return nil }
      crop = part
    }
    return VisibleLayer(
      number, showing: picture, opacity: opacity, backdrop: backdrop, transform: transform,
      crop: crop, in: output)
  }

  /// A map of the render rectangle, converted to the output's pixels.
  private func onOutput(_ transform: Transform) -> Transform {
    guard transform != .identity, let back = output.transform.inverted else { return .identity }
    return back.concatenating(transform).concatenating(output.transform)
  }

  /// The place of the part `part` of `picture`, on whole pixels unless `isMoving`.
  private func place(
    _ part: Rectangle, of picture: TrackPicture, fit: PictureFit, in cell: OutputFrame.Cell, isMoving: Bool = false
  ) throws(RenderError) -> PicturePlacement {
    let placed = PicturePlacement(of: part, upright: picture.upright, fit: fit, in: cell, isMoving: isMoving)
    guard let placed else {
      throw RenderError(
        .unsupported,
        "Its track turns pictures by other than right angles, and “\(fit.rawValue)” cuts them to a frame.",
        remedy: "Use “\(PictureFit.resizeAspect.rawValue)”, or a transform in the layer.", clip: picture.content.clip,
        time: picture.content.start)
    }
    return placed
  }

  /// The places of a part that is another one at every frame: each is scaled as its size asks for, so that a crop that
  /// shrinks comes nearer.
  private func places(
    of crop: FrameCurve<Rectangle>, of picture: TrackPicture, fit: PictureFit, in cell: OutputFrame.Cell,
    moved motion: FrameCurve<Transform>
  ) throws(RenderError) -> (transform: FrameCurve<Transform>, crop: FrameCurve<Rectangle>) {
    let natural = picture.naturalTransform
    var transforms = FrameCurve<Transform>(pieces: [])
    var crops = FrameCurve<Rectangle>(pieces: [])
    for piece in crop.pieces {
      for frame in piece.range {
        let asked = piece.value(at: frame)
        var transform = Transform.identity
        var seen = asked
        if let part = asked.intersection(picture.whole) {
          let placed = try place(part, of: picture, fit: fit, in: cell, isMoving: true)
          transform = placed.transform.concatenating(motion.value(at: frame) ?? .identity)
          seen = placed.crop
        }
        transform = natural.concatenating(transform)
        seen = picture.stored(seen) ?? picture.storedArea
        transforms.append(.init(range: frame..<frame + 1, first: transform, last: transform))
        crops.append(.init(range: frame..<frame + 1, first: seen, last: seen))
      }
    }
    return (transforms, crops)
  }

  /// The backdrop of `picture` in `cell`, and the picture on it; nil where it leaves nothing free, or shows through.
  private func backdrop(
    of picture: TrackPicture, crop: FrameCurve<Rectangle>?, in cell: OutputFrame.Cell
  ) throws(RenderError) -> Backdrop? {
    guard !picture.hasAlpha else { return nil }
    if let crop, crop.constant == nil {
      throw RenderError(
        .unsupported, "Its crop changes, and “\(PictureFit.blurredFill.rawValue)” blurs one part of a picture.",
        remedy: "Use “\(PictureFit.resizeAspectFill.rawValue)”, or a crop that stays.", clip: picture.content.clip,
        time: picture.content.start)
    }
    guard let part = (crop?.constant ?? picture.whole).intersection(picture.whole) else { return nil }
    let whole = try place(part, of: picture, fit: .resizeAspect, in: cell)
    let size = PixelSize(width: cell.rectangle.width, height: cell.rectangle.height)
    guard let inner = UprightPlacement.whole(whole.place), inner.size != size else { return nil }
    let covering = try place(part, of: picture, fit: .resizeAspectFill, in: cell)
    guard let orientation = UprightPlacement.orientation(of: covering.transform, over: covering.crop) else {
      return nil
    }
    return Backdrop(
      size: size, orientation: orientation, crop: picture.stored(covering.crop) ?? picture.storedArea,
      pictureCrop: picture.stored(whole.crop),
      place: PixelRectangle(
        x: inner.x - cell.rectangle.x, y: inner.y - cell.rectangle.y, width: inner.width, height: inner.height))
  }
}

extension LayerPlanner {
  /// `layer` for a custom compositor without knowledge of fits, with `picture`: with a transform and a crop instead.
  func resolved(_ layer: LayerInstruction, of picture: TrackPicture) throws(RenderError) -> LayerInstruction {
    guard layer.clipRectangle == nil else {
      throw RenderError(
        .unsupported, "A custom compositor draws its layer, and a clip would not be seen.",
        remedy: "Leave the clip out of the layer.", clip: picture.content.clip, time: picture.content.start)
    }
    guard let fit = layer.fit(in: videoComposition) else { return layer }
    let cell = output.cell(of: layer.frame)
    var crops = layer.cropRectangle.entries.map(\.lastValue)
    if case .ramp(_, let start, _)? = layer.cropRectangle.entries.first { crops.append(start) }
    guard fit != .blurredFill, Set(crops).count <= 1, let back = output.transform.inverted else {
      throw RenderError(
        .unsupported,
        fit == .blurredFill
          ? "A custom compositor draws no blurred copies." : "Its crop changes, and a custom compositor places it.",
        remedy:
          "Use “\(PictureFit.resizeAspect.rawValue)” or “\(PictureFit.resizeAspectFill.rawValue)”, and a crop that "
          + "stays.",
        clip: picture.content.clip, time: picture.content.start)
    }
    let part = (crops.first ?? picture.whole).intersection(picture.whole) ?? picture.whole
    let placed = try place(part, of: picture, fit: fit, in: cell)
    let map = placed.transform.concatenating(back)
    var resolved = layer
    (resolved.fit, resolved.frame) = (nil, nil)
    resolved.transform = layer.transform.mapped(initial: .identity, map.concatenating)
    resolved.cropRectangle =
      placed.crop == picture.whole ? Ramps() : Ramps([.setting(at: .zero, value: placed.crop)])
    return resolved
  }
}

extension Ramps {
  /// The same course of values that `change` makes of these, from zero on; `initial` is the value before the first entry.
  fileprivate func mapped(initial: Value, _ change: (Value) -> Value) -> Ramps {
    var mapped = entries.map { entry in
      switch entry {
      case .setting(let time, let value): Entry.setting(at: time, value: change(value))
      case .ramp(let range, let from, let to): Entry.ramp(range: range, from: change(from), to: change(to))
      }
    }
    if entries.first.map({ $0.start > .zero }) ?? true {
      mapped.insert(.setting(at: .zero, value: change(initial)), at: 0)
    }
    return Ramps(mapped)
  }
}
