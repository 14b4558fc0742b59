import Compositing
import Containers
import EditingModel
import GStreamer
import LayerDrawing
import Layers
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// A tree of layers of a plan as pictures in the film's colors: drawn in turn, whichever thread asks.
///
/// Threads: any.
final class LayerTreeDrawing: Sendable {
  /// The drawing of a frame.
  enum Drawn: Sendable {
    /// A picture of layers lies over it.
    case over(LayerCover)
    /// It is what the layers make of it.
    case frame(PixelBuffer)
  }

  private let overlay: LayerOverlay
  /// The times of animations' pictures.
  private let animations: [LayerContents: AnimatedContents.Timing]
  /// Whether the tree shows the frame: what follows from all of it, found once.
  private let showsVideo: Bool
  /// Whether drawings are laid over opaque frames, where they stand.
  private let restsOnFrames: Bool
  private let size: PixelSize
  private let pixelFormat: PixelFormat
  private let frameDuration: Rational
  private let colorimetry: Colorimetry
  private let state: Mutex<State>

  /// The state that the threads share. The renderer of layers works on one tree at a time.
  private struct State {
    var renderer: LayerRenderer
    var appearance: PresentationLayer?
    var cover = LayerCover(pictures: [])
    var parts = DrawnLayerParts()
    /// The last picture of the tree as a layer among others.
    var placed: AffineLayer?
    /// The last whole picture, and how many there were.
    var canvas: PixelBuffer?
    var number = 0
  }

  /// The use of a tree's drawing.
  enum Use {
    /// Finished frames.
    case withFrames
    /// A track's pictures, which are placed among others.
    case asTrack
    /// The source frames of a custom compositor, in its colors and in the size of the render rectangle.
    case asSource(PixelFormat, Colorimetry, PixelSize)
  }

  /// The tree of `overlay`, whose pictures are read from the files of `media`, in the film of `plan`.
  init(
    _ overlay: LayerOverlay, use: Use, of plan: PicturePlan, media: SourceMedia, cancellation: Cancellation
  ) throws {
    self.overlay = overlay
    showsVideo = overlay.showsVideo
    frameDuration = plan.grid.frameDuration
    var transform = overlay.renderTransform
    var border = 0
    switch use {
    case .withFrames, .asTrack:
      // As many as a cubic kernel reads, in samples of chroma.
      if case .asTrack = use { border = 4 }
      (pixelFormat, colorimetry, size) = (plan.pixelFormat, plan.colorimetry, plan.size)
    case .asSource(let pixelFormat, let colorimetry, let renderSize):
      (self.pixelFormat, self.colorimetry, size) = (pixelFormat, colorimetry, renderSize)
      transform = .identity
    }
    if case .withFrames = use { restsOnFrames = !pixelFormat.hasAlpha } else { restsOnFrames = false }
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
    self.animations = animations
    let steps = pixelFormat.pixelsPerChroma
    state = Mutex(
      State(
        renderer: LayerRenderer(
          size: size, transform: transform, pictures: pictures,
          step: PixelSize(width: steps.across, height: steps.down), border: border)))
  }

  /// The drawing of the layers at `time` on the frame that `below` gives; nil where nothing is seen of them.
  func layers(at time: Rational, with below: () throws -> PixelBuffer) throws -> Drawn? {
    let tree = try tree(at: time)
    let over = showsVideo ? tree?.overlay(onFrameOf: size, through: overlay.renderTransform) : tree
    if showsVideo, over == nil { return .frame(try frame(tree, with: below())) }
    let cover = try cover(of: over)
    return cover.pictures.isEmpty ? nil : .over(cover)
  }

  /// The tree at `time` as a layer in the plane of the output's pixels; nil where nothing is seen of it.
  func placed(at time: Rational) throws -> AffineLayer? {
    let tree = try tree(at: time)
    let appearance = tree?.appearance
    return try state.withLock { state in
      if let last = state.appearance, last == appearance { return state.placed }
      state.placed = try tree.flatMap(state.renderer.draw).map { drawing in
        AffineLayer(
          picture: try converted(drawing),
          transform: .translation(x: Double(drawing.area.x), y: Double(drawing.area.y)))
      }
      state.appearance = appearance
      return state.placed
    }
  }

  /// The tree at `time` as a picture of the whole render rectangle, clear where nothing is seen, and a number that is another one
  /// where it looks otherwise than the last time.
  func canvas(at time: Rational) throws -> (picture: PixelBuffer, number: Int) {
    let tree = try tree(at: time)
    let appearance = tree?.appearance
    return try state.withLock { state in
      if let canvas = state.canvas, state.appearance == appearance { return (canvas, state.number) }
      let composed = try state.renderer.compose(tree, with: nil, over: .clear)
      let canvas = try factory(pixelFormat, size: size, of: colorimetry).converted(composed, of: .sRGB)
      (state.canvas, state.appearance) = (canvas, appearance)
      state.number += 1
      return (canvas, state.number)
    }
  }

  private func tree(at time: Rational) throws -> PresentationLayer? {
    var tree = try overlay.layer.presentation(at: time)
    if !animations.isEmpty {
      tree?.replaceContents { contents, time in animations[contents]?.contents(at: time) ?? contents }
    }
    return tree
  }

  /// The pictures of `tree`, part by part; parts that look as they did are not drawn again.
  private func cover(of tree: PresentationLayer?) throws -> LayerCover {
    let appearance = tree?.appearance
    return try state.withLock { state in
      if let last = state.appearance, last == appearance { return state.cover }
      let parts = try tree.map(state.renderer.parts) ?? []
      state.parts.keep(parts.map(\.number))
      var pictures: [LayerCover.Placed] = []
      for part in parts {
        let picture = try state.parts.picture(of: part) { [renderer = state.renderer] in
          try renderer.draw(part).map { try self.picture(of: $0) }
        }
        guard let picture else { continue }
        pictures.append(LayerCover.Placed(picture: picture, x: part.x, y: part.y, opacity: part.opacity))
      }
      state.cover = LayerCover(pictures: pictures)
      state.appearance = appearance
      return state.cover
    }
  }

  /// The tree's drawing on `frame`, which goes through red, green and blue. In a film with alpha, clear pixels stay clear.
  private func frame(_ tree: PresentationLayer?, with frame: PixelBuffer) throws -> PixelBuffer {
    let video = try factory(.bgra, size: size, of: .sRGB).converted(frame, of: colorimetry)
    let background = pixelFormat.hasAlpha ? Color.clear : .black
    let composed = try state.withLock { try $0.renderer.compose(tree, with: video, over: background) }
    return try factory(pixelFormat, size: size, of: colorimetry).converted(composed, of: .sRGB)
  }

  private func picture(of drawing: LayerRenderer.Drawing) throws -> LayerCover.Picture {
    let picture = try converted(drawing)
    guard restsOnFrames else { return .translucent(picture, drawing.area) }
    return .resting(try StaticLayer(picture, on: pixelFormat), drawing.area)
  }

  /// The drawing in the film's colors.
  private func converted(_ drawing: LayerRenderer.Drawing) throws -> PixelBuffer {
    try factory(pixelFormat.withAlpha, size: drawing.area.size, of: colorimetry).converted(drawing.picture, of: .sRGB)
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
