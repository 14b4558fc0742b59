import Compositing
import EditingModel
import MediaFormats
import MediaTime
import SeededRandom

/// Red, green, blue and alpha.
typealias Pixel = SIMD4<UInt8>

extension PixelBuffer {
  /// A picture in `rgba` whose pixels `pixel` gives.
  static func drawn(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel) throws -> PixelBuffer {
    let picture = try PixelBuffer(format: .rgba, width: width, height: height)
    try picture.withMutableBytes(ofPlane: 0) { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let value = pixel(x, y)
          for component in 0..<4 { bytes[4 * (y * width + x) + component] = value[component] }
        }
      }
    }
    return picture
  }

  /// One color.
  static func plain(_ pixel: Pixel, _ width: Int, _ height: Int) throws -> PixelBuffer {
    try drawn(width, height) { _, _ in pixel }
  }

  /// Noise, opaque unless `alpha`.
  static func noise(
    _ width: Int, _ height: Int, alpha: Bool = false, using random: inout SeededGenerator
  ) throws -> PixelBuffer {
    try drawn(width, height) { _, _ in
      let pixel = Pixel.random(in: 0...255, using: &random)
      return alpha ? pixel : Pixel(pixel.x, pixel.y, pixel.z, 255)
    }
  }

  /// The pixels, row by row.
  func pixels() throws -> [Pixel] {
    try withBytes(ofPlane: 0) { bytes in
      (0..<height).flatMap { y in
        (0..<width).map { x in
          let index = planes[0].row(y).lowerBound + 4 * x
          return Pixel(bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3])
        }
      }
    }
  }
}

/// A frame to be made of layers, topmost first.
struct Frame {
  /// A layer: its picture, nil in a gap of its track, and how it lies.
  struct Layer {
    var picture: PixelBuffer?
    var opacity = 1.0
    var transform = Transform.identity
    var crop: Rectangle?

    init(
      _ picture: PixelBuffer?, opacity: Double = 1, transform: Transform = .identity, crop: Rectangle? = nil
    ) {
      self.picture = picture
      self.opacity = opacity
      self.transform = transform
      self.crop = crop
    }
  }

  var layers: [Layer]
  var width: Int
  var height: Int
  var renderScale = 1.0
  var background = Color.black
  var parameters: JSONValue?

  init(_ layers: [Layer], _ width: Int, _ height: Int) {
    self.layers = layers
    self.width = width
    self.height = height
  }

  /// What the engine would ask a compositor.
  var request: AsynchronousVideoCompositionRequest {
    let ids = layers.indices.map { TrackID(rawValue: Int32($0 + 1)) }
    let size = Size(width: Double(width), height: Double(height))
    var instruction = VideoCompositionInstruction(
      timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)), backgroundColor: background,
      parameters: parameters)
    instruction.layerInstructions = zip(ids, layers).map { id, layer in
      LayerInstruction(
        trackID: id, opacity: Ramps([.setting(at: .zero, value: layer.opacity)]),
        transform: Ramps([.setting(at: .zero, value: layer.transform)]),
        cropRectangle: Ramps(layer.crop.map { [.setting(at: .zero, value: $0)] } ?? []))
    }
    return AsynchronousVideoCompositionRequest(
      renderContext: VideoCompositionRenderContext(
        size: size, renderScale: renderScale, renderTransform: .scale(x: renderScale, y: renderScale),
        pixelFormat: .rgba, colorimetry: .bt709
      ) { try? PixelBuffer(format: .rgba, width: width, height: height) },
      compositionTime: .zero, instruction: instruction,
      sourceFrames: zip(ids, layers).compactMap { id, layer in layer.picture.map { (id, $0) } }, report: { _ in })
  }

  /// The pixels that `compositor` makes.
  func pixels(by compositor: some SynchronousVideoCompositing) throws -> [Pixel] {
    try compositor.compose(request).pixels()
  }
}

/// How far the furthest two of as many numbers are apart.
func furthest(_ left: [Double], _ right: [Double]) -> Double {
  left.count == right.count ? zip(left, right).map { abs($0 - $1) }.max() ?? 0 : .infinity
}
