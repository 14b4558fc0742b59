import FoundationEssentials
public import MediaTime

/// The beginnings of frames, in order: exact times, in some four bytes each.
///
/// ```
///  times     0      1/24      1/12      …       19/24      …
///  ticks     0      1         2                 19              in the coarsest unit that all times are whole in
///  kept      anchor 0: +0 +1 +2 … +63 │ anchor 64: +0 …         a whole number for every 64 frames, and what is added to it
/// ```
///
/// Times that have no such unit, or that do not rise, are kept as they are. Two are equal where all their times are.
public struct FrameStarts: Hashable, Sendable {
  private enum Storage: Hashable, Sendable {
    /// In ticks of a second's `timescale`-th part.
    case ticks(timescale: Int64, anchors: [Int64], offsets: [UInt32])
    case times([Rational])
  }

  private let storage: Storage

  /// The number of frames that share an anchor.
  private static let stride = 64
  /// The most ticks a second: all times of ten years fit in 64 bits then.
  private static let largestTimescale: Int64 = 10_000_000_000

  /// Frames that begin at `times`.
  public init(_ times: [Rational]) {
    storage = Self.ticks(of: times) ?? .times(times)
  }

  private static func ticks(of times: [Rational]) -> Storage? {
    guard !times.isEmpty, let timescale = timescale(of: times) else { return nil }
    let ticks = times.lazy.map { $0.numerator.multipliedReportingOverflow(by: timescale / $0.denominator) }
    return compact(ticks.map { $0.overflow ? nil : $0.partialValue }, timescale: timescale)
  }

  /// Ticks a second in which all times are whole; nil where there would be too many.
  public var timescale: Int64? {
    if case .ticks(let timescale, _, _) = storage { timescale } else { nil }
  }

  /// The least common denominator of `times`; nil where it is too large.
  private static func timescale(of times: [Rational]) -> Int64? {
    var timescale: Int64 = 1
    for time in times where timescale % time.denominator != 0 {
      var (a, b) = (timescale, time.denominator)
      while b != 0 { (a, b) = (b, a % b) }
      let (product, overflow) = timescale.multipliedReportingOverflow(by: time.denominator / a)
      guard !overflow, product <= largestTimescale else { return nil }
      timescale = product
    }
    return timescale
  }

  /// Anchors and offsets of `ticks`; nil where one is nil, or offsets are negative or too large.
  private static func compact(_ ticks: some Sequence<Int64?>, timescale: Int64) -> Storage? {
    var anchors: [Int64] = []
    var offsets: [UInt32] = []
    for tick in ticks {
      guard let tick else { return nil }
      if offsets.count.isMultiple(of: stride) { anchors.append(tick) }
      let (offset, overflow) = tick.subtractingReportingOverflow(anchors[anchors.count - 1])
      guard !overflow, let small = UInt32(exactly: offset), offsets.isEmpty || tick >= last(anchors, offsets) else {
        return nil
      }
      offsets.append(small)
    }
    return .ticks(timescale: timescale, anchors: anchors, offsets: offsets)
  }

  /// The tick of the last frame in `offsets`; `anchors` may have the next frame's already.
  private static func last(_ anchors: [Int64], _ offsets: [UInt32]) -> Int64 {
    anchors[(offsets.count - 1) / stride] + Int64(offsets[offsets.count - 1])
  }

  /// The number of frames that begin at or before `time`.
  func count(upTo time: Rational) -> Int {
    guard case .ticks(let timescale, let anchors, let offsets) = storage,
      let tick = try? time.floor(scaledBy: timescale)
    else { return partitioningIndex { $0 > time } }
    return offsets.indices.partitioningIndex { anchors[$0 / Self.stride] + Int64(offsets[$0]) > tick }
  }
}

extension FrameStarts: RandomAccessCollection, ExpressibleByArrayLiteral {
  /// Frames that begin at `elements`.
  public init(arrayLiteral elements: Rational...) {
    self.init(elements)
  }

  /// 0: the number of the first frame.
  public var startIndex: Int { 0 }

  /// The number of frames.
  public var endIndex: Int {
    switch storage {
    case .ticks(_, _, let offsets): offsets.count
    case .times(let times): times.count
    }
  }

  /// The beginning of frame `frame`.
  public subscript(frame: Int) -> Rational {
    switch storage {
    case .ticks(let timescale, let anchors, let offsets):
      // Never fails: the timescale is positive, and what was whole in it fits.
      (try? Rational(anchors[frame / Self.stride] + Int64(offsets[frame]), timescale)) ?? .zero
    case .times(let times): times[frame]
    }
  }
}

extension FrameStarts: Codable {
  private enum CodingKeys: String, CodingKey {
    case timescale, steps, times
  }

  /// Reads what `encode(to:)` writes.
  ///
  /// - Throws: `DecodingError` where it is something else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let timescale = try container.decodeIfPresent(Int64.self, forKey: .timescale) else {
      storage = .times(try container.decode([Rational].self, forKey: .times))
      return
    }
    let steps = try container.decode(Data.self, forKey: .steps)
    guard timescale > 0, let ticks = Self.ticks(fromSteps: steps),
      let compact = Self.compact(ticks.lazy.map(Optional.init), timescale: timescale)
    else {
      throw DecodingError.dataCorruptedError(forKey: .steps, in: container, debugDescription: "These are no times.")
    }
    storage = compact
  }

  /// Writes the timescale, and the distance of every frame's tick from the one before, seven bits a byte (LEB128); or the
  /// times, where there is no timescale.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch storage {
    case .ticks(let timescale, let anchors, let offsets):
      try container.encode(timescale, forKey: .timescale)
      var steps = Data()
      var last: Int64 = 0
      for (frame, offset) in offsets.enumerated() {
        let tick = anchors[frame / Self.stride] + Int64(offset)
        // The first alone may be negative: its sign is the lowest bit.
        var step =
          frame == 0 ? UInt64(bitPattern: tick << 1) ^ UInt64(bitPattern: tick >> 63) : UInt64(bitPattern: tick &- last)
        last = tick
        while step > 0x7F {
          steps.append(UInt8(truncatingIfNeeded: step) | 0x80)
          step >>= 7
        }
        steps.append(UInt8(step))
      }
      try container.encode(steps, forKey: .steps)
    case .times(let times):
      try container.encode(times, forKey: .times)
    }
  }

  private static func ticks(fromSteps steps: Data) -> [Int64]? {
    var ticks: [Int64] = []
    var (step, shift) = (UInt64(0), UInt64(0))
    for byte in steps {
      guard shift < 64 else { return nil }
      step |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      if let last = ticks.last {
        let (tick, overflow) = last.addingReportingOverflow(Int64(bitPattern: step))
        guard !overflow else { return nil }
        ticks.append(tick)
      } else {
        ticks.append(Int64(bitPattern: step >> 1) ^ -Int64(bitPattern: step & 1))
      }
      (step, shift) = (0, 0)
    }
    return shift == 0 ? ticks : nil
  }
}
