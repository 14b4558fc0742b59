import Rendering

/// Says in a Matroska or WebM file how much of the last packet of a sound is beyond its end (RFC 9559 §5.1.3.5.6,
/// `DiscardPadding`): GStreamer's muxer does that for Opus alone.
///
/// The muxer is given the last packet with room behind it, and puts both into a block, in a group or by itself:
///
/// ```
///  as the muxer writes it   BlockGroup │ duration │ Block │ size      │ track, time, flags │ packet, room
///  as it is in the end      BlockGroup │ duration │ Block │ size - 11 │ track, time, flags │ packet │ DiscardPadding │ Void
///
///  as the muxer writes it   SimpleBlock │ size │ track, time, flags │ packet, room
///  as it is in the end      BlockGroup  │ size │ Block │ size │ track, time, flags │ packet │ DiscardPadding
/// ```
///
/// FFmpeg, mpv and this program leave it out, to the sample.
struct MatroskaSoundEnd {
  /// How much is to be left out of each sound with such a packet, in the order of the tracks, in nanoseconds.
  var paddings: [Int64]

  /// What stands behind the last packet: the element, and as much as a block in a group needs more than one by itself.
  static let room: [UInt8] = element(0) + [0xEC, 0x82, 0, 0]

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
    var blocks: [UInt64: Place] = [:]
    for cluster in clusters.reversed() where blocks.count < paddings.count {
      for (track, place) in try lastBlocks(of: cluster, in: file) where blocks[track] == nil { blocks[track] = place }
    }
    guard blocks.count == paddings.count else { throw Self.strange }
    for ((_, place), padding) in zip(blocks.sorted(by: { $0.key < $1.key }), paddings) {
      guard (0..<1 << 31).contains(padding) else { throw Self.strange }
      try correct(place, leavingOut: padding, of: file)
    }
  }

  /// Where a block stands: the element that holds track, time, flags and packet, whose head begins at `start`.
  private struct Place {
    var start: UInt64
    var block: MatroskaElement
  }

  private static let strange = RenderError(
    .engineFailed, "The finished file has no sound whose end could be put right.")

  /// `DiscardPadding` of `padding` nanoseconds.
  private static func element(_ padding: Int64) -> [UInt8] {
    [0x75, 0xA2, 0x84] + (0..<4).map { UInt8(truncatingIfNeeded: padding >> Int64(24 - 8 * $0)) }
  }

  /// The blocks of `cluster` at whose end is room, by the numbers of their tracks.
  private func lastBlocks(of cluster: MatroskaElement, in file: FileBytes) throws -> [UInt64: Place] {
    var found: [UInt64: Place] = [:]
    var offset = cluster.body
    while offset < cluster.body + cluster.size, let element = try MatroskaElement(at: offset, of: file) {
      let start = offset
      offset = element.body + element.size
      guard element.id == MatroskaID.blockGroup || element.id == MatroskaID.simpleBlock,
        element.size > Self.room.count,
        try file.read(at: offset - UInt64(Self.room.count), Self.room.count) == Self.room,
        let place = element.id == MatroskaID.simpleBlock
          ? Place(start: start, block: element) : try block(of: element, in: file),
        let track = try file.read(at: place.block.body, 1).first, track & 0x80 != 0
      else { continue }
      found[UInt64(track & 0x7F)] = place
    }
    return found
  }

  /// The block in `group`, which is its last element; nil where it is not.
  private func block(of group: MatroskaElement, in file: FileBytes) throws -> Place? {
    var offset = group.body
    while offset < group.body + group.size, let element = try MatroskaElement(at: offset, of: file) {
      if element.id == MatroskaID.block {
        return element.body + element.size == group.body + group.size ? Place(start: offset, block: element) : nil
      }
      offset = element.body + element.size
    }
    return nil
  }

  private func correct(_ place: Place, leavingOut padding: Int64, of file: FileBytes) throws {
    let block = place.block
    // A size keeps its length: a longer one than needed is allowed (RFC 8794 §6.2).
    let width = Int(block.body - place.start) - 1
    guard block.id == MatroskaID.simpleBlock else {
      var size = [UInt8](repeating: 0, count: width)
      size.setBigEndian(block.size - UInt64(Self.room.count) | 1 << UInt64(7 * width), at: 0, width)
      try file.write(size, at: place.start + 1)
      return try file.write(Self.element(padding), at: block.body + block.size - UInt64(Self.room.count))
    }
    let length = Int(block.size) - Self.room.count
    guard length < 1 << 20, length > 3 else { throw Self.strange }
    var packet = try file.read(at: block.body, length)
    // In a group the flag of key frames is none: a block that refers to no other is one.
    packet[3] &= 0x7F
    var size = [UInt8](repeating: 0, count: 3)
    size.setBigEndian(UInt64(length) | 1 << 21, at: 0, 3)
    try file.write([UInt8(MatroskaID.blockGroup)], at: place.start)
    try file.write([UInt8(MatroskaID.block)] + size + packet + Self.element(padding), at: block.body)
  }
}
