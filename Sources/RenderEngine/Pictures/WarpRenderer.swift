import Compositing
import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// Makes the frames of a `warp` span with the built-in affine compositor: layers are read from the buffers of
/// the decoder or the conversion, and drawn into buffers of a pool, several frames in parallel. Where the bottommost layer
/// is the output's picture as it stands, and no other frame shows it, the layers above are drawn upon it. And those of a
/// `mix` span of more than 8 bits, where GStreamer's `compositor` would cut off what it cannot hold, half a code of every
/// mixture.
///
/// Threads: one at a time; drawing runs on the drawing threads.
final class WarpRenderer: SpanRenderer {
  private struct Layer {
    let feed: Feed
    let transform: (_ frame: Int) -> Transform
    let crop: FrameCurve<Rectangle>?
    let opacity: FrameCurve<Double>
  }

  /// The feed of a layer's pictures.
  private enum Feed {
    case film(LayerSource, PixelBufferFactory)
    case tree(LayerTreeDrawing)
  }

  /// The picture of a layer in one frame.
  private enum Picture: Sendable {
    /// A picture; `isExclusive` where nothing else reads it.
    case film(PendingPicture, isExclusive: Bool, PixelBufferFactory)
    /// A tree of layers at a composition time.
    case tree(LayerTreeDrawing, time: Rational)
  }

  /// The drawn part of a layer in one frame.
  private struct DrawnLayer: Sendable {
    let picture: Picture
    let transform: Transform
    let crop: Rectangle?
    let opacity: Double

    /// Its picture, where that is as it stands one of `output`'s over a background of `backgroundOpacity`; nil where it is not.
    func whole(
      _ output: PixelBufferFactory, over backgroundOpacity: Double
    ) -> (picture: PendingPicture, isExclusive: Bool)? {
      guard case .film(let picture, let isExclusive, let factory) = picture,
        isWhole(factory, output, over: backgroundOpacity)
      else { return nil }
      return (picture, isExclusive)
    }

    /// The layer as it is drawn; nil where nothing is seen of it.
    func affine(_ cancellation: Cancellation) throws -> AffineLayer? {
      switch picture {
      case .film(let picture, _, let factory):
        return AffineLayer(
          picture: try factory.wrap(picture.buffer(cancellation)), transform: transform, crop: crop, opacity: opacity)
      case .tree(let tree, let time):
        // The drawn part lies within its picture.
        guard let drawn = try tree.placed(at: time), let back = drawn.transform.inverted else { return nil }
        return AffineLayer(
          picture: drawn.picture, transform: drawn.transform.concatenating(transform),
          crop: crop.map(back.boundingBox), opacity: opacity)
      }
    }

    private func isWhole(
      _ factory: PixelBufferFactory, _ output: PixelBufferFactory, over backgroundOpacity: Double
    ) -> Bool {
      (!output.pixelFormat.hasAlpha || backgroundOpacity == 0) && opacity >= 1 && transform == .identity && crop == nil
        && factory.pixelFormat == output.pixelFormat
        && factory.format.size == output.format.size
    }
  }

  private let layers: [Layer]
  private let plan: PicturePlan
  private let background: (samples: (UInt16, UInt16, UInt16), alpha: Double)
  private let output: PixelBufferFactory
  private let cancellation: Cancellation

  /// The frames of `layers`, bottom to top, over `background`.
  convenience init(
    background: Color, layers: [WarpLayer], plan: PicturePlan, scheduler: RunScheduler, trees: LayerTrackDrawings,
    cancellation: Cancellation
  ) throws {
    let pixelFormat = plan.pixelFormat
    try self.init(
      background, plan: plan, cancellation: cancellation,
      layers: layers.map { layer in
        let feed: Feed
        switch layer.feed {
        case .run(let run):
          let facts = plan.runs[run].facts
          let factory = try PixelBufferFactory(
            facts.hasAlpha ? pixelFormat.withAlpha : pixelFormat.withoutAlpha,
            size: layer.backdrop?.size ?? facts.size, plan: plan)
          let source = LayerSource(run: run, of: scheduler, as: factory.format, backdrop: layer.backdrop)
          feed = .film(source, factory)
        case .tree(let tree): feed = .tree(try trees.drawing(of: tree))
        }
        return Layer(
          feed: feed, transform: { layer.transform.value(at: $0) ?? .identity }, crop: layer.crop,
          opacity: layer.opacity)
      })
  }

