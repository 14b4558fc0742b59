import EditingModel
import MediaFormats

/// A video composition in a project.
struct VideoCompositionDraft: Hashable, Sendable {
  /// The duration of each output frame, or that pictures keep their own times; nil where the media state it.
  var frameDuration: FrameDurationDraft?
  /// The picture's size, before scaling; nil where the media says it.
  var renderSize: Size?
  /// The factor of the size.
  var renderScale = 1.0
  /// The colors of the output; nil for those that follow from its size and its sources.
  var color: FilmColor?
  /// The compositor that draws instead of the built-in one.
  var customCompositor: CompositorReference?
  /// The placement of pictures of layers without one of their own.
  var fit: PictureFit?
  /// The instructions, in order; nil where all tracks are stacked.
  var instructions: [InstructionDraft]?

  static let form = Form<VideoCompositionDraft>.object(
    "videoComposition",
    "How the video tracks become one picture. Where it says a fit, it may be without instructions: then all tracks are "
      + "stacked, the first on top, and size and rate are the first video asset's unless given.",
    needed: NeededKeys(
      ["frameDuration", "renderSize", "instructions"],
      unless: [.init(key: "fit"), .init(key: "frameDuration", text: FrameDurationDraft.sourceWord)],
      isThereWithout: "instructions"),
    Field(
      optional: "frameDuration", \.frameDuration, FrameDurationDraft.form,
      "How long each output frame lasts, in seconds; \"source\" where each picture keeps its own time, as far as nothing is "
        + "composed."),
    Field(optional: "renderSize", \.renderSize, .size, "The picture's width and height in pixels."),
    Field("renderScale", \.renderScale, .positive, default: 1, "What the size is multiplied by when rendering."),
    Field(
      optional: "color", \.color, .choice(FilmColor.allCases.map { ($0.rawValue, $0) }),
      "The colors of the film; hlg and pq have high dynamic range. Unless given, BT.709 from 720 lines up, and below what "
        + "all clips agree on; high dynamic range where all clips have it and the pixel format has 10 bits."),
    Field(
      optional: "customCompositor", \.customCompositor, CompositorReference.form,
      "The compositor that draws instead of the built-in one."),
    Field(
      optional: "fit", \.fit, .choice(PictureFit.allCases.map { ($0.rawValue, $0) }),
      "How pictures of another shape are placed, where a layer does not say it: \(PictureFit.meanings)."),
    Field(
      optional: "instructions", \.instructions, .list(of: InstructionDraft.form),
      "The instructions, in order: they cover the composition's duration without gap or overlap."),
    make: VideoCompositionDraft.init)
}

/// The `frameDuration` of a project.
enum FrameDurationDraft: Hashable, Sendable {
  /// Every output frame lasts so long.
  case duration(ProjectTime)
  /// Each picture keeps its own time where nothing is composed.
  case source

  /// The word for ``source``.
  static let sourceWord = "source"

  /// The duration; nil of ``source``.
  var time: ProjectTime? {
    if case .duration(let time) = self { time } else { nil }
  }

  /// A duration, or the word.
  static let form: Form<FrameDurationDraft> = {
    let duration = Form<ProjectTime>.duration
    let expected = "\(duration.expected), or \"\(sourceWord)\""
    return Form(
      expected: expected,
      schema: SchemaFragment([
        ("oneOf", .array([.object([("const", .string(sourceWord))]), duration.schema.node]))
      ]).defining([duration.schema]),
      read: { node, reading in
        if case .string(sourceWord) = node.content { return .source }
        return duration.read(node, &reading).map(FrameDurationDraft.duration)
      },
      write: { draft in
        switch draft {
        case .duration(let time): duration.write(time)
        case .source: .string(sourceWord)
        }
      })
  }()
}

extension PictureFit {
  /// The meaning of each word.
  fileprivate static let meanings =
    "fit is whole and in the middle, fill covers the frame and is cut off, stretch covers it out of shape, none keeps its "
    + "own size, blur is fit over a blurred copy that fills the frame"
}

extension CompositorReference {
  static let form = Form<CompositorReference>.object(
    "customCompositor", "A custom compositor, by name.",
    Field("name", \.name, .text("the name of a compositor"), "The name under which it is registered."),
    Field(optional: "parameters", \.parameters, .anything, "Its parameters."),
    make: { CompositorReference(name: $0, parameters: $1) })
}

