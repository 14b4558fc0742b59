import Rendering

/// Says in a Matroska or WebM file how much of the last packet of a sound is beyond its end (RFC 9559 §5.1.3.5.6,
/// `DiscardPadding`): GStreamer's muxer does that for Opus alone.
///
/// The muxer is given the last packet with the element behind it, which is then taken out of the block:
///
/// ```
///  as the muxer writes it   BlockGroup │ duration │ Block │ size     │ track, time, flags │ packet, element
///  as it is in the end      BlockGroup │ duration │ Block │ size - 7 │ track, time, flags │ packet │ DiscardPadding
/// ```
struct MatroskaSoundEnd {
  /// How much is to be left out of each sound with such a packet, in the order of the tracks, in nanoseconds.
  var paddings: [Int64]

  /// What stands behind the last packet.
  static let room: [UInt8] = [0x75, 0xA2, 0x84, 0, 0, 0, 0]

  /// Corrects the last block of each sound.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file is not as the muxer writes it.
  func correct(_ file: FileBytes) throws {
    var clusters: [MatroskaElement] = []
    var offset: UInt64 = 0
    while let element = try MatroskaElement(at: offset, of: file) {
      if element.id == MatroskaID.cluster { clusters.append(element) }
      offset = element.id == MatroskaID.segment ? element.body : element.body + element.size
    }
    /// The blocks with room behind them, by the numbers of their tracks.
    var groups: [UInt64: MatroskaElement] = [:]
    for cluster in clusters.reversed() where groups.count < paddings.count {
      for (track, group) in try lastGroups(of: cluster, in: file) where groups[track] == nil { groups[track] = group }
    }
    guard groups.count == paddings.count else { throw Self.strange }
    for ((_, group), padding) in zip(groups.sorted(by: { $0.key < $1.key }), paddings) {
      try correct(group, leavingOut: padding, of: file)
    }
  }

  private static let strange = RenderError(
    .engineFailed, "The finished file has no sound whose end could be put right.")

  /// The groups of `cluster` at whose end is room, by the numbers of their tracks.
  private func lastGroups(of cluster: MatroskaElement, in file: FileBytes) throws -> [UInt64: MatroskaElement] {
    var found: [UInt64: MatroskaElement] = [:]
    var offset = cluster.body
    while offset < cluster.body + cluster.size, let element = try MatroskaElement(at: offset, of: file) {
      offset = element.body + element.size
      guard element.id == MatroskaID.blockGroup, element.size > Self.room.count else { continue }
      if try file.read(at: offset - UInt64(Self.room.count), Self.room.count) == Self.room,
        let track = try track(of: element, in: file)
      {
        found[track] = element
      }
    }
    return found
  }

  /// The number of the track to which the block in `group` belongs; nil where there is none, or it has more than a byte.
  private func track(of group: MatroskaElement, in file: FileBytes) throws -> UInt64? {
    var offset = group.body
    while offset < group.body + group.size, let element = try MatroskaElement(at: offset, of: file) {
      if element.id == MatroskaID.block {
        return try file.read(at: element.body, 1).first.flatMap { $0 & 0x80 == 0 ? nil : UInt64($0 & 0x7F) }
      }
      offset = element.body + element.size
    }
    return nil
  }

  private func correct(_ group: MatroskaElement, leavingOut padding: Int64, of file: FileBytes) throws {
    var offset = group.body
    while offset < group.body + group.size, let element = try MatroskaElement(at: offset, of: file) {
      guard element.id == MatroskaID.block else {
        offset = element.body + element.size
        continue
      }
      guard (0..<1 << 31).contains(padding), element.body + element.size == group.body + group.size else { break }
      // The size keeps its length: a longer one than needed is allowed (RFC 8794 §6.2).
      let width = Int(element.body - offset) - 1
      var size = [UInt8](repeating: 0, count: width)
      size.setBigEndian(element.size - UInt64(Self.room.count) | 1 << UInt64(7 * width), at: 0, width)
      try file.write(size, at: offset + 1)
      var number = [UInt8](repeating: 0, count: 4)
      number.setBigEndian(UInt64(padding), at: 0, 4)
      return try file.write(number, at: group.body + group.size - 4)
    }
    throw Self.strange
  }
}
