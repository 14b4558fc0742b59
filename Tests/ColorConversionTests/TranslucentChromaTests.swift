import MediaFormats
import Testing

@testable import ColorConversion

/// Chroma that becomes subsampled beside what cannot be seen.
@Suite("Chroma of pictures with alpha")
struct TranslucentChromaTests {
  private static let size = PixelSize(width: 16, height: 8)
  private static let red: [UInt16] = [200, 30, 40]
  private static let green: [UInt16] = [10, 250, 20]

  /// Red pixels among green ones that are fully transparent; or red ones alone.
  private func picture(isSeen: (_ x: Int, _ y: Int) -> Bool, hasGreen: Bool = true) -> TestPicture {
    let description = PictureDescription(
      size: Self.size, samples: .planar(isRGB: true, hasAlpha: true),
      color: Colorimetry(isFullRange: true, matrix: 0, transfer: 1, primaries: 1))
    return TestPicture(description) { component, x, y in
      if component == 3 { return isSeen(x, y) ? 255 : 0 }
      return isSeen(x, y) || !hasGreen ? Self.red[component] : Self.green[component]
    }
  }

  @Test(arguments: [(1, 1), (1, 0)]) func `transparent pixels give none of their color`(across: Int, down: Int) throws {
    for bitDepth in [8, 10] {
      let target = PictureDescription(
        size: Self.size,
        samples: .planar(bitDepth: bitDepth, chromaShifts: .init(across: across, down: down), hasAlpha: true),
        color: .bt709)
      // An edge on an odd column, a single pixel, and a row.
      let isSeen = { (x: Int, y: Int) in x < 5 || (x == 10 && y == 3) || y == 7 }
      let made = try picture(isSeen: isSeen).converted(to: target)
      let plain = try picture(isSeen: isSeen, hasGreen: false).converted(to: target)
      for component in 1...2 {
        let (width, height) = target.extent(ofComponent: component)
        for y in 0..<height {
          for x in 0..<width {
            let pixels = (y << down..<(y + 1) << down).flatMap { row in
              (x << across..<(x + 1) << across).map { (row, $0) }
            }
            guard pixels.contains(where: { isSeen($0.1, $0.0) }) else { continue }
            #expect(abs(Int(made.sample(component, x, y)) - Int(plain.sample(component, x, y))) <= 1)
          }
        }
      }
      #expect(made.planes[3] == plain.planes[3])
    }
  }

  @Test func `opaque pictures have the chroma that they have without alpha`() throws {
    let opaque = picture { _, _ in true }
    let half = SampleArrangement.ChromaShifts(across: 1, down: 1)
    let with = try opaque.converted(
      to: PictureDescription(
        size: Self.size, samples: .planar(chromaShifts: half, hasAlpha: true), color: .bt709))
    let without = try opaque.converted(
      to: PictureDescription(size: Self.size, samples: .planar(chromaShifts: half), color: .bt709))
    #expect(Array(with.planes.prefix(3)) == without.planes)
  }
}
