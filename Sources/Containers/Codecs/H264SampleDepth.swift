/// How deep samples are by a sequence parameter set of H.264 (ITU-T H.264 §7.3.2.1.1), whose first numbers are read.
package struct H264SampleDepth: Hashable {
  /// Bits of a sample of luma.
  package let bits: Int
  /// Whether there is no chroma.
  package let isGray: Bool

  /// Profiles that say it; all others have eight bits and 4:2:0.
  private static let saying: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

  /// What the set in `unit`, a NAL unit with its header, says; nil where it is none, or ends before.
  package init?(_ unit: ArraySlice<UInt8>) {
    let unit = Array(unit)
    guard unit.count > 4, unit[0] & 0x1F == 7 else { return nil }
    guard Self.saying.contains(unit[1]) else {
      (bits, isGray) = (8, false)
      return
    }
    var reader = ExpGolombCodes(unit[4...])
    guard reader.next() != nil, let chroma = reader.next() else { return nil }
    // Three planes that are coded apart.
    if chroma == 3 { reader.skip() }
    guard let depth = reader.next(), depth <= 6 else { return nil }
    (bits, isGray) = (8 + depth, chroma == 0)
  }
}
