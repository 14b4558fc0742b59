import MediaFormats
import Testing

@testable import ColorConversion

/// Sizes, formats and places, on samples that a person can check.
@Suite("The picture converter")
struct PictureConverterTests {
  private static let half = SampleArrangement.ChromaShifts(across: 1, down: 1)

  private func ramp(_ depth: Int, isFullRange: Bool = false) -> TestPicture {
    // Every code of luma once, in rows of 64, and grey.
    var color = Colorimetry.bt709
    color.isFullRange = isFullRange
    let codes = 1 << depth
    let description = PictureDescription(
      size: PixelSize(width: 64, height: codes / 64), samples: .planar(bitDepth: depth, chromaShifts: Self.half),
      color: color)
    return TestPicture(description) { component, x, y in UInt16(component == 0 ? y * 64 + x : codes / 2) }
  }

  private func bias(_ from: TestPicture, _ to: TestPicture, _ ideal: (Double) -> Double) -> Double {
    let differences = zip(from.planes[0], to.planes[0]).compactMap { code, made -> Double? in
      let goal = ideal(Double(code))
      let top = Double(1 << to.description.samples.bitDepth - 1)
      return goal >= 0 && goal <= top ? Double(made) - goal : nil
    }
    #expect(differences.allSatisfy { abs($0) <= 0.501 })
    return differences.reduce(0, +) / Double(differences.count)
  }

  @Test func `depths and ranges are rounded without bias`() throws {
    let ten = ramp(10)
    var eight = ten.description
    eight.samples.bitDepth = 8
    eight.samples = .planar(chromaShifts: Self.half)
    #expect(abs(bias(ten, try ten.converted(to: eight)) { $0 / 4 }) < 0.05)
    let small = ramp(8)
    let deep = PictureDescription(
      size: small.description.size, samples: .planar(bitDepth: 10, chromaShifts: Self.half), color: .bt709)
    #expect(try small.converted(to: deep).planes[0] == small.planes[0].map { 4 * $0 })
    let full = ramp(8, isFullRange: true)
    let limited = PictureDescription(size: full.description.size, samples: full.description.samples, color: .bt709)
    #expect(abs(bias(full, try full.converted(to: limited)) { 16 + 219 * $0 / 255 }) < 0.05)
  }

  @Test func `a ramp of ten bits keeps every step through formats, matrices and dynamic ranges`() throws {
    var source = ramp(10)
    for color in EveryPairTests.kinds.map(\.color) {
      source.description.color = color
      let other = PictureDescription(
        size: source.description.size, samples: .planar(bitDepth: 10), color: color)
      let through = try source.converted(to: other).converted(to: source.description)
      #expect(through == source)
    }
    // Grey is grey in every matrix, and its codes stay.
    source.description.color = .bt709
    let other = PictureDescription(
      size: source.description.size, samples: .planar(bitDepth: 10, chromaShifts: Self.half), color: .bt601)
    let made = try source.converted(to: other)
    #expect(made.planes[0] == source.planes[0])
  }

