import Compositing
import EditingModel
import GStreamer
import LayerDrawing
import Layers
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// Draws a plan's layers with finished frames: over them, or around them where the tree shows the frame.
///
/// ```
///  frame ──────────────────────────────────────┬─► drawn upon, where it is covered
///  tree at the frame's time ─► drawn ─► converted ─┘      the last drawing stays, for as long as the tree looks the same
/// ```
///
/// Threads: one at a time; drawing runs on the drawing threads.
final class OverlayRenderer {
  private let overlay: LayerOverlay
  private let plan: PicturePlan
  private let output: PixelBufferFactory
  private let drawing: OverlayDrawing
  private let cancellation: Cancellation

  /// The layers of `overlay`, whose pictures are read from the files of `media`, on frames of `plan`.
  init(_ overlay: LayerOverlay, plan: PicturePlan, media: SourceMedia, cancellation: Cancellation) throws {
    self.overlay = overlay
    self.plan = plan
    self.cancellation = cancellation
    output = try PixelBufferFactory(plan.pixelFormat, size: plan.size, plan: plan)
    var pictures: [LayerContents: PixelBuffer] = [:]
    var animations: [LayerContents: AnimatedContents.Timing] = [:]
    for picture in overlay.pictures {
      if let animation = try AnimatedContents(picture, in: media, cancellation: cancellation) {
        pictures.merge(animation.pictures) { first, _ in first }
        animations[picture.contents] = animation.timing
      } else {
        pictures[picture.contents] = try picture.buffer(in: plan, media: media, cancellation: cancellation)
      }
    }
    drawing = try OverlayDrawing(overlay, pictures: pictures, animations: animations, output: output, plan: plan)
  }

  /// Frame `frame` of `frames` with the layers; nil where nothing is seen of them, and the frame is not asked for.
  func picture(at frame: Int, of frames: any SpanRenderer) throws -> PendingPicture? {
    guard overlay.covers(frame) else { return nil }
    let time = try plan.origin + plan.grid.time(of: frame)
    let (picture, isTaken) = try frames.takePicture(at: frame)
    return PendingPicture(on: DrawingThreads.queue) { [output, drawing, cancellation] in
      let below = try picture.buffer(cancellation)
      switch try drawing.layers(at: time, with: { try output.wrap(below) }) {
      case nil: return below
      case .frame(let picture): return try output.buffer(of: picture)
      case .over(let cover):
        let target = try output.makeWritable(showing: below, isTaken: isTaken)
        try cover.draw(on: target)
        return try output.buffer(of: target)
      }
    }
  }
}

/// The layers of a plan as pictures in the output's colors: drawn in turn, whichever thread asks.
///
/// Threads: any.
private final class OverlayDrawing: Sendable {
  /// What becomes of a frame.
  enum Drawn: Sendable {
    /// A picture of layers lies over it.
    case over(Cover)
    /// It is what the layers make of it.
    case frame(PixelBuffer)
  }

  private let overlay: LayerOverlay
  /// When the pictures of animations are shown.
  private let animations: [LayerContents: AnimatedContents.Timing]
  /// Whether the tree shows the frame: what follows from all of it, found once.
  private let showsVideo: Bool
  private let size: PixelSize
  private let pixelFormat: PixelFormat
  private let frameDuration: Rational
  private let colorimetry: Colorimetry
  private let state: Mutex<State>

  /// What the threads share. The renderer of layers works on one tree at a time.
  private struct State {
    var renderer: LayerRenderer
    var appearance: PresentationLayer?
    var drawn: Cover?
  }

  /// A picture of layers where it lies on frames.
  enum Cover: Sendable {
    case resting(RestingLayer)
    /// On frames with alpha.
    case translucent(AffineLayer)

    /// Lays it over what `frame` shows.
    func draw(on frame: PixelBuffer) throws {
      switch self {
      case .resting(let layer): try layer.draw(on: frame)
      case .translucent(let layer): try AffineCompositor().draw([layer], on: frame)
      }
    }
  }

