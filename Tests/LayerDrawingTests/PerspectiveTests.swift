import EditingModel
import Foundation
import Layers
import MediaFormats
import Testing

@testable import LayerDrawing

@Suite struct PerspectiveTests {
  @Test(arguments: [0.3, -0.7, 1.0]) func `a checkerboard is seen in perspective`(angle: Double) throws {
    let size = PixelSize(width: 96, height: 80)
    let transform = Transform3D.rotation(angle, x: 0.3, y: 1, z: 0.1).concatenating(.perspective(distance: 180))
    let board = Layer(x: 16, y: 12, width: 64, height: 56) { board in
      board.transform = transform
      for index in 0..<56 where (index % 8 + index / 8) % 2 == 0 {
        board.sublayers.append(
          Layer(x: Double(index % 8 * 8), y: Double(index / 8 * 8), width: 8, height: 8) { $0.backgroundColor = .white }
        )
      }
    }
    let tree = try board.present()
    let drawn = try DrawnFrame(tree, size: size)
    let back = try #require(ReferenceMap(board.transformToSuperlayer).inverse)
    func isWhite(_ x: Double, _ y: Double) -> Bool {
      guard let place = back.apply(x, y), place.x >= 0, place.y >= 0, place.x < 64, place.y < 56 else { return false }
      return (Int(place.x / 8) + Int(place.y / 8)) % 2 == 0
    }
    var (sum, largest) = (0.0, 0.0)
    for y in 0..<size.height {
      for x in 0..<size.width {
        var (inside, around) = (0, 0)
        for index in 0..<256 {
          let (across, down) = ((Double(index % 16) + 0.5) / 16, (Double(index / 16) + 0.5) / 16)
          if isWhite(Double(x) + across, Double(y) + down) { inside += 1 }
          if isWhite(Double(x) + across * 5 - 2, Double(y) + down * 5 - 2) { around += 1 }
        }
        let difference = drawn.alpha(x, y) * 255 - Double(inside) / 256 * 255
        sum += difference
        if around == 0 || around == 256 { largest = max(largest, abs(difference)) }
      }
    }
    // Edges are softer than they are flat, but none moves or fades.
    #expect(abs(sum) / Double(size.width * size.height) <= 0.5, "as much white as there is")
    #expect(largest <= 3, "beyond edges")
  }

  @Test func `layers behind the viewer are not seen`() throws {
    let layer = Layer(x: 0, y: 0, width: 60, height: 40) {
      $0.backgroundColor = .white
      $0.transform = Transform3D.rotation(1.5, x: 0, y: 1, z: 0).concatenating(.perspective(distance: 20))
    }
    let frame = try DrawnFrame(layer.present(), size: PixelSize(width: 60, height: 40))
    let back = try #require(ReferenceMap(layer.transformToSuperlayer).inverse)
    for y in 0..<40 {
      for x in 0..<60 where back.apply(Double(x) + 0.5, Double(y) + 0.5) == nil { #expect(frame.alpha(x, y) == 0) }
    }
    #expect(frame.box != nil)
  }

  @Test func `a back face is hidden in perspective`() throws {
    for (angle, isSeen) in [(0.5, true), (2.6, false)] {
      let layer = Layer(x: 10, y: 10, width: 40, height: 30) {
        $0.backgroundColor = .white
        $0.isDoubleSided = false
        $0.transform = Transform3D.rotation(angle, x: 0, y: 1, z: 0).concatenating(.perspective(distance: 200))
      }
      let drawn = try DrawnFrame(layer.present(), size: PixelSize(width: 60, height: 50))
      #expect((drawn.box != nil) == isSeen)
    }
  }
}
