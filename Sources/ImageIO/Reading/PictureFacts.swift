import Containers
import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import PictureFiles
import Rendering

/// The facts about a file's pictures, found out without decoding more than that takes.
struct PictureFacts: Sendable {
  /// The times of moving pictures.
  struct Animation: Sendable {
    /// Seconds that each picture is shown.
    var delays: [Double]
    /// Seconds that the file says.
    var statedDelays: [Double]
    /// The number of times that all are shown; nil for ever.
    var playCount: Int?
  }

  /// Pixels as stored.
  var width = 0, height = 0
  /// Bits of a component.
  var depth = 8
  /// Whether pixels may be less than opaque.
  var hasAlpha = false
  /// The color model, as ``kCGImagePropertyColorModel`` has it.
  var colorModel = "RGB"
  /// Whether pixels are numbers of colors.
  var isIndexed = false
  /// Of moving pictures, and of a GIF of one.
  var animation: Animation?
  /// When the engine shows each picture of moving ones; nil of those that are read one by one.
  var timing: FrameTiming?
  /// The tags of a photograph.
  var tags: [ExifField] = []
  /// Of a PNG.
  var png: PNGHeader?
  /// Of a JPEG.
  var jfif: JFIFHeader?
  /// Whether a JPEG becomes sharper as it is read.
  var isProgressive = false

  /// The number of pictures.
  var count: Int { timing?.count ?? animation?.delays.count ?? 1 }

  private static let orientationTag = 0x0112

  /// The orientation of the pictures, as the tags state it; nil where none does.
  var orientation: CGImagePropertyOrientation? {
    for field in tags where field.directory == .image && field.tag == Self.orientationTag {
      guard case .integers(let numbers) = field.value, let number = numbers.first else { continue }
      return UInt32(exactly: number).flatMap(CGImagePropertyOrientation.init)
    }
    return nil
  }

  /// The facts of the file of `kind` at `url`.
  ///
  /// - Throws: `RenderError`, `PictureError` or the file system's, where the file is damaged, or of a kind that is not read.
  init(_ kind: PictureKind, at url: URL) throws {
    let file = try FileBytes(url.path, isReadOnly: true)
    switch kind {
    case .jpeg:
      guard let header = try JPEGHeader(of: file) else { throw Self.damaged }
      (width, height) = header.size
      colorModel = [1: "Gray", 4: "CMYK"][header.sampling.count] ?? "RGB"
      (jfif, tags) = (try JFIFHeader(file), try ExifTags(ofPicture: file)?.fields ?? [])
    case .png:
      guard let header = try PNGHeader(file) else { throw Self.damaged }
      (width, height) = header.size
      (depth, isIndexed) = (header.depth, header.colorType == 3)
      hasAlpha = header.hasClearColor || header.colorType >= 4
      colorModel = header.colorType & 2 == 0 ? "Gray" : "RGB"
      (png, tags) = (header, try ExifTags(ofPicture: file)?.fields ?? [])
      if header.isAnimated { take(try AnimationFile.png(url.path)) }
    case .gif:
      take(try AnimationFile.gif(url.path))
      isIndexed = true
    case .webP:
      let pictures = try AnimationFile.webP(url.path)
      take(pictures)
      // One picture has no time.
      if pictures.durations.count == 1 { animation = nil }
      tags = try ExifTags(ofPicture: file)?.fields ?? []
    case .tiff:
      try takeEngineFacts(url)
      tags = try ExifTags(in: file, at: 0)?.fields ?? []
    case .heic, .heif, .avif:
      try takeEngineFacts(url)
      // They come upright, whatever the tags say.
      let tags = try HEIFPicture(url.path).exif().flatMap(ExifTags.init)?.fields ?? []
      self.tags = tags.filter { $0.directory != .image || $0.tag != Self.orientationTag }
    case .bitmap, .targa, .jpeg2000, .heics, .avis:
      try takeEngineFacts(url)
    }
    guard width > 0, height > 0 else { throw Self.damaged }
  }

  private mutating func take(_ pictures: any PictureAnimation) {
    (width, height, hasAlpha) = (pictures.width, pictures.height, pictures.hasAlpha)
    animation = Animation(
      delays: pictures.durations.map { Double($0) / Double(pictures.timescale) },
      statedDelays: pictures.statedSeconds, playCount: pictures.playCount)
  }

  /// Takes what the engine finds out about the file at `url`. Blocks.
  private mutating func takeEngineFacts(_ url: URL) throws {
    let facts = try MediaInspector().blockingFacts(of: AssetReference(url: url))
    guard let video = facts.defaultVideo else { throw Self.damaged }
    (width, height, hasAlpha) = (video.size.width, video.size.height, video.hasAlpha)
    depth = [("64", 16), ("16", 16), ("12", 12), ("10", 10)].first { video.format.contains($0.0) }?.1 ?? 8
    if video.format.contains("GRAY") { colorModel = "Gray" }
    guard video.timing != .still else { return }
    timing = video.timing
    let starts = try (0..<video.timing.count).map { try video.timing.start(of: $0) } + [facts.duration]
    let delays = try zip(starts, starts.dropFirst()).map { try ($1 - $0).seconds }
    animation = Animation(delays: delays, statedDelays: delays, playCount: nil)
  }

  private static var damaged: RenderError {
    RenderError(.mediaUnreadable, "The picture is damaged, or cut short.", remedy: "Copy or download it again.")
  }
}
