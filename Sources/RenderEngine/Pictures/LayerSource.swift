import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// The pictures of one layer in the format in which they are used: selected in order, converted once and in parallel,
/// and kept as long as they repeat.
///
/// Threads: one at a time.
final class LayerSource {
  private let run: Int
  private let scheduler: RunScheduler
  private let target: PictureFormat
  private let crop: PixelRectangle?
  private let orientation: Orientation
  private var conversion: (source: String, conversions: ConversionPool)?
  private var last: (number: Int, picture: PendingPicture)?

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

  /// The layer's picture for output frame `frame`: the same one as long as the picture repeats.
  func picture(at frame: Int) throws -> PendingPicture {
    let source = try scheduler.source(of: run).frame(at: frame)
    if let last, last.number == source.number { return last.picture }
    let conversions = try conversions(of: source.caps)
    let picture =
      conversions.changesNothing
      ? PendingPicture(source.buffer)
      : PendingPicture(on: DrawingThreads.queue) { [buffer = source.buffer] in try conversions.convert(buffer) }
    last = (source.number, picture)
    return picture
  }

  private func conversions(of caps: Caps) throws -> ConversionPool {
    let text = caps.description
    if let conversion, conversion.source == text { return conversion.conversions }
    let decoded = try VideoFormat(caps)
    let facts = scheduler.facts(of: run)
    let color = facts.colorimetry.completed(height: decoded.height, output: target.color)
    let site = caps.string("chroma-site").map(ChromaSite.init(capsField:)) ?? .left
    let peak = facts.light?.peak
    let made = try ConversionPool { [target, crop, orientation] in
      try PictureConversion(
        from: decoded, color: color, chromaSite: site, peakLuminance: peak, to: target, crop: crop,
        orientation: orientation)
    }
    conversion = (text, made)
    return made
  }
}

/// Equal conversions, one for each thread that converts: a converter works on one picture at a time.
///
/// Threads: any.
private final class ConversionPool: Sendable {
  /// Whether the conversion leaves pictures unchanged.
  let changesNothing: Bool
  private let make: @Sendable () throws -> PictureConversion
  private let idle: Mutex<[PictureConversion]>

  /// Conversions that `make` makes.
  init(_ make: @escaping @Sendable () throws -> PictureConversion) throws {
    self.make = make
    let first = try make()
    changesNothing = first.changesNothing
    idle = Mutex([first])
  }

  /// `picture`, converted.
  func convert(_ picture: Buffer) throws -> Buffer {
    let conversion = try idle.withLock { $0.popLast() } ?? make()
    defer { idle.withLock { $0.append(conversion) } }
    return try conversion.apply(to: picture)
  }
}
