import Rendering

/// Alpha in a Matroska or WebM file: a picture of greys beside each picture, as a packet of its own in the same block (RFC
/// 9559 §5.1.4.1.28.53, `AlphaMode`; §5.1.3.5.2, `BlockAdditions`).
///
/// GStreamer's muxer has no word for it. It is given both as one packet, with as much room as the other form takes, and the
/// finished file is corrected in place, so that no size and no place that an index names changes:
///
/// ```
///  as the muxer writes it   SimpleBlock │ track, time │ mark, 5 bytes        │ color │ additions
///  as it is in the end      BlockGroup  │ Block │ size │ track, time, flags │ color │ BlockAdditions, ReferenceBlock
/// ```
struct MatroskaAlpha {
  /// What follows the size of the color's packet in a mark.
  private static let (keyMark, otherMark): (UInt8, UInt8) = (0xA1, 0xA2)
  /// Track, time and flags of a block.
  private static let blockHeaderLength = 4
  private static let markLength = 5

  /// The packet that the muxer is given for `color` and `alpha`.
  static func packet(color: [UInt8], alpha: [UInt8], isKeyframe: Bool) -> [UInt8] {
    var mark = [UInt8](repeating: 0, count: 4) + [isKeyframe ? keyMark : otherMark]
    mark.setBigEndian(UInt64(color.count), at: 0, 4)
    let more = element([0xEE], [1]) + element([0xA5], alpha)
    // What it refers to is known once the muxer has counted times.
    let reference: [UInt8] = isKeyframe ? [] : [0xFB, 0x84, 0, 0, 0, 0]
    return mark + color + element([0x75, 0xA1], element([0xA6], more)) + reference
  }

  /// An element with a size of four bytes.
  private static func element(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] {
    var size = [UInt8](repeating: 0, count: 4)
    size.setBigEndian(UInt64(body.count) | 0x1000_0000, at: 0, 4)
    return id + size + body
  }

  /// Corrects the header and all blocks of the pictures' track.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file is not as the muxer writes it.
  func correct(_ file: FileBytes) throws {
    var offset: UInt64 = 0
    var track: UInt64?
    var last: Int64?
    while let element = try MatroskaElement(at: offset, of: file) {
      switch element.id {
      case MatroskaID.header:
        // The version that has alpha.
        try element.state(version: 4, in: file)
        offset = element.body + element.size
      case MatroskaID.segment: offset = element.body
      case MatroskaID.tracks:
        track = try correctTracks(element, of: file)
        offset = element.body + element.size
      case MatroskaID.cluster:
        guard let track else { throw Self.strange }
        try correctBlocks(element, of: file, track: track, last: &last)
        offset = element.body + element.size
      default: offset = element.body + element.size
      }
    }
    guard last != nil else { throw Self.strange }
  }

  private static let strange = RenderError(
    .engineFailed, "The finished file has no pictures where their alpha could be put.")

  /// Says in the entry of the pictures' track that it has alpha, in place of its name; returns its number.
  private func correctTracks(_ tracks: MatroskaElement, of file: FileBytes) throws -> UInt64 {
    var bytes = try file.read(at: tracks.body, Int(min(tracks.size, 1 << 20)))
    for entry in MatroskaElement.children(of: bytes) where entry.id == MatroskaID.trackEntry {
      let range = Int(entry.body)..<Int(entry.body + entry.size)
      let parts = MatroskaElement.children(of: bytes, in: range)
      guard let video = parts.first(where: { $0.id == MatroskaID.video }) else { continue }
      guard let number = parts.first(where: { $0.id == MatroskaID.trackNumber }) else { throw Self.strange }
      let (alphaMode, additions): ([UInt8], [UInt8]) = ([0x53, 0xC0, 0x81, 1], [0x55, 0xEE, 0x82, 0, 1])
      var made: [UInt8] = []
      var start = range.lowerBound
      for part in parts {
        let end = Int(part.body + part.size)
        switch part.id {
        case MatroskaID.trackName: break
        case MatroskaID.video:
          var size = [UInt8](repeating: 0, count: 8)
          size.setBigEndian(video.size + UInt64(alphaMode.count) | 1 << 56, at: 0, 8)
          made += [UInt8(MatroskaID.video)] + size + bytes[Int(part.body)..<end] + alphaMode
        default: made += bytes[start..<end]
        }
        start = end
      }
      made += additions
      let room = range.count - made.count
      // Nothing, or an empty element.
      guard room == 0 || (2...128).contains(room) else { throw Self.strange }
      if room > 0 { made += [0xEC, UInt8(0x80 | (room - 2))] + [UInt8](repeating: 0, count: room - 2) }
      let track = bytes.bigEndian(at: Int(number.body), Int(number.size))
      bytes.replaceSubrange(range, with: made)
      try file.write(bytes, at: tracks.body)
      return track
    }
    throw Self.strange
  }

