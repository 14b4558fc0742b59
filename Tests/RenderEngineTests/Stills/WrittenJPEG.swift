import Foundation

/// A baseline JPEG of components of any sampling (ITU-T T.81), whose samples are stored to the nearest level: nothing is
/// quantized. Programs that write JPEG have a few samplings each.
struct WrittenJPEG {
  /// One component.
  struct Component {
    /// How many samples there are across and down, beside the other components'.
    var sampling: (across: Int, down: Int) = (1, 1)
    /// The level of a sample, by its place among the component's own.
    var level: (_ x: Int, _ y: Int) -> UInt8
  }

  var width: Int
  var height: Int
  var components: [Component]
  /// Whether Adobe's mark says that there is no transform, and that inks are stored inverted.
  var hasAdobeMark = false
  /// What its Exif says of how it is turned; no Exif if nil.
  var orientation: UInt8?

  /// A row of flat blocks of 32 by 32 pixels, each with a level of each component, at full size.
  static func flat(_ blocks: [[UInt8]], hasAdobeMark: Bool = false, orientation: UInt8? = nil) -> WrittenJPEG {
    WrittenJPEG(
      width: blocks.count * 32, height: 32,
      components: blocks[0].indices.map { part in
        Component { x, _ in blocks[min(x / 32, blocks.count - 1)][part] }
      }, hasAdobeMark: hasAdobeMark, orientation: orientation)
  }

  /// The file.
  var bytes: [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    if let orientation {
      let exif = Array("Exif\0\0".utf8) + StillTurn.exif(orientation)
      bytes += [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
    }
    if hasAdobeMark { bytes += [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0] }
    let count = UInt8(components.count)
    bytes += [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    bytes += [0xFF, 0xC0, 0, 8 + 3 * count, 8]
    for length in [height, width] { bytes += [UInt8(length >> 8), UInt8(length & 255)] }
    bytes.append(count)
    for (number, component) in components.enumerated() {
      bytes += [UInt8(number + 1), UInt8(component.sampling.across << 4 | component.sampling.down), 0]
    }
    // All codes of a table are of one length: of four bits for the categories of DC, of eight for runs and categories of AC.
    bytes += [0xFF, 0xC4, 0, 31, 0, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12)
    for category in 0..<12 as Range<UInt8> { bytes.append(category) }
    let runCount = UInt8(Self.runs.count)
    bytes += [0xFF, 0xC4, 0, 19 + runCount, 0x10]
    for length in 1...16 { bytes.append(length == 8 ? runCount : 0) }
    bytes += Self.runs
    bytes += [0xFF, 0xDA, 0, 6 + 2 * count, count]
    for number in 1...count { bytes += [number, 0] }
    bytes += [0, 63, 0]
    return bytes + scan + [0xFF, 0xD9]
  }

  /// The symbols of AC: the end of a block, sixteen zeros, and each run of zeros before a coefficient of each category.
  private static let runs: [UInt8] = {
    var symbols: [UInt8] = [0, 0xF0]
    for run in 0..<16 as Range<UInt8> {
      for category in 1...10 as ClosedRange<UInt8> { symbols.append(run << 4 | category) }
    }
    return symbols
  }()

  /// The places of coefficients in the order in which they are stored: across, and down.
  private static let zigzag: [(u: Int, v: Int)] = {
    var places: [(u: Int, v: Int)] = []
    for sum in 0..<15 {
      var line: [(u: Int, v: Int)] = []
      for u in max(0, sum - 7)...min(7, sum) { line.append((u, sum - u)) }
      places += sum % 2 == 0 ? line : line.reversed()
    }
    return places
  }()

  /// The waves of a cosine transform of eight samples.
  private static let cosines: [[Double]] = (0..<8).map { u in
    let scale = u == 0 ? 0.5.squareRoot() / 2 : 0.5
    return (0..<8).map { x in scale * cos(Double((2 * x + 1) * u) * Double.pi / 16) }
  }

  /// The coefficients of the block of `component` at `column` and `row`, in zigzag order.
  private func coefficients(_ component: Component, _ column: Int, _ row: Int) -> [Int] {
    var across = [[Double]](repeating: [Double](repeating: 0, count: 8), count: 8)
    for y in 0..<8 {
      let levels = (0..<8).map { x in Double(component.level(8 * column + x, 8 * row + y)) - 128 }
      for u in 0..<8 {
        for x in 0..<8 { across[y][u] += levels[x] * Self.cosines[u][x] }
      }
    }
    return Self.zigzag.map { place in
      var sum = 0.0
      for y in 0..<8 { sum += across[y][place.u] * Self.cosines[place.v][y] }
      return Int(sum.rounded())
    }
  }

  private var scan: [UInt8] {
    var bits: [Bool] = []
    func put(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    func category(_ value: Int) -> Int { value == 0 ? 0 : Int.bitWidth - value.magnitude.leadingZeroBitCount }
    func putRest(_ value: Int) {
      put(value >= 0 ? value : value + (1 << category(value)) - 1, category(value))
    }
    var last = [Int](repeating: 0, count: components.count)
    let (across, down) = (
      components.map(\.sampling.across).max() ?? 1, components.map(\.sampling.down).max() ?? 1
    )
    for row in 0..<(height + 8 * down - 1) / (8 * down) {
      for column in 0..<(width + 8 * across - 1) / (8 * across) {
        for (number, component) in components.enumerated() {
          let (wide, high) = component.sampling
          for block in 0..<wide * high {
            let found = coefficients(component, column * wide + block % wide, row * high + block / wide)
            let difference = found[0] - last[number]
            last[number] = found[0]
            put(category(difference), 4)
            putRest(difference)
            var zeros = 0
            for value in found.dropFirst() {
              guard value != 0 else {
                zeros += 1
                continue
              }
              for _ in 0..<zeros / 16 { put(1, 8) }
              let bound = max(-1_023, min(1_023, value))
              put(2 + zeros % 16 * 10 + category(bound) - 1, 8)
              putRest(bound)
              zeros = 0
            }
            if zeros > 0 { put(0, 8) }
          }
        }
      }
    }
    while bits.count % 8 != 0 { bits.append(true) }
    return stride(from: 0, to: bits.count, by: 8).flatMap { start -> [UInt8] in
      let byte = bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
      return byte == 0xFF ? [0xFF, 0] : [byte]
    }
  }
}