  /// The frames of `layers`, scaled and turned before they are placed, bottom to top, over `background`.
  convenience init(
    background: Color, layers: [MixLayer], plan: PicturePlan, scheduler: RunScheduler, cancellation: Cancellation
  ) throws {
    try self.init(
      background, plan: plan, cancellation: cancellation,
      layers: layers.map { layer in
        let factory = try PixelBufferFactory(plan.pixelFormat, size: layer.place.size, plan: plan)
        let source = LayerSource(
          run: layer.run, of: scheduler, as: factory.format, backdrop: layer.backdrop, crop: layer.crop,
          orientation: layer.orientation)
        return Layer(
          feed: .film(source, factory),
          transform: { frame in
            let place = layer.place(at: frame)
            return .translation(x: Double(place.x), y: Double(place.y))
          }, crop: nil, opacity: layer.opacity)
      })
  }

  private init(_ background: Color, plan: PicturePlan, cancellation: Cancellation, layers: [Layer]) throws {
    self.cancellation = cancellation
    self.layers = layers
    self.plan = plan
    self.background = (try BackgroundPicture(background, in: try PictureFormat(plan)).samples, background.alpha)
    output = try PixelBufferFactory(plan.pixelFormat, size: plan.size, plan: plan)
  }

  func picture(at frame: Int) throws -> PendingPicture { try takePicture(at: frame).picture }

  func takePicture(at frame: Int) throws -> (picture: PendingPicture, isExclusive: Bool) {
    var visible: [DrawnLayer] = []
    for layer in layers {
      let picture: Picture
      switch layer.feed {
      case .film(let source, let factory):
        // An invisible layer is advanced too, so that its decoder does not fall behind.
        let taken = try source.takePicture(at: frame)
        picture = .film(taken.picture, isExclusive: taken.isExclusive, factory)
      case .tree(let tree): picture = .tree(tree, time: try plan.origin + plan.time(of: frame))
      }
      let opacity = layer.opacity.value(at: frame) ?? 1
      guard opacity > 0 else { continue }
      visible.append(
        DrawnLayer(
          picture: picture, transform: layer.transform(frame), crop: layer.crop?.value(at: frame), opacity: opacity))
    }
    let picture = PendingPicture(on: DrawingThreads.queue) { [output, background, cancellation, visible] in
      var layers = visible[...]
      let target: PixelBuffer
      var beneath: (UInt16, UInt16, UInt16)? = background.samples
      let bottom = layers.first?.whole(output, over: background.alpha)
      if bottom != nil { layers.removeFirst() }
      let drawn = try layers.compactMap { try $0.affine(cancellation) }
      if let bottom {
        let picture = try bottom.picture.buffer(cancellation)
        if drawn.isEmpty { return picture }
        target = try output.makeWritable(showing: picture, isExclusive: bottom.isExclusive)
        beneath = nil
      } else {
        target = try output.makeWritable()
      }
      try AffineCompositor().draw(drawn, over: beneath, backgroundAlpha: background.alpha, on: target)
      return try output.buffer(of: target)
    }
    // A single picture belongs to its layer.
    // So does one under trees of layers that are invisible.
    let isAlone = visible.dropFirst().allSatisfy { if case .tree = $0.picture { true } else { false } }
    guard isAlone, let bottom = visible.first?.whole(output, over: background.alpha) else { return (picture, true) }
    return (picture, bottom.isExclusive)
  }
}

extension PixelFormat {
  /// The format of layers with alpha that are drawn on pictures of this one: chroma as often, and as many bits, or ten
  /// where GStreamer has no such format of eight.
  var withAlpha: PixelFormat {
    switch pixelsPerChroma {
    case (2, 2): bitDepth > 8 ? .yuva420p10 : .yuva420p
    case (2, 1): .yuva422p10
    default: .yuva444p10
    }
  }

  /// The format of opaque layers that are drawn on pictures of this one.
  fileprivate var withoutAlpha: PixelFormat {
    switch self {
    case .yuva420p: .yuv420p
    case .yuva420p10: .yuv420p10
    case .yuva422p10: .yuv422p10
    case .yuva444p10: .yuv444p10
    default: self
    }
  }
}
