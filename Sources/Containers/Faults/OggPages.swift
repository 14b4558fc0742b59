/// The pages of an Ogg file (RFC 3533 §6): where one is damaged or missing.
///
/// ```
///  OggS │ 0 │ flags │ position (8) │ stream (4) │ number (4) │ checksum (4) │ n │ n sizes │ content
///              └ 2 begins, 4 ends a stream
/// ```
package struct OggPages {
  /// Missing or damaged pages.
  package private(set) var faults: [ContainerFault] = []
  /// The streams, by their serial numbers, in the order in which they begin.
  package private(set) var streams: [UInt64] = []
  /// The granule positions of each stream's pages behind which others are missing, in order.
  package private(set) var losses: [UInt64: [Int64]] = [:]
  /// The last page of each stream that was found: its number, and where the packets end that it and those before complete.
  private var last: [UInt64: (number: UInt64, position: Int64)] = [:]

  private static let mark = Array("OggS".utf8)
  private static let header = 27
  /// The largest page: 255 segments of 255 bytes.
  private static let largest = 27 + 255 + 255 * 255

  /// The pages of `file`.
  package init(_ file: FileBytes) throws {
    var offset: UInt64 = 0
    /// The number of the next page of each stream that has not ended.
    var next: [UInt64: UInt64] = [:]
    while offset < file.count, faults.count < ContainerFault.capacity {
      let bytes = try file.read(at: offset, Self.largest)
      guard bytes.starts(with: Self.mark) else {
        // A recorder may pad the end; anything else is damage, and a page begins somewhere after it.
        guard bytes.contains(where: { $0 != 0 }) else { return }
        let skipped = try file.next(Self.mark, after: offset)
        faults.append(ContainerFault(offset: offset, finding: "\((skipped ?? file.count) - offset) bytes are no pages"))
        guard let skipped else { break }
        offset = skipped
        continue
      }
      let size = Self.size(ofPage: bytes)
      guard bytes.count >= size else {
        faults.append(.cutShort(file, by: UInt64(max(1, size - bytes.count))))
        return
      }
      let (stream, number) = (bytes.littleEndian(at: 14, 4), bytes.littleEndian(at: 18, 4))
      if !Self.isIntact(bytes, size) {
        faults.append(ContainerFault(offset: offset, finding: "a page's checksum is wrong"))
        // Its length may be wrong as well.
        offset = try file.next(Self.mark, after: offset) ?? file.count
        next = [:]
        continue
      }
      if let expected = next[stream], expected != number {
        let what = number > expected ? "\(number - expected) pages are missing" : "a page comes twice"
        faults.append(ContainerFault(offset: offset, finding: what))
      }
      next[stream] = bytes[5] & 4 == 0 ? number + 1 : nil
      note(page: number, of: stream, at: Int64(bitPattern: bytes.littleEndian(at: 6, 8)))
      offset += UInt64(size)
    }
    if !next.isEmpty, faults.isEmpty {
      faults.append(ContainerFault(offset: file.count, finding: "the last page of a stream is missing", isEnd: true))
    }
  }

  /// The fault of `file` where its first bytes are no page, and pages follow: the headers of its streams are missing. Nil of other files.
  package static func lostBeginning(of file: FileBytes) throws -> ContainerFault? {
    let bytes = try file.read(at: 0, 2 * largest)
    guard !bytes.starts(with: mark), let first = bytes.firstRange(of: mark)?.lowerBound, first <= largest else {
      return nil
    }
    let page = Array(bytes[first...])
    let size = Self.size(ofPage: page)
    guard page.count >= size, isIntact(page, size) else { return nil }
    return ContainerFault(offset: 0, finding: "its first \(first) bytes are no page of Ogg, as those behind them are")
  }

  /// Bytes of the page that `bytes` begin with, at least those of its head.
  private static func size(ofPage bytes: [UInt8]) -> Int {
    let segments = bytes.count > 26 ? Int(bytes[26]) : 0
    guard bytes.count >= header + segments else { return header + segments }
    return bytes[header..<(header + segments)].reduce(header + segments) { $0 + Int($1) }
  }

  /// Whether the page of `size` bytes that `bytes` begin with has the checksum that it says.
  private static func isIntact(_ bytes: [UInt8], _ size: Int) -> Bool {
    // In the sum, its own bytes count as zeros.
    let summed = bytes[..<22] + [0, 0, 0, 0] + bytes[26..<size]
    return Checksum.ogg(summed) == UInt32(bytes.littleEndian(at: 22, 4))
  }

  /// The end of the last packet of `stream` that was found, as a granule position; nil where none was.
  package func end(of stream: UInt64) -> Int64? { last[stream]?.position }

  /// Notes page `number` of `stream`, whose packets end at `position`; none ends on a page of −1.
  private mutating func note(page number: UInt64, of stream: UInt64, at position: Int64) {
    let before = last[stream]
    if let before {
      if number > before.number + 1 { losses[stream, default: []].append(before.position) }
    } else {
      streams.append(stream)
    }
    last[stream] = (number, position < 0 ? before?.position ?? 0 : position)
  }
}
