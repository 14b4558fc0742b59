public import CoreVideo
public import MediaTime

// SAFETY: a boxed time is the bytes of three whole numbers, a range's of six and a mapping's of twelve, copied into and
// out of arrays of that many; a box of another kind, recognized by its Objective-C type, is never read as one.

/// The base of boxed times: an initializer in a protocol's extension can replace `self` by another object.
public protocol CMTimeBoxing {}

extension NSValue: CMTimeBoxing {}

extension CMTimeBoxing where Self: NSValue {
  /// A box of `time`.
  public init(time: CMTime) { self = unsafe unsafeDowncast(NSValue.box(time.words), to: Self.self) }
  /// A box of `timeRange`.
  public init(timeRange: CMTimeRange) { self = unsafe unsafeDowncast(NSValue.box(timeRange.words), to: Self.self) }
  /// A box of `timeMapping`.
  public init(timeMapping: CMTimeMapping) {
    self = unsafe unsafeDowncast(NSValue.box(timeMapping.words), to: Self.self)
  }
}

extension NSValue {
  /// The time in the box; the invalid time where it holds something else.
  public var timeValue: CMTime { CMTime(words: words(3)[...]) }
  /// The range in the box; the invalid range where it holds something else.
  public var timeRangeValue: CMTimeRange { CMTimeRange(words: words(6)[...]) }
  /// The mapping in the box; the invalid mapping where it holds something else.
  public var timeMappingValue: CMTimeMapping {
    let words = words(12)
    return CMTimeMapping(source: CMTimeRange(words: words[..<6]), target: CMTimeRange(words: words[6...]))
  }

  fileprivate static func box(_ words: [Int64]) -> NSValue {
    unsafe words.withUnsafeBytes { bytes in
      // Arrays of numbers have an address, since none here is empty.
      guard let start = bytes.baseAddress else { return NSNumber(value: 0) }
      return unsafe NSValue(bytes: start, objCType: "[\(words.count)q]")
    }
  }

  /// The `count` numbers in the box; zeros where it holds something else.
  private func words(_ count: Int) -> [Int64] {
    var words = [Int64](repeating: 0, count: count)
    guard unsafe String(cString: objCType) == "[\(count)q]" else { return words }
    unsafe words.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { unsafe getValue(start) }
    }
    return words
  }
}

extension CMTime {
  /// The time as three numbers.
  fileprivate var words: [Int64] { [value, Int64(timescale) << 32 | Int64(flags.rawValue), epoch] }

  fileprivate init(words: ArraySlice<Int64>) {
    let first = words.startIndex
    self.init(
      value: words[first], timescale: CMTimeScale(truncatingIfNeeded: words[first + 1] >> 32),
      flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: words[first + 1])), epoch: words[first + 2])
  }
}

extension CMTimeRange {
  fileprivate var words: [Int64] { start.words + duration.words }

  fileprivate init(words: ArraySlice<Int64>) {
    self.init()
    start = CMTime(words: words.prefix(3))
    duration = CMTime(words: words.suffix(3))
  }
}

extension CMTimeMapping {
  fileprivate var words: [Int64] { source.words + target.words }
}
