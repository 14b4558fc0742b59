public import FoundationEssentials
public import MediaFormats
public import MediaTime

/// The composition of video tracks into output frames (`AVVideoComposition`).
public struct VideoComposition: Hashable, Sendable, Codable {
  /// The duration of an output frame, in seconds, greater than zero; 1001/30000 for NTSC's 29.97 frames a second.
  /// `.invalid` for that of the first film, where there are no instructions, or pictures keep their own times.
  public var frameDuration: CMTime
  /// The source of the times of output frames: a grid of `frameDuration`, or the pictures themselves.
  public var frameTiming = FrameTimingRule.grid
  /// The video track at whose pictures' own times output frames are, whatever else is shown; where it shows nothing they are
  /// `frameDuration` apart. `.invalid` for times by ``frameTiming`` (`sourceTrackIDForFrameTiming`). A track of layers and a custom
  /// compositor need a grid; with them it is refused.
  public var sourceTrackIDForFrameTiming = TrackID.invalid
  /// The size of the output in pixels, before `renderScale`; zero for that of the first picture, where there are no
  /// instructions, or pictures keep their own times.
  public var renderSize: Size
  /// The factor of `renderSize` in rendering; greater than zero, 1 for the full size.
  public var renderScale: Double
  /// The colors of the output; nil for those that follow from its size and its sources.
  public var color: FilmColor?
  /// The placement of pictures in the output, of all layers without one of their own. Nil for layers that lie as they
  /// are stored.
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

  /// A video composition without settings: the size and the rate are the media's, until they are set, and as long as
  /// there are no instructions either, all enabled video tracks are shown, fitted inside, the first on top.
  public init() {
    self.init(frameDuration: .invalid, renderSize: .zero)
  }

  /// All enabled video tracks, the first on top, placed by `fit` in pictures of the first track's size and at the first
  /// film's rate.
  public init(fit: PictureFit) {
    self.init(frameDuration: .invalid, renderSize: .zero, fit: fit)
  }

  /// Reads a video composition; one without a `frameTiming` is on a grid.
  ///
  /// - Throws: `DecodingError` where it is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      frameDuration: try container.decode(CMTime.self, forKey: .frameDuration),
      renderSize: try container.decode(Size.self, forKey: .renderSize),
      renderScale: try container.decode(Double.self, forKey: .renderScale),
      color: try container.decodeIfPresent(FilmColor.self, forKey: .color),
      fit: try container.decodeIfPresent(PictureFit.self, forKey: .fit),
      instructions: try container.decode([VideoCompositionInstruction].self, forKey: .instructions),
      customCompositor: try container.decodeIfPresent(CompositorReference.self, forKey: .customCompositor),
      animationTool: try container.decodeIfPresent(AnimationTool.self, forKey: .animationTool))
    frameTiming = try container.decodeIfPresent(FrameTimingRule.self, forKey: .frameTiming) ?? .grid
    sourceTrackIDForFrameTiming =
      try container.decodeIfPresent(TrackID.self, forKey: .sourceTrackIDForFrameTiming) ?? .invalid
  }

  /// The source of the times of frames, with a track of its own as with all of them.
  package var frameTimesRule: FrameTimingRule {
    sourceTrackIDForFrameTiming == .invalid || frameTiming != .grid ? frameTiming : .source
  }

  /// Whether its instructions follow from the composition: it has none, and says how pictures are placed, or leaves the size or the
  /// rate to the media.
  public var isStandIn: Bool {
    instructions.isEmpty && (fit != nil || frameDuration == .invalid || renderSize == .zero)
  }
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
