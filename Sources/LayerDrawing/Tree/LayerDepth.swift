import EditingModel
import Layers

/// A layer that stands in a space with others, none of them in a plane that they share.
struct StandingLayer {
  /// The layer, its opacity multiplied by that of the layers that only hold it.
  var item: PresentationLayer
  /// The space's transform, which follows its own.
  var space: Transform3D
  /// Whether y points up where it stands.
  var isFlipped: Bool
  /// The factor of its colors.
  var tint: Color

  /// The distance of its middle toward the viewer.
  fileprivate var depth: Double {
    let (bounds, map) = (item.layer.bounds, item.layer.transformToSuperlayer.concatenating(space))
    let (x, y) = (bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
    let distance = x * map[0, 3] + y * map[1, 3] + map[3, 3]
    let depth = x * map[0, 2] + y * map[1, 2] + map[3, 2]
    return distance == 0 ? depth : depth / distance
  }
}

extension PresentationLayer {
  /// The layers that stand in the space of this one, which preserves depth, and in that of those in it which do: the farthest first, and at
  /// one depth as they stand in the tree.
  func standingLayers(in plane: Transform3D, isFlipped: Bool, tint: Color) -> [StandingLayer] {
    var found: [StandingLayer] = []
    collect(into: &found, in: plane, isFlipped: isFlipped, tint: tint, opacity: 1)
    let depths = found.map(\.depth)
    return found.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { found[$0] }
  }

  private func collect(
    into found: inout [StandingLayer], in plane: Transform3D, isFlipped: Bool, tint: Color, opacity: Double
  ) {
    guard !layer.isHidden, layer.opacity > 0 else { return }
    let opacity = opacity * layer.opacity
    guard layer.preservesDepth else {
      var item = self
      item.layer.opacity = opacity
      return found.append(StandingLayer(item: item, space: plane, isFlipped: isFlipped, tint: tint))
    }
    let space = layer.transformOfSublayers.concatenating(layer.transformToSuperlayer).concatenating(plane)
    let inner = isFlipped != layer.isGeometryFlipped
    for sublayer in sublayers {
      sublayer.collect(into: &found, in: space, isFlipped: inner, tint: tint, opacity: opacity)
    }
    for instance in instances {
      for sublayer in instance.sublayers {
        sublayer.collect(
          into: &found, in: instance.transform.concatenating(space), isFlipped: inner,
          tint: tint.multiplied(by: instance.color), opacity: opacity)
      }
    }
  }
}
