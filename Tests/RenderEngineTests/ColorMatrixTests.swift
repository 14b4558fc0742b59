import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering
import Testing

@testable import RenderEngine

/// Colors against the equations of ITU-T H.273 §8.3, computed here in the plainest way.
@Suite("The color matrix")
struct ColorMatrixTests {
  private static let full709 = Colorimetry(isFullRange: true, matrix: 1, transfer: 1, primaries: 1)

  @Test(arguments: [
    (255, 0, 0, 63, 102, 240), (0, 255, 0, 173, 42, 26), (0, 0, 255, 32, 240, 118), (255, 255, 255, 235, 128, 128),
  ])
  func `RGB becomes BT.709 as the standard's own numbers`(
    red: UInt8, green: UInt8, blue: UInt8, luma: UInt8, first: UInt8, second: UInt8
  ) {
    let converted = ColorMatrix(from: .sRGB, to: .bt709).convert([[green], [blue], [red]], width: 1, shifts: (0, 0))
    #expect(converted == [[luma], [first], [second]])
  }

  @Test func `grey keeps its chroma in every matrix`() {
    for matrix in [1, 5, 6, 7, 9] {
      let source = Colorimetry(isFullRange: false, matrix: matrix, transfer: 2, primaries: 2)
      for luma in stride(from: UInt8(16), through: 235, by: 1) {
        let converted = ColorMatrix(from: source, to: .bt709).convert(
          [[luma], [128], [128]], width: 1, shifts: (1, 1))
        #expect(converted == [[luma], [128], [128]])
      }
    }
  }

  @Test func `the full range becomes the limited one, ends exactly`() {
    let matrix = ColorMatrix(from: Self.full709, to: .bt709)
    #expect(matrix.convert([[0], [128], [128]], width: 1, shifts: (0, 0)) == [[16], [128], [128]])
    #expect(matrix.convert([[255], [128], [128]], width: 1, shifts: (0, 0)) == [[235], [128], [128]])
    #expect(matrix.convert([[255], [255], [1]], width: 1, shifts: (0, 0))[1] == [240])
  }

  @Test func `there and back is off by rounding alone`() {
    let there = ColorMatrix(from: .bt601, to: .bt709)
    let back = ColorMatrix(from: .bt709, to: .bt601)
    var worst = 0
    for luma in stride(from: 40, through: 210, by: 17) {
      for first in stride(from: 70, through: 180, by: 11) {
        for second in stride(from: 70, through: 180, by: 11) {
          let start = [[UInt8(luma)], [UInt8(first)], [UInt8(second)]]
          let end = back.convert(there.convert(start, width: 1, shifts: (0, 0)), width: 1, shifts: (0, 0))
          for plane in 0..<3 { worst = max(worst, abs(Int(start[plane][0]) - Int(end[plane][0]))) }
        }
      }
    }
    #expect(worst <= 1)
  }

  @Test func `chroma of half the size serves its four lumas`() {
    let planes: [[UInt8]] = [[90, 90, 90, 90, 90, 90], [100, 140], [150, 110]]
    let converted = ColorMatrix(from: .bt601, to: .bt709).convert(planes, width: 3, shifts: (1, 1))
    #expect(converted.map(\.count) == [6, 2, 2])
    #expect(converted[0][0] == converted[0][1] && converted[0][0] == converted[0][3])
    #expect(converted[0][2] != converted[0][0])
  }

  @Test func `halving chroma keeps a flat plane flat, odd sizes too`() {
    let plane = [UInt8](repeating: 77, count: 15)
    let halved = ChromaDownsampling((1, 1)).apply(to: [plane, plane, plane], width: 5)
    #expect(halved == [plane, [UInt8](repeating: 77, count: 6), [UInt8](repeating: 77, count: 6)])
  }

  @Test(arguments: Orientation.allCases)
  func `a turn sends each corner where the orientation's transform sends it`(orientation: Orientation) {
    // A picture of 3 x 2 whose samples are their numbers.
    let turned = PlaneRotation(orientation).apply(to: [[0, 1, 2, 3, 4, 5]], width: 3)[0]
    let transform = orientation.transform(for: Size(width: 3, height: 2))
    let width = orientation.swapsAxes ? 2 : 3
    for sample in 0..<6 {
      let centre = Point(x: Double(sample % 3) + 0.5, y: Double(sample / 3) + 0.5)
      let place = transform.apply(to: centre)
      #expect(turned[Int(place.y) * width + Int(place.x)] == UInt8(sample))
    }
  }

  @Test(arguments: Orientation.allCases)
  func `a picture whose chroma is halved across alone turns with its colors`(orientation: Orientation) throws {
    // Sixteen by eight pixels: the left half has one color, the right one another.
    let size = PixelSize(width: 16, height: 8)
    func format(_ size: PixelSize) throws -> PictureFormat {
      try PictureFormat(name: "Y42B", size: size, frameDuration: .one, color: .bt709)
    }
    let (source, target) = (try format(size), try format(orientation.apply(to: size)))
    let luma = (0..<128).map { UInt8($0 % 16 < 8 ? 60 : 180) }
    let chroma = (0..<64).map { UInt8($0 % 8 < 4 ? 90 : 200) }
    let picture = try Buffer(planes: [luma, chroma, chroma], format: source.video)
    let turned = try PictureConversion(
      from: source.video, color: .bt709, to: target, orientation: orientation
    ).apply(to: picture).planes(of: target.video)
    let isDark = { (x: Int, y: Int) -> Bool in
      switch orientation {
      case .up, .downMirrored: x < 8
      case .down, .upMirrored: x >= 8
      case .right, .leftMirrored: y < 8
      case .left, .rightMirrored: y >= 8
      }
    }
    for y in 0..<target.size.height {
      for x in 0..<target.size.width {
        #expect(turned[0][y * target.size.width + x] == (isDark(x, y) ? 60 : 180))
        // Beside the border between the two, chroma is filtered.
        let border = orientation.swapsAxes ? y : x
        guard !(6..<10).contains(border) else { continue }
        let sample = turned[1][y * (target.size.width / 2) + x / 2]
        #expect(sample == (isDark(x, y) ? 90 : 200), "\(x), \(y)")
      }
    }
  }
}
