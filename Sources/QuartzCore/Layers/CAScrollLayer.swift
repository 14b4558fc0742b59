public import CoreGraphics
import Layers

/// A layer that shows a part of its contents and can scroll to another (`CAScrollLayer`). Contents outside of its
/// bounds are clipped if ``CALayer/masksToBounds`` is set.
open class CAScrollLayer: CALayer {
  /// Along which axes it goes.
  open var scrollMode = CAScrollLayerScrollMode.both

  /// Goes to where its bounds begin at `p`, as far as its mode lets it.
  open func scroll(to p: CGPoint) {
    var origin = bounds.origin
    if scrollMode != .none, scrollMode != .vertically { origin.x = p.x }
    if scrollMode != .none, scrollMode != .horizontally { origin.y = p.y }
    bounds.origin = origin
  }

  /// Goes as far as it needs to, so that `r` of its plane is in its bounds; where that is larger, its beginning is.
  open func scroll(to r: CGRect) {
    scroll(
      to: CGPoint(
        x: Self.start(bounds.minX, bounds.width, showing: r.minX, r.width),
        y: Self.start(bounds.minY, bounds.height, showing: r.minY, r.height)))
  }

  private static func start(
    _ start: CGFloat, _ length: CGFloat, showing first: CGFloat, _ extent: CGFloat
  ) -> CGFloat {
    if first < start || extent > length { return first }
    return max(start, first + extent - length)
  }

  override class var keys: [String: KeyedProperty<CALayer>] { keysOfScrollLayers }
  override class func standard() -> CALayer { CAScrollLayer() }
  private static let keysOfScrollLayers = keysOfEveryLayer.merging(
    ["scrollMode": KeyedProperty(\CAScrollLayer.scrollMode)]
  ) { $1 }
}

/// Along which axes a layer goes (`CAScrollLayerScrollMode`).
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The mode of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Along none.
  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  /// Up and down.
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  /// To the left and right.
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  /// Along both.
  public static let both = CAScrollLayerScrollMode(rawValue: "both")
}

/// Scrolling of what is in a layer that scrolls.
extension CALayer {
  /// Has the nearest layer around it that scrolls go to `p`, a point of its own plane; does nothing where there is none.
  public func scroll(_ p: CGPoint) {
    guard let scroller else { return }
    scroller.scroll(to: convert(p, to: scroller))
  }

  /// Has the nearest layer around it that scrolls show `r` of its own plane; does nothing where there is none.
  public func scrollRectToVisible(_ r: CGRect) {
    guard let scroller else { return }
    scroller.scroll(to: convert(r, to: scroller))
  }

  /// The part of its bounds that the nearest layer around it that scrolls shows; all of them where there is none.
  public var visibleRect: CGRect {
    guard let scroller else { return bounds }
    let visible = bounds.intersection(convert(scroller.bounds, from: scroller))
    return visible.isNull ? .zero : visible
  }

  /// The nearest layer around it that scrolls.
  private var scroller: CAScrollLayer? {
    var next = superlayer
    while let layer = next {
      if let scroller = layer as? CAScrollLayer { return scroller }
      next = layer.superlayer
    }
    return nil
  }
}
