/// The index at the end of an AVI file (`idx1`): where its entries do not match the chunks that they point to, the file
/// is damaged.
///
/// ```
///  RIFF AVI ( LIST hdrl (…) LIST movi ( 00dc … 01wb … 00dc … ) idx1 ( [00dc, flags, offset, size] … ) )
/// ```
package struct AVIIndex {
  /// Differences between the index and the chunks.
  package private(set) var faults: [ContainerFault] = []

  /// The index of `file`.
  package init(_ file: FileBytes) throws {
    var offset: UInt64 = 12
    var movie: UInt64?
    var entries: [UInt8] = []
    while offset + 12 <= file.count {
      let head = try file.read(at: offset, 12)
      let size = head.littleEndian(at: 4, 4)
      if head.starts(with: "LIST".utf8), head.dropFirst(8).starts(with: "movi".utf8) { movie = offset + 8 }
      if head.starts(with: "idx1".utf8) {
        entries = try file.read(at: offset + 8, Int(min(size, file.count - offset - 8)))
        break
      }
      // Between the lists and the index there are chunks of other kinds, whose names are letters.
      guard head[0..<4].allSatisfy({ (0x20..<0x7F).contains($0) }) else {
        faults.append(ContainerFault(offset: offset, finding: "there is no chunk where the one before it ends"))
        return
      }
      offset += 8 + size + size % 2
    }
    guard let movie, entries.count >= 16 else { return }
    // Offsets count from the word "movi", or from the file's beginning.
    let first = entries.littleEndian(at: 8, 4)
    guard
      let base = try [movie, 0].first(where: { base in
        try file.read(at: base + first, 4).elementsEqual(entries[0..<4])
      })
    else {
      faults.append(ContainerFault(offset: movie, finding: "its index points to other data than it says"))
      return
    }
    for entry in stride(from: 0, to: entries.count - 15, by: 16) where faults.count < ContainerFault.capacity {
      let place = base + entries.littleEndian(at: entry + 8, 4)
      let chunk = try file.read(at: place, 8)
      guard chunk.prefix(4).elementsEqual(entries[entry..<entry + 4]),
        chunk.littleEndian(at: 4, 4) == entries.littleEndian(at: entry + 12, 4)
      else {
        faults.append(ContainerFault(offset: place, finding: "there is another chunk than its index says"))
        continue
      }
    }
  }
}
