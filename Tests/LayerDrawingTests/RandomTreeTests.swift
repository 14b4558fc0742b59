import EditingModel
import Foundation
import Layers
import MediaFormats
import SeededRandom
import Testing

@testable import LayerDrawing

@Suite struct RandomTreeTests {
  /// All trees are drawn with `GSTEDIT_FULL=1`, otherwise as many as take seconds.
  static let count: UInt64 = ProcessInfo.processInfo.environment["GSTEDIT_FULL"] == "1" ? 1000 : 24
  static let side = 32

  @Test(arguments: 0..<4 as Range<UInt64>) func `a tree looks as its definition says`(part: UInt64) throws {
    for seed in stride(from: part, to: Self.count, by: 4) {
      var random = try RandomDrawingTree(seed: seed)
      let tree = try random.tree(size: Double(Self.side)).present()
      let size = PixelSize(width: Self.side, height: Self.side)
      let drawn = try DrawnFrame(tree, size: size, pictures: random.pictures.mapValues(\.buffer))
      let frame = ReferenceFrame(tree, size: size, pictures: random.pictures)
      let (mean, largest) = frame.difference(from: drawn)
      // Where the edges of several layers coincide, coverage is multiplied, as everywhere where layers are drawn one by one.
      let away = frame.difference(from: drawn, awayFromEdgesOver: 12).largest
      #expect(mean <= 1 && away <= 24 && largest <= 72, "tree \(seed): mean \(mean), largest \(largest), away \(away)")
    }
  }
}
