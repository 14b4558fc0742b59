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
  /// How much is to be left out, in nanoseconds.
  var padding: Int64

  /// What stands behind the last packet.
  static let room: [UInt8] = [0x75, 0xA2, 0x84, 0, 0, 0, 0]

  /// Corrects the last block of sound.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file is not as the muxer writes it.
  func correct(_ file: FileBytes) throws {
    var clusters: [MatroskaElement] = []
    var offset: UInt64 = 0
    while let element = try MatroskaElement(at: offset, of: file) {
      if element.id == MatroskaID.cluster { clusters.append(element) }
      offset = element.id == MatroskaID.segment ? element.body : element.body + element.size
    }
    for cluster in clusters.reversed() {
      if let group = try lastGroup(of: cluster, in: file) { return try correct(group, of: file) }
    }
    throw Self.strange
  }

  private static let strange = RenderError(
    .engineFailed, "The finished file has no sound whose end could be put right.")

  /// The last group of `cluster` at whose end is room.
  private func lastGroup(of cluster: MatroskaElement, in file: FileBytes) throws -> MatroskaElement? {
    var found: MatroskaElement?
    var offset = cluster.body
    while offset < cluster.body + cluster.size, let element = try MatroskaElement(at: offset, of: file) {
      offset = element.body + element.size
      guard element.id == MatroskaID.blockGroup, element.size > Self.room.count else { continue }
      if try file.read(at: offset - UInt64(Self.room.count), Self.room.count) == Self.room { found = element }
    }
    return found
  }

  private func correct(_ group: MatroskaElement, of file: FileBytes) throws {
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
