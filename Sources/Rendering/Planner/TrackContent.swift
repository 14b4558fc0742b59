import EditingModel
import MediaFormats
import MediaTime

/// The content of a track over some frames.
enum TrackContent: Hashable {
  /// A segment's media.
  case segment(Clip)
  /// A tree of layers, by its number among the plan's.
  case tree(Int)

  /// The segment's name, which errors give it; nil of a tree.
  var clip: ClipReference? { if case .segment(let clip) = self { clip.reference } else { nil } }

  /// The beginning of the segment, as errors state it; nil of a tree.
  var start: Rational? { if case .segment(let clip) = self { clip.targetStart.rational } else { nil } }
}

/// The format of a track's pictures, whatever is to be seen in them, and the way they are turned upright.
struct TrackPicture {
  /// The content that shows them.
  let content: TrackContent
  /// Their stored pixels.
  let size: PixelSize
  /// Whether they may be translucent.
  let hasAlpha: Bool
  /// The part of the stored pixels that is meant to be seen; nil for all of them.
  let cleanAperture: Rectangle?
  /// All of them, in natural pixels.
  let whole: Rectangle
  /// From stored pixels to natural ones.
  let naturalTransform: Transform
  /// From natural pixels to upright ones, wherever in the plane.
  let upright: Transform

  /// The picture of `clip` of media with `facts`, on a track that turns pictures by `preferredTransform` unless that is the identity.
  init(_ clip: Clip, of facts: VideoTrackFacts, preferredTransform: Transform) {
    content = .segment(clip)
    size = facts.size
    hasAlpha = facts.hasAlpha
    cleanAperture = facts.cleanAperture
    whole = Rectangle(facts.naturalSize)
    naturalTransform = facts.naturalTransform
    upright = preferredTransform == .identity ? facts.orientation.transform(for: facts.naturalSize) : preferredTransform
  }

  /// The tree of layers number `tree`, drawn in the size of `output`, of a film of `renderSize`.
  init(tree: Int, in output: OutputFrame, renderSize: Size) {
    content = .tree(tree)
    size = output.size
    hasAlpha = true
    cleanAperture = nil
    whole = Rectangle(renderSize)
    naturalTransform = output.transform.inverted ?? .identity
    upright = .identity
  }

  /// All stored pixels.
  var storedArea: Rectangle { Rectangle(Size(size)) }

  /// `part` of it in stored pixels; nil for all that is stored.
  func stored(_ part: Rectangle) -> Rectangle? {
    if part == whole { return cleanAperture }
    return naturalTransform.inverted?.boundingBox(of: part) ?? part
  }
}
