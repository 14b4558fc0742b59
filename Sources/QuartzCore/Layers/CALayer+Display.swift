public import CoreGraphics

/// How a picture is brought to another size (`CALayerContentsFilter`).
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

/// Who lays out a layer's sublayers (`CALayerDelegate`). Nobody is asked here for what a layer shows, as nothing draws itself.
public protocol CALayerDelegate: NSObjectProtocol {
  /// Gives the layer its picture.
  func display(_ layer: CALayer)
  /// Draws the layer's picture.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Is told that the layer is about to be drawn.
  func layerWillDraw(_ layer: CALayer)
  /// Lays its sublayers out.
  func layoutSublayers(of layer: CALayer)
}

extension CALayerDelegate {
  /// Does nothing.
  public func display(_ layer: CALayer) {}
  /// Does nothing.
  public func draw(_ layer: CALayer, in ctx: CGContext) {}
  /// Does nothing.
  public func layerWillDraw(_ layer: CALayer) {}
  /// Does nothing.
  public func layoutSublayers(of layer: CALayer) {}
}

/// What is asked of drawing: it is kept, and films are drawn in the one way that there is: edges are smooth, pictures are interpolated.
struct LayerDisplayChoices {
  var minificationFilter = CALayerContentsFilter.linear
  var magnificationFilter = CALayerContentsFilter.linear
  var minificationFilterBias: Float = 0
  var allowsEdgeAntialiasing = false
  var edgeAntialiasingMask: CAEdgeAntialiasingMask = [
    .layerLeftEdge, .layerRightEdge, .layerBottomEdge, .layerTopEdge,
  ]
  var allowsGroupOpacity = true
  var isOpaque = false
  var drawsAsynchronously = false
  var shouldRasterize = false
  var rasterizationScale: CGFloat = 1
  var needsDisplayOnBoundsChange = false
}

/// What is asked of drawing: it is kept as it is set, and films are drawn in the one way that there is: edges are smooth, pictures are
/// interpolated, and a layer's opacity is that of all that is in it together.
extension CALayer {
  /// How a larger picture is brought to the layer's size.
  public var minificationFilter: CALayerContentsFilter {
    get { display.minificationFilter }
    set { display.minificationFilter = newValue }
  }
  /// How a smaller picture is brought to the layer's size.
  public var magnificationFilter: CALayerContentsFilter {
    get { display.magnificationFilter }
    set { display.magnificationFilter = newValue }
  }
  /// Which of several smaller pictures is taken.
  public var minificationFilterBias: Float {
    get { display.minificationFilterBias }
    set { display.minificationFilterBias = newValue }
  }
  /// Whether its edges are made smooth: they are.
  public var allowsEdgeAntialiasing: Bool {
    get { display.allowsEdgeAntialiasing }
    set { display.allowsEdgeAntialiasing = newValue }
  }
  /// The edges that are made smooth: all are.
  public var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { display.edgeAntialiasingMask }
    set { display.edgeAntialiasingMask = newValue }
  }
  /// Whether its opacity is that of all that is in it together: it is.
  public var allowsGroupOpacity: Bool {
    get { display.allowsGroupOpacity }
    set { display.allowsGroupOpacity = newValue }
  }
  /// Whether its picture covers what is behind it.
  public var isOpaque: Bool {
    get { display.isOpaque }
    set { display.isOpaque = newValue }
  }
  /// Whether it is drawn on another thread.
  public var drawsAsynchronously: Bool {
    get { display.drawsAsynchronously }
    set { display.drawsAsynchronously = newValue }
  }
  /// Whether it becomes a bitmap before it is drawn.
  public var shouldRasterize: Bool {
    get { display.shouldRasterize }
    set { display.shouldRasterize = newValue }
  }
  /// How many pixels of that bitmap are one of the layer's.
  public var rasterizationScale: CGFloat {
    get { display.rasterizationScale }
    set { display.rasterizationScale = newValue }
  }
  /// Whether it is drawn again where its bounds change.
  public var needsDisplayOnBoundsChange: Bool {
    get { display.needsDisplayOnBoundsChange }
    set { display.needsDisplayOnBoundsChange = newValue }
  }
  /// The layer as it is seen at the moment: nil, as of every layer that is in no window.
  public func presentation() -> Self? { nil }
  /// The layer that says what it is: itself.
  public func model() -> Self { self }
}
