public import FoundationEssentials
public import Layers
import MediaTime

/// Layers with the finished frames (`AVVideoCompositionCoreAnimationTool`): titles over them, or frames inside of a larger picture.
///
/// ```swift
/// var title = Layer(.text("A day at the sea"))
/// title.bounds = Rectangle(x: 0, y: 0, width: 1280, height: 120)
/// title.position = Point(x: 640, y: 600)
/// var layers = Layer()
/// layers.bounds = Rectangle(x: 0, y: 0, width: 1280, height: 720)
/// layers.position = Point(x: 640, y: 360)
/// layers.sublayers = [title]
/// videoComposition.animationTool = AnimationTool(layer: layers)
/// ```
///
/// The root stands in the render rectangle, in its pixels before `renderScale`, with y down and the origin at the top left. Its time is the
/// composition's. Where a layer in it shows the movie (``VideoLayer``), the picture is what the tree makes of the frame (Apple's
/// `postProcessingAsVideoLayer(_:in:)`), and black where it is clear; otherwise the tree lies over the frame.
///
/// Instructions with `enablePostProcessing` off are left alone.
public struct AnimationTool: Hashable, Sendable, Codable {
  /// The root of the tree.
  public var layer: Layer
  /// The folder to which the paths of pictures are relative, the project's; nil for the working directory.
  public var folder: URL?

  /// Draws `layer` with each frame.
  public init(layer: Layer, folder: URL? = nil) {
    self.layer = layer
    self.folder = folder
  }

  /// The file of the picture that a layer calls `uri`.
  public func file(of uri: String) -> URL {
    if uri.hasPrefix("file:"), let url = URL(string: uri) { return url }
    guard let folder, !uri.hasPrefix("/") else { return URL(filePath: uri) }
    return folder.appending(path: uri)
  }
}
