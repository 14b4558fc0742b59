/// The form of a sample in memory, and its conversion to a fine sample: of 16 bits, with the sample's own on top.
struct SampleDepth: Hashable {
  /// Bytes of a sample: 1, or 2 with the lower one first.
  let bytes: Int
  /// The shift of a sample in memory up to a fine one.
  let shift: UInt16
  /// The number of low bits of a fine sample that are rounded away.
  private let rounding: UInt16

  /// The depth of samples that lie as `layout` says.
  init(_ layout: SampleLayout) {
    bytes = layout.bytesPerSample
    shift = UInt16(16 - layout.bitDepth - layout.unusedLowBits)
    rounding = UInt16(16 - layout.bitDepth)
  }

  /// The depth of fine samples that stand in memory as they are.
  static let fine = SampleDepth(bytes: 2, shift: 0, rounding: 0)

  private init(bytes: Int, shift: UInt16, rounding: UInt16) {
    self.bytes = bytes
    self.shift = shift
    self.rounding = rounding
  }

  /// The largest sample in memory that means an opaque pixel, if samples are alphas.
  var opaque: UInt32 { UInt32(UInt16.max >> rounding) }

  /// The sample at byte `index` of `samples`.
  @inline(__always)
  func sample(_ samples: Span<UInt8>, at index: Int) -> UInt32 {
    bytes == 1 ? UInt32(samples[index]) : UInt32(samples[index]) | UInt32(samples[index &+ 1]) << 8
  }

  /// The largest fine sample.
  var largest: UInt16 { UInt16.max << rounding }

  /// Bits of a sample in memory that count, those at the low end that hold nothing included.
  var storedBits: Int { 16 - Int(shift) }

  /// The fine samples of `samples`, `step` bytes apart: as many as there is room for in `fine`.
  func read(_ samples: Span<UInt8>, step: Int, into fine: inout MutableSpan<UInt16>) {
    if bytes == 2 {
      let count = min(fine.count, (samples.count &+ step &- 2) / step)
      for index in 0..<count {
        let place = index &* step
        fine[index] = (UInt16(samples[place]) | UInt16(samples[place &+ 1]) << 8) << shift
      }
    } else if step == 1 {
      for index in 0..<min(samples.count, fine.count) { fine[index] = UInt16(samples[index]) << 8 }
    } else {
      let count = min(fine.count, (samples.count &+ step &- 1) / step)
      for index in 0..<count { fine[index] = UInt16(samples[index &* step]) << 8 }
    }
  }

  /// Makes every one of `samples` the same `sample`.
  func fill(_ samples: inout MutableSpan<UInt8>, with sample: UInt16) {
    guard bytes == 2 else { return samples.update(repeating: UInt8(truncatingIfNeeded: sample)) }
    let stored = sample << (rounding &- shift)
    for index in 0..<samples.count / 2 {
      samples[2 &* index] = UInt8(truncatingIfNeeded: stored)
      samples[2 &* index &+ 1] = UInt8(truncatingIfNeeded: stored >> 8)
    }
  }

  /// Writes `fine`, rounded to nearest, side by side to `samples`.
  func write(_ fine: Span<UInt16>, to samples: inout MutableSpan<UInt8>) {
    let half: UInt16 = 1 << (rounding &- 1)
    if bytes == 1 {
      for index in 0..<min(fine.count, samples.count) {
        samples[index] = UInt8(truncatingIfNeeded: (fine[index] &+ half) >> 8)
      }
      return
    }
    let unused = rounding &- shift
    for index in 0..<min(fine.count, samples.count / 2) {
      let sample = ((fine[index] &+ half) >> rounding) << unused
      samples[2 &* index] = UInt8(truncatingIfNeeded: sample)
      samples[2 &* index &+ 1] = UInt8(truncatingIfNeeded: sample >> 8)
    }
  }
}