/// An instruction in a project.
struct InstructionDraft: Hashable, Sendable {
  /// The beginning of its range, in composition time.
  var start: ProjectTime
  /// The duration for which it applies.
  var duration: ProjectTime
  /// The color where no layer covers.
  var background = Color.black
  /// A track whose frames are passed through unchanged.
  var passthrough: TrackID?
  /// Whether layers drawn over the finished picture apply.
  var postProcessing = true
  /// The tracks whose frames a custom compositor gets.
  var requiredTracks = VideoCompositionInstruction.RequiredSources.ofLayers
  /// Whether a custom compositor's picture may change while its source frames do not; nil where it may.
  var tweening: Bool?
  /// The parameters for a custom compositor.
  var parameters: JSONValue?
  /// The layers, the topmost first.
  var layers: [LayerDraft] = []

  static let form = Form<InstructionDraft>.object(
    "instruction", "What the picture is made of over a stretch of time.",
    Field("start", \.start, .time, "When it begins to apply, in composition time."),
    Field("duration", \.duration, .duration, "How long it applies."),
    Field("background", \.background, .color, default: .black, "The color where no layer covers."),
    Field(
      optional: "passthrough", \.passthrough, .trackID,
      "A video track that is shown as it is; then the layers are not looked at."),
    Field(
      "postProcessing", \.postProcessing, .boolean, default: true,
      "Whether layers drawn over the finished picture apply."),
    Field(
      "requiredTracks", \.requiredTracks, .requiredTracks, default: .ofLayers,
      "The video tracks that a custom compositor is given frames of: \"all\", or their numbers. Those of the layers unless "
        + "given; none for a compositor that makes its picture out of nothing."),
    Field(
      optional: "tweening", \.tweening, .boolean,
      "Whether a custom compositor's picture may change while its source frames do not. It may unless this is false."),
    Field(optional: "parameters", \.parameters, .anything, "The parameters of a custom compositor."),
    Field("layers", \.layers, .list(of: LayerDraft.form), default: [], "The layers, the topmost first."),
    make: InstructionDraft.init)
}

/// A layer in a project.
struct LayerDraft: Hashable, Sendable {
  /// The track that is shown.
  var track: TrackID
  /// Its opacity.
  var opacity: [RampDraft<Double>] = []
  /// From the source's pixels to the picture's.
  var transform: [RampDraft<Transform>] = []
  /// The part of the source that is shown.
  var crop: [RampDraft<Rectangle>] = []
  /// The placement of each picture; nil for that of the video composition.
  var fit: PictureFit?
  /// The place of pictures; nil for the whole picture.
  var frame: Rectangle?
  /// The part of the picture in which it is seen.
  var clip: [RampDraft<Rectangle>] = []

  static let form = Form<LayerDraft>.object(
    "layer", "How one track appears while the instruction applies.",
    Field("track", \.track, .trackID, "The number of a video track."),
    Field(
      "opacity", \.opacity, .ramps(of: "opacity", .number(0...1)), default: [],
      "How opaque the track is, 0 to 1; 1 before the first entry."),
    Field(
      "transform", \.transform, .ramps(of: "transform", .transform), default: [],
      "Where its pixels go: [a, b, c, d, tx, ty], row vectors, origin top left, y down; identity before the first entry."
    ),
    Field(
      "crop", \.crop, .ramps(of: "crop", .rectangle), default: [],
      "The part that is shown: [x, y, width, height] in source pixels; all of it before the first entry."),
    Field(
      optional: "fit", \.fit, .choice(PictureFit.allCases.map { ($0.rawValue, $0) }),
      "How each segment's picture, cropped and upright, is placed in the frame: \(PictureFit.meanings). The transform "
        + "moves what comes of it. Unless given, that of the video composition."),
    Field(
      optional: "frame", \.frame, .frame,
      "Where pictures are placed: [x, y, width, height] in the picture's pixels; all of it unless given."),
    Field(
      "clip", \.clip, .ramps(of: "clip", .clip), default: [],
      "The part of the picture in which the track is seen, whatever moves it there: [x, y, width, height] in the picture's "
        + "pixels; all of it before the first entry."),
    make: LayerDraft.init)
}
