public import CoreGraphics

/// The choices of drawing: they are kept, and films are drawn in the one way that there is: edges are smooth, pictures are interpolated.
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
  var contentsFormat = CALayerContentsFormat.RGBA8Uint
  var wantsExtendedDynamicRangeContent = false
  var toneMapMode = CAToneMapMode.automatic
}

/// The choices of drawing: they are kept as they are set, and films are drawn in the one way that there is: edges are smooth, pictures are
/// interpolated, and a layer's opacity is that of all that is in it together.
extension CALayer {
  /// The filter from a larger picture to the layer's size.
  public var minificationFilter: CALayerContentsFilter {
    get { choices.minificationFilter }
    set { choices.minificationFilter = newValue }
  }
  /// The filter from a smaller picture to the layer's size.
  public var magnificationFilter: CALayerContentsFilter {
    get { choices.magnificationFilter }
    set { choices.magnificationFilter = newValue }
  }
  /// The choice among several smaller pictures.
  public var minificationFilterBias: Float {
    get { choices.minificationFilterBias }
    set { choices.minificationFilterBias = newValue }
  }
  /// Whether its edges are made smooth: they are.
  public var allowsEdgeAntialiasing: Bool {
    get { choices.allowsEdgeAntialiasing }
    set { choices.allowsEdgeAntialiasing = newValue }
  }
  /// The edges that are made smooth: all are.
  public var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { choices.edgeAntialiasingMask }
    set { choices.edgeAntialiasingMask = newValue }
  }
  /// Whether its opacity is that of all that is in it together: it is.
  public var allowsGroupOpacity: Bool {
    get { choices.allowsGroupOpacity }
    set { choices.allowsGroupOpacity = newValue }
  }
  /// Whether what it draws covers all of it, so that its picture has no opacity and begins black.
  public var isOpaque: Bool {
    get { choices.isOpaque }
    set { choices.isOpaque = newValue }
  }
  /// Whether it is drawn on another thread.
  public var drawsAsynchronously: Bool {
    get { choices.drawsAsynchronously }
    set { choices.drawsAsynchronously = newValue }
  }
  /// Whether it becomes a bitmap before it is drawn.
  public var shouldRasterize: Bool {
    get { choices.shouldRasterize }
    set { choices.shouldRasterize = newValue }
  }
  /// The bitmap's pixels for one of the layer's.
  public var rasterizationScale: CGFloat {
    get { choices.rasterizationScale }
    set { choices.rasterizationScale = newValue }
  }
  /// The numbers in which what it draws is kept: a hint; they are of 8 bits, and of grey where it is opaque as well.
  public var contentsFormat: CALayerContentsFormat {
    get { choices.contentsFormat }
    set { choices.contentsFormat = newValue }
  }
  /// Whether its picture may be brighter than white: pictures of 8 bits are not.
  public var wantsExtendedDynamicRangeContent: Bool {
    get { choices.wantsExtendedDynamicRangeContent }
    set { choices.wantsExtendedDynamicRangeContent = newValue }
  }
  /// When its colors are brought into a display's range: those of 8 bits are in it.
  public var toneMapMode: CAToneMapMode {
    get { choices.toneMapMode }
    set { choices.toneMapMode = newValue }
  }
  /// Whether it is drawn again where its bounds' size changes.
  public var needsDisplayOnBoundsChange: Bool {
    get { choices.needsDisplayOnBoundsChange }
    set { choices.needsDisplayOnBoundsChange = newValue }
  }
  /// The layer as it is seen at the moment: nil, as of every layer that is in no window.
  public func presentation() -> Self? { nil }
  /// The layer that says what it is: itself.
  public func model() -> Self { self }
}
