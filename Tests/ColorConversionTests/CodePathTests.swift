import CZimg
import MediaFormats
import Testing

@testable import ColorConversion

/// zimg's code for different processors, against the one that is taken everywhere.
@Suite("zimg's code paths")
struct CodePathTests {
  private static let half = SampleArrangement.ChromaShifts(across: 1, down: 1)

  private static func format(
    _ size: PixelSize, depth: Int = 8, _ color: Colorimetry = .bt709, shifts: SampleArrangement.ChromaShifts = half
  ) -> WorkingFormat {
    WorkingFormat(
      size: size, bitDepth: depth, chromaShifts: shifts, color: color, chromaSite: .left)
  }

  /// How many samples differ between the path that is taken and `path`, and by how much at most.
  private func difference(
    from source: WorkingFormat, to target: WorkingFormat, on path: zimg_cpu_type_e
  ) throws -> (count: Int, most: Int) {
    let input = WorkingPicture(source)
    var seed: UInt32 = 1
    for component in 0..<3 {
      let (width, height) = source.extent(ofComponent: component)
      for y in 0..<height {
        let row = unsafe input.planes[component].start + y * input.planes[component].bytesPerRow
        for x in 0..<width {
          seed = seed &* 1_664_525 &+ 1_013_904_223
          let sample = seed >> 16 & UInt32(1 << source.bitDepth - 1)
          if source.bytesPerSample == 1 {
            unsafe row.storeBytes(of: UInt8(sample), toByteOffset: x, as: UInt8.self)
          } else {
            unsafe row.storeBytes(of: UInt16(sample), toByteOffset: 2 * x, as: UInt16.self)
          }
        }
      }
    }
    let made = try [ZimgGraph.codePath, path].map { path in
      let output = WorkingPicture(target)
      try unsafe ZimgGraph(from: source, to: target, codePath: path).process(
        (input.planes, input.masks), (output.planes, output.masks), load: nil, store: nil)
      return output
    }
    var (count, most) = (0, 0)
    for component in 0..<3 {
      let (width, height) = target.extent(ofComponent: component)
      for y in 0..<height {
        for x in 0..<width {
          let samples = made.map { picture -> Int in
            let row = unsafe picture.planes[component].start + y * picture.planes[component].bytesPerRow
            return target.bytesPerSample == 1
              ? Int(unsafe row.load(fromByteOffset: x, as: UInt8.self))
              : Int(unsafe row.load(fromByteOffset: 2 * x, as: UInt16.self))
          }
          if samples[0] != samples[1] { count += 1 }
          most = max(most, abs(samples[0] - samples[1]))
        }
      }
    }
    return (count, most)
  }

  @Test func `sizes, depths, ranges and chroma are the same without vectors`() throws {
    let size = PixelSize(width: 320, height: 180)
    var full = Colorimetry.bt709
    full.isFullRange = true
    let pairs = [
      (Self.format(size), Self.format(PixelSize(width: 214, height: 120))),
      (Self.format(size), Self.format(PixelSize(width: 400, height: 300), depth: 10)),
      (Self.format(size, depth: 8, full), Self.format(size)),
      (Self.format(size, depth: 10), Self.format(size)),
      (Self.format(size), Self.format(size, shifts: .none)),
      (Self.format(size, depth: 10, shifts: .none), Self.format(size, depth: 10)),
    ]
    for (source, target) in pairs {
      #expect(try difference(from: source, to: target, on: ZIMG_CPU_NONE) == (0, 0))
    }
  }

  #if arch(x86_64)
    @Test func `every processor of the architecture gives the same bytes`() throws {
      let size = PixelSize(width: 320, height: 180)
      var rgb = Colorimetry.sRGB
      rgb.transfer = 1
      let matrix = Colorimetry(isFullRange: false, matrix: 6, transfer: 1, primaries: 1)
      let pairs = [
        (Self.format(size, depth: 8, matrix), Self.format(size)),
        (Self.format(size, depth: 10, matrix), Self.format(PixelSize(width: 214, height: 120))),
        (Self.format(size, depth: 8, rgb, shifts: .none), Self.format(size, depth: 10)),
        (Self.format(size), Self.format(size, depth: 16, rgb, shifts: .none)),
        (Self.format(size), Self.format(PixelSize(width: 400, height: 300), depth: 10)),
      ]
      for (source, target) in pairs {
        for path in [ZIMG_CPU_X86_SSE2, ZIMG_CPU_X86_SSE41] {
          #expect(try difference(from: source, to: target, on: path) == (0, 0))
        }
      }
    }
  #endif

  @Test func `matrices and primaries are within a code without vectors`() throws {
    let size = PixelSize(width: 320, height: 180)
    let matrix = Colorimetry(isFullRange: false, matrix: 6, transfer: 1, primaries: 1)
    let found = try difference(from: Self.format(size, depth: 8, matrix), to: Self.format(size), on: ZIMG_CPU_NONE)
    #expect(found.most <= 1)
  }
}
