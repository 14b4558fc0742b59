/// The files that an Ogg file is a chain of, one behind the other (RFC 3533 §4): internet radio begins a new one with each
/// title.
///
/// ```
///  BOS header … page page EOS │ BOS header … page page EOS
///  ▲ a link                   ▲ the next
/// ```
package struct OggLinks {
  /// The place of each of them, in bytes.
  package let ranges: [Range<UInt64>]

  private static let mark = Array("OggS".utf8)

  /// The links of `file`, by the headers of its pages alone.
  package init(_ file: FileBytes) throws {
    var starts: [UInt64] = []
    var offset: UInt64 = 0
    var isInHeaders = false
    while offset < file.count {
      let head = try file.read(at: offset, 27 + 255)
      guard head.starts(with: Self.mark), head.count >= 27, head[4] == 0, head.count >= 27 + Int(head[26]) else {
        guard let next = try file.next(Self.mark, after: offset) else { break }
        offset = next
        continue
      }
      // The first pages of all streams of a link precede all others.
      let begins = head[5] & 2 != 0
      if begins, !isInHeaders { starts.append(offset) }
      isInHeaders = begins
      let segments = Int(head[26])
      offset += UInt64(27 + segments) + head[27..<(27 + segments)].reduce(0) { $0 + UInt64($1) }
    }
    ranges = zip(starts, starts.dropFirst() + [file.count]).map { $0..<$1 }
  }
}