  /// Corrects the blocks of `cluster`; `last` is the time of the picture before.
  private func correctBlocks(
    _ cluster: MatroskaElement, of file: FileBytes, track: UInt64, last: inout Int64?
  ) throws {
    var offset = cluster.body
    var clusterTime: Int64 = 0
    while offset < cluster.body + cluster.size, let element = try MatroskaElement(at: offset, of: file) {
      let end = element.body + element.size
      switch element.id {
      case MatroskaID.clusterTime:
        clusterTime = Int64(truncatingIfNeeded: try file.read(at: element.body, 8).bigEndian(at: 0, Int(element.size)))
      case MatroskaID.simpleBlock:
        try correct(
          Place(start: offset, content: element.body, end: end, isGroup: false), of: file, track: track,
          clusterTime: clusterTime, last: &last)
      case MatroskaID.blockGroup:
        guard let block = try MatroskaElement(at: element.body, of: file), block.id == MatroskaID.block else { break }
        try correct(
          Place(start: element.body, content: block.body, end: block.body + block.size, isGroup: true), of: file,
          track: track, clusterTime: clusterTime, last: &last)
      default: break
      }
      offset = end
    }
  }

  /// Where a block is: the element, what is in it, and its end; and whether it is in a group already.
  private struct Place {
    let start: UInt64
    let content: UInt64
    let end: UInt64
    let isGroup: Bool
  }

  private func correct(
    _ place: Place, of file: FileBytes, track: UInt64, clusterTime: Int64, last: inout Int64?
  ) throws {
    let length = Self.blockHeaderLength + Self.markLength
    let bytes = try file.read(at: place.content, length)
    guard bytes.count == length, UInt64(bytes[0] & 0x7F) == track else { return }
    let (colorSize, mark) = (bytes.bigEndian(at: 4, 4), bytes[8])
    guard mark == Self.keyMark || mark == Self.otherMark, place.content + UInt64(length) + colorSize < place.end else {
      throw Self.strange
    }
    var block = [UInt8(MatroskaID.block), 0, 0, 0, 0] + bytes[0..<3] + [bytes[3] & 0x0F]
    block.setBigEndian(0x1000_0000 | (colorSize + UInt64(Self.blockHeaderLength)), at: 1, 4)
    if place.isGroup {
      // Before it is as much room as the identifier and the size took.
      let room = Int(place.content - place.start)
      block = [0xEC, UInt8(0x80 | (room - 2))] + [UInt8](repeating: 0, count: room - 2) + block
      try file.write(block, at: place.start)
    } else {
      try file.write([UInt8(MatroskaID.blockGroup)], at: place.start)
      try file.write(block, at: place.content)
    }
    let time = clusterTime + Int64(Int16(truncatingIfNeeded: Int64(bytes.bigEndian(at: 1, 2))))
    if mark == Self.otherMark, let last {
      var difference = [UInt8](repeating: 0, count: 4)
      difference.setBigEndian(UInt64(bitPattern: last - time), at: 0, 4)
      try file.write(difference, at: place.end - 4)
    }
    last = time
  }
}
