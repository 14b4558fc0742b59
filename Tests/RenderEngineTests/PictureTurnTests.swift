import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering
import Testing

@testable import MediaDecoding
@testable import RenderEngine

/// Pictures that are turned and mirrored.
@Suite("Turned pictures")
struct PictureTurnTests {
  @Test(arguments: Orientation.allCases)
  func `a turn sends each corner where the orientation's transform sends it`(orientation: Orientation) throws {
    // A picture of 3 x 2 whose samples are their numbers.
    let size = PixelSize(width: 3, height: 2)
    func format(_ size: PixelSize) throws -> PictureFormat {
      try PictureFormat(name: "Y444", size: size, frameDuration: .one, color: .bt709)
    }
    let (source, target) = (try format(size), try format(orientation.apply(to: size)))
    let numbers: [UInt8] = [0, 1, 2, 3, 4, 5]
    let picture = try Buffer(planes: [numbers, numbers, numbers], format: source.video)
    let turned = try PictureConversion(
      from: source.video, color: .bt709, to: target, orientation: orientation
    ).apply(to: picture).planes(of: target.video)[0]
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
