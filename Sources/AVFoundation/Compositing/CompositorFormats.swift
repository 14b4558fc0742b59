import Compositing
import CoreVideo
import MediaFormats
import Rendering

/// The pixel formats of a compositor class: as Core Video numbers them, and as the engine has them.
struct CompositorFormats: Sendable {
  /// The formats that source frames come in.
  let sources: [CVPixelFormat]
  /// The formats that finished frames have, the preferred one first.
  let outputs: [CVPixelFormat]

  /// Formats of sources where a compositor takes any: those that decoders' frames become without loss.
  private static let usual = [
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    kCVPixelFormatType_32BGRA,
  ]

  /// The formats that `compositor` names.
  ///
  /// - Throws: `RenderError` where none of them is made here.
  init(of compositor: any AVVideoCompositing) throws(RenderError) {
    let attributes: any AVVideoCompositingAttributes = compositor
    let others: any AVVideoCompositingSendableAttributes = compositor
    let source: [String: Any]? =
      attributes.sourcePixelBufferAttributes ?? others.sourcePixelBufferAttributes as [String: Any]?
    let first = attributes.requiredPixelBufferAttributesForRenderContext
    let required: [String: Any] =
      first.isEmpty ? others.requiredPixelBufferAttributesForRenderContext as [String: Any] : first
    sources = try Self.formats(
      source.map { CVPixelFormat.types(in: $0) } ?? Self.usual, of: compositor, as: "sourcePixelBufferAttributes")
    outputs = try Self.formats(
      CVPixelFormat.types(in: required), of: compositor, as: "requiredPixelBufferAttributesForRenderContext")
  }

  private static func formats(
    _ types: [OSType], of compositor: any AVVideoCompositing, as property: String
  ) throws(RenderError) -> [CVPixelFormat] {
    let formats = types.compactMap { CVPixelFormat(type: $0) }
    guard formats.isEmpty else { return formats }
    let named = types.isEmpty ? "no pixel format" : "no pixel format but " + types.map(letters).joined(separator: ", ")
    throw RenderError(
      .unsupported, "The compositor \(type(of: compositor)) names \(named) in \(property).",
      remedy: "Name one of 'BGRA', 32ARGB, 'ABGR', 'RGBA', 24RGB, '420v', '420f', 'y420', 'f420', 'x420', 'v210' "
        + "under kCVPixelBufferPixelFormatTypeKey.")
  }

  /// The engine's formats of sources, each once.
  var sourceFormats: [PixelFormat] { Self.unique(sources) }
  /// The engine's formats of finished frames, each once.
  var outputFormats: [PixelFormat] { Self.unique(outputs) }

  private static func unique(_ formats: [CVPixelFormat]) -> [PixelFormat] {
    var seen: Set<PixelFormat> = []
    return formats.map(\.format).filter { seen.insert($0).inserted }
  }

  /// Core Video's number of new buffers of the engine's `format`.
  func output(_ format: PixelFormat) -> CVPixelFormat? {
    outputs.first { $0.format == format } ?? CVPixelFormat(format)
  }

  /// The source frame `picture` in the range that the compositor takes; nil where there is no memory for it.
  func source(_ picture: PixelBuffer) -> CVBuffer? {
    let wanted =
      sources.first { $0.format == picture.format && !$0.isFullRange }
      ?? sources.first { $0.format == picture.format }
    guard let wanted, wanted.isFullRange else { return CVBuffer(picture) }
    guard let full = try? VideoRange.expanded(picture) else { return nil }
    return CVBuffer(full, as: wanted)
  }

  /// The finished frame in `buffer` in the range that films have.
  func finished(_ buffer: CVBuffer) throws -> PixelBuffer {
    buffer.format.isFullRange ? try VideoRange.compressed(buffer.picture) : buffer.picture
  }
}

/// Luma and chroma of eight bits in the limited range, as films have them, and in the full one (ITU-R BT.601 and JFIF).
enum VideoRange {
  /// `picture` in the full range.
  static func expanded(_ picture: PixelBuffer) throws -> PixelBuffer {
    try picture.mapped(luma: table { ($0 - 16) * 255 / 219 }, chroma: table { ($0 - 128) * 255 / 224 + 128 })
  }

  /// `picture` in the limited range.
  static func compressed(_ picture: PixelBuffer) throws -> PixelBuffer {
    try picture.mapped(luma: table { $0 * 219 / 255 + 16 }, chroma: table { ($0 - 128) * 224 / 255 + 128 })
  }

  private static func table(_ map: (Double) -> Double) -> [UInt8] {
    (0...255).map { UInt8(min(max(map(Double($0)).rounded(), 0), 255)) }
  }
}
