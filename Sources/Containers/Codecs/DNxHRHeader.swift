/// The header of a picture of DNxHR (SMPTE ST 2019-1 §7.2), which says what profile it is of.
package struct DNxHRHeader: Hashable {
  /// The profile, by the name that settings have for it: "hq".
  package let profile: String

  /// Where the number of the compression stands.
  private static let place = 0x28
  /// The profiles by their numbers; smaller ones are DNxHD's.
  private static let profiles = [1_270: "444", 1_271: "hqx", 1_272: "hq", 1_273: "sq", 1_274: "lb"]

  /// That of `picture`, a packet; nil where it is something else.
  package init?(_ picture: [UInt8]) {
    guard picture.count >= Self.place + 4, picture.starts(with: [0, 0, 2, 0x80, 3]) else { return nil }
    let number = picture[Self.place..<(Self.place + 4)].reduce(0) { $0 << 8 | Int($1) }
    guard let profile = Self.profiles[number] else { return nil }
    self.profile = profile
  }
}
