import EditingModel
import GStreamer
import MediaDecoding
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
  private let backdrop: Backdrop?
  private let crop: Rectangle?
  private let orientation: Orientation
  private var conversion: (source: String, conversions: ConversionPool)?
  private var last: (number: Int, picture: PendingPicture)?

  /// The pictures of run `run`, cropped to `crop` and turned by `orientation`, as `target`: or `backdrop` made of them,
  /// which is as large as `target`.
  init(
    run: Int, of scheduler: RunScheduler, as target: PictureFormat, backdrop: Backdrop? = nil, crop: Rectangle? = nil,
    orientation: Orientation = .up
  ) {
    self.run = run
    self.scheduler = scheduler
    self.target = target
    self.backdrop = backdrop
    self.crop = crop
    self.orientation = orientation
  }

  /// The layer's picture for output frame `frame`: the same one as long as the picture repeats.
  func picture(at frame: Int) throws -> PendingPicture {
    try picture(of: scheduler.source(of: run).frame(at: frame))
  }

  /// The same; and whether no other output frame shows it: then it is kept no longer, and the caller may draw upon it.
  func takePicture(at frame: Int) throws -> (picture: PendingPicture, isExclusive: Bool) {
    let (source, isExclusive) = try scheduler.source(of: run).takeFrame(at: frame)
    let picture = try picture(of: source)
    if isExclusive { last = nil }
    return (picture, isExclusive)
  }

  private func picture(of source: FrameSource.Frame) throws -> PendingPicture {
    if let last, last.number == source.number { return last.picture }
    let conversions = try conversions(of: source.caps)
    let picture =
      conversions.isIdentity
      ? PendingPicture(source.buffer)
      : PendingPicture(on: DrawingThreads.queue) { [buffer = source.buffer] in try conversions.convert(buffer) }
    last = (source.number, picture)
    return picture
  }

  private func conversions(of caps: Caps) throws -> ConversionPool {
    let text = caps.description
    if let conversion, conversion.source == text { return conversion.conversions }
    let format = try VideoFormat(caps)
    let facts = scheduler.facts(of: run)
    let decoded = DecodedPicture(
      format: format, color: facts.colorimetry.completed(height: format.height, output: target.color),
      chromaSite: caps.string("chroma-site").map(ChromaSite.init(capsField:)) ?? .left,
      peakLuminance: facts.light?.peak)
    // A picture whose size has changed in mid-stream shows the same part.
    let (across, down) = (
      Double(format.width) / Double(facts.size.width), Double(format.height) / Double(facts.size.height)
    )
    let scale = Transform.scale(x: across, y: down)
    let crop = crop.map(scale.boundingBox)
    var backdrop = backdrop
    if let whole = backdrop {
      backdrop?.crop = scale.boundingBox(of: whole.crop)
      backdrop?.pictureCrop = whole.pictureCrop.map(scale.boundingBox)
    }
    let made = try ConversionPool { [target, backdrop, orientation] in
      if let backdrop { return try BackdropConversion(decoded, to: target, as: backdrop) }
      return try PictureConversion(from: decoded, to: target, crop: crop, orientation: orientation)
    }
    conversion = (text, made)
    return made
  }
}

/// Makes pictures of decoded ones. Threads: one at a time.
protocol DecodedPictureConversion: Sendable {
  /// Whether it leaves pictures unchanged.
  var isIdentity: Bool { get }

  /// `picture`, converted.
  func apply(to picture: Buffer) throws -> Buffer
}

extension PictureConversion: DecodedPictureConversion {}

extension BackdropConversion: DecodedPictureConversion {
  var isIdentity: Bool { false }
}

/// Equal conversions, one for each thread that converts: a converter works on one picture at a time.
///
/// Threads: any.
private final class ConversionPool: Sendable {
  /// Whether the conversion leaves pictures unchanged.
  let isIdentity: Bool
  private let make: @Sendable () throws -> any DecodedPictureConversion
  private let idle: Mutex<[any DecodedPictureConversion]>

  /// Conversions that `make` makes.
  init(_ make: @escaping @Sendable () throws -> any DecodedPictureConversion) throws {
    self.make = make
    let first = try make()
    isIdentity = first.isIdentity
    idle = Mutex([first])
  }

  /// `picture`, converted.
  func convert(_ picture: Buffer) throws -> Buffer {
    let conversion = try idle.withLock { $0.popLast() } ?? make()
    defer { idle.withLock { $0.append(conversion) } }
    return try conversion.apply(to: picture)
  }
}
