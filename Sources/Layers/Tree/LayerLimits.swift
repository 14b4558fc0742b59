/// Limits of trees, so that they are drawn in bounded time.
public enum LayerLimits {
  /// Limit of layers in one another.
  public static let depth = 100
  /// Limit of layers of a picture, those of replicators counted each time.
  public static let layers = 50_000
  /// Limit of letters (Unicode scalars) of a tree.
  public static let characters = 100_000
  /// Limit of steps of one path.
  public static let pathElements = 100_000
  /// Limit of instances of a replicator.
  public static let instances = 10_000
  /// Limit of births of particles that a picture depends on.
  public static let particles = 100_000
  /// Limit of cells of emitters in one another.
  public static let cellDepth = 8
  /// Limit of animations of a layer or a group, and of keys of an animation.
  public static let animations = 10_000
  /// Limit of groups of animations in one another.
  public static let groupDepth = 32
}
