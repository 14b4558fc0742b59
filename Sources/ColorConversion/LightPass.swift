import CLightLoops
import MediaFormats

// SAFETY: the memory has eleven rows of `stride` numbers and three blocks, which is what every address below lies in;
// rows of pictures are reached through masks that keep them within their planes.

/// Converts the light of a picture in one pass over its rows, where it keeps its size and chroma is halved across on both
/// sides, as in nearly all films.
///
/// ```
///  Y′  ────────────► R′G′B′ ─► light ─► R′G′B′ ─┬─► Y′
///  Cb Cr ─► mixed ──►                           └─► differences ─► four rows ─► Cb Cr
/// ```
///
/// Nothing is rounded before the end. Chroma lies on every other pixel, and between two rows where it is halved down as well;
/// it becomes more, and fewer, by the same linear weights as zimg's.
///
/// Threads: one at a time.
@safe final class LightPass {
  private let light: LightConversion
  private let size: PixelSize
  private let source: WorkingFormat
  private let target: WorkingFormat
  private var opening: light_opening
  private var closing: light_closing
  private let memory: UnsafeMutablePointer<Float>
  /// Floats of a row of what chroma adds, and of differences.
  private let stride: Int

  /// The number of rows of either picture that must be there at a time.
  static let lines = 8
  /// Pixels that go through the steps together.
  private static let block = 256

  /// The pass from `source` to `target`; nil where it takes other steps.
  init?(from source: WorkingFormat, to target: WorkingFormat, light: LightConversion) {
    func isTaken(_ format: WorkingFormat) -> Bool {
      format.chromaShifts.across == 1 && format.chromaShifts.down <= 1 && format.chromaSite == .left
        && format.window == nil && [1, 4, 5, 6, 7, 9].contains(format.color.matrix)
    }
    guard source.size == target.size, isTaken(source), isTaken(target) else { return nil }
    (self.source, self.target, self.light, size) = (source, target, light, source.size)
    let (first, second) = (CodeScale(source), CodeScale(target))
    let weights = LumaWeights(source.color)
    let (redness, blueness) = (2 * (1 - weights.red), 2 * (1 - weights.blue))
    opening = light_opening(
      luma_scale: Float(1 / first.luma), luma_offset: Float(-first.black / first.luma),
      chroma_scale: Float(1 / first.chroma), chroma_offset: Float(-first.gray / first.chroma),
      red_by_redness: Float(redness), green_by_blueness: Float(-blueness * weights.blue / weights.green),
      green_by_redness: Float(-redness * weights.red / weights.green), blue_by_blueness: Float(blueness))
    let made = LumaWeights(target.color)
    closing = light_closing(
      red: Float(made.red), green: Float(made.green), blue: Float(made.blue), luma_scale: Float(second.luma),
      luma_offset: Float(second.black), blueness_scale: Float(second.chroma / (2 * (1 - made.blue))),
      redness_scale: Float(second.chroma / (2 * (1 - made.red))), chroma_offset: Float(second.gray),
      largest: Float(1 << target.bitDepth - 1))
    let group = Int(LIGHT_GROUP)
    // One group more than there are samples: a loop reads one beyond the last.
    stride = (size.width / 2 + group - 1) / group * group + group
    let count = 11 * stride + 3 * Self.block
    unsafe memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
    unsafe memory.initialize(repeating: 0, count: count)
  }

  deinit { unsafe memory.deallocate() }

  /// Makes the picture. Rows come from `load` and go to `store`, where there is one; else the planes hold the picture.
  func process(
    _ input: (planes: [PlaneAddress], masks: [UInt32]), _ output: (planes: [PlaneAddress], masks: [UInt32]),
    load: RowTransfer?, store: RowTransfer?
  ) {
    let (sourceStep, targetStep) = (1 << source.chromaShifts.down, 1 << target.chromaShifts.down)
    var loaded = 0
    for row in 0..<size.height {
      while let load, loaded < min(size.height, (row / sourceStep + 2) * sourceStep) {
        load.load(line: loaded, left: 0, right: size.width)
        loaded += sourceStep
      }
      unsafe convert(row, input, output)
      // The rows below the ones that a sample lies between count as well.
      let isLast = row == size.height - 1
      if targetStep == 1 {
        unsafe close(row, output, store)
      } else {
        if row % 2 == 0, row > 0 { unsafe close(row / 2 - 1, output, store) }
        if isLast { unsafe close(row / 2, output, store) }
      }
    }
  }

  private typealias Planes = (planes: [PlaneAddress], masks: [UInt32])