  init(
    _ overlay: LayerOverlay, pictures: sending [LayerContents: PixelBuffer],
    animations: [LayerContents: AnimatedContents.Timing], output: PixelBufferFactory, plan: PicturePlan
  ) throws {
    self.overlay = overlay
    self.animations = animations
    showsVideo = overlay.showsVideo
    size = plan.size
    pixelFormat = plan.pixelFormat
    frameDuration = plan.grid.frameDuration
    colorimetry = plan.colorimetry
    let steps = plan.pixelFormat.pixelsPerChroma
    state = Mutex(
      State(
        renderer: LayerRenderer(
          size: plan.size, transform: overlay.renderTransform, pictures: pictures,
          step: PixelSize(width: steps.across, height: steps.down))))
  }

  /// What the layers at `time` make of the frame that `below` gives; nil where nothing is seen of them.
  func layers(at time: Rational, with below: () throws -> PixelBuffer) throws -> Drawn? {
    var tree = try overlay.layer.presentation(at: time)
    if !animations.isEmpty {
      tree?.replaceContents { contents, time in animations[contents]?.contents(at: time) ?? contents }
    }
    let over = showsVideo ? tree?.overlay(onFrameOf: size, through: overlay.renderTransform) : tree
    if showsVideo, over == nil { return .frame(try frame(tree, with: below())) }
    let appearance = over?.appearance
    let layer = try state.withLock { state in
      if let last = state.appearance, last == appearance { return state.drawn }
      state.drawn = try over.flatMap(state.renderer.draw).map { try cover(of: $0) }
      state.appearance = appearance
      return state.drawn
    }
    return layer.map(Drawn.over)
  }

  /// What the tree makes of `frame`, which goes through red, green and blue. In a film with alpha, what is clear stays clear.
  private func frame(_ tree: PresentationLayer?, with frame: PixelBuffer) throws -> PixelBuffer {
    let video = try factory(.bgra, size: size, of: .sRGB).converted(frame, of: colorimetry)
    let background = pixelFormat.hasAlpha ? Color.clear : .black
    let composed = try state.withLock { try $0.renderer.compose(tree, with: video, over: background) }
    return try factory(pixelFormat, size: size, of: colorimetry).converted(composed, of: .sRGB)
  }

  private func cover(of drawing: LayerRenderer.Drawing) throws -> Cover {
    let area = drawing.area
    let picture = try factory(pixelFormat.withAlpha, size: area.size, of: colorimetry)
      .converted(drawing.picture, of: .sRGB)
    guard !pixelFormat.hasAlpha else {
      return .translucent(
        AffineLayer(picture: picture, transform: .translation(x: Double(area.x), y: Double(area.y))))
    }
    return .resting(
      try RestingLayer(
        picture, x: area.x, y: area.y, on: pixelFormat, width: size.width, height: size.height))
  }

  private func factory(_ format: PixelFormat, size: PixelSize, of colorimetry: Colorimetry) throws -> PixelBufferFactory
  {
    try PixelBufferFactory(format, size: size, frameDuration: frameDuration, colorimetry: colorimetry)
  }
}

extension LayerOverlay.Picture {
  /// The picture, in red, green and blue with opacity: what is meant to be seen of it, upright, in square pixels.
  ///
  /// - Throws: `RenderError` of the file, which is no clip of a track.
  fileprivate func buffer(
    in plan: PicturePlan, media: SourceMedia, cancellation: Cancellation
  ) throws -> PixelBuffer {
    let clip = ClipReference(asset: source.asset, trackID: 1, segmentIndex: 0)
    let run = SourceRun(clip: clip, source: source, frames: 0..<1, firstTime: .zero, step: .zero, facts: facts)
    let natural = facts.naturalSize
    let size = facts.orientation.apply(
      to: PixelSize(width: max(1, Int(natural.width.rounded())), height: max(1, Int(natural.height.rounded()))))
    let single = PicturePlan(
      grid: plan.grid, origin: .zero, frameCount: 1, size: size, pixelFormat: .rgba,
      colorimetry: .sRGB, runs: [run],
      spans: [PictureSpan(frames: 0..<1, method: .passthrough(run: 0))])
    do {
      let scheduler = RunScheduler(single, media: media, cancellation: cancellation)
      defer { scheduler.closeAll().settle() }
      let factory = try PixelBufferFactory(.rgba, size: size, plan: single)
      scheduler.advance(to: 0, inOrder: true)
      let layer = LayerSource(
        run: 0, of: scheduler, as: factory.format, crop: facts.cleanAperture, orientation: facts.orientation)
      return try factory.wrap(layer.picture(at: 0).buffer(cancellation))
    } catch var error as RenderError {
      error.clip = nil
      throw error
    }
  }
}
