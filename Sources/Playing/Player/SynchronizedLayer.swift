public import Layers
public import MediaTime

/// A tree of layers whose time is a player item's (`AVSynchronizedLayer`): titles and animations that pause, jump and go backwards with
/// the film.
///
/// ```swift
/// let titles = SynchronizedLayer(playerItem: item, layer: tree)
/// let now = try titles.presentation()    // as it is to be drawn over the picture
/// ```
///
/// Threads: any.
public struct SynchronizedLayer: Sendable {
  /// The item whose time it has.
  public var playerItem: PlayerItem
  /// The layers; their animations begin at times of the item.
  public var layer: Layer

  /// `layer` at the times of `playerItem`.
  public init(playerItem: PlayerItem, layer: Layer) {
    (self.playerItem, self.layer) = (playerItem, layer)
  }

  /// The layers as they are where the item is; nil where nothing is seen then.
  ///
  /// - Throws: `LayerProblem` for a tree that cannot be shown.
  public func presentation() throws(LayerProblem) -> PresentationLayer? {
    try layer.presentation(at: playerItem.currentTimeValue)
  }

  /// The layers as they are at `time` of the item, as an output's picture has it; nil where nothing is seen then.
  ///
  /// - Throws: `LayerProblem` for a tree that cannot be shown.
  public func presentation(at time: CMTime) throws(LayerProblem) -> PresentationLayer? {
    try layer.presentation(at: time)
  }
}
