package import MediaFormats

/// User data that ITU-T T.35 registers, in the supplemental enhancement information of a picture (ITU-T H.264 §D.1.6, H.265 §D.2.6): captions,
/// and how the light of a scene is brought to a display.
package struct RegisteredUserData {
  /// The messages' bytes, from the country's code on.
  private let messages: [[UInt8]]

  /// The user data of `packet`, whose units in H.264, or HEVC, have lengths of `lengthSize` bytes.
  package init(_ packet: [UInt8], isHEVC: Bool, lengthSize: Int) {
    var messages: [[UInt8]] = []
    for unit in NALUnits(packet, lengthSize: lengthSize) {
      guard let first = unit.first else { continue }
      let isInformation = isHEVC ? first >> 1 & 0x3F == 39 : first & 0x1F == 6
      if isInformation { messages += Self.messages(in: ExpGolombCodes(unit.dropFirst(isHEVC ? 2 : 1)).bytes) }
    }
    self.messages = messages
  }

  /// What it is, of the kinds that are known: the United States' code, the provider's, and the provider's own.
  package var kinds: Set<PictureSideData> {
    var kinds: Set<PictureSideData> = []
    for message in messages {
      // ATSC, "GA94", cc_data (ATSC A/53 part 4 §6.2.3).
      if message.starts(with: [0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03]) { kinds.insert(.closedCaptions) }
      // Samsung, application 4 (SMPTE ST 2094-40).
      if message.starts(with: [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04]) { kinds.insert(.dynamicHDR) }
    }
    return kinds
  }

  /// The messages of the type "user data registered by T.35" among those of `bytes` (ITU-T H.264 §7.3.2.3.1).
  private static func messages(in bytes: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var place = 0
    /// A number as a sum of bytes, of which all but the last are 255; nil where the bytes end.
    func number() -> Int? {
      var sum = 0
      while place < bytes.count {
        let byte = bytes[place]
        place += 1
        sum += Int(byte)
        if byte != 0xFF { return sum }
      }
      return nil
    }
    while let type = number(), let size = number(), place < bytes.count {
      let end = min(bytes.count, place + size)
      if type == 4 { found.append(Array(bytes[place..<end])) }
      place = end
    }
    return found
  }
}
