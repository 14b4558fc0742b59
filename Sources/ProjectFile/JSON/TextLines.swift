/// Where the lines of a text begin, so that a byte can be named as editors name it.
struct TextLines: Sendable {
  /// A line and a column.
  struct Position: Hashable, Sendable {
    /// The line, from 1.
    var line: Int
    /// The character in the line, from 1. A character is a Unicode scalar.
    var column: Int
  }

  private let bytes: [UInt8]
  /// The first byte of each line.
  private let starts: [Int]

  /// The lines of `bytes`, which end in LF, CR LF or CR.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() {
      let isFollowedByFeed = offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n")
      if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && !isFollowedByFeed) { starts.append(offset + 1) }
    }
    self.starts = starts
  }

  /// The line and column of the byte at `offset`; of the end of the text for what lies beyond.
  func position(at offset: Int) -> Position {
    let offset = min(max(0, offset), bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    // Continuation bytes of UTF-8 belong to the character before them.
    let characters = bytes[starts[low]..<offset].count { $0 & 0xC0 != 0x80 }
    return Position(line: low + 1, column: characters + 1)
  }
}
