/// The fixed-point numbers that pictures are composed with.
///
/// A *share* says how much of something counts: an alpha, a coverage, an opacity. It has 15 fractional bits, so that a
/// sample of 16 bits times a share fits 32. A *fine sample* has 16 bits, with a sample's own bits on top: layers are
/// composited in fine samples, and the result is rounded to the output's bits once.
enum Share {
  /// All of it.
  static let one: UInt32 = 1 << bits
  /// Fractional bits of a share.
  static let bits: UInt32 = 15
  /// The addend by which a shift by `bits` rounds to nearest.
  static let half: UInt32 = one / 2

  /// The share nearest to `value`; 0 below 0 and `one` above 1.
  static func nearest(_ value: Double) -> UInt16 {
    UInt16(min(max(value, 0), 1) * Double(one) + 0.5)
  }
}

/// Side by side, fine samples that a layer adds to a row of the output, and their alphas.
///
/// The alpha is multiplied into the samples before they are mixed, so that what is invisible does not bleed into what
/// is not.
struct FineLine {
  /// Fine samples times alpha.
  var colors: [UInt16]
  /// The alpha of each sample, as a share; empty where all are opaque.
  var alphas: [UInt16]

  /// A line with room for `count` samples.
  init(count: Int, isOpaque: Bool) {
    colors = Array(repeating: 0, count: count)
    alphas = Array(repeating: 0, count: isOpaque ? 0 : count)
  }

  /// Full coverage where samples say how much is covered: the largest sample of eight bits, as a fine one.
  static let one: UInt16 = 0xFF00

  /// Bits that the colors of a line with alphas have less while they are mixed: kernels overshoot.
  static let headroom = 1

  /// Doubles the colors of `part`, and brings the alphas to 1 at most and the colors to what those allow, `largest` times
  /// the alpha.
  mutating func removeOvershoot(in part: Range<Int>, largest: UInt16) {
    for index in part {
      let share = UInt32(alphas[index])
      var color = UInt32(colors[index]) << UInt32(Self.headroom)
      if share > Share.one {
        color = (color << Share.bits) / share
        alphas[index] = UInt16(Share.one)
      }
      let limit = (UInt32(largest) &* min(share, Share.one) &+ Share.half) >> Share.bits
      colors[index] = UInt16(min(color, limit))
    }
  }

  /// Lays `share` of the samples `part` over as many of `canvas`, from number `start` on, rounded to nearest.
  func composite(_ part: Range<Int>, share: UInt16, over canvas: inout [UInt16], from start: Int) {
    guard !part.isEmpty else { return }
    var all = canvas.mutableSpan
    var canvas = all._mutatingExtracting(start..<start + part.count)
    let colors = colors.span.extracting(part)
    if alphas.isEmpty {
      Self.composite(colors, share: UInt32(share), over: &canvas)
    } else {
      Self.composite(colors, alphas: alphas.span.extracting(part), share: UInt32(share), over: &canvas)
    }
  }

  private static func composite(_ colors: Span<UInt16>, share: UInt32, over canvas: inout MutableSpan<UInt16>) {
    let count = min(colors.count, canvas.count)
    guard share < Share.one else {
      for index in 0..<count { canvas[index] = colors[index] }
      return
    }
    let rest = Share.one &- share
    for index in 0..<count {
      let sum = UInt32(canvas[index]) &* rest &+ UInt32(colors[index]) &* share
      canvas[index] = UInt16(truncatingIfNeeded: (sum &+ Share.half) >> Share.bits)
    }
  }

  private static func composite(
    _ colors: Span<UInt16>, alphas: Span<UInt16>, share: UInt32, over canvas: inout MutableSpan<UInt16>
  ) {
    for index in 0..<min(colors.count, alphas.count, canvas.count) {
      let covered = (UInt32(alphas[index]) &* share &+ Share.half) >> Share.bits
      let sum = UInt32(canvas[index]) &* (Share.one &- covered) &+ UInt32(colors[index]) &* share
      canvas[index] = UInt16(truncatingIfNeeded: (sum &+ Share.half) >> Share.bits)
    }
  }
}

/// Some rows of a plane of the output while layers are laid on them: fine samples where a layer lies, and the output's
/// own everywhere else.
struct FineBand {
  /// The rows that the band holds now.
  private(set) var rows = 0..<0
  /// The depth of the output's samples in memory.
  let depth: SampleDepth
  private let width: Int
  private var samples: [UInt16]
  /// The columns of each row that are held as fine samples.
  private var held: [Range<Int>] = []

