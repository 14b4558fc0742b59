/// The parameter sets in a container of H.264 or HEVC, and operations on packets with length-prefixed NAL units
/// (ISO/IEC 14496-15 §5.3.3, §8.3.3).
package struct ParameterSets: Hashable {
  /// The sets, with their headers, in the order in which they are decoded.
  package let units: [[UInt8]]
  /// Bytes of the length of a NAL unit in a packet.
  package let lengthSize: Int
  private let isHEVC: Bool

  /// The sets in `configuration`, of the codec that libav calls `codec`; nil where there are none.
  package init?(_ configuration: [UInt8], codec: String) {
    switch codec {
    case "h264":
      guard let record = AVCConfiguration(configuration) else { return nil }
      (units, lengthSize, isHEVC) = (record.sequenceSets + record.pictureSets, record.lengthSize, false)
    case "hevc":
      guard let sets = Self.highEfficiencySets(in: configuration), configuration.count > 21 else { return nil }
      (units, lengthSize, isHEVC) = (sets, Int(configuration[21] & 3) + 1, true)
    default: return nil
    }
  }

  /// The decoder's configuration in a container (`avcC`, `hvcC`) from the sets `units`, NAL units with their headers,
  /// of H.264 or of HEVC, for packets with lengths of `lengthSize` bytes. Nil where there is no sequence set among
  /// them, or the first cannot be parsed.
  package static func configuration(of units: [[UInt8]], isHEVC: Bool, lengthSize: Int) -> [UInt8]? {
    func sets(_ type: UInt8) -> [[UInt8]] {
      units.filter { unit in unit.first.map { (isHEVC ? $0 >> 1 & 0x3F : $0 & 0x1F) == type } ?? false }
    }
    // Counts have a byte, and lengths two.
    guard units.count < 256, units.allSatisfy({ $0.count <= Int(UInt16.max) }) else { return nil }
    guard isHEVC else {
      return AVCConfiguration(sequenceSets: sets(7), pictureSets: sets(8), lengthSize: lengthSize)?.bytes
    }
    // Messages that hold for all pictures (SEI) follow the sets.
    let others = units.compactMap { $0.first.map { $0 >> 1 & 0x3F } }.filter { !(32...34).contains($0) }
    let kinds = [32, 33, 34] + Set(others).sorted()
    guard let first = sets(33).first, let said = SequenceSet(hevc: first), kinds.allSatisfy({ !sets($0).isEmpty })
    else { return nil }
    // Profile, what it is compatible with, constraints and level stand behind the header and a byte, without what keeps start codes out.
    let plain = ExpGolombCodes(first[2...]).bytes
    let layers = plain[0] >> 1 & 7
    var bytes: [UInt8] = [1] + plain[1...12] + [0xF0, 0, 0xFC, 0xFC | UInt8(said.chroma)]
    bytes += [0xF8 | UInt8(said.lumaBits - 8), 0xF8 | UInt8(said.chromaBits - 8), 0, 0]
    bytes += [(layers + 1) << 3 | (plain[0] & 1) << 2 | UInt8(lengthSize - 1), UInt8(kinds.count)]
    for kind in kinds {
      bytes.append(0x80 | kind)
      bytes.appendBigEndian(UInt64(sets(kind).count), 2)
      for set in sets(kind) {
        bytes.appendBigEndian(UInt64(set.count), 2)
        bytes += set
      }
    }
    return bytes
  }

  /// The units in a record of HEVC (`HEVCDecoderConfigurationRecord`, §8.3.3.1): arrays of a kind each.
  private static func highEfficiencySets(in bytes: [UInt8]) -> [[UInt8]]? {
    guard bytes.count > 22, bytes[0] == 1 else { return nil }
    var (place, units) = (23, [[UInt8]]())
    for _ in 0..<bytes[22] {
      guard place + 3 <= bytes.count else { return nil }
      let count = Int(bytes.bigEndian(at: place + 1, 2))
      place += 3
      guard let sets = NALUnits.sets(count, in: bytes, at: &place) else { return nil }
      units += sets
    }
    return units
  }

  /// Whether all sequence sets say that pictures are shown in the order in which they are decoded.
  package var keepOrder: Bool {
    let sequences = units.filter { type(of: $0) == (isHEVC ? 33 : 7) }
    return !sequences.isEmpty
      && sequences.allSatisfy { (isHEVC ? SequenceSet(hevc: $0) : SequenceSet(h264: $0))?.keepsOrder == true }
  }

  private func type(of unit: some Collection<UInt8>) -> UInt8? {
    unit.first.map { isHEVC ? $0 >> 1 & 0x3F : $0 & 0x1F }
  }

  /// Whether one of the NAL units of `packet` is a parameter set that is not among these.
  package func areReplaced(by packet: [UInt8]) -> Bool {
    NALUnits(packet, lengthSize: lengthSize).contains { unit in
      guard let type = type(of: unit), isHEVC ? (32...34).contains(type) : type == 7 || type == 8 else { return false }
      return !units.contains { $0.elementsEqual(unit) }
    }
  }

  /// `packet`, a key frame, with the sets before its first slice.
  package func repeated(before packet: [UInt8]) -> [UInt8] {
    units(of: packet, isKeyFrame: true).reduce(into: []) { bytes, unit in
      bytes.appendBigEndian(UInt64(unit.count), lengthSize)
      bytes += unit
    }
  }

  /// `packet` as it stands in a stream of bytes, where each unit has a start code, and a picture that `isKeyFrame` the sets before it
  /// (ITU-T H.264 and H.265, annex B).
  package func byteStream(_ packet: [UInt8], isKeyFrame: Bool) -> [UInt8] {
    units(of: packet, isKeyFrame: isKeyFrame).reduce(into: []) { bytes, unit in
      bytes += [0, 0, 0, 1]
      bytes += unit
    }
  }

  /// `packet`, the first of a stretch, as the first after a cut: of HEVC a clean random access picture becomes a broken
  /// link access picture without leading pictures (ITU-T H.265 §7.4.2.2, `BLA_N_LP`) by its NAL unit type alone.
  /// Otherwise a decoder waits for missing leading pictures, or drops pictures that it could decode.
  package func cut(_ packet: [UInt8]) -> [UInt8] {
    guard isHEVC else { return packet }
    return NALUnits(packet, lengthSize: lengthSize).reduce(into: []) { bytes, unit in
      bytes.appendBigEndian(UInt64(unit.count), lengthSize)
      bytes += unit
      if type(of: unit) == 21 { bytes[bytes.count - unit.count] = bytes[bytes.count - unit.count] & 0x81 | 18 << 1 }
    }
  }

  /// The units of `packet`, with the sets before all but an access unit delimiter where it `isKeyFrame`.
  private func units(of packet: [UInt8], isKeyFrame: Bool) -> [ArraySlice<UInt8>] {
    var all = Array(NALUnits(packet, lengthSize: lengthSize))
    guard isKeyFrame else { return all }
    let isDelimited = all.first.flatMap { type(of: $0) } == (isHEVC ? 35 : 9)
    all.insert(contentsOf: units.map { $0[...] }, at: isDelimited ? 1 : 0)
    return all
  }
}
