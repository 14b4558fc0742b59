/// The elements of a Matroska or WebM file down to its blocks (RFC 9559): where they do not follow one another.
package struct MatroskaBlocks {
  /// Breaks of the chain of elements, or its early end.
  package private(set) var faults: [ContainerFault] = []
  /// Presentation times of blocks in clusters with a wrong checksum, in nanoseconds.
  package private(set) var suspectTimes: [Range<Int64>] = []
  /// The discarded end of each track, by its number, in nanoseconds (`DiscardPadding`).
  package private(set) var discardedEnds: [UInt64: Int64] = [:]

  private static let clusterMark: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
  private static let discardPadding: UInt32 = 0x75A2
  /// Longest time by which a block may precede its cluster, in nanoseconds.
  private static let earliest: Int64 = 1_000_000_000
  /// The elements of a segment: seek head, info, tracks, clusters, cues, attachments, chapters, tags, space, checksums.
  private static let parts: Set<UInt32> = [
    0x114D_9B74, MatroskaID.info, MatroskaID.tracks, MatroskaID.cluster, 0x1C53_BB6B, 0x1941_A469, 0x1043_A770,
    MatroskaID.tags, 0xEC, MatroskaID.checksum,
  ]
  /// The elements of a cluster: its time, position and size, silent tracks, blocks, space, a checksum.
  private static let contents: Set<UInt32> = [
    MatroskaID.clusterTime, 0xA7, 0xAB, 0x5854, MatroskaID.simpleBlock, MatroskaID.blockGroup, 0xAF, 0xEC,
    MatroskaID.checksum,
  ]

  /// The elements of `file`.
  package init(_ file: FileBytes) throws {
    var element = try MatroskaElement(at: 0, of: file)
    while let current = element, current.id != MatroskaID.segment {
      element = try current.end.flatMap { try MatroskaElement(at: $0, of: file) }
    }
    guard let segment = element else { return }
    let end = min(segment.end ?? file.count, file.count)
    var tracks: Set<UInt64> = []
    var isInCluster = false
    var offset = segment.body
    var scale: UInt64 = 1_000_000
    var isSuspect = false
    /// The last block of each track, if it is in a group.
    var lastGroups: [UInt64: Range<UInt64>?] = [:]
    while offset < end, faults.count < ContainerFault.capacity {
      let head = try file.read(at: offset, 20)
      guard let found = MatroskaElement(at: 0, in: head),
        Self.parts.contains(found.id) || isInCluster && Self.contents.contains(found.id)
      else {
        guard let next = try file.next(Self.clusterMark, after: offset), next < end else {
          let isEnd = end == file.count && end - offset < 12
          faults.append(
            isEnd
              ? .cutShort(file, by: 1)
              : ContainerFault(offset: offset, finding: "\(end - offset) bytes are no elements"))
          return
        }
        faults.append(ContainerFault(offset: offset, finding: "\(next - offset) bytes are no elements"))
        offset = next
        continue
      }
      if found.id == MatroskaID.cluster {
        isInCluster = true
        isSuspect = try found.isSized && !Self.isIntact(found, at: offset, of: file)
        if isSuspect { faults.append(ContainerFault(offset: offset, finding: "a cluster's checksum is wrong")) }
        offset += found.body
        continue
      }
      if Self.parts.contains(found.id), !Self.contents.contains(found.id) { isInCluster = false }
      let next = offset + found.body + found.size
      guard found.isSized, next <= file.count else {
        if found.isSized { faults.append(.cutShort(file, by: next - file.count)) }
        return
      }
      if found.id == MatroskaID.tracks {
        tracks = Self.numbers(in: try file.read(at: offset + found.body, Int(min(found.size, 1 << 20))))
      }
      if found.id == MatroskaID.info {
        let bytes = try file.read(at: offset + found.body, Int(min(found.size, 1 << 16)))
        scale = Self.number(of: MatroskaID.timestampScale, in: bytes) ?? scale
      }
      if found.id == MatroskaID.clusterTime {
        let time = Int64(clamping: head.bigEndian(at: Int(found.body), Int(min(found.size, 8))) &* scale)
        closeSuspects(at: time)
        if isSuspect { suspectTimes.append(max(0, time - Self.earliest)..<Int64.max) }
        // A cluster has one time; more of them say nothing.
        isSuspect = false
      }
      if found.id == MatroskaID.simpleBlock || found.id == MatroskaID.blockGroup, !tracks.isEmpty,
        let number = Self.trackNumber(
          ofBlockAt: Int(found.body), in: head, isGroup: found.id == MatroskaID.blockGroup)
      {
        if tracks.contains(number) {
          let start = offset + found.body
          lastGroups[number] = .some(found.id == MatroskaID.blockGroup ? start..<start + found.size : nil)
        } else {
          faults.append(ContainerFault(offset: offset, finding: "a block belongs to no track"))
        }
      }
      offset = next
    }
    if let end = segment.end, end > file.count, faults.isEmpty { faults.append(.cutShort(file, by: end - file.count)) }
    for (number, group) in lastGroups {
      guard let group, group.count < 1 << 22 else { continue }
      let bytes = try file.read(at: group.lowerBound, group.count)
      if let padding = Self.number(of: Self.discardPadding, in: bytes), padding < 1 << 31 {
        discardedEnds[number] = Int64(padding)
      }
    }
  }

  /// Notes that a cluster begins at `time`, which ends those before it.
  private mutating func closeSuspects(at time: Int64) {
    guard let last = suspectTimes.last, last.upperBound == .max, time > last.lowerBound else { return }
    suspectTimes[suspectTimes.count - 1] = last.lowerBound..<time
  }

  /// Whether `cluster` at `offset` has the checksum that it begins with, if it begins with one (RFC 9559 §11.3.1).
  private static func isIntact(_ cluster: MatroskaElement, at offset: UInt64, of file: FileBytes) throws -> Bool {
    let (start, size) = (offset + cluster.body, cluster.size)
    guard size < 1 << 28, size <= file.count, start + size <= file.count else { return true }
    let head = try file.read(at: start, 6)
    guard let first = MatroskaElement(at: 0, in: head), first.id == MatroskaID.checksum, first.size == 4,
      first.body == 2
    else {
      return true
    }
    let bytes = try file.read(at: start, Int(size))
    return Checksum.reflected(bytes[6...]) == UInt32(bytes.littleEndian(at: 2, 4))
  }

  /// The number in the first element `id` of `bytes`; nil where there is none.
  private static func number(of id: UInt32, in bytes: [UInt8]) -> UInt64? {
    MatroskaElement.children(of: bytes).first { $0.id == id }.map {
      bytes.bigEndian(at: Int($0.body), Int(min($0.size, 8)))
    }
  }

  /// The track of the block whose content begins at `offset` of `bytes`; nil where that is not to be seen.
  private static func trackNumber(ofBlockAt offset: Int, in bytes: [UInt8], isGroup: Bool) -> UInt64? {
    var offset = offset
    if isGroup {
      // GStreamer's muxer puts the duration before it.
      var inner = MatroskaElement(at: offset, in: bytes)
      while let other = inner, other.id != MatroskaID.block {
        guard other.isSized, other.size < UInt64(bytes.count) else { return nil }
        inner = MatroskaElement(at: Int(other.body + other.size), in: bytes)
      }
      guard let inner else { return nil }
      offset = Int(inner.body)
    }
    return bytes.variableNumber(at: offset)?.value
  }

  /// The numbers of the tracks that `bytes`, the list of them, describe.
  private static func numbers(in bytes: [UInt8]) -> Set<UInt64> {
    var numbers: Set<UInt64> = []
    var offset = 0
    while let entry = MatroskaElement(at: offset, in: bytes), entry.isSized, entry.size <= UInt64(bytes.count) {
      offset = Int(entry.body + entry.size)
      guard entry.id == MatroskaID.trackEntry else { continue }
      var inner = Int(entry.body)
      while inner < offset, let part = MatroskaElement(at: inner, in: bytes), part.size <= UInt64(bytes.count) {
        if part.id == MatroskaID.trackNumber {
          numbers.insert(bytes.bigEndian(at: Int(part.body), Int(min(part.size, 8))))
        }
        inner = Int(part.body + part.size)
      }
    }
    return numbers
  }
}
