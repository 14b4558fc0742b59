/// Samples a plane of a layer along its rows, where the map does not turn it: two rows are mixed, then the mixture is
/// sampled from left to right, every row of the output at the same places.
///
/// Nothing is rounded in between, so that each sample is the one that mixing its nearest four at once gives.
struct LevelSampler {
  private let area: PlaneArea
  /// The places on the output's row, as they were set last.
  private var places: (first: Int64, step: Int64, count: Int) = (0, 0, 0)
  /// Where the left one of each place's samples stands in `mixed`.
  private var indices: [Int] = []
  /// How far each place is from there to the next, in 65,536ths.
  private var fractions: [UInt64] = []
  /// Whether the places are one sample apart, so that the first one's numbers suffice.
  private var isEven = false
  /// The layer's columns that the places need.
  private var columns = 0..<0
  /// The rows that were read last.
  private var upper: (row: Int, line: FineLine)?
  private var lower: (row: Int, line: FineLine)?
  /// The mixture of both, 16 more bits each, and the last one again.
  private var mixed: [UInt32] = []
  private let isOpaque: Bool

  /// A sampler of the samples `area`.
  init(area: PlaneArea, isOpaque: Bool) {
    self.area = area
    self.isOpaque = isOpaque
  }

  /// Sets the places: `count`, from `first` on, `step` apart.
  mutating func aim(from first: Int64, step: Int64, count: Int) {
    guard places != (first, step, count) else { return }
    places = (first, step, count)
    let bits = PlaneArea.fractionBits
    var place = first
    indices = []
    fractions = []
    indices.reserveCapacity(count)
    fractions.reserveCapacity(count)
    // The outermost columns: not always those of the ends, for places may be so far apart that they wrap round.
    var (least, most) = (Int.max, Int.min)
    for _ in 0..<count {
      let clamped = area.clampedAcross(place)
      let index = Int(clamped >> bits)
      (least, most) = (min(least, index), max(most, index))
      indices.append(index)
      fractions.append(UInt64(truncatingIfNeeded: clamped >> 16) & 0xFFFF)
      place &+= step
    }
    let last = area.clampedAcross(first &+ step &* Int64(count - 1))
    isEven = step == 1 << bits && area.clampedAcross(first) == first && last == first &+ step &* Int64(count - 1)
    let used = min(least, most)..<min(most + 2, area.columns.upperBound)
    for index in indices.indices { indices[index] -= used.lowerBound }
    guard used != columns else { return }
    columns = used
    (upper, lower) = (nil, nil)
    mixed = Array(repeating: 0, count: used.count + 1)
  }

  /// Samples at the places of the row at `down`, into the beginning of `line`; `read` reads columns of a row.
  mutating func sample(
    down: Int64, into line: inout FineLine, read: (_ row: Int, _ columns: Range<Int>, _ line: inout FineLine) -> Void
  ) {
    let place = area.clampedDown(down)
    let row = Int(place >> PlaneArea.fractionBits)
    let next = min(row + 1, area.rows.upperBound - 1)
    if upper?.row != row { swap(&upper, &lower) }
    Self.load(row, columns, isOpaque: isOpaque, into: &upper, read: read)
    if next != row { Self.load(next, columns, isOpaque: isOpaque, into: &lower, read: read) }
    guard let upper, let below = next == row ? upper : lower else { return }
    let fraction = UInt32(truncatingIfNeeded: place >> 16) & 0xFFFF
    mix(upper.line.colors.span, below.line.colors.span, at: fraction)
    take(into: &line.colors)
    guard !isOpaque else { return }
    mix(upper.line.alphas.span, below.line.alphas.span, at: fraction)
    take(into: &line.alphas)
  }

  /// Sees to it that `slot` holds `row`.
  private static func load(
    _ row: Int, _ columns: Range<Int>, isOpaque: Bool, into slot: inout (row: Int, line: FineLine)?,
    read: (_ row: Int, _ columns: Range<Int>, _ line: inout FineLine) -> Void
  ) {
    guard slot?.row != row else { return }
    var line = slot.take()?.line ?? FineLine(count: columns.count, isOpaque: isOpaque)
    read(row, columns, &line)
    slot = (row, line)
  }

  /// Mixes two rows: `fraction` of the lower one, in 65,536ths.
  private mutating func mix(_ upper: Span<UInt16>, _ lower: Span<UInt16>, at fraction: UInt32) {
    let count = columns.count
    var mixture = mixed.mutableSpan
    for index in 0..<min(count, upper.count, lower.count, mixture.count) {
      let above = UInt32(upper[index])
      mixture[index] = above << 16 &+ (UInt32(lower[index]) &- above) &* fraction
    }
    mixture[count] = mixture[count - 1]
  }

  /// Samples the mixture at all places.
  private func take(into samples: inout [UInt16]) {
    let mixture = mixed.span
    var samples = samples.mutableSpan
    let half: UInt64 = 1 << 31
    if isEven, let first = indices.first, let fraction = fractions.first {
      let left = mixture.extracting(first..<first + indices.count)
      let right = mixture.extracting(first + 1..<first + 1 + indices.count)
      for index in 0..<min(left.count, right.count, samples.count) {
        let sum = UInt64(left[index]) &* (65_536 &- fraction) &+ UInt64(right[index]) &* fraction
        samples[index] = UInt16(truncatingIfNeeded: (sum &+ half) >> 32)
      }
      return
    }
    let (indices, fractions) = (indices.span, fractions.span)
    for index in 0..<min(indices.count, fractions.count, samples.count) {
      let place = indices[index]
      let left = UInt64(mixture[place])
      let sum = left << 16 &+ (UInt64(mixture[place &+ 1]) &- left) &* fractions[index]
      samples[index] = UInt16(truncatingIfNeeded: (sum &+ half) >> 32)
    }
  }
}
