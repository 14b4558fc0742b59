public import CoreGraphics

/// A layer that is drawn in tiles, as they are needed (`CATiledLayer`). In films all of it is needed at once, and it is drawn at once, so that
/// its levels of detail and its tiles change nothing.
open class CATiledLayer: CALayer {
  /// The number of its levels of detail, each half as large as the one before.
  open var levelsOfDetail = 1
  /// The number of those levels that are larger than the layer.
  open var levelsOfDetailBias = 0
  /// The size of a tile at most, in pixels.
  open var tileSize = CGSize(width: 256, height: 256)

  /// The time in which tiles appear on a display, in seconds; in films they are there at once.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  override class var keys: [String: KeyedProperty<CALayer>] { keysOfTiledLayers }
  override class func standard() -> CALayer { CATiledLayer() }
  private static let keysOfTiledLayers = keysOfEveryLayer.merging([
    "levelsOfDetail": KeyedProperty(\CATiledLayer.levelsOfDetail),
    "levelsOfDetailBias": KeyedProperty(\CATiledLayer.levelsOfDetailBias),
    "tileSize": KeyedProperty(\CATiledLayer.tileSize),
  ]) { $1 }
}
