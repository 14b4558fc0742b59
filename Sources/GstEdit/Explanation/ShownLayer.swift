import EditingModel
import MediaFormats
import Rendering

/// A layer of one frame, as the plan has it.
struct ShownLayer {
  /// An index into `PicturePlan.runs`.
  let run: Int
  /// 0…1; nil where a custom compositor decides.
  let opacity: Double?
  /// Where it lies in the output's pixels; nil where it is not upright.
  let place: Rectangle?

  /// Whether nothing below it can be seen in a picture of `size`.
  func hidesWhatIsBelow(in size: PixelSize) -> Bool {
    guard opacity == 1, let place else { return false }
    return place.x <= 0 && place.y <= 0 && place.maxX >= Double(size.width) && place.maxY >= Double(size.height)
  }
}

extension PicturePlan {
  /// The layers that `method` makes frame `frame` of, the topmost first.
  func shownLayers(of method: PictureSpan.Method, at frame: Int) -> [ShownLayer] {
    switch method {
    case .empty:
      []
    case .passthrough(let run):
      [ShownLayer(run: run, opacity: 1, place: Rectangle(Size(size)))]
    case .mix(_, let layers):
      layers.reversed().map { layer in
        ShownLayer(run: layer.run, opacity: layer.opacity.value(at: frame) ?? 1, place: Rectangle(layer.place))
      }
    case .warp(_, let layers):
      layers.reversed().map { layer in
        ShownLayer(
          run: layer.run, opacity: layer.opacity.value(at: frame) ?? 1,
          place: layer.transform.value(at: frame)?.uprightPlace(
            of: layer.crop?.value(at: frame) ?? Rectangle(Size(runs[layer.run].facts.size))))
      }
    case .custom(let call):
      // What becomes of the frames, the compositor alone knows.
      call.sources.map { ShownLayer(run: $0.run, opacity: nil, place: nil) }
    }
  }
}

extension Transform {
  /// Where `part` goes; nil where its sides do not stay upright.
  fileprivate func uprightPlace(of part: Rectangle) -> Rectangle? {
    (b == 0 && c == 0) || (a == 0 && d == 0) ? boundingBox(of: part) : nil
  }
}
