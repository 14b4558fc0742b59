import MediaFormats
import Testing

@testable import ColorConversion

/// The pass over rows against the steps that go by way of red, green and blue of 16 bits, on pictures full of edges.
@Suite("A pass over rows of light")
struct LightPassTests {
  private static let halved = SampleArrangement.ChromaShifts(across: 1, down: 1)
  private static let wide = Colorimetry(isFullRange: false, matrix: 9, transfer: 14, primaries: 9)

  /// The picture at `source`, as `target`, by way of a picture in RGB of 16 bits.
  private func byWayOfRGB(_ source: TestPicture, to target: PictureDescription) throws -> TestPicture {
    func rgb(_ color: Colorimetry) -> PictureDescription {
      PictureDescription(
        size: target.size, samples: .planar(bitDepth: 16, isRGB: true),
        color: Colorimetry(isFullRange: false, matrix: 0, transfer: color.transfer, primaries: color.primaries))
    }
    return try source.converted(to: rgb(source.description.color)).converted(to: rgb(target.color))
      .converted(to: target)
  }

  private static let pairs: [(Colorimetry, Colorimetry)] = [
    (wide, .bt709), (.bt709, wide), (.bt601, .bt709), (EveryPairTests.kinds[3].color, .bt709),
    (EveryPairTests.kinds[4].color, .bt709), (.bt709, EveryPairTests.kinds[3].color),
  ]

  @Test(arguments: 0..<6, [8, 10]) func `is what the steps give, chroma at edges included`(pair: Int, depth: Int) throws
  {
    let size = PixelSize(width: 70, height: 38)
    let (from, to) = Self.pairs[pair]
    for (first, second) in [
      (Self.halved, Self.halved), (Self.halved, .init(across: 1, down: 0)), (.init(across: 1, down: 0), Self.halved),
    ] {
      var seed: UInt32 = 7
      let source = TestPicture(
        PictureDescription(size: size, samples: .planar(bitDepth: depth, chromaShifts: first), color: from)
      ) { component, _, _ in
        seed = seed &* 1_664_525 &+ 1_013_904_223
        let share = Double(seed >> 16) / 65_536
        // Inside of all primaries.
        let code = component == 0 ? 90 + 60 * share : 118 + 20 * share
        return UInt16(code * Double(1 << (depth - 8)))
      }
      let target = PictureDescription(
        size: size, samples: .planar(bitDepth: depth, chromaShifts: second), color: to)
      let (made, ideal) = (try source.converted(to: target), try byWayOfRGB(source, to: target))
      for component in 0..<3 {
        let differences = zip(made.planes[component], ideal.planes[component]).map { Int($0) - Int($1) }
        #expect(differences.allSatisfy { abs($0) <= 1 })
        let bias = Double(differences.reduce(0, +)) / Double(differences.count)
        #expect(abs(bias) < 0.05, "\(from) to \(to), component \(component): \(bias)")
      }
    }
  }

  @Test func `greys keep their codes, and places change nothing`() throws {
    for depth in [8, 10] {
      let codes = 1 << depth
      let description = PictureDescription(
        size: PixelSize(width: 64, height: codes / 64),
        samples: .planar(bitDepth: depth, chromaShifts: Self.halved), color: Self.wide)
      let source = TestPicture(description) { component, x, y in
        UInt16(component == 0 ? min(y * 64 + x, codes - 1) : codes / 2)
      }
      var target = description
      target.color = .bt709
      let made = try source.converted(to: target)
      #expect(made == TestPicture(target) { source.planes[$0][$2 * ($0 == 0 ? 64 : 32) + $1] })
      #expect(try source.converted(to: target, misalignment: 3) == made)
    }
    // NV12, whose rows are brought.
    let size = PixelSize(width: 66, height: 34)
    let source = TestPicture(
      PictureDescription(size: size, samples: .planar(chromaShifts: Self.halved), color: Self.wide)
    ) { component, x, y in UInt16((x * 37 + y * 101 + component * 50) % 200 + 20) }
    var paired = source.description
    paired.samples = SampleArrangement(
      [.init(plane: 0, step: 1), .init(plane: 1, step: 2), .init(plane: 1, offset: 1, step: 2)],
      chromaShifts: Self.halved)
    var target = source.description
    target.color = .bt709
    var pairedTarget = paired
    pairedTarget.color = .bt709
    let straight = try source.converted(to: target)
    #expect(try source.converted(to: paired).converted(to: pairedTarget).planes == straight.planes)
  }
}
