/// The tags of a Flash video file (Adobe Flash Video File Format 10.1, annex E.4): where they do not follow one another.
///
/// ```
///  FLV … │ 0 │ type │ size (3) │ time (4) │ 0 (3) │ content │ size of the tag │ type │ …
/// ```
package struct FlashTags {
  /// Breaks of the chain of tags, or its early end.
  package private(set) var faults: [ContainerFault] = []
  /// The pictures' tags; nil where there are none.
  package private(set) var pictures: Content?
  /// The sound's tags; nil where there is none.
  package private(set) var sound: Content?
  /// Whether tags are encrypted.
  package private(set) var isEncrypted = false
  /// The script at the beginning, which says what the file is.
  private var script: [UInt8] = []

  /// The content of the tags of one type.
  package struct Content: Hashable, Sendable {
    /// The codec's number (annexes E.4.2.1 and E.4.3.1).
    package let codec: UInt8
    /// Whether another codec, rate, number of channels or header of the codec's own follows on the way.
    package fileprivate(set) var changes = false
    fileprivate let format: UInt8
    fileprivate var header: [UInt8]?
  }

  private static let header: UInt64 = 11
  /// Sound, pictures and script.
  private static let types: Set<UInt8> = [8, 9, 18]

  /// The tags of `file`.
  package init(_ file: FileBytes) throws {
    let head = try file.read(at: 0, 9)
    guard head.count == 9, head.starts(with: "FLV".utf8) else { return }
    var offset = head.bigEndian(at: 5, 4) + 4
    while offset < file.count, faults.count < ContainerFault.capacity {
      let bytes = try file.read(at: offset, Int(Self.header) + 2)
      guard bytes.count >= 4 else {
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
      try note(bytes, at: offset, until: end, in: file)
      offset = end + 4
    }
  }

  /// Notes what the tag is that begins at `offset` of `file` with `bytes`.
  private mutating func note(_ bytes: [UInt8], at offset: UInt64, until end: UInt64, in file: FileBytes) throws {
    if bytes[0] & 0x20 != 0 { isEncrypted = true }
    let start = offset + Self.header
    guard end > start, bytes.count > Int(Self.header) else { return }
    let format = bytes[Int(Self.header)]
    switch bytes[0] & 0x1F {
    case 8:
      let isHeader = format >> 4 == Self.aac && bytes.last == 0
      try Self.note(&sound, format >> 4, format, isHeader ? file.read(at: start, Int(end - start)) : nil)
    case 9:
      // A command of players is no picture.
      guard format >> 4 != 5 else { return }
      let isHeader = format & 0xF == Self.h264 && bytes.last == 0
      try Self.note(&pictures, format & 0xF, format & 0xF, isHeader ? file.read(at: start, Int(end - start)) : nil)
    default:
      if script.isEmpty, end - start < 1 << 24 { script = try file.read(at: start, Int(end - start)) }
    }
  }

  private static func note(_ content: inout Content?, _ codec: UInt8, _ format: UInt8, _ header: [UInt8]?) throws {
    guard var known = content else {
      content = Content(codec: codec, format: format, header: header)
      return
    }
    if known.format != format || header != nil && known.header != nil && known.header != header { known.changes = true }
    known.header = known.header ?? header
    content = known
  }

  private static let aac: UInt8 = 10
  private static let h264: UInt8 = 7

  /// The number that the file's script gives for `name`, as "framerate" (annex E.5); nil where it gives none.
  package func number(_ name: String) -> Double? {
    // A name behind its length, the type of numbers, and eight bytes.
    let mark = [0, UInt8(truncatingIfNeeded: name.utf8.count)] + Array(name.utf8) + [0]
    guard let place = script.firstRange(of: mark)?.upperBound, place + 8 <= script.count else { return nil }
    return Double(bitPattern: script.bigEndian(at: place, 8))
  }
}
