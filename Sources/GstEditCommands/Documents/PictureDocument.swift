import Foundation
import GstEdit

/// The picture of a plan, as programs are told of it.
struct PictureDocument: Encodable {
  let size: [Int]
  let frameDuration: String
  let frames: Int
  let origin: String
  let pixelFormat: String
  let colorimetry: ColorimetryDocument
  let runs: [Run]
  let spans: [SpanDocument]

  /// What one decoder feeds.
  struct Run: Encodable {
    let clip: ClipDocument
    let file: String
    let frames: [Int]
    let firstTime: String
    let step: String
    let firstSourceFrame: Int
    let lastSourceFrame: Int
    let repeatedFrames: Int
    let droppedFrames: Int
  }

  /// A layer of a span; the lowest stands first. A `mix` has places and orientations (Exif's numbers), a `warp` has
  /// transforms.
  struct Layer: Encodable {
    let run: Int
    var place: [Int]?
    var orientation: Int?
    var transform: [Line<[Double]>]?
    var crop: [Line<[Double]>]?
    let opacity: [Line<Double>]
  }

  /// A custom compositor, what it is told, and the tracks whose frames it gets.
  struct Compositor: Encodable {
    let name: String
    let parameters: JSONValue?
    let instruction: Int
    let instructionParameters: JSONValue?
    let containsTweening: Bool
    let sources: [Source]

    /// A composition's track, and the run that feeds it.
    struct Source: Encodable {
      let track: Int32
      let run: Int
    }

    init(_ call: CustomCompositing) {
      name = call.compositor.name
      parameters = call.compositor.parameters
      instruction = call.instructionIndex
      instructionParameters = call.instruction.parameters
      containsTweening = call.containsTweening
      sources = call.sources.map { Source(track: $0.trackID.rawValue, run: $0.run) }
    }
  }

  /// A straight piece of a curve: the values at its first frame and at its last.
  struct Line<Value: Encodable>: Encodable {
    let frames: [Int]
    let first: Value
    let last: Value
  }

  init(_ picture: PicturePlan) {
    size = [picture.size.width, picture.size.height]
    frameDuration = picture.grid.frameDuration.description
    frames = picture.frameCount
    origin = picture.origin.description
    pixelFormat = picture.pixelFormat.rawValue
    colorimetry = ColorimetryDocument(picture.colorimetry)
    runs = picture.runs.map(Run.init)
    spans = picture.spans.map(SpanDocument.init)
  }
}

extension PictureDocument.Run {
  init(_ run: SourceRun) {
    let shown = run.sourceFrames
    self.init(
      clip: ClipDocument(run.clip), file: run.source.asset.url.path, frames: run.frames.bounds,
      firstTime: run.firstTime.description, step: run.step.description, firstSourceFrame: shown.first,
      lastSourceFrame: shown.last, repeatedFrames: shown.repeats, droppedFrames: shown.drops)
  }
}

/// Frames of a plan that are made by one method.
struct SpanDocument: Encodable {
  let frames: [Int]
  let method: String
  var run: Int?
  var background: [Double]?
  var layers: [PictureDocument.Layer]?
  var compositor: PictureDocument.Compositor?

  init(_ span: PictureSpan) {
    frames = span.frames.bounds
    method = span.method.name
    switch span.method {
    case .empty(let color):
      background = color.components
    case .passthrough(let number):
      run = number
    case .mix(let color, let mixed):
      background = color.components
      layers = mixed.map { PictureDocument.Layer($0, over: span.frames) }
    case .warp(let color, let warped):
      background = color.components
      layers = warped.map(PictureDocument.Layer.init)
    case .custom(let call):
      compositor = PictureDocument.Compositor(call)
    }
  }
}

extension PictureDocument.Layer {
  init(_ layer: MixLayer, over frames: Range<Int>) {
    let place = layer.place
    self.init(
      run: layer.run, place: [place.x, place.y, place.width, place.height], orientation: layer.orientation.rawValue,
      crop: layer.crop.map { FrameCurve(constant: Rectangle($0), over: frames).lines(\.components) },
      opacity: layer.opacity.lines(\.self))
  }

  init(_ layer: WarpLayer) {
    self.init(
      run: layer.run, transform: layer.transform.lines(\.components), crop: layer.crop?.lines(\.components),
      opacity: layer.opacity.lines(\.self))
  }
}

extension FrameCurve {
  /// The curve's pieces, their values written as `written` says.
  fileprivate func lines<Written>(_ written: (Value) -> Written) -> [PictureDocument.Line<Written>] {
    pieces.map { piece in
      PictureDocument.Line(frames: piece.frames.bounds, first: written(piece.first), last: written(piece.last))
    }
  }
}

extension Range {
  /// The first, and one past the last.
  var bounds: [Bound] { [lowerBound, upperBound] }
}

extension Color {
  /// Red, green, blue and alpha.
  var components: [Double] { [red, green, blue, alpha] }
}

extension Transform {
  /// The six numbers, in `CGAffineTransform`'s order.
  var components: [Double] { [a, b, c, d, tx, ty] }
}

extension Rectangle {
  /// The left and top edges, the width and the height.
  var components: [Double] { [x, y, width, height] }
}
