import Composition
import GStreamer
import MediaTime
import RenderPlan

/// The pictures of one layer in the format in which they are used: selected, converted once, and kept as long as they
/// repeat.
///
/// Threads: one at a time.
final class LayerFeed {
  private let run: Int
  private let scheduler: RunScheduler
  private let target: PictureFormat
  private let crop: PixelRectangle?
  private let orientation: Orientation
  private var steps: (source: String, steps: [Step])?
  private var last: (number: Int, picture: Buffer)?

  /// One thing done to a decoded picture on its way to the layer's.
  private enum Step {
    /// Another pixel format, size or part.
    case convert(VideoConverter)
    /// Other colours, in planes of the first format; they become a picture of the second.
    case recolour(ColourMatrix, from: PictureFormat, to: PictureFormat)
    /// A quarter turn or a mirror image, from the first format to the second.
    case turn(PlaneTurn, from: PictureFormat, to: PictureFormat)
  }

  /// The pictures of run `run`, of which `crop` is shown, turned by `orientation`, as `target`.
  init(
    run: Int, of scheduler: RunScheduler, as target: PictureFormat, crop: PixelRectangle? = nil,
    orientation: Orientation = .up
  ) {
    self.run = run
    self.scheduler = scheduler
    self.target = target
    self.crop = crop
    self.orientation = orientation
  }

  /// The layer's picture for output frame `frame`. To be asked in order.
  func picture(at frame: Int) throws -> Buffer {
    let source = try scheduler.feeder(of: run).frame(at: frame)
    if let last, last.number == source.number { return last.picture }
    let picture = try steps(for: source.caps).reduce(source.buffer) { try Self.apply($1, to: $0) }
    last = (source.number, picture)
    return picture
  }

  private static func apply(_ step: Step, to picture: Buffer) throws -> Buffer {
    switch step {
    case .convert(let converter):
      return try converter.convert(picture)
    case .recolour(let matrix, let from, let to):
      let planes = try matrix.convert(
        picture.planes(of: from.video), width: from.size.width, shifts: from.chromaShifts)
      let isHalved = from.chromaShifts == to.chromaShifts
      return try Buffer(
        planes: isHalved ? planes : ChromaHalving(to.chromaShifts).apply(to: planes, width: from.size.width),
        format: to.video)
    case .turn(let turn, let from, let to):
      return try Buffer(
        planes: turn.apply(to: picture.planes(of: from.video), width: from.size.width), format: to.video)
    }
  }

  private func steps(for caps: Caps) throws -> [Step] {
    let text = caps.description
    if let steps, steps.source == text { return steps.steps }
    let made = try makeSteps(for: caps)
    steps = (text, made)
    return made
  }

  /// ```
  ///  decoded ─► format, part and size ─► colours ─► turn ─► the layer's     only what is needed; RGB is recoloured in
  ///                                                                          full resolution and its chroma halved after
  /// ```
  private func makeSteps(for caps: Caps) throws -> [Step] {
    let decoded = try VideoFormat(caps)
    let colour = scheduler.facts(of: run).colorimetry.completed(height: decoded.height, output: target.colour)
    // What a picture is while it lies as it was stored.
    let lying = try target.with(size: orientation.apply(to: target.size))
    var steps: [Step] = []
    if colour.primaries != target.colour.primaries || decoded.depth > 8 {
      // Linear light, or more bits than eight: GStreamer's own way.
      steps.append(try convert(decoded.read(as: VideoColour(colour)), to: lying, convertsPrimaries: true))
    } else if colour.matrix == 0 {
      let rgb = try lying.with(name: decoded.hasAlpha ? "GBRA" : "GBR", colour: colour)
      steps.append(try convert(decoded.read(as: VideoColour(colour)), to: rgb))
      steps.append(.recolour(ColourMatrix(from: colour, to: target.colour), from: rgb, to: lying))
    } else {
      let own = try lying.with(colour: colour)
      let isSited = caps.string("chroma-site").map { $0 == "mpeg2" } ?? true
      let isSameSize = decoded.width == own.size.width && decoded.height == own.size.height
      if decoded.name != own.video.name || !isSameSize || !isSited || crop != nil {
        steps.append(try convert(decoded.read(as: VideoColour(colour)), to: own))
      }
      if colour.isFullRange != target.colour.isFullRange || colour.matrix != target.colour.matrix {
        steps.append(.recolour(ColourMatrix(from: colour, to: target.colour), from: own, to: lying))
      }
    }
    if orientation != .up { steps.append(.turn(PlaneTurn(orientation), from: lying, to: target)) }
    return steps
  }

  private func convert(_ source: VideoFormat, to format: PictureFormat, convertsPrimaries: Bool = false) throws -> Step
  {
    .convert(
      try VideoConverter(
        from: source, to: format.video,
        area: crop.map { VideoConverter.Area(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
        convertsPrimaries: convertsPrimaries))
  }
}
