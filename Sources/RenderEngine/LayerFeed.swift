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
  private var converter: (source: String, step: Step)?
  private var last: (number: Int, picture: Buffer)?

  /// What it takes from a decoded picture to the layer's.
  private enum Step {
    case none
    case convert(VideoConverter)
    case convertAndTurn(VideoConverter, PictureFormat)
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
    let picture =
      switch try step(for: source.caps) {
      case .none: source.buffer
      case .convert(let converter): try converter.convert(source.buffer)
      case .convertAndTurn(let converter, let lying):
        try Buffer(
          planes: PlaneTurn(orientation).apply(
            to: converter.convert(source.buffer).planes(of: lying.video), of: lying.size, turnedTo: target.video),
          format: target.video)
      }
    last = (source.number, picture)
    return picture
  }

  private func step(for caps: Caps) throws -> Step {
    let text = caps.description
    if let converter, converter.source == text { return converter.step }
    let step = try makeStep(for: caps)
    converter = (text, step)
    return step
  }

  private func makeStep(for caps: Caps) throws -> Step {
    let decoded = try VideoFormat(caps)
    let said = caps.string("colorimetry").flatMap { VideoColour(capsField: $0) }
    let colour = (said.map { Colorimetry($0) } ?? .unspecified).completed(height: decoded.height, output: target.colour)
    let isSameSize = decoded.width == target.size.width && decoded.height == target.size.height
    let isSited = caps.string("chroma-site").map { $0 == "mpeg2" } ?? true
    let isSameColour =
      colour.isFullRange == target.colour.isFullRange && colour.matrix == target.colour.matrix
      && colour.primaries == target.colour.primaries
    if decoded.name == target.video.name, isSameSize, isSited, isSameColour, crop == nil, orientation == .up {
      return .none
    }
    let lyingSize = orientation.apply(to: target.size)
    let lying =
      try orientation == .up
      ? target
      : PictureFormat(
        name: target.video.name, size: lyingSize, frameDuration: Rational(1, 25), colour: target.colour)
    let converter = try VideoConverter(
      from: decoded.read(as: VideoColour(colour)), to: lying.video,
      area: crop.map { VideoConverter.Area(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
      convertsPrimaries: colour.primaries != target.colour.primaries)
    return orientation == .up ? .convert(converter) : .convertAndTurn(converter, lying)
  }
}

extension Colorimetry {
  /// The same colours in the plan's words.
  init(_ colour: VideoColour) {
    self.init(
      isFullRange: colour.isFullRange, matrix: colour.matrix, transfer: colour.transfer, primaries: colour.primaries)
  }
}
