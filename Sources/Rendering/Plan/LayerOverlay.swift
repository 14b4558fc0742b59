public import EditingModel
public import Layers

/// A tree of layers that is drawn: with finished frames, whatever method makes those, or as a track (``LayerTrack``).
public struct LayerOverlay: Hashable, Sendable, Codable {
  /// The tree's root. It is in its superlayer's plane, the render rectangle, at the composition's time.
  public var layer: Layer
  /// From the render rectangle to the output's pixels.
  public var renderTransform: Transform
  /// The output frames on which something of it may be seen, in order and apart from one another; all others are left as they are.
  public var frames: [Range<Int>]
  /// The files of the pictures in the tree, in the order of their names.
  public var pictures: [Picture]

  /// The font families that are missing, each with what is drawn instead.
  public var fontSubstitutes: [String: String]

  /// A picture that layers show.
  public struct Picture: Hashable, Sendable, Codable {
    /// The layers' name of it.
    public var contents: LayerContents
    /// The media track whose first frame it is.
    public var source: CompositionTrackSegment.Source
    /// The facts about it.
    public var facts: VideoTrackFacts

    /// The first frame of `source`.
    public init(_ contents: LayerContents, source: CompositionTrackSegment.Source, facts: VideoTrackFacts) {
      self.contents = contents
      self.source = source
      self.facts = facts
    }
  }

  /// Layers over `frames`.
  public init(
    layer: Layer, renderTransform: Transform, frames: [Range<Int>], pictures: [Picture],
    fontSubstitutes: [String: String] = [:]
  ) {
    self.layer = layer
    self.renderTransform = renderTransform
    self.frames = frames
    self.pictures = pictures
    self.fontSubstitutes = fontSubstitutes
  }

  /// Whether the tree shows the frame, so that the picture is what the tree makes of it; otherwise it lies over the frame.
  public var showsVideo: Bool { layer.showsVideo }

  /// Whether the picture of frame `frame` may be changed by it.
  public func covers(_ frame: Int) -> Bool {
    frames.first(partitionedBy: { $0.upperBound > frame })?.contains(frame) ?? false
  }
}
