import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering

/// The pictures of one layer in the format in which they are used: selected, converted once, and kept as long as they
/// repeat.
///
/// Threads: one at a time.
final class LayerSource {
  private let run: Int
  private let scheduler: RunScheduler
  private let target: PictureFormat
  private let crop: PixelRectangle?
  private let orientation: Orientation
  private var conversion: (source: String, conversion: PictureConversion)?
  private var last: (number: Int, picture: Buffer)?

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
    let picture = try conversion(of: source.caps).apply(to: source.buffer)
    last = (source.number, picture)
    return picture
  }

  private func conversion(of caps: Caps) throws -> PictureConversion {
    let text = caps.description
    if let conversion, conversion.source == text { return conversion.conversion }
    let decoded = try VideoFormat(caps)
    let made = try PictureConversion(
      from: decoded,
      color: scheduler.facts(of: run).colorimetry.completed(height: decoded.height, output: target.color),
      isSited: caps.string("chroma-site").map { $0 == "mpeg2" } ?? true, to: target, crop: crop,
      orientation: orientation)
    conversion = (text, made)
    return made
  }
}
