import Compositing
import EditingModel
import MediaFormats
import PictureRows
import SeededRandom
import Testing

/// Pictures that are brought to the film's size and format.
@Suite("Fitting pictures")
struct FittingTests {
  private static func context(
    _ width: Int, _ height: Int, _ format: PixelBuffer.Format = .yuv420p
  ) -> VideoCompositionRenderContext {
    VideoCompositionRenderContext(size: Size(width: Double(width), height: Double(height)), pixelFormat: format)
  }

  @Test func `a picture that fits is handed on, not copied`() throws {
    let picture = try PixelBuffer.grey(50, .nv12, 16, 8)
    #expect(try picture.fitted(to: Self.context(16, 8), as: .nv12) === picture)
  }

  @Test(arguments: PixelBuffer.Format.plainYCbCr, PixelBuffer.Format.plainYCbCr)
  func `a format becomes another one, sample by sample`(from: PixelBuffer.Format, to: PixelBuffer.Format) throws {
    var random = SeededGenerator(seed: 5)
    // Of the same chroma everywhere, so that it does not matter how finely chroma is sampled.
    let (cb, cr) = (Int.random(in: 16...240, using: &random), Int.random(in: 16...240, using: &random))
    let scale = 1 << (from.bitDepth - 8)
    let picture = try PixelBuffer.drawn(from, 18, 10) { component, _, _ in
      [Int.random(in: 16...235, using: &random), cb, cr][component] * scale
    }
    let fitted = try picture.fitted(to: Self.context(18, 10), as: to)
    #expect(fitted.format == to)
    let ideal = try picture.samples(ofComponent: 0).map { ($0 << to.bitDepth) >> from.bitDepth }
    #expect(try fitted.samples(ofComponent: 0) == ideal)
    for (component, value) in [(1, cb), (2, cr)] {
      #expect(try fitted.samples(ofComponent: component).allSatisfy { $0 == value << (to.bitDepth - 8) })
    }
  }

  @Test(arguments: [(16, 12), (64, 48), (8, 6), (80, 20), (17, 31)])
  func `a slope stays a slope at another size, and chroma stays with luma`(width: Int, height: Int) throws {
    let picture = try PixelBuffer.drawn(.yuv420p, 32, 24) { component, x, _ in
      // At the middle of a pixel, and of the first of the two that a chroma sample serves.
      4 * (component == 0 ? x : 2 * x) + 2
    }
    let fitted = try picture.fitted(to: Self.context(width, height), as: .yuv420p)
    for component in 0..<2 {
      let samples = try fitted.samples(ofComponent: component)
      let columns = component == 0 ? width : (width + 1) / 2
      for x in 0..<columns {
        let pixel = (Double(component == 0 ? x : 2 * x) + 0.5) * 32 / Double(width)
        // Near the two sides the outermost sample goes on.
        guard pixel > 3, pixel < 29 else { continue }
        #expect(abs(Double(samples[x]) - 4 * pixel) <= 1)
      }
    }
  }

  @Test func `of a much larger picture every sample counts`() throws {
    let picture = try PixelBuffer.drawn(.yuv420p, 256, 64) { component, x, y in
      component == 0 ? (x + y) % 2 * 200 : 128
    }
    let fitted = try picture.fitted(to: Self.context(16, 4), as: .yuv420p)
    #expect(try fitted.samples(ofComponent: 0).allSatisfy { abs($0 - 100) <= 2 })
  }

  @Test func `a picture that cannot be drawn is refused in words`() throws {
    let picture = try PixelBuffer(format: .rgba, width: 8, height: 8)
    let error = try #require(throws: CompositorFailure.self) {
      try picture.fitted(to: Self.context(8, 8), as: .yuv420p)
    }
    #expect(error.description == "a picture of 8x8 rgba cannot be drawn as yuv420p")
  }
}
