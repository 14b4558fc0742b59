public import FoundationEssentials
public import Layers
import MediaTime
public import ModelValues
import Subtitles

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
/// Instructions with `enablePostProcessing` off are left alone. Trees that are to lie among films, under some and over others, are
/// ``additionalLayers``.
public struct AnimationTool: Hashable, Sendable, Codable {
  /// The root of the tree.
  public var layer: Layer
  /// Pictures over all layers of the tree, below the titles; those of the picture's size, in the root's plane.
  public var overlays: [PictureOverlay]
  /// Titles, over all layers of the tree; those of the picture's size, in the root's plane.
  public var titles: [Title]
  /// Subtitles, over all titles; those of the picture's size, as titles.
  public var subtitles: [SubtitleOverlay]
  /// Trees of layers that are tracks of their own, which layer instructions show.
  public var additionalLayers: [AdditionalLayer]
  /// The folder to which the paths of pictures are relative, the project's; nil for the working directory.
  public var folder: URL?

  /// Draws `layer`, `overlays` and `titles` over it, and `subtitles` over those, with each frame, and `additionalLayers` where layer
  /// instructions show them.
  public init(
    layer: Layer = Layer(), overlays: [PictureOverlay] = [], titles: [Title] = [], subtitles: [SubtitleOverlay] = [],
    additionalLayers: [AdditionalLayer] = [], folder: URL? = nil
  ) {
    self.layer = layer
    self.overlays = overlays
    self.titles = titles
    self.subtitles = subtitles
    self.additionalLayers = additionalLayers
    self.folder = folder
  }

  /// The tree with the overlays, titles and subtitles as they are in a picture of `renderSize`; the files of overlays have the
  /// sizes `sizes`.
  public func tree(in renderSize: Size, pictureSizes sizes: [LayerContents: Size] = [:]) -> Layer {
    var root = layer
    root.sublayers += overlays.map { $0.layer(in: renderSize, natural: sizes[$0.contents]) }
    root.sublayers += titles.map { $0.layer(in: renderSize) }
    root.sublayers += subtitles.flatMap { $0.layers(in: renderSize) }
    return root
  }

  /// The place in the model of the sublayer `number` of the ``tree(in:pictureSizes:)``.
  public func location(ofSublayer number: Int) -> ModelLocation {
    let rest = number - layer.sublayers.count
    if rest < 0 { return ModelLocation(.animationLayer("sublayers[\(number)]")) }
    if rest < overlays.count { return ModelLocation(.overlay(rest)) }
    var cue = rest - overlays.count - titles.count
    if cue < 0 { return ModelLocation(.title(rest - overlays.count)) }
    for (index, drawn) in subtitles.enumerated() {
      if cue < drawn.layerCount { return ModelLocation(.subtitles(index)) }
      cue -= drawn.layerCount
    }
    return ModelLocation(.subtitles(max(0, subtitles.count - 1)))
  }

  /// The pictures that the tree may show at some time.
  public var pictures: Set<LayerContents> { layer.pictures.union(overlays.map(\.contents)) }

  /// The font families that the layers, the titles and the scripts of subtitles ask for.
  public var fontFamilies: Set<String> {
    subtitles.reduce(layer.fontFamilies.union(titles.map(\.style.fontFamily))) {
      $0.union($1.document.script?.fontFamilies ?? [])
    }
  }

  /// The pictures that any tree may show, the additional ones among them.
  public var allPictures: Set<LayerContents> { additionalLayers.reduce(pictures) { $0.union($1.layer.pictures) } }

  /// The font families that any tree asks for, the additional ones among them.
  public var allFontFamilies: Set<String> {
    additionalLayers.reduce(fontFamilies) { $0.union($1.layer.fontFamilies) }
  }

  /// The file of the picture that a layer calls `uri`.
  public func file(of uri: String) -> URL {
    if uri.hasPrefix("file:"), let url = URL(string: uri) { return url }
    guard let folder, !uri.hasPrefix("/") else { return URL(filePath: uri) }
    return folder.appending(path: uri)
  }

  /// The place of the first layer or overlay that shows the picture of the file `asset`; nil where none does.
  package func location(ofPicture asset: AssetReference) -> ModelLocation? {
    func isMeant(_ contents: LayerContents) -> Bool {
      if case .image(let uri) = contents { file(of: uri) == asset.url } else { false }
    }
    if let path = layer.path(ofContents: isMeant) { return ModelLocation(.animationLayer(path)) }
    for (index, additional) in additionalLayers.enumerated() {
      if let path = additional.layer.path(ofContents: isMeant) {
        return ModelLocation(.additionalLayer(index, path: path))
      }
    }
    return overlays.firstIndex { isMeant($0.contents) }.map { ModelLocation(.overlay($0)) }
  }

  /// The problems of the layers and titles that prevent their drawing, or make an unintended picture; empty where there
  /// are none.
  public func validate() -> [ModelProblem] {
    let problems = layer.problems().map {
      ModelProblem(.invalidLayer, at: ModelLocation(.animationLayer($0.location)), $0.diagnostic)
    }
    return problems + overlayProblems
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
        // A title's problems do not depend on the picture's size.
        return title.layer(in: Size(width: 1920, height: 1080)).problems().map {
          ModelProblem(.invalidLayer, at: ModelLocation(.title(index)), $0.diagnostic)
        }
      }
  }

  private var overlayProblems: [ModelProblem] {
    overlays.enumerated().flatMap { index, overlay -> [ModelProblem] in
      let place = ModelLocation(.overlay(index))
      if let range = overlay.timeRange {
        guard let start = range.start.rational, let duration = range.duration.rational, start >= .zero, duration > .zero
        else {
          return [
            ModelProblem(
              .invalidDuration, at: place,
              "The overlay is seen from \(range.start.messageText) for \(range.duration.messageText).",
              expected: "a start of 0 or later and a duration above 0")
          ]
        }
      }
      let lengths = [overlay.width, overlay.height].compactMap(\.self)
      guard lengths.allSatisfy({ 0.001...8 ~= $0 }), -10...0.49 ~= overlay.margin else {
        return [
          ModelProblem(
            .valueOutOfRange, at: place, "The overlay's width, height or margin leaves nothing of it, or too much.",
            expected: "a width and a height of 0.001 to 8 and a margin below 0.5, parts of the picture")
        ]
      }
      return overlay.layer(in: Size(width: 1920, height: 1080), natural: nil).problems().map {
        ModelProblem(.invalidLayer, at: place, $0.diagnostic)
      }
    }
  }
}
