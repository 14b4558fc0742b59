/// The tags of a Flash video file (Adobe Flash Video File Format 10.1, annex E.4): where they do not follow one another.
///
/// ```
///  FLV … │ 0 │ type │ size (3) │ time (4) │ 0 (3) │ content │ size of the tag │ type │ …
/// ```
package struct FlashTags {
  /// Where the chain of tags breaks, or ends early.
  package private(set) var faults: [ContainerFault] = []

  private static let header: UInt64 = 11
  /// Sound, pictures and script.
  private static let types: Set<UInt8> = [8, 9, 18]

  /// The tags of `file`.
  package init(_ file: FileBytes) throws {
    let head = try file.read(at: 0, 9)
    guard head.count == 9, head.starts(with: "FLV".utf8) else { return }
    var offset = head.bigEndian(at: 5, 4) + 4
    while offset < file.count, faults.count < ContainerFault.capacity {
      let bytes = try file.read(at: offset, 4)
      guard bytes.count == 4 else {
        faults.append(.cutShort(file, by: Self.header))
        return
      }
      let end = offset + Self.header + bytes.bigEndian(at: 1, 3)
      guard Self.types.contains(bytes[0] & 0x1F) else {
        faults.append(ContainerFault(offset: offset, finding: "there is no tag"))
        return
      }
      guard end <= file.count else {
        faults.append(.cutShort(file, by: end - file.count))
        return
      }
      // Some writers leave the size after a tag out of account; then the next tag proves the length.
      let after = try file.read(at: end, 5)
      let isProven = after.bigEndian(at: 0, 4) == end - offset || after.count < 5
      guard isProven || Self.types.contains(after[4] & 0x1F) else {
        faults.append(ContainerFault(offset: offset, finding: "a tag's length is wrong"))
        return
      }
      offset = end + 4
    }
  }
}