  @Test(arguments: [1, 2, 3, 5, 16]) func `where planes begin changes nothing`(misalignment: Int) throws {
    let size = PixelSize(width: 70, height: 38)
    let source = TestPicture(
      PictureDescription(size: size, samples: .planar(chromaShifts: Self.half), color: .bt601)
    ) { component, x, y in UInt16((x * 37 + y * 101 + component * 50) % 220 + 16) }
    let target = PictureDescription(
      size: PixelSize(width: 46, height: 50), samples: .planar(chromaShifts: Self.half), color: .bt709)
    #expect(
      try source.converted(to: target) == source.converted(to: target, misalignment: misalignment))
  }

  @Test func `samples are found wherever they lie`() throws {
    let size = PixelSize(width: 24, height: 10)
    let planar = TestPicture(
      PictureDescription(size: size, samples: .planar(chromaShifts: .init(across: 1, down: 0)), color: .bt709)
    ) { component, x, y in UInt16((x * 31 + y * 57 + component * 11) % 200 + 20) }
    // UYVY.
    var packed = planar.description
    packed.samples = SampleArrangement(
      [.init(plane: 0, offset: 1, step: 2), .init(plane: 0, offset: 0, step: 4), .init(plane: 0, offset: 2, step: 4)],
      chromaShifts: .init(across: 1, down: 0))
    #expect(try planar.converted(to: packed).planes == planar.planes)
    #expect(try planar.converted(to: packed).converted(to: planar.description) == planar)
    // Ten bits in the high ones of two bytes, chroma by turns, the higher byte first.
    var pairs = planar.description
    pairs.samples = SampleArrangement(
      [.init(plane: 0, step: 2), .init(plane: 1, step: 4), .init(plane: 1, offset: 2, step: 4)], bitDepth: 10,
      unusedLowBits: 6, isBigEndian: true, chromaShifts: .init(across: 1, down: 0))
    #expect(try planar.converted(to: pairs).planes == planar.planes.map { $0.map { 4 * $0 } })
    #expect(try planar.converted(to: pairs).converted(to: planar.description) == planar)
  }

  @Test func `alpha that is not there is opaque, and one that is not wanted goes`() throws {
    let size = PixelSize(width: 8, height: 4)
    let opaque = TestPicture(PictureDescription(size: size, samples: .planar(isRGB: true), color: .sRGB)) {
      component, _, _ in UInt16(50 * component + 60)
    }
    var withAlpha = opaque.description
    withAlpha.samples = SampleArrangement(
      [
        .init(plane: 0, offset: 2, step: 4), .init(plane: 0, offset: 1, step: 4), .init(plane: 0, offset: 0, step: 4),
        .init(plane: 0, offset: 3, step: 4),
      ], isRGB: true)
    let made = try opaque.converted(to: withAlpha)
    #expect(made.planes[3].allSatisfy { $0 == 255 })
    #expect(try made.converted(to: opaque.description) == opaque)
  }

  @Test func `alpha is converted for itself, and luma does not know of it`() throws {
    let size = PixelSize(width: 32, height: 16)
    func description(_ samples: SampleArrangement, _ color: Colorimetry) -> PictureDescription {
      PictureDescription(size: size, samples: samples, color: color)
    }
    // Orange, and black that is not there, by turns of three pixels.
    let orange: [UInt16] = [220, 120, 30]
    let mixed = TestPicture(description(.planar(isRGB: true, hasAlpha: true), .sRGB)) { component, x, y in
      let isThere = (x + 2 * y) / 3 % 2 == 0
      return component == 3 ? (isThere ? 255 : 0) : isThere ? orange[component] : 0
    }
    let whole = TestPicture(description(.planar(isRGB: true), .sRGB)) { component, _, _ in orange[component] }
    let target = description(.planar(chromaShifts: Self.half, hasAlpha: true), .bt709)
    let made = try mixed.converted(to: target)
    let goal = try whole.converted(to: description(.planar(chromaShifts: Self.half), .bt709))
    #expect(made.planes[3] == mixed.planes[3])
    for y in 0..<16 {
      for x in 0..<32 where made.sample(3, x, y) == 255 {
        #expect(made.sample(0, x, y) == goal.sample(0, x, y), "\(x), \(y)")
      }
    }
  }

  @Test func `greys become color without any`() throws {
    let size = PixelSize(width: 6, height: 4)
    let grey = TestPicture(
      PictureDescription(size: size, samples: SampleArrangement([.init(plane: 0, step: 1)]), color: .sRGB)
    ) { _, x, y in UInt16(40 * x + y) }
    let target = PictureDescription(size: size, samples: .planar(chromaShifts: Self.half), color: .bt709)
    let made = try grey.converted(to: target)
    #expect(made.planes[1].allSatisfy { $0 == 128 } && made.planes[2].allSatisfy { $0 == 128 })
    #expect(made.planes[0] == grey.planes[0].map { UInt16((16 + 219 * Double($0) / 255).rounded(.toNearestOrEven)) })
  }

  @Test func `chroma of odd sizes is read to its edge and no further`() throws {
    let odd = TestPicture(
      PictureDescription(size: PixelSize(width: 5, height: 3), samples: .planar(chromaShifts: Self.half), color: .bt709)
    ) { component, x, y in component == 0 ? UInt16(20 + 15 * x + 40 * y) : 90 }
    let target = PictureDescription(size: odd.description.size, samples: .planar(), color: .bt709)
    let made = try odd.converted(to: target)
    #expect(made.planes[0] == odd.planes[0])
    #expect(made.planes[1].allSatisfy { $0 == 90 })
    #expect(try made.converted(to: odd.description) == odd)
  }

  @Test func `a part of a picture shows nothing of what is beside it`() throws {
    // Thirty in the middle of white.
    let size = PixelSize(width: 32, height: 32)
    var source = TestPicture(PictureDescription(size: size, samples: .planar(), color: .bt709)) { component, x, y in
      component > 0 ? 128 : (8..<24).contains(x) && (8..<24).contains(y) ? 30 : 235
    }
    source.description.window = .init(left: 8, top: 8, width: 16, height: 16)
    let target = PictureDescription(size: PixelSize(width: 40, height: 24), samples: .planar(), color: .bt709)
    #expect(try source.converted(to: target).planes[0].allSatisfy { $0 == 30 })
  }

  @Test func `a window between pixels moves the picture by parts of one`() throws {
    let size = PixelSize(width: 64, height: 8)
    var source = TestPicture(PictureDescription(size: size, samples: .planar(bitDepth: 10), color: .bt709)) {
      component, x, _ in component > 0 ? 512 : UInt16(100 + 10 * x)
    }
    source.description.window = .init(left: 8.25, top: 0, width: 32, height: 8)
    let target = PictureDescription(
      size: PixelSize(width: 32, height: 8), samples: .planar(bitDepth: 10), color: .bt709)
    let row = try source.converted(to: target).planes[0].prefix(32)
    for (x, value) in row.enumerated().dropFirst(3).dropLast(3) {
      #expect(abs(Double(value) - (100 + 10 * (Double(x) + 8.25))) <= 1)
    }
  }

  @Test func `chroma moves to the target's site`() throws {
    // Chroma that rises by 8 from sample to sample, that is by 4 a pixel, between the columns; on them it is 2 less.
    let size = PixelSize(width: 32, height: 4)
    let site = PictureDescription(
      size: size, samples: .planar(chromaShifts: .init(across: 1, down: 0)), color: .bt709, chromaSite: .center)
    let source = TestPicture(site) { component, x, _ in component == 0 ? 90 : UInt16(40 + 8 * x) }
    var target = site
    target.chromaSite = .left
    let row = try source.converted(to: target).planes[1].prefix(16)
    for (x, value) in row.enumerated().dropFirst(2).dropLast(2) { #expect(Int(value) == 38 + 8 * x) }
  }
}
