/// The sample depth in a sequence parameter set of H.264 (ITU-T H.264 §7.3.2.1.1), whose first numbers are read.
package struct H264SampleDepth: Hashable {
  /// Bits of a sample of luma.
  package let bits: Int
  /// Chroma by its number: 0 of gray, 1 of 4:2:0, 2 of 4:2:2, 3 of 4:4:4.
  let chroma: Int
  /// Whether there is no chroma.
  package var isGray: Bool { chroma == 0 }

  /// Profiles that say it; all others have eight bits and 4:2:0.
  private static let signalingProfiles: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

  /// Whether sets of the profile of this number say it.
  static func isSignaled(by profile: UInt8) -> Bool { signalingProfiles.contains(profile) }

  /// The sample depth in the set in `unit`, a NAL unit with its header; nil where it is none, or ends before.
  package init?(_ unit: ArraySlice<UInt8>) {
    let unit = Array(unit)
    guard unit.count > 4, unit[0] & 0x1F == 7 else { return nil }
    guard Self.isSignaled(by: unit[1]) else {
      self.init(bits: 8, chroma: 1)
      return
    }
    var reader = ExpGolombCodes(unit[4...])
    guard reader.next() != nil else { return nil }
    self.init(&reader)
  }

  /// The sample depth in the set that `reader` reads, from behind the set's number on; nil where it ends before.
  init?(_ reader: inout ExpGolombCodes) {
    guard let chroma = reader.next() else { return nil }
    // Three planes that are coded apart.
    if chroma == 3 { reader.skip() }
    guard let depth = reader.next(), depth <= 6 else { return nil }
    self.init(bits: 8 + depth, chroma: chroma)
  }

  private init(bits: Int, chroma: Int) {
    (self.bits, self.chroma) = (bits, chroma)
  }
}
