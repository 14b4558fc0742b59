import Compositing
import EditingModel
import Synchronization

/// The map of a border's shape, worked out when it is first needed and kept as long as the same one is asked for.
///
/// Threads: any.
final class WipeGradients<Shape: BorderShape>: Sendable {
  private let last = Mutex<(key: Key, map: WipeGradient)?>(nil)

  /// What a map depends on.
  private struct Key: Hashable {
    let shape: Shape
    let isReversed: Bool
    let format: PixelBuffer.Format
    let width: Int
    let height: Int
  }

  /// The map of `shape` for frames like `picture`; with `isReversed` what is first comes last.
  func map(of shape: Shape, isReversed: Bool = false, for picture: PixelBuffer) -> WipeGradient {
    let key = Key(
      shape: shape, isReversed: isReversed, format: picture.format, width: picture.width, height: picture.height)
    let size = Size(width: Double(picture.width), height: Double(picture.height))
    // Under the lock: the frames that are drawn beside this one wait for the same map.
    return last.withLock { last in
      if let last, last.key == key { return last.map }
      let map = WipeGradient(picture.format, width: picture.width, height: picture.height) { x, y in
        let arrival = shape.arrival(x, y, in: size)
        return isReversed ? 1 - arrival : arrival
      }
      last = (key, map)
      return map
    }
  }
}
