import Foundation
import MediaFormats
import Testing

@testable import ColorConversion

/// Patches of color through every pair of formats, against the standards' formulas in double precision.
@Suite("Every pair of colors")
struct EveryPairTests {
  /// The kinds of color that films have.
  static let kinds: [(name: String, color: Colorimetry)] = [
    ("601", .bt601), ("709", .bt709),
    ("2020", Colorimetry(isFullRange: false, matrix: 9, transfer: 14, primaries: 9)),
    ("HLG", Colorimetry(isFullRange: false, matrix: 9, transfer: 18, primaries: 9)),
    ("PQ", Colorimetry(isFullRange: false, matrix: 9, transfer: 16, primaries: 9)),
  ]
  private static let samplings = [
    SampleArrangement.ChromaShifts(across: 1, down: 1), .init(across: 1, down: 0), .none,
  ]
  /// Eight patches, as light in BT.709 at 203 cd/m²: inside all primaries, up to a clear orange.
  private static let patches: [ReferenceColor] = [
    .init(red: 203, green: 203, blue: 203), .init(red: 38, green: 38, blue: 38), .init(red: 5, green: 5, blue: 5),
    .init(red: 90, green: 35, blue: 26), .init(red: 30, green: 70, blue: 28), .init(red: 25, green: 35, blue: 80),
    .init(red: 150, green: 75, blue: 20), .init(red: 160, green: 140, blue: 120),
  ]

  /// `signal` after conversion in double precision.
  private func expected(_ signal: ReferenceColor, from source: Colorimetry, to target: Colorimetry) -> ReferenceColor {
    if !source.isHighDynamicRange, !target.isHighDynamicRange {
      guard source.primaries != target.primaries else { return signal }
      // The source's own light, by BT.709's curve of the camera, as all three kinds have it.
      func linear(_ v: Double) -> Double {
        v < 0.0812428583 ? v / 4.5 : powered((v + 0.0992968268) / 1.0992968268, 1 / 0.45)
      }
      func signal709(_ l: Double) -> Double {
        l < 0.0180539685 ? 4.5 * l : 1.0992968268 * powered(l, 0.45) - 0.0992968268
      }
      let light = ReferenceColor(red: linear(signal.red), green: linear(signal.green), blue: linear(signal.blue))
        .light(from: source.primaries, to: target.primaries)
      return ReferenceColor(red: signal709(light.red), green: signal709(light.green), blue: signal709(light.blue))
    }
    guard source.transfer != target.transfer || source.primaries != target.primaries else { return signal }
    var light = signal.light(source)
    let sourcePeak = source.isHighDynamicRange ? 1_000.0 : 203
    let targetPeak = target.transfer == 16 ? 10_000 : target.transfer == 18 ? 1_000.0 : 203
    light = light.mapped(from: sourcePeak, to: targetPeak)
    return light.light(from: source.primaries, to: target.primaries).signal(target)
  }

  /// A depth, a range and a subsampling of source and target, and whether there is alpha.
  private struct Variant {
    var depths: (Int, Int)
    var areFull: (Bool, Bool)
    var shifts: (SampleArrangement.ChromaShifts, SampleArrangement.ChromaShifts)
    var hasAlpha: Bool
  }

  private static let variants: [Variant] = [(8, 8), (8, 10), (10, 8), (10, 10)].flatMap { depths in
    [(false, false), (false, true), (true, false), (true, true)].flatMap { areFull in
      samplings.flatMap { one in samplings.map { (one, $0) } }.flatMap { shifts in
        [false, true].map { Variant(depths: depths, areFull: areFull, shifts: shifts, hasAlpha: $0) }
      }
    }
  }

  /// All variants with `GSTEDIT_FULL=1`; one in seven otherwise, which are others for each pair of kinds.
  private static func variants(from: Int, to: Int) -> [Variant] {
    let isFull = ProcessInfo.processInfo.environment["GSTEDIT_FULL"] == "1"
    return isFull ? variants : stride(from: (5 * from + to) % 7, to: variants.count, by: 7).map { variants[$0] }
  }

  @Test(arguments: 0..<5, 0..<5)
  func `patches are within a difference of 1`(from: Int, to: Int) throws {
    var worst = (difference: 0.0, what: "")
    for variant in Self.variants(from: from, to: to) {
      var (source, target) = (Self.kinds[from].color, Self.kinds[to].color)
      (source.isFullRange, target.isFullRange) = variant.areFull
      let made = try check(
        source, target, depths: variant.depths, shifts: variant.shifts, hasAlpha: variant.hasAlpha)
      if made.difference > worst.difference {
        worst = (made.difference, "\(made.what), \(source) to \(target), \(variant)")
      }
    }
    #expect(worst.difference < 1, "\(worst.what)")
  }

  private func check(
    _ source: Colorimetry, _ target: Colorimetry, depths: (Int, Int),
    shifts: (SampleArrangement.ChromaShifts, SampleArrangement.ChromaShifts), hasAlpha: Bool
  ) throws -> (difference: Double, what: String) {
    let size = PixelSize(width: 16 * Self.patches.count, height: 16)
    let input = PictureDescription(
      size: size, samples: .planar(bitDepth: depths.0, chromaShifts: shifts.0, hasAlpha: hasAlpha), color: source)
    let output = PictureDescription(
      size: size, samples: .planar(bitDepth: depths.1, chromaShifts: shifts.1, hasAlpha: hasAlpha), color: target)
    let codes = Self.patches.map { patch in
      patch.light(from: 1, to: source.primaries).signal(source).codes(source, depth: depths.0).map { $0.rounded() }
    }
    let opaque = UInt16(1 << depths.0 - 1)
    let picture = TestPicture(input) { component, x, _ in
      component == 3
        ? opaque : UInt16(codes[(x << input.samples.shifts(ofComponent: component).across) / 16][component])
    }
    let converted = try picture.converted(to: output)
    var worst = (difference: 0.0, what: "")
    for patch in Self.patches.indices {
      let goal = expected(
        ReferenceColor(codes: codes[patch], source, depth: depths.0), from: source, to: target)
      let made = (0..<3).map { component -> Double in
        let shifts = output.samples.shifts(ofComponent: component)
        return Double(converted.sample(component, (16 * patch + 8) >> shifts.across, 8 >> shifts.down))
      }
      let best = goal.codes(target, depth: depths.1)
      // The nearest code is the best that there is, though eight bits of PQ are coarser than the eye.
      let isNearest = zip(made, best).allSatisfy { abs($0 - $1) < 0.52 }
      let difference = ReferenceColor.difference(
        goal.light(target).lab(target.primaries),
        ReferenceColor(codes: made, target, depth: depths.1).light(target).lab(target.primaries))
      if !isNearest, difference > worst.difference {
        worst = (difference, "patch \(patch): \(made), not \(best)")
      }
      if hasAlpha { #expect(converted.sample(3, 16 * patch + 8, 8) == 1 << depths.1 - 1) }
    }
    return worst
  }
}
