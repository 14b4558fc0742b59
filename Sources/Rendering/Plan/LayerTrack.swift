public import EditingModel
public import MediaFormats

/// A tree of layers that is a track: drawn for each frame, and placed as the pictures of films are.
public struct LayerTrack: Hashable, Sendable, Codable {
  /// The track's number.
  public var trackID: TrackID
  /// The render rectangle's size, that of its pictures. Where the output is scaled, they are drawn in the output's size at once.
  public var renderSize: PixelSize
  /// The tree, and on which output frames something of it may be seen.
  public var drawing: LayerOverlay

  /// `drawing` as track `trackID` in a film of `renderSize`.
  public init(trackID: TrackID, renderSize: PixelSize, drawing: LayerOverlay) {
    self.trackID = trackID
    self.renderSize = renderSize
    self.drawing = drawing
  }
}

/// The feed of a layer's pictures.
public enum LayerFeed: Hashable, Sendable, Codable {
  /// A stretch of a segment: an index into `PicturePlan.runs`.
  case run(Int)
  /// A tree of layers: an index into `PicturePlan.layerTracks`.
  case tree(Int)

  /// The number of the run; nil of a tree.
  public var run: Int? { if case .run(let run) = self { run } else { nil } }

  /// The number of the tree; nil of a run.
  public var tree: Int? { if case .tree(let tree) = self { tree } else { nil } }
}

extension LayerFeed: CustomStringConvertible {
  /// "run 1", "layers 0".
  public var description: String {
    switch self {
    case .run(let run): "run \(run)"
    case .tree(let tree): "layers \(tree)"
    }
  }
}
