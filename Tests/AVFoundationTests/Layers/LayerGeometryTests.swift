import AVFoundation
import Testing

@Suite("Geometry of layers")
struct LayerGeometryTests {
  private func layer(_ frame: CGRect) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    return layer
  }

  private func isNear(_ a: CGPoint, _ b: CGPoint) -> Bool { abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9 }

  @Test func `points and rectangles go from one layer to another`() {
    let root = layer(CGRect(x: 0, y: 0, width: 200, height: 100))
    let (first, second) = (
      layer(CGRect(x: 10, y: 20, width: 50, height: 40)), layer(CGRect(x: 100, y: 0, width: 100, height: 100))
    )
    root.addSublayer(first)
    root.addSublayer(second)
    #expect(first.convert(CGPoint(x: 1, y: 2), to: root) == CGPoint(x: 11, y: 22))
    #expect(first.convert(CGPoint(x: 1, y: 2), to: nil) == CGPoint(x: 11, y: 22))
    #expect(first.convert(CGPoint(x: 1, y: 2), to: second) == CGPoint(x: -89, y: 22))
    #expect(second.convert(CGPoint(x: 1, y: 2), from: first) == CGPoint(x: -89, y: 22))
    #expect(
      root.convert(CGRect(x: 0, y: 0, width: 50, height: 40), from: first)
        == CGRect(x: 10, y: 20, width: 50, height: 40))
    second.bounds.origin = CGPoint(x: 5, y: 5)
    #expect(second.convert(CGPoint(x: 5, y: 5), to: root) == CGPoint(x: 100, y: 0))
    // A quarter turn about the center.
    first.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(isNear(first.convert(CGPoint(x: 50, y: 20), to: root), CGPoint(x: 35, y: 65)))
    #expect(isNear(first.convert(CGPoint(x: 35, y: 65), from: root), CGPoint(x: 50, y: 20)))
    // What is done to all sublayers is done about the superlayer's anchor point.
    first.setAffineTransform(.identity)
    root.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    #expect(isNear(first.convert(CGPoint.zero, to: root), CGPoint(x: -80, y: -10)))
  }

  @Test func `a flipped geometry counts from the top`() {
    let root = layer(CGRect(x: 0, y: 0, width: 200, height: 100))
    let flipped = layer(CGRect(x: 0, y: 0, width: 200, height: 100))
    flipped.isGeometryFlipped = true
    let inside = layer(CGRect(x: 10, y: 5, width: 20, height: 20))
    root.addSublayer(flipped)
    flipped.addSublayer(inside)
    #expect(inside.convert(CGPoint.zero, to: flipped) == CGPoint(x: 10, y: 5))
    #expect(inside.convert(CGPoint.zero, to: root) == CGPoint(x: 10, y: 95))
    #expect(root.hitTest(CGPoint(x: 15, y: 90)) === inside)
  }

  @Test func `the foremost layer at a point is found`() {
    let root = layer(CGRect(x: 0, y: 0, width: 100, height: 100))
    let (back, front) = (
      layer(CGRect(x: 0, y: 0, width: 60, height: 60)), layer(CGRect(x: 40, y: 40, width: 100, height: 60))
    )
    root.addSublayer(back)
    root.addSublayer(front)
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) === front && root.hitTest(CGPoint(x: 10, y: 10)) === back)
    #expect(root.hitTest(CGPoint(x: 90, y: 10)) === root && root.hitTest(CGPoint(x: 10, y: -1)) == nil)
    #expect(root.hitTest(CGPoint(x: 120, y: 50)) === front)
    root.masksToBounds = true
    #expect(root.hitTest(CGPoint(x: 120, y: 50)) == nil)
    back.zPosition = 1
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) === back)
    back.isHidden = true
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) === front)
    root.isHidden = true
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) == nil)
  }

  @Test func `times go from one layer to another`() {
    let (root, inside) = (CALayer(), CALayer())
    root.addSublayer(inside)
    (inside.beginTime, inside.speed, inside.timeOffset) = (4, 2, 1)
    #expect(inside.convertTime(6, from: root) == 5 && inside.convertTime(5, to: root) == 6)
    root.beginTime = 10
    #expect(inside.convertTime(16, from: nil) == 5 && inside.convertTime(5, to: nil) == 16)
  }

  /// Places one layer in the middle of itself.
  private final class Centering: CALayer {
    let content = CALayer()
    var count = 0
    override func layoutSublayers() {
      count += 1
      content.frame = bounds.insetBy(dx: bounds.width / 4, dy: bounds.height / 4)
    }
  }

  @Test func `sublayers are laid out when a size has changed`() {
    let (root, layer) = (CALayer(), Centering())
    layer.addSublayer(layer.content)
    root.addSublayer(layer)
    root.layoutIfNeeded()
    layer.count = 0
    #expect(!layer.needsLayout())
    layer.layoutIfNeeded()
    #expect(layer.count == 0)
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
    #expect(layer.needsLayout() && layer.content.frame == .zero)
    root.layoutIfNeeded()
    #expect(layer.count == 1 && layer.content.frame == CGRect(x: 10, y: 5, width: 20, height: 10))
    layer.bounds.origin.x = 3
    #expect(!layer.needsLayout())
  }

  @Test func `a transaction says values by their keys`() {
    CATransaction.begin()
    CATransaction.setValue(3.0, forKey: kCATransactionAnimationDuration)
    CATransaction.setValue(true, forKey: kCATransactionDisableActions)
    CATransaction.setValue("mine", forKey: "own")
    #expect(CATransaction.animationDuration() == 3 && CATransaction.disableActions())
    #expect(CATransaction.value(forKey: "own") as? String == "mine")
    #expect(CATransaction.value(forKey: kCATransactionAnimationDuration) as? Double == 3)
    CATransaction.commit()
    #expect(CATransaction.value(forKey: "own") == nil && !CATransaction.disableActions())
    CATransaction.lock()
    CATransaction.unlock()
  }

  @Test func `the control points of a timing function are returned`() {
    let pace = CAMediaTimingFunction(controlPoints: 0.25, 0.5, 0.75, 1)
    let points = (0..<4).map { index in
      var point: [Float] = [-1, -1]
      pace.getControlPoint(at: index, values: &point)
      return point
    }
    #expect(points == [[0, 0], [0.25, 0.5], [0.75, 1], [1, 1]])
  }
}
