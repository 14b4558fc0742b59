public import EditingModel
public import MediaFormats
public import MediaTime
public import Rendering

/// The layers of a film's frame, and why they are there.
public struct PictureExplanation: Hashable, Sendable {
  /// The output frame, from 0.
  public var frame: Int
  /// The number of frames.
  public var frameCount: Int
  /// The composition time of the frame, which everything in it is evaluated at, exactly.
  package var exactFrameTime: Rational
  /// The composition time of the frame, which everything in it is evaluated at.
  public var frameTime: CMTime { CMTime(notAfter: exactFrameTime) }
  /// The method of the frame, in the plan's word: `empty`, `passthrough`, `mix`, `warp`, `custom`.
  public var method: String
  /// The instruction that applies, from 0; nil where the project has no video composition, and its tracks are stacked.
  public var instruction: Int?
  /// The range of that instruction, or of what stands in for it.
  public var timeRange: CMTimeRange
  /// The color where no layer covers.
  public var backgroundColor: Color
  /// The layers, the topmost first, the ones that cannot be seen among them.
  public var layers: [Layer]
  /// The conversion of a custom compositor's frame; nil where it has the film's colors, and of other methods.
  public var compositorColors: ColorChange?

  /// The layers and titles of the animation tool that are there, the lowest first.
  public var drawnLayers: [DrawnLayer] = []

  /// A layer directly in the animation tool's root, or a title.
  public struct DrawnLayer: Hashable, Sendable {
    /// Its place in the model.
    public var location: ModelLocation
    /// The layer's type, or `title`.
    public var type: String
    /// The title's text, or the layer's name.
    public var name: String?
    /// Its opacity, 0…1, without what is around it.
    public var opacity: Double
    /// Whether it is hidden, clear, or in an instruction without post-processing.
    public var isHidden: Bool
  }

  /// A layer of the frame.
  public struct Layer: Hashable, Sendable {
    /// The composition's track.
    public var trackID: TrackID
    /// Its place in the model; nil where the project does not write it.
    public var location: ModelLocation?
    /// Whether it can be seen, and if not, why.
    public var visibility: Visibility
    /// The place in the model of the tree of layers that is the track; nil of a track of segments.
    public var tree: ModelLocation?
    /// The clip that it shows; nil where the track shows nothing, or is a tree.
    public var clip: ExplainedClip?
    /// The frame of the media that it shows; nil where the track shows nothing.
    public var sourceFrame: SourceFrame?
    /// Its opacity, 0…1.
    public var opacity: ExplainedValue<Double>
    /// The placement of its picture; nil where it lies as it is stored.
    public var fit: PictureFit?
    /// Its place in the render rectangle; nil for all of it.
    public var frame: Rectangle?
    /// From the source's pixels to the render rectangle's; with a fit, what moves the placed picture.
    public var transform: ExplainedValue<Transform>
    /// The part of the source that is shown; nil for all of it.
    public var crop: ExplainedValue<Rectangle>?
    /// The part of the render rectangle in which it is seen; nil for all of it.
    public var clipRectangle: ExplainedValue<Rectangle>?
    /// Its place in the output's pixels; nil where it cannot be seen or is not upright.
    public var place: Rectangle?
    /// The decoder, where hardware is asked for; nil else, and of stills and raw pictures.
    public var decoder: DecoderUse?
  }

  /// Whether a layer can be seen.
  public enum Visibility: String, Hashable, Sendable {
    /// It is part of the frame.
    case shown
    /// Its track takes no part.
    case trackDisabled
    /// Its track shows nothing at this time.
    case gap
    /// Its opacity is zero.
    case transparent
    /// It lies beside the picture, or nothing is left of it.
    case outside
    /// A layer above it hides it.
    case covered
    /// The custom compositor is not handed it.
    case notRequired
  }

  /// A frame of a segment's media.
  public struct SourceFrame: Hashable, Sendable {
    /// The media's frame whose interval contains the clip's source time, from 0.
    public var number: Int
    /// The exact beginning of its being shown, in the media's time.
    package var exactTimestamp: Rational
    /// The exact duration of its being shown there; nil of a still.
    package var exactDuration: Rational?
    /// The conversion of its colors; nil where they stay.
    public var colors: ColorChange?

    /// The beginning of its being shown, in the media's time.
    public var timestamp: CMTime { CMTime(notAfter: exactTimestamp) }
    /// The duration of its being shown there; nil of a still.
    public var duration: CMTime? { exactDuration.map { CMTime(notAfter: $0) } }
  }

  /// A conversion of colors.
  public struct ColorChange: Hashable, Sendable {
    /// The assumed colorimetry of the media.
    public var source: Colorimetry
    /// The film's colors, or those that a custom compositor takes.
    public var target: Colorimetry

    /// From `source` to `target`.
    public init(source: Colorimetry, target: Colorimetry) {
      self.source = source
      self.target = target
    }
  }
}
