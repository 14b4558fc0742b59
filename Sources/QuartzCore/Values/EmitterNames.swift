// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The shape that particles begin at (`CAEmitterLayerEmitterShape`).
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The shape of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A point.
  public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
  /// A line across, as wide as the emitter.
  public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
  /// A rectangle.
  public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
  /// A cuboid.
  public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
  /// A circle, whose radius is the emitter's width.
  public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
  /// A sphere, whose radius is the emitter's width.
  public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")
}

/// The part of the shape at which particles begin (`CAEmitterLayerEmitterMode`).
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The mode of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// At its corners.
  public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
  /// On its edge.
  public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
  /// On its surface.
  public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
  /// Anywhere in it.
  public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}

/// In which order particles are drawn, and how they mix (`CAEmitterLayerRenderMode`).
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The mode of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// In any order.
  public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
  /// The oldest first.
  public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
  /// The oldest last.
  public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
  /// The farthest first.
  public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
  /// Their colors add up.
  public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")
}

// MARK: Core Animation's older names

/// ``CAEmitterLayerEmitterShape/point``.
public let kCAEmitterLayerPoint = CAEmitterLayerEmitterShape.point
/// ``CAEmitterLayerEmitterShape/line``.
public let kCAEmitterLayerLine = CAEmitterLayerEmitterShape.line
/// ``CAEmitterLayerEmitterShape/rectangle``.
public let kCAEmitterLayerRectangle = CAEmitterLayerEmitterShape.rectangle
/// ``CAEmitterLayerEmitterShape/cuboid``.
public let kCAEmitterLayerCuboid = CAEmitterLayerEmitterShape.cuboid
/// ``CAEmitterLayerEmitterShape/circle``.
public let kCAEmitterLayerCircle = CAEmitterLayerEmitterShape.circle
/// ``CAEmitterLayerEmitterShape/sphere``.
public let kCAEmitterLayerSphere = CAEmitterLayerEmitterShape.sphere
/// ``CAEmitterLayerEmitterMode/points``.
public let kCAEmitterLayerPoints = CAEmitterLayerEmitterMode.points
/// ``CAEmitterLayerEmitterMode/outline``.
public let kCAEmitterLayerOutline = CAEmitterLayerEmitterMode.outline
/// ``CAEmitterLayerEmitterMode/surface``.
public let kCAEmitterLayerSurface = CAEmitterLayerEmitterMode.surface
/// ``CAEmitterLayerEmitterMode/volume``.
public let kCAEmitterLayerVolume = CAEmitterLayerEmitterMode.volume
/// ``CAEmitterLayerRenderMode/unordered``.
public let kCAEmitterLayerUnordered = CAEmitterLayerRenderMode.unordered
/// ``CAEmitterLayerRenderMode/oldestFirst``.
public let kCAEmitterLayerOldestFirst = CAEmitterLayerRenderMode.oldestFirst
/// ``CAEmitterLayerRenderMode/oldestLast``.
public let kCAEmitterLayerOldestLast = CAEmitterLayerRenderMode.oldestLast
/// ``CAEmitterLayerRenderMode/backToFront``.
public let kCAEmitterLayerBackToFront = CAEmitterLayerRenderMode.backToFront
/// ``CAEmitterLayerRenderMode/additive``.
public let kCAEmitterLayerAdditive = CAEmitterLayerRenderMode.additive
