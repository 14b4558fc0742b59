/// The header of a picture of DNxHR (SMPTE ST 2019-1 §7.2), which says what profile it is of.
package struct DNxHRHeader: Hashable {
  /// The profile, by the name that settings have for it: "hq".
  package let profile: String

  /// The offset of the number of the compression.
  private static let place = 0x28
  /// Lengths of a header: four bytes for each row of macroblocks, behind the rest; of 1,088 lines and fewer as for
  /// those.
  private static let lengths: ClosedRange<UInt64> = 0x280...0x2170
  /// The profiles by their numbers; smaller ones are DNxHD's.
  private static let profiles = [1_270: "444", 1_271: "hqx", 1_272: "hq", 1_273: "sq", 1_274: "lb"]

  /// The header of `picture`, a packet; nil where it is something else.
  package init?(_ picture: [UInt8]) {
    guard picture.count >= Self.place + 4, picture.starts(with: [0, 0]), picture[4] == 3,
      Self.lengths.contains(picture.bigEndian(at: 2, 2)),
      let profile = Self.profiles[Int(picture.bigEndian(at: Self.place, 4))]
    else { return nil }
    self.profile = profile
  }
}
