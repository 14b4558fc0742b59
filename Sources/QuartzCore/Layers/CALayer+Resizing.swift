import CoreGraphics

/// The resizing of a layer with its superlayer.
extension CALayer {
  /// Its bounds had `size` before.
  func sizeChanged(from size: CGSize) {
    if layoutManager == nil { resizeSublayers(withOldSize: size) }
    setNeedsLayout()
    if needsDisplayOnBoundsChange { setNeedsDisplay() }
  }

  /// Changes its frame as its mask says, where its superlayer's size was `size`: what grows on one axis shares the change evenly.
  func resizeByMask(from size: CGSize) {
    guard let superlayer, !autoresizingMask.isEmpty else { return }
    let (new, frame) = (superlayer.bounds.size, frame)
    let (x, width) = Self.resized(
      frame.minX, frame.width, by: new.width - size.width, autoresizingMask.contains(.layerMinXMargin),
      autoresizingMask.contains(.layerWidthSizable), autoresizingMask.contains(.layerMaxXMargin))
    let (y, height) = Self.resized(
      frame.minY, frame.height, by: new.height - size.height, autoresizingMask.contains(.layerMinYMargin),
      autoresizingMask.contains(.layerHeightSizable), autoresizingMask.contains(.layerMaxYMargin))
    let resized = CGRect(x: x, y: y, width: width, height: height)
    if resized != frame { self.frame = resized }
  }

  /// The beginning of a side, and its length, after a change.
  private static func resized(
    _ start: CGFloat, _ length: CGFloat, by change: CGFloat, _ movesStart: Bool, _ grows: Bool, _ movesEnd: Bool
  ) -> (start: CGFloat, length: CGFloat) {
    let parts = [movesStart, grows, movesEnd].filter(\.self).count
    guard parts > 0 else { return (start, length) }
    let share = change / CGFloat(parts)
    return (movesStart ? start + share : start, grows ? max(0, length + share) : length)
  }
}
