/// A frame of silence (RFC 9639 §9), which stands for a damaged one.
///
/// ```
///  header, of independent channels │ 0: constant, no bits wasted │ a sample of zero │ … each channel │ checksum
/// ```
extension FLACFrameHeader {
  /// Silence in place of the frame with this header, which `bytes` begin with; of the frame behind it if `isNext`. Nil where
  /// the header leaves the depth of its samples to the stream's.
  public func silence(_ bytes: [UInt8], isNext: Bool = false) -> [UInt8]? {
    guard let depth, depth > 0, bytes.count >= end else { return nil }
    var silent = Array(bytes[..<4])
    silent[3] = UInt8(channels - 1) << 4 | silent[3] & 0x0F
    silent += isNext ? Self.coded(number + (countsSamples ? Int64(sampleCount) : 1)) : Array(bytes[numberPlaces])
    silent += bytes[numberPlaces.upperBound..<end]
    silent.append(FLACChecksum.ofHeader(silent, in: 0..<silent.count))
    silent += Array(repeating: 0, count: (channels * (8 + depth) + 7) / 8)
    var sum = FLACChecksum()
    sum.add(silent.span)
    return silent + [UInt8(sum.value >> 8), UInt8(sum.value & 0xFF)]
  }
}
