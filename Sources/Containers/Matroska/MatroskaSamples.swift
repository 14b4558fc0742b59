package import MediaTime
package import Rendering

/// The blocks of one track of a Matroska or WebM file (RFC 9559 §5.1.3, §10): where they are, and when they are presented.
///
/// ```
///  cluster 0  time │ block of track 1 │ block of track 2 │ …      a cluster is a chunk
/// ```
///
/// Threads: one; blocks.
package struct MatroskaSamples {
  private var entries: [SampleTable.Entry] = []
  /// Nanoseconds a tick.
  private var scale: UInt64 = 1_000_000

  private enum Part {
    static let reference: UInt32 = 0xFB
    static let encodings: UInt32 = 0x6D80
  }

  /// The blocks of track `number` of `file`.
  ///
  /// - Throws: `RenderError` with `.unsupported` where blocks hold packets in another form than they have.
  package init(of number: UInt64, in file: FileBytes, cancellation: Cancellation) throws {
    var offset: UInt64 = 0
    var cluster = -1
    var clusterTime: Int64 = 0
    while let element = try MatroskaElement(at: offset, of: file) {
      switch element.id {
      case MatroskaID.segment:
        offset = element.body
        continue
      case MatroskaID.cluster:
        cluster += 1
        try cancellation.check()
        offset = element.body
        continue
      case MatroskaID.info:
        scale = try MatroskaNode(at: offset, of: file).number(MatroskaID.timestampScale, of: file) ?? scale
      case MatroskaID.tracks: try Self.check(MatroskaNode(at: offset, of: file), number, of: file)
      case MatroskaID.clusterTime:
        clusterTime = Int64(clamping: try MatroskaNode(at: offset, of: file).number(of: file))
      case MatroskaID.simpleBlock:
        try add(blockAt: element.body, element.size, of: number, cluster, clusterTime, file)
      case MatroskaID.blockGroup:
        try add(group: MatroskaNode(at: offset, of: file), of: number, cluster, clusterTime, file)
      default: break
      }
      guard let end = element.end, end > offset else { break }
      offset = end
    }
    guard scale > 0 else { throw RenderError.unlisted("has no time scale") }
  }

  /// Refuses a track whose blocks are encrypted or leave out what all of them begin with.
  private static func check(_ tracks: MatroskaNode, _ number: UInt64, of file: FileBytes) throws {
    for entry in try tracks.children(of: file) where entry.id == MatroskaID.trackEntry {
      let parts = try entry.children(of: file)
      guard try parts.first(where: { $0.id == MatroskaID.trackNumber })?.number(of: file) == number,
        parts.contains(where: { $0.id == Part.encodings })
      else { continue }
      throw RenderError.unlisted("stores the track's packets compressed or encrypted")
    }
  }

  private mutating func add(
    group: MatroskaNode, of number: UInt64, _ cluster: Int, _ clusterTime: Int64, _ file: FileBytes
  ) throws {
    let parts = try group.children(of: file)
    guard let block = parts.first(where: { $0.id == MatroskaID.block }) else { return }
    let count = entries.count
    try add(blockAt: block.body, block.size, of: number, cluster, clusterTime, file)
    guard entries.count > count else { return }
    entries[count].isSync = !parts.contains { $0.id == Part.reference }
    entries[count].dependsOnOthers = !entries[count].isSync
    entries[count].duration = try parts.first { $0.id == MatroskaID.blockDuration }.map {
      Int64(clamping: try $0.number(of: file))
    }
  }

  private mutating func add(
    blockAt body: UInt64, _ size: UInt64, of number: UInt64, _ cluster: Int, _ clusterTime: Int64, _ file: FileBytes
  ) throws {
    let head = try file.read(at: body, 12)
    guard let (own, length) = head.variableNumber(at: 0), own == number, head.count >= length + 3,
      size >= UInt64(length + 3)
    else { return }
    let flags = head[length + 2]
    guard flags & 6 == 0 else { throw RenderError.unlisted("stores several of the track's packets in one block") }
    let relative = Int64(Int16(truncatingIfNeeded: head.bigEndian(at: length, 2)))
    var entry = SampleTable.Entry(
      presentation: clusterTime &+ relative, offset: body + UInt64(length + 3),
      byteCount: Int(clamping: size) - length - 3, chunk: max(0, cluster), isSync: flags & 0x80 != 0)
    entry.dependsOnOthers = !entry.isSync
    if flags & 1 != 0 { entry.isDependedOnByOthers = false }
    entries.append(entry)
  }

  /// The blocks in ticks of a nanosecond's multiple, the asset's zero being `zero` of the file's time.
  package func table(zero: Rational) throws -> SampleTable {
    guard 1_000_000_000 % scale == 0 else { throw RenderError.unlisted("counts in fractions of a nanosecond") }
    let timescale = Int64(1_000_000_000 / scale)
    return SampleTable(entries, timescale: timescale, origin: try zero * Rational(timescale))
  }
}

extension RenderError {
  /// A file that lists no packets, since it does as `why` says.
  package static func unlisted(_ why: String) -> RenderError {
    RenderError(.unsupported, "The file \(why).", remedy: "Read its packets one after another.")
  }
}
