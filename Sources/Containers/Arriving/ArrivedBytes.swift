/// A sliding window over a file that comes in pieces: bytes that have been read are dropped.
///
/// ```
///  read, or left out │ at hand: `count` bytes, the first at `offset` of the file │ not here
/// ```
struct ArrivedBytes {
  /// The bytes at hand, behind those that have been read since the last piece came.
  private var bytes: [UInt8] = []
  /// The number of `bytes` that have been read.
  private var read = 0
  /// The number of bytes to leave out that are still to come.
  private var missing: UInt64 = 0
  /// The offset in the file of the next byte, at hand or to come.
  private(set) var offset: UInt64 = 0

  /// The number of bytes at hand.
  var count: Int { bytes.count - read }

  /// All bytes that are here, and the place of the first at hand among them: to look through many without a copy.
  var here: (bytes: [UInt8], start: Int) { (bytes, read) }

  /// Takes the next piece of the file.
  mutating func append(_ piece: [UInt8]) {
    bytes.removeFirst(read)
    read = 0
    let skipped = Int(min(missing, UInt64(piece.count)))
    missing -= UInt64(skipped)
    bytes += piece.dropFirst(skipped)
  }

  /// Continues with byte `offset` of the file, which comes next.
  mutating func jump(to offset: UInt64) { (bytes, read, missing, self.offset) = ([], 0, 0, offset) }

  /// Leaves out the next `length` bytes, be they at hand or not.
  mutating func skip(_ length: UInt64) {
    let there = Int(min(length, UInt64(count)))
    read += there
    offset += length
    missing += length - UInt64(there)
  }

  /// Up to `length` bytes from place `start` of those at hand on, which stay.
  func peek(_ length: Int, at start: Int = 0) -> [UInt8] {
    guard length > 0, start >= 0, start < count else { return [] }
    let first = read + start
    return Array(bytes[first..<min(bytes.count, first + length)])
  }

  /// The next `length` bytes; nil where they are not all at hand.
  mutating func take(_ length: Int) -> [UInt8]? {
    guard length >= 0, length <= count else { return nil }
    defer { skip(UInt64(length)) }
    return peek(length)
  }
}