  private func address(_ picture: Planes, _ component: Int, _ row: Int) -> UnsafeMutableRawPointer {
    let plane = unsafe picture.planes[component]
    return unsafe plane.start + Int(UInt32(row) & picture.masks[component]) * plane.bytesPerRow
  }

  /// Floats of the row of differences number `row`, of blue or of red.
  private func differences(_ row: Int, isRed: Bool) -> UnsafeMutablePointer<Float> {
    unsafe memory + (3 + 2 * (row & 3) + (isRed ? 1 : 0)) * stride
  }

  /// Converts a row of pixels: its luma is written, its differences are kept.
  private func convert(_ row: Int, _ input: Planes, _ output: Planes) {
    let pairs = size.width / 2
    let rows = chromaRows(row)
    var chroma = light_chroma()
    unsafe chroma.blueness = unsafe (.init(address(input, 1, rows.0)), .init(address(input, 1, rows.1)))
    unsafe chroma.redness = unsafe (.init(address(input, 2, rows.0)), .init(address(input, 2, rows.1)))
    chroma.shares = rows.0 == rows.1 ? (1, 0) : (0.75, 0.25)
    let offsets = unsafe light_pixels(
      red: memory, green: memory + stride, blue: memory + 2 * stride, count: Int32(pairs))
    unsafe light_open_chroma(&chroma, Int32(source.bytesPerSample), Int32(pairs), &opening, offsets)
    let pixels = unsafe memory + 11 * stride
    var before: [Float] = [0, 0]
    let luma = unsafe (address(input, 0, row), address(output, 0, row))
    for first in Swift.stride(from: 0, to: pairs, by: Self.block / 2) {
      let count = min(Self.block / 2, pairs - first)
      let group = Int(LIGHT_GROUP)
      let block = unsafe light_pixels(
        red: pixels, green: pixels + Self.block, blue: pixels + 2 * Self.block,
        count: Int32((2 * count + group - 1) / group * group))
      let here = unsafe light_pixels(
        red: offsets.red + first, green: offsets.green + first, blue: offsets.blue + first, count: Int32(count))
      unsafe light_open_luma(
        luma.0 + 2 * first * source.bytesPerSample, Int32(source.bytesPerSample), Int32(count), &opening, here, block)
      unsafe light.apply(to: block)
      if first == 0 { unsafe light_first_differences(block, &closing, &before) }
      unsafe light_close_luma(
        block, Int32(count), Int32(target.bytesPerSample), &closing, &before,
        luma.1 + 2 * first * target.bytesPerSample, differences(row, isRed: false) + first,
        differences(row, isRed: true) + first)
    }
  }

  /// The two rows of chroma beside a row of luma, the nearer one first.
  private func chromaRows(_ row: Int) -> (Int, Int) {
    guard source.chromaShifts.down == 1 else { return (row, row) }
    let near = row / 2
    return (near, min(max(0, row % 2 == 0 ? near - 1 : near + 1), size.height / 2 - 1))
  }

  /// Writes row `row` of chroma, and hands the rows on.
  private func close(_ row: Int, _ output: Planes, _ store: RowTransfer?) {
    let isHalved = target.chromaShifts.down == 1
    let shares: [Float] = isHalved ? [0.125, 0.375, 0.375, 0.125] : [1, 0, 0, 0]
    for isRed in [false, true] {
      let rows = unsafe (0..<4).map { number -> UnsafePointer<Float>? in
        let place = isHalved ? min(max(0, 2 * row - 1 + number), size.height - 1) : row
        return unsafe UnsafePointer(differences(place, isRed: isRed))
      }
      unsafe light_close_chroma(
        rows, shares, isRed ? closing.redness_scale : closing.blueness_scale, &closing, Int32(target.bytesPerSample),
        Int32(size.width / 2), address(output, isRed ? 2 : 1, row))
    }
    store?.store(line: row << target.chromaShifts.down, left: 0, right: size.width)
  }
}

/// The codes of luma and chroma in a format: those of none, and how many there are to a signal of 1.
private struct CodeScale {
  let black: Double
  let gray: Double
  let luma: Double
  let chroma: Double

  init(_ format: WorkingFormat) {
    let unit = Double(1 << (format.bitDepth - 8))
    gray = 128 * unit
    if format.color.isFullRange == true {
      (black, luma, chroma) = (0, 256 * unit - 1, 256 * unit - 1)
    } else {
      (black, luma, chroma) = (16 * unit, 219 * unit, 224 * unit)
    }
  }
}
