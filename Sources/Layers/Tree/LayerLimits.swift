/// Limits of trees, so that they are drawn in bounded time.
public enum LayerLimits {
  /// How many layers may be in one another.
  public static let depth = 100
  /// How many layers a picture may have, those of replicators counted each time.
  public static let layers = 50_000
  /// How many letters (Unicode scalars) a tree may have.
  public static let characters = 100_000
  /// How many steps one path may have.
  public static let pathElements = 100_000
  /// How many instances a replicator may have.
  public static let instances = 10_000
  /// How many births of particles a picture may depend on.
  public static let particles = 100_000
  /// How many cells of emitters may be in one another.
  public static let cellDepth = 8
  /// How many animations a layer or a group may have, and how many keys an animation.
  public static let animations = 10_000
  /// How many groups of animations may be in one another.
  public static let groupDepth = 32
}
