public import FoundationEssentials
public import Layers
import MediaTime
public import ModelValues

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
  /// Titles, over all layers of the tree; those of the picture's size, in the root's plane.
  public var titles: [Title]
  /// Subtitles, over all titles; those of the picture's size, as titles.
  public var subtitles: [SubtitleOverlay]
  /// The folder to which the paths of pictures are relative, the project's; nil for the working directory.
  public var folder: URL?

  /// Draws `layer`, `titles` over it, and `subtitles` over those, with each frame.
  public init(layer: Layer = Layer(), titles: [Title] = [], subtitles: [SubtitleOverlay] = [], folder: URL? = nil) {
    self.layer = layer
    self.titles = titles
    self.subtitles = subtitles
    self.folder = folder
  }

  /// The tree with the titles and subtitles as they are in a picture of `renderSize`.
  public func tree(in renderSize: Size) -> Layer {
    var root = layer
    root.sublayers += titles.map { $0.layer(in: renderSize) }
    root.sublayers += subtitles.flatMap { $0.layers(in: renderSize) }
    return root
  }

  /// The font families that the layers and the titles ask for.
  public var fontFamilies: Set<String> { layer.fontFamilies.union(titles.map(\.style.fontFamily)) }

  /// The file of the picture that a layer calls `uri`.
  public func file(of uri: String) -> URL {
    if uri.hasPrefix("file:"), let url = URL(string: uri) { return url }
    guard let folder, !uri.hasPrefix("/") else { return URL(filePath: uri) }
    return folder.appending(path: uri)
  }

  /// Where the tree first shows the picture of the file `asset`: `sublayers[2].contents`; nil where no layer does.
  package func path(ofPicture asset: AssetReference) -> String? {
    layer.path(ofContents: { contents in
      if case .image(let uri) = contents { file(of: uri) == asset.url } else { false }
    })
  }

  /// Everything in the layers and the titles that keeps them from being drawn, or from looking as anyone meant; empty where all is well.
  public func validate() -> [ModelProblem] {
    let problems = layer.problems().map {
      ModelProblem(.invalidLayer, at: ModelLocation(.animationLayer($0.location)), $0.diagnostic)
    }
    return problems
      + titles.enumerated().flatMap { index, title -> [ModelProblem] in
        guard let start = title.timeRange.start.rational, let duration = title.timeRange.duration.rational,
          start >= .zero,
          duration > .zero
        else {
          return [
            ModelProblem(
              .invalidDuration, at: ModelLocation(.title(index)),
              "The title is seen from \(title.timeRange.start.messageText) for \(title.timeRange.duration.messageText).",
              expected: "a start of 0 or later and a duration above 0")
          ]
        }
        // What is wrong with a title does not depend on the picture's size.
        return title.layer(in: Size(width: 1920, height: 1080)).problems().map {
          ModelProblem(.invalidLayer, at: ModelLocation(.title(index)), $0.diagnostic)
        }
      }
  }
}
