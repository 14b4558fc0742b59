import Compositing
import EditingModel
import MediaFormats
import MediaTime
import PictureRows
import ReferenceCompositing
import SeededRandom
import Testing

@testable import Transitions

@Suite("Dissolves")
struct DissolveTests {
  private static let time = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))

  private static func planar(_ picture: PixelBuffer) throws -> PlanarPicture {
    let chroma = picture.format.pixelsPerChroma
    return try PlanarPicture(
      width: picture.width, height: picture.height, chromaWidthShift: chroma.across / 2,
      chromaHeightShift: chroma.down / 2,
      planes: (0..<3).map { try picture.samples(ofComponent: $0).map { UInt8($0) } })
  }

  /// What the reference compositor shows where the new picture lies over the old one with an opacity of `progress`.
  private static func ideal(_ to: PixelBuffer, over from: PixelBuffer, at progress: Double) throws -> [Double] {
    let layers = [
      LayerInstruction(trackID: 1, opacity: Ramps([.setting(at: .zero, value: progress)])),
      LayerInstruction(trackID: 2),
    ]
    let background = try PlanarPicture(
      filledWith: (16, 128, 128), width: from.width, height: from.height,
      chromaWidthShift: from.format.pixelsPerChroma.across / 2, chromaHeightShift: from.format.pixelsPerChroma.down / 2)
    return try ReferenceCompositor().compose(
      VideoCompositionInstruction(timeRange: time, layerInstructions: layers), at: .zero,
      sources: [1: try planar(to), 2: try planar(from)], over: background
    ).flatMap { $0 }
  }

  @Test(arguments: [PixelBuffer.Format.yuv420p, .nv12, .yuv422p, .yuv444p])
  func `random pictures are mixed as the reference says`(format: PixelBuffer.Format) throws {
    var random = SeededGenerator(seed: UInt64(format.rawValue.utf8.count))
    var differences: [Double] = []
    for _ in 0..<24 {
      let (width, height) = (Int.random(in: 1...70, using: &random), Int.random(in: 1...24, using: &random))
      let from = try PixelBuffer.noise(format, width, height, using: &random)
      let to = try PixelBuffer.noise(format, width, height, using: &random)
      let progress = Double.random(in: 0...1, using: &random)
      let frame = try Dissolve.frame([to, from], at: progress, format: format, width: width, height: height)
      let ideal = try Self.ideal(to, over: from, at: progress)
      let mixed = try (0..<3).flatMap { try frame.samples(ofComponent: $0) }
      try #require(mixed.count == ideal.count)
      differences += zip(mixed, ideal).map { abs(Double($0) - $1) }
    }
    let mean = differences.reduce(0, +) / Double(differences.count)
    #expect(mean <= 0.5 && differences.max() ?? .infinity <= 2, "mean \(mean), furthest \(differences.max() ?? 0)")
  }

  @Test(arguments: [PixelBuffer.Format.yuv420p10, .p010, .yuv422p10, .yuv444p10])
  func `ten bits are mixed to within one of their steps`(format: PixelBuffer.Format) throws {
    var random = SeededGenerator(seed: 10)
    let from = try PixelBuffer.noise(format, 31, 9, using: &random)
    let to = try PixelBuffer.noise(format, 31, 9, using: &random)
    let frame = try Dissolve.frame([to, from], at: 0.375, format: format, width: 31, height: 9)
    #expect(frame.format == format)
    for component in 0..<3 {
      let (old, new) = (try from.samples(ofComponent: component), try to.samples(ofComponent: component))
      let ideal = zip(old, new).map { Double($0) * 0.625 + Double($1) * 0.375 }
      let furthest = zip(try frame.samples(ofComponent: component), ideal).map { abs(Double($0) - $1) }.max()
      #expect(try #require(furthest) <= 0.51)
    }
  }
}
