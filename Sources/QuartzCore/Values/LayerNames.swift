/// The placement of a picture in bounds of another shape (`CALayerContentsGravity`).
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The gravity of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// In the middle.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// At the top.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// At the bottom.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// At the left.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// At the right.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// In the top left corner.
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  /// In the top right corner.
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  /// In the bottom left corner.
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  /// In the bottom right corner.
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
  /// Stretched over the bounds.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// As large as fits.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// As small as covers the bounds.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// The shape of round corners (`CALayerCornerCurve`).
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The curve of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Quarters of a circle.
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  /// A curve that begins sooner and bends less.
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// Corners of a layer (`CACornerMask`).
public struct CACornerMask: OptionSet, Sendable {
  /// The bits.
  public var rawValue: UInt
  /// The corners of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The corner of the least x and the least y.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// The corner of the greatest x and the least y.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// The corner of the least x and the greatest y.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// The corner of the greatest x and the greatest y.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
}

/// The alignment of lines of text across (`CATextLayerAlignmentMode`).
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The mode of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// At the side where the script begins.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  /// At the left.
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  /// At the right.
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  /// In the middle.
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  /// At both sides.
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}

/// The place of the "…" in text that does not fit (`CATextLayerTruncationMode`).
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The mode of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Nowhere.
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  /// At the start.
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  /// At the end.
  public static let end = CATextLayerTruncationMode(rawValue: "end")
  /// In the middle.
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}

/// The rule for the inside of a path that crosses itself (`CAShapeLayerFillRule`).
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The rule of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Points with a winding number other than zero.
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
  /// Points that the path goes round an odd number of times.
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// The look of a stroke's corners (`CAShapeLayerLineJoin`).
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The join of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Pointed.
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  /// Round.
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  /// Cut off.
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// The look of a stroke's ends (`CAShapeLayerLineCap`).
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The cap of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Ends where the path does.
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  /// Round.
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  /// Half a width longer.
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// The form in which the colors of a gradient spread (`CAGradientLayerType`).
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The type of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// From one end to the other.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// From the middle outwards.
  public static let radial = CAGradientLayerType(rawValue: "radial")
  /// Round a middle.
  public static let conic = CAGradientLayerType(rawValue: "conic")
}
