import CLightLoops
import MediaFormats
import Testing

@testable import ColorConversion

/// The loops over rows for different processors, against each other: the same bytes at all widths.
@Suite("Loops over rows of light")
struct LightRowTests {
  /// What the loops make of `pairs` random pairs of pixels: all bytes, and those behind the end.
  private func made(pairs: Int, bytes: Int, offset: Int, by loops: light_row_loops) -> [UInt8] {
    var seed = UInt32(pairs * 2 + bytes)
    func random(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: seed >> 24)
      }
    }
    let group = Int(LIGHT_GROUP)
    let room = (pairs + group) / group * group + group
    let luma = random(2 * pairs * bytes + offset)
    let chroma = (0..<4).map { _ in random(pairs * bytes + offset) }
    var luminance = [UInt8](repeating: 0xA5, count: 2 * pairs * bytes + offset + 16)
    var colors = luminance
    var floats = [Float](repeating: 0, count: 14 * room)
    let unit = Float(bytes == 1 ? 1 : 256)
    var opening = light_opening(
      luma_scale: 1 / (219 * unit), luma_offset: -16 / 219, chroma_scale: 1 / (224 * unit), chroma_offset: -128 / 224,
      red_by_redness: 1.4746, green_by_blueness: -0.16455, green_by_redness: -0.57135, blue_by_blueness: 1.8814)
    var closing = light_closing(
      red: 0.2126, green: 0.7152, blue: 0.0722, luma_scale: 219 * unit, luma_offset: 16 * unit,
      blueness_scale: 120.7 * unit, redness_scale: 142.2 * unit, chroma_offset: 128 * unit, largest: 256 * unit - 1)
    let matrix: [Float] = [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187]
    unsafe floats.withUnsafeMutableBufferPointer { floats in
      unsafe luminance.withUnsafeMutableBytes { luminance in
        unsafe colors.withUnsafeMutableBytes { colors in
          unsafe luma.withUnsafeBytes { luma in
            unsafe chroma[0].withUnsafeBytes { first in
              unsafe chroma[1].withUnsafeBytes { second in
                guard let start = floats.baseAddress, let luma = luma.baseAddress, let first = first.baseAddress,
                  let second = second.baseAddress, let out = luminance.baseAddress, let other = colors.baseAddress
                else { return }
                var rows = unsafe light_chroma(
                  blueness: (first + offset, second + offset), redness: (second + offset, first + offset),
                  shares: (0.75, 0.25))
                let offsets = unsafe light_pixels(
                  red: start, green: start + room, blue: start + 2 * room, count: Int32(pairs))
                let pixels = unsafe light_pixels(
                  red: start + 3 * room, green: start + 5 * room, blue: start + 7 * room,
                  count: Int32((2 * pairs + group - 1) / group * group))
                unsafe loops.open_chroma(&rows, Int32(bytes), Int32(pairs), &opening, offsets)
                unsafe loops.open_luma(luma + offset, Int32(bytes), Int32(pairs), &opening, offsets, pixels)
                unsafe loops.change_primaries(pixels, matrix)
                var before: [Float] = [0.1, -0.1]
                let differences = unsafe (start + 9 * room, start + 11 * room)
                unsafe loops.close_luma(
                  pixels, Int32(pairs), Int32(bytes), &closing, &before, out + offset, differences.0, differences.1)
                let four: [UnsafePointer<Float>?] = unsafe [
                  .init(differences.0), .init(differences.1), .init(differences.0), .init(differences.1),
                ]
                unsafe loops.close_chroma(
                  four, [0.125, 0.375, 0.375, 0.125], 142, &closing, Int32(bytes), Int32(pairs), other + offset)
              }
            }
          }
        }
      }
    }
    return luminance + colors
  }

  @Test(arguments: [1, 2]) func `all processors compute the same, and nothing beyond the end`(bytes: Int) {
    for pairs in 1..<70 {
      for offset in [0, bytes, 3 * bytes] {
        let plain = made(pairs: pairs, bytes: bytes, offset: offset, by: light_row_loops(0))
        #expect(plain[(2 * pairs * bytes + offset)..<(2 * pairs * bytes + offset + 16)].allSatisfy { $0 == 0xA5 })
        for level in 1..<max(1, light_row_levels()) {
          #expect(made(pairs: pairs, bytes: bytes, offset: offset, by: light_row_loops(level)) == plain)
        }
      }
    }
  }
}

/// The loops over tables, in their two forms.
@Suite("Loops over tables of light")
struct LightTableLoopTests {
  private let loops = light_table_loops()

  @Test func `all processors compute the same at all widths`() {
    var seed: UInt32 = 3
    func random() -> UInt32 {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return seed >> 8
    }
    let function = FunctionTable(-20...3) { 2 * $0.squareRoot() }
    let decode = (0...65_535).map { Float($0) / 30_000 - 0.1 }
    for count in 0..<40 {
      let samples = (0..<count).map { _ in UInt16(truncatingIfNeeded: random()) }
      var light = (0..<2).map { _ in [Float](repeating: 0, count: count) }
      unsafe light_decode(samples, Int32(count), decode, &light[0])
      unsafe loops.decode(samples, Int32(count), decode, &light[1])
      #expect(light[0] == light[1])
      // Of all sizes, below the table's lowest and above its highest, and below none.
      let values = (0..<3 * count).map { _ in
        Float(sign: random() % 5 == 0 ? .minus : .plus, exponent: Int(random() % 30) - 24, significand: 1)
          * (1 + Float(random()) / Float(1 << 24))
      }
      func scaled(_ body: (light_pixels, inout light_table) -> Void) -> [Float] {
        var values = values
        unsafe values.withUnsafeMutableBufferPointer { values in
          guard let red = values.baseAddress else { return }
          var table = unsafe function.described
          unsafe body(
            light_pixels(red: red, green: red + count, blue: red + 2 * count, count: Int32(count)), &table)
        }
        return values
      }
      let weights: [Float] = [0.2627, 0.678, 0.0593]
      let sums = unsafe (
        scaled { pixels, table in unsafe light_scale_by_sum(pixels, &table, weights) },
        scaled { pixels, table in unsafe loops.scale_by_sum(pixels, &table, weights) }
      )
      #expect(sums.0 == sums.1)
      let largest = unsafe (
        scaled { pixels, table in unsafe light_scale_by_largest(pixels, &table) },
        scaled { pixels, table in unsafe loops.scale_by_largest(pixels, &table) }
      )
      #expect(largest.0 == largest.1)
      var codes = (0..<2).map { _ in [UInt16](repeating: 0, count: count) }
      var table = unsafe function.described
      unsafe light_encode(values, Int32(count), &table, 4_096, &codes[0])
      unsafe loops.encode(values, Int32(count), &table, 4_096, &codes[1])
      #expect(codes[0] == codes[1])
      withExtendedLifetime(function) {}
    }
  }
}
