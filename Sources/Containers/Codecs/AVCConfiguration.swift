/// The parameter sets of H.264 in containers (`AVCDecoderConfigurationRecord`, ISO/IEC 14496-15 §5.3.3.1).
///
/// ```
///  1 │ profile, 3 │ 0b111111 and length − 1 │ 0b111 and count │ length, 2 │ SPS │ … │ count │ length, 2 │ PPS │ … │ what high profiles add
/// ```
package struct AVCConfiguration: Hashable {
  /// Version, profile, what it is compatible with, level.
  private var head: [UInt8]
  /// Bytes of the length of a NAL unit in a packet.
  package let lengthSize: Int
  /// The sequence parameter sets, with their headers.
  private(set) var sequenceSets: [[UInt8]] = []
  /// The picture parameter sets, with their headers.
  private(set) var pictureSets: [[UInt8]] = []
  /// Chroma format, depths, and extensions of sequence sets.
  private var tail: [UInt8]

  /// H.264's profiles in the order of their tools: a decoder of one decodes those before it (ITU-T H.264 §A.2). Names
  /// are those of settings; the first is Constrained Baseline.
  private static let nestedProfiles: [(number: UInt8, name: String)] = [
    (66, "baseline"), (77, "main"), (100, "high"), (110, "high10"), (122, "high422"), (244, "high444"),
  ]

  /// The configuration `bytes`; nil where they are none, or cut short.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count > 6, bytes[0] == 1 else { return nil }
    head = Array(bytes[..<4])
    lengthSize = Int(bytes[4] & 3) + 1
    var place = 6
    guard let sequences = NALUnits.sets(Int(bytes[5] & 0x1F), in: bytes, at: &place), place < bytes.count else {
      return nil
    }
    place += 1
    guard let pictures = NALUnits.sets(Int(bytes[place - 1]), in: bytes, at: &place) else { return nil }
    (sequenceSets, pictureSets) = (sequences, pictures)
    tail = Array(bytes[place...])
  }

  /// The configuration of the sets `sequenceSets` and `pictureSets`, NAL units with their headers, for packets with
  /// lengths of `lengthSize` bytes; nil for too few or too many sets, and where the first sequence set cannot be
  /// parsed.
  init?(sequenceSets: [[UInt8]], pictureSets: [[UInt8]], lengthSize: Int) {
    guard let first = sequenceSets.first, let said = SequenceSet(h264: first), !pictureSets.isEmpty,
      sequenceSets.count < 32, pictureSets.count < 256
    else { return nil }
    head = [1] + first[1...3]
    (self.lengthSize, self.sequenceSets, self.pictureSets) = (lengthSize, sequenceSets, pictureSets)
    tail =
      [66, 77, 88].contains(first[1])
      ? []
      : [0xFC | UInt8(said.chroma), 0xF8 | UInt8(said.lumaBits - 8), 0xF8 | UInt8(said.chromaBits - 8), 0]
  }

  /// The place among the nested profiles of the widest that the record or a sequence set has; nil where one is none of them.
  private var rank: Int? {
    let profiles = [head[1]] + sequenceSets.compactMap { $0.dropFirst().first }
    return profiles.reduce(0) { widest, profile in
      guard let widest, let rank = Self.nestedProfiles.firstIndex(where: { $0.number == profile }) else { return nil }
      return max(widest, rank)
    }
  }

  /// The name of the profile whose decoders decode all that has these sets (`VideoCodec.profiles`); nil where there is none such.
  package var profile: String? { rank.map { Self.nestedProfiles[$0].name } }

  /// Whether a sequence set allows pictures that are lossless.
  package var isLossless: Bool { sequenceSets.contains { SequenceSet(h264: $0)?.isLossless == true } }

  /// The numbers by which packets call the sets; nil where one cannot be read.
  package var numbers: Set<Int>? {
    var numbers: Set<Int> = []
    for set in sequenceSets {
      guard set.count > 4 else { return nil }
      var codes = ExpGolombCodes(set[4...])
      guard let number = codes.next() else { return nil }
      numbers.insert(number)
    }
    for set in pictureSets {
      var codes = ExpGolombCodes(set.dropFirst())
      guard let number = codes.next(), let sequence = codes.next() else { return nil }
      numbers.formUnion([number, sequence])
    }
    return numbers
  }

  /// The same with the sets of `other`, which have other numbers: of the profile that has what both need, bound by what binds both, and of
  /// the higher level (ISO/IEC 14496-15 §5.3.3.1.2). Nil where they cannot stand together.
  package func joined(with other: AVCConfiguration) -> AVCConfiguration? {
    guard lengthSize == other.lengthSize, let numbers, let others = other.numbers, numbers.isDisjoint(with: others),
      let rank, let otherRank = other.rank,
      sequenceSets.count + other.sequenceSets.count < 32, pictureSets.count + other.pictureSets.count < 256
    else { return nil }
    var joined = self
    joined.sequenceSets += other.sequenceSets
    joined.pictureSets += other.pictureSets
    joined.head[1] = Self.nestedProfiles[max(rank, otherRank)].number
    if rank < otherRank { joined.tail = other.tail }
    joined.head[2] = head[2] & other.head[2]
    joined.head[3] = max(head[3], other.head[3])
    return joined
  }

  /// The configuration as it stands in a container.
  package var bytes: [UInt8] {
    var bytes = head + [0xFC | UInt8(lengthSize - 1), 0xE0 | UInt8(sequenceSets.count)]
    func append(_ sets: [[UInt8]]) {
      for set in sets { bytes += [UInt8(set.count >> 8), UInt8(set.count & 0xFF)] + set }
    }
    append(sequenceSets)
    bytes.append(UInt8(pictureSets.count))
    append(pictureSets)
    return bytes + tail
  }
}