  /// A band of up to `rowCount` rows of `width` samples of `depth`.
  init(width: Int, rowCount: Int, depth: SampleDepth) {
    self.width = width
    self.depth = depth
    samples = Array(repeating: 0, count: width * rowCount)
  }

  /// Moves to `rows`, whose samples are not held yet.
  mutating func begin(_ rows: Range<Int>) {
    self.rows = rows
    held = Array(repeating: 0..<0, count: rows.count)
  }

  /// Forgets what is held of `row` if it lies within `columns`, whose samples the output gets directly.
  ///
  /// - Returns: Whether none of `columns` is held any longer.
  mutating func release(_ columns: Range<Int>, ofRow row: Int) -> Bool {
    let index = row - rows.lowerBound
    let current = held[index]
    if columns.lowerBound <= current.lowerBound, current.upperBound <= columns.upperBound { held[index] = 0..<0 }
    return held[index].isEmpty || !held[index].overlaps(columns)
  }

  /// Lays the samples of `line` from number `number` on over what `run` covers of `row`, each as much as `mask` says.
  /// `output` is the plane, in which the row begins at `start`.
  mutating func composite(
    _ line: FineLine, from number: Int, run: CoverageMask.Run, of mask: CoverageMask, onRow row: Int,
    output: inout MutableSpan<UInt8>,
    start: Int
  ) {
    let columns = run.covered
    hold(columns, ofRow: row, replacing: line.alphas.isEmpty && run.isWhole, output: &output, start: start)
    // Where column 0 of the layer's line stands.
    let first = (row - rows.lowerBound) * width + columns.lowerBound
    func composite(_ part: Range<Int>, share: UInt16) {
      let place = part.lowerBound - columns.lowerBound
      line.composite(number + place..<number + place + part.count, share: share, over: &samples, from: first + place)
    }
    for column in columns.lowerBound..<run.steady.lowerBound {
      composite(column..<column + 1, share: mask.share(at: column, in: run))
    }
    composite(run.steady, share: run.share)
    for column in run.steady.upperBound..<columns.upperBound {
      composite(column..<column + 1, share: mask.share(at: column, in: run))
    }
  }

  /// Rounds what is held to nearest and writes it to `output`, a plane whose row `row` begins at byte `start(row)`.
  func end(output: inout MutableSpan<UInt8>, start: (Int) -> Int) {
    for (row, columns) in zip(rows, held) where !columns.isEmpty {
      let first = (row - rows.lowerBound) * width
      let fine = samples.span.extracting(first + columns.lowerBound..<first + columns.upperBound)
      let begin = start(row)
      var target = output._mutatingExtracting(
        begin + columns.lowerBound * depth.bytes..<begin + columns.upperBound * depth.bytes)
      depth.write(fine, to: &target)
    }
  }

  /// Holds `columns` of `row` as well, and what lies between them and those that are held; they are read from `output`
  /// unless all of `columns` is replaced in a moment.
  private mutating func hold(
    _ columns: Range<Int>, ofRow row: Int, replacing: Bool, output: inout MutableSpan<UInt8>, start: Int
  ) {
    let index = row - rows.lowerBound
    let current = held[index]
    let depth = depth
    let joined = current.isEmpty ? columns : columns.union(current)
    let kept = current.isEmpty ? columns.lowerBound..<columns.lowerBound : current
    for part in [joined.lowerBound..<kept.lowerBound, kept.upperBound..<joined.upperBound] where !part.isEmpty {
      if replacing, columns.lowerBound <= part.lowerBound, part.upperBound <= columns.upperBound { continue }
      let source = output._mutatingExtracting(
        start + part.lowerBound * depth.bytes..<start + part.upperBound * depth.bytes)
      let first = index * width + part.lowerBound
      var all = samples.mutableSpan
      var fine = all._mutatingExtracting(first..<first + part.count)
      depth.read(source.span, step: depth.bytes, into: &fine)
    }
    held[index] = joined
  }
}

extension Range<Int> {
  /// The shortest range that holds both; the other where one is nil.
  func union(_ other: Range<Int>?) -> Range<Int> {
    guard let other else { return self }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
