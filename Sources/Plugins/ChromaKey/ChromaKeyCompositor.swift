public import Compositing
public import EditingModel
public import MediaFormats
import PictureRows

/// Takes the ground of one color out of the topmost layer and lays the rest over the layers below it.
///
/// Colors are full-range R′G′B′, in which the key color is the same in every film: the engine converts sources once
/// before and the frame once after. What lies near what is decided in the plane of their Cb and Cr.
public struct ChromaKeyCompositor: SynchronousVideoCompositing {
  /// Its name and parameters.
  public static let description = CompositorDescription(
    name: "chroma-key", summary: "Takes the ground of one color out of the topmost layer.",
    parameters: [
      CompositorParameter(
        "color", .color, default: .string("#00b140"), summary: "The ground's color; its lightness does not count."),
      CompositorParameter(
        "tolerance", .number(0...1), default: .number("0.12"),
        summary: "How far from that, in units of Cb and Cr, all is ground."),
      CompositorParameter(
        "softness", .number(0...1), default: .number("0.1"),
        summary: "Over how much more distance ground becomes figure."),
      CompositorParameter(
        "spill", .number(0...1), default: .number("1"),
        summary: "How much of the ground's shine on the figure is taken off."),
      CompositorParameter(
        "shrink", .integer(0...16), default: .number("0"), summary: "How far the edge is drawn in, in pixels."),
      CompositorParameter(
        "feather", .integer(0...32), default: .number("0"), summary: "How far the edge is made soft, in pixels."),
    ])

  /// RGB with alpha: a color is the same in every film.
  public let sourcePixelFormats: [PixelBuffer.Format]? = [.rgba]
  /// The same.
  public let requiredPixelFormatsForRenderContext: [PixelBuffer.Format] = [.rgba]

  private let film: JSONValue?

  /// A compositor with `parameters` for the whole film.
  ///
  /// - Throws: `CompositingError` with `invalidParameter` where the color is a gray.
  public init(parameters: JSONValue?) throws {
    film = parameters
    _ = try Self.key(CompositorParameterValues(Self.description, film: film))
  }

  /// The frame that `request` asks for.
  ///
  /// - Throws: `CompositingError` or `CompositorFailure`.
  public func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let values = CompositorParameterValues(
      Self.description, film: film, instruction: request.videoCompositionInstruction.parameters)
    let layers = try request.layerStack()
    var canvas = try LayerCanvas(for: request)
    for picture in layers.below { try canvas.composite(picture) }
    if let top = layers.top { try canvas.composite(try keyed(top, values, in: request.renderContext)) }
    return try canvas.finish()
  }

  /// `picture` without its ground.
  private func keyed(
    _ picture: LayerPicture, _ values: CompositorParameterValues, in context: VideoCompositionRenderContext
  ) throws -> LayerPicture {
    let key = try Self.key(values)
    let frame = try context.newPixelBuffer(of: .rgba)
    try frame.changeRows(beside: picture.frame) { key.apply(to: $1, giving: &$0) }
    // Distances count in the film's own pixels, whatever it is scaled to.
    func distance(_ name: String) throws -> Int { Int((try values.number(name) * context.renderScale).rounded()) }
    let (shrink, feather) = (try distance("shrink"), try distance("feather"))
    if shrink > 0 || feather > 0 {
      var matte = try Matte(of: frame)
      matte.shrink(by: shrink)
      matte.feather(by: feather)
      try matte.write(to: frame)
    }
    return LayerPicture(frame: frame, opacity: picture.opacity)
  }

  private static func key(_ values: CompositorParameterValues) throws -> Key {
    let color = try values.color("color")
    let key = Key(
      color: color, tolerance: try values.number("tolerance"), softness: try values.number("softness"),
      suppression: try values.number("spill"))
    guard let key else {
      throw CompositingError(
        .invalidParameter,
        "The key color \(color.hexadecimal) is a grey, and a grey has no hue to tell the ground by.",
        remedy: "Give “color” the color of the ground, as “#00b140”.")
    }
    return key
  }
}
