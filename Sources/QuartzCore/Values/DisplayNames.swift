// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The filter from a picture to another size (`CALayerContentsFilter`).
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// The filter of this name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The nearest pixel.
  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  /// Between the nearest pixels.
  public static let linear = CALayerContentsFilter(rawValue: "linear")
  /// Between the nearest pixels of the nearest of several smaller pictures.
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

/// Edges of a layer (`CAEdgeAntialiasingMask`).
public struct CAEdgeAntialiasingMask: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// The edges of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The left one.
  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
  /// The right one.
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
  /// The lower one.
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
  /// The upper one.
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)
}

/// In which numbers what a layer draws is kept (`CALayerContentsFormat`).
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// The format of this name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Red, green, blue and opacity of 8 bits.
  public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
  /// Red, green, blue and opacity as halves of floating-point numbers.
  public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
  /// Levels of grey of 8 bits.
  public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
}

/// When a layer's brighter colors are brought into a display's range (`CAToneMapMode`).
public struct CAToneMapMode: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// The mode of this name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// As the system has it.
  public static let automatic = CAToneMapMode(rawValue: "automatic")
  /// Never.
  public static let never = CAToneMapMode(rawValue: "never")
  /// Where the display and its colors allow for it.
  public static let ifSupported = CAToneMapMode(rawValue: "ifSupported")
}

/// Edges and lengths of a layer that grow with its superlayer (`CAAutoresizingMask`).
public struct CAAutoresizingMask: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// The options of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The distance from the superlayer's side of the least x.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1)
  /// The width.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 2)
  /// The distance to the side of the greatest x.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 4)
  /// The distance from the side of the least y.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 8)
  /// The height.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 16)
  /// The distance to the side of the greatest y.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 32)
}
