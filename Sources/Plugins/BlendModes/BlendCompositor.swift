public import Compositing
public import EditingModel
public import MediaFormats
import PictureRows
import Synchronization

/// Blends the topmost layer with those below it in one of the 16 modes of the W3C's Compositing and Blending Level 1.
///
/// The layers below lie over one another as ever. What the topmost one mixes with is what they cover; where they cover
/// nothing it shows itself, and the background shows through all of them at last.
///
/// Colors are full-range R′G′B′, as the standard's are: the engine converts sources once before and the frame once after.
public final class BlendCompositor: SynchronousVideoCompositing {
  /// Its name and parameters.
  public static let description = CompositorDescription(
    name: "blend-modes", summary: "Blends the topmost layer with those below it in one of the W3C's 16 modes.",
    parameters: [
      CompositorParameter(
        "mode", .choice(BlendMode.allCases.map(\.rawValue)), default: .string(BlendMode.normal.rawValue),
        summary: "The blend mode, by the standard's name."),
      CompositorParameter(
        "opacity", .number(0...1), default: .number("1"),
        summary: "How much of the topmost layer counts, times the layer's own opacity."),
    ])

  /// RGB with alpha: what the standard's formulas are about.
  public let sourcePixelFormats: [PixelBuffer.Format]? = [.rgba]
  /// The same.
  public let requiredPixelFormatsForRenderContext: [PixelBuffer.Format] = [.rgba]

  private let film: JSONValue?
  /// The modes that have been used: a table is worked out once.
  private let mixings = Mutex<[BlendMode: LayerCanvas.Mixing]>([:])

  /// A compositor with `parameters` for the whole film.
  public init(parameters: JSONValue?) {
    film = parameters
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
    if let top = layers.top {
      let mode = BlendMode(rawValue: try values.text("mode")) ?? .normal
      try canvas.composite(top.fading(to: try values.number("opacity")), mixing: mixing(mode))
    }
    return try canvas.finish()
  }

  private func mixing(_ mode: BlendMode) -> LayerCanvas.Mixing? {
    mixings.withLock { mixings in
      if let known = mixings[mode] { return known }
      let made = mode.mixing
      mixings[mode] = made
      return made
    }
  }
}
