public import FoundationEssentials
public import MediaFormats
public import MediaTime

/// How the video tracks of a composition are composed into output frames (`AVVideoComposition`).
public struct VideoComposition: Hashable, Sendable, Codable {
  /// The duration of an output frame, in seconds, greater than zero; 1001/30000 for NTSC's 29.97 frames a second.
  /// `.invalid` for that of the first film, where there are no instructions but a ``fit``.
  public var frameDuration: CMTime
  /// The size of the output in pixels, before `renderScale`; zero for that of the first picture, where there are no
  /// instructions but a ``fit``.
  public var renderSize: Size
  /// The factor of `renderSize` in rendering; greater than zero, 1 for the full size.
  public var renderScale: Double
  /// The colors of the output; nil for those that follow from its size and its sources.
  public var color: FilmColor?
  /// How pictures are placed in the output, of all layers that say nothing else. Nil for layers that lie as they are
  /// stored.
  public var fit: PictureFit?
  /// The instructions, in order, contiguous, covering the whole duration. With a ``fit`` there may be none: then all
  /// enabled video tracks are shown, the first on top.
  public var instructions: [VideoCompositionInstruction]
  /// The custom compositor; nil for the built-in one.
  public var customCompositor: CompositorReference?
  /// The layers that are drawn with the finished frames; nil for none.
  public var animationTool: AnimationTool?

  /// The shortest and the longest frame duration: from a tenth of a millisecond to an hour.
  public static let frameDurationLimits = CMTime(value: 1, timescale: 10_000)...CMTime(value: 3_600, timescale: 1)

  /// A video composition of `instructions` at `frameDuration` and `renderSize`.
  public init(
    frameDuration: CMTime, renderSize: Size, renderScale: Double = 1, color: FilmColor? = nil,
    fit: PictureFit? = nil, instructions: [VideoCompositionInstruction] = [],
    customCompositor: CompositorReference? = nil, animationTool: AnimationTool? = nil
  ) {
    self.frameDuration = frameDuration
    self.renderSize = renderSize
    self.renderScale = renderScale
    self.color = color
    self.fit = fit
    self.instructions = instructions
    self.customCompositor = customCompositor
    self.animationTool = animationTool
  }

  /// All enabled video tracks, the first on top, placed by `fit` in pictures of the first one's size and at the first film's
  /// rate.
  public init(fit: PictureFit) {
    self.init(frameDuration: .invalid, renderSize: .zero, fit: fit)
  }

  /// Whether its instructions follow from the composition: it has none, but says how pictures are placed.
  public var isStandIn: Bool { instructions.isEmpty && fit != nil }
}

/// A custom compositor by the name under which it is registered, so that the model stays a value.
public struct CompositorReference: Hashable, Sendable, Codable {
  /// The name under which the compositor is registered.
  public var name: String
  /// The compositor's parameters, as the project states them.
  public var parameters: JSONValue?
  /// The folder to which file paths in the parameters are relative, the project's; nil for the working directory.
  public var folder: URL?

  /// The compositor `name` with `parameters`.
  public init(name: String, parameters: JSONValue? = nil, folder: URL? = nil) {
    self.name = name
    self.parameters = parameters
    self.folder = folder
  }

  /// The path of the file `name` of a parameter: relative to `folder`, unless `name` is absolute.
  public func path(ofFile name: String) -> String {
    guard let folder, !name.isEmpty, !name.hasPrefix("/") else { return name }
    return folder.appending(path: name).path
  }
}
