// swift-format-ignore-file: AlwaysUseLowerCamelCase

import EditingModel
public import Foundation
import ModelValues
public import QuartzCore
import Rendering

/// A begin time that says "from the beginning of the film": Core Animation takes 0 for now (`AVCoreAnimationBeginTimeAtZero`).
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// Draws a tree of layers over, under or around the finished frames of a film, or as a track of its own
/// (`AVVideoCompositionCoreAnimationTool`).
///
/// The tree stands in the film's pixels with the origin at the bottom left; a layer whose geometry is flipped has it at the top left for what
/// is in it. It is read when an export begins, a reader starts, and the video composition is given to an image generator or a player item;
/// what is changed in it later is not seen. Layers that wait for it are laid out and draw themselves then, on the calling thread.
open class AVVideoCompositionCoreAnimationTool: NSObject {
  /// Layers that are drawn, and where.
  private enum Use {
    case frames([CALayer], animationLayer: CALayer)
    case track(CALayer, CMPersistentTrackID)
    /// As it was when a film was begun.
    case settled(Result<AnimationTool, RenderError>)
  }

  private let use: Use
  private let pictures: LayerPictureFiles

  /// Draws `animationLayer` with all that is in it, each frame in `videoLayer`, which is in it
  /// (`init(postProcessingAsVideoLayer:in:)`).
  public convenience init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
    self.init(.frames([videoLayer], animationLayer: animationLayer))
  }

  /// Draws `animationLayer` with all that is in it, each frame in every one of `videoLayers`, which are in it
  /// (`init(postProcessingAsVideoLayers:in:)`).
  public convenience init(postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer) {
    self.init(.frames(videoLayers, animationLayer: animationLayer))
  }

  /// Draws `layer` as the pictures of track `trackID`, which no track of the film has and layer instructions show
  /// (`init(additionalLayer:asTrackID:)`).
  public convenience init(additionalLayer layer: CALayer, asTrackID trackID: CMPersistentTrackID) {
    self.init(.track(layer, trackID))
  }

  private init(_ use: Use, pictures: LayerPictureFiles = LayerPictureFiles()) {
    (self.use, self.pictures) = (use, pictures)
    super.init()
  }

  /// The tree as it is now, for films of `size`, independent of later changes.
  func settled(in size: CGSize) -> AVVideoCompositionCoreAnimationTool {
    let outcome: Result<AnimationTool, RenderError>
    do throws(RenderError) {
      outcome = .success(try model(in: size))
    } catch {
      outcome = .failure(error)
    }
    return AVVideoCompositionCoreAnimationTool(.settled(outcome), pictures: pictures)
  }

  /// The engine's tool for films of `size`.
  ///
  /// - Throws: `RenderError` for what is not drawn here.
  func model(in size: CGSize) throws(RenderError) -> AnimationTool {
    do {
      switch use {
      case .frames(let videoLayers, let animationLayer):
        return AnimationTool(
          layer: try animationLayer.filmLayer(
            in: size, showingFramesIn: videoLayers, pictureFile: pictures.file(of:)))
      case .track(let layer, let trackID):
        return AnimationTool(
          additionalLayer: try layer.filmLayer(in: size, showingFramesIn: [], pictureFile: pictures.file(of:)),
          asTrackID: TrackID(rawValue: trackID))
      case .settled(let outcome): return try outcome.get()
      }
    } catch let error as UnsupportedLayer {
      throw RenderError(.unsupported, error.sentence)
    } catch let error as RenderError {
      throw error
    } catch {
      throw RenderError(.engineFailed, "A layer's picture could not be kept.", underlying: String(describing: error))
    }
  }
}

extension AVVideoComposition {
  /// One whose layers are as they are now, and stay so.
  func settled() -> AVVideoComposition {
    guard let tool = animationTool else { return self }
    var configuration = configuration
    configuration.animationTool = tool.settled(in: renderSize)
    return AVVideoComposition(configuration: configuration, inPlaceOf: self)
  }
}
