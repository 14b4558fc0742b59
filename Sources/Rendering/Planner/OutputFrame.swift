import EditingModel
import MediaFormats

/// The picture that comes out: its size in pixels, and how the render rectangle maps onto it.
struct OutputFrame: Hashable {
  /// The output's size.
  let size: PixelSize
  /// The factor of the render size.
  let scale: Double
  /// From the render rectangle to the output's pixels.
  let transform: Transform
  /// The pixel format of the output.
  let pixelFormat: PixelFormat

  /// The range of a film's width and height, in pixels.
  static let filmEdges = 2.0...16_384.0
  /// The same of a still on its own: what libraries of pictures take.
  static let stillEdges = 1.0...65_535.0

  /// `renderSize` times `scale`, in whole pixels that `pixelFormat` can hold, with lengths within `edges`.
  ///
  /// A scaled size is rounded to the format's units, and the picture is stretched by the difference; an unscaled size
  /// is taken exactly or rejected with an error.
  init(
    renderSize: Size, scale: Double, pixelFormat: PixelFormat, edges: ClosedRange<Double> = filmEdges
  ) throws(RenderError) {
    let scaled = Size(width: renderSize.width * scale, height: renderSize.height * scale)
    // A still keeps a pixel each way, however far it is scaled down.
    let lengths = [renderSize.width, renderSize.height, scaled.width, scaled.height]
    guard lengths.allSatisfy({ edges.contains(edges.lowerBound == 1 && $0 > 0 ? max(1, $0) : $0) }) else {
      throw RenderError(
        .invalidModel,
        "The picture is \(renderSize.width) by \(renderSize.height) pixels large at a scale of \(scale).",
        remedy:
          "Choose a size and a scale that give \(Int(edges.lowerBound)) to \(Int(edges.upperBound)) pixels each way.")
    }
    let steps = pixelFormat.pixelsPerChroma
    let width = Self.pixels(scaled.width, inStepsOf: steps.across)
    let height = Self.pixels(scaled.height, inStepsOf: steps.down)
    let size = PixelSize(width: Int(width), height: Int(height))
    guard scale != 1 || (width == renderSize.width && height == renderSize.height) else {
      throw RenderError(
        .unsupported,
        "A picture in \(pixelFormat.rawValue) cannot be \(renderSize.width) by \(renderSize.height) pixels large.",
        remedy: "Use \(size), or yuv444p for an odd size in whole pixels.")
    }
    self.size = size
    self.scale = scale
    self.transform = .scale(x: width / renderSize.width, y: height / renderSize.height)
    self.pixelFormat = pixelFormat
  }

  /// The multiple of `step` nearest to `length`, the larger of two, and at least one.
  static func pixels(_ length: Double, inStepsOf step: Int) -> Double {
    max(1, (length / Double(step) + 0.5).rounded(.down)) * Double(step)
  }

  /// The whole picture.
  var rectangle: PixelRectangle { PixelRectangle(x: 0, y: 0, width: size.width, height: size.height) }
}

extension PixelFormat {
  /// The format for a picture of `size` times `scale`, in whole pixels: this one, where its chroma divides the sides, else the one of the same
  /// depth with chroma for each pixel.
  func holding(_ size: Size, scaledBy scale: Double) -> PixelFormat {
    let steps = pixelsPerChroma
    func fits(_ length: Double, _ step: Int) -> Bool {
      let pixels = OutputFrame.pixels(length * scale, inStepsOf: 1)
      return pixels == OutputFrame.pixels(length * scale, inStepsOf: step)
    }
    guard !fits(size.width, steps.across) || !fits(size.height, steps.down) else { return self }
    if hasAlpha { return .yuva444p10 }
    return bitDepth > 8 ? .yuv444p10 : .yuv444p
  }
}
