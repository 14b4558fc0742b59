// QUIRK: FLAC: `flacparse` takes no frame of 32 bits, or of bits or a rate that only the file's header names. In: GStreamer 1.22.
// Test: "samples of any depth are read bit for bit".
// QUIRK: FLAC: `flacparse` mistakes blocks of changing sizes. In: GStreamer 1.22. Test: "blocks of changing sizes are read".

/// The frames of a FLAC file, one after another, from any one on.
///
/// A frame has no length field. It ends where its checksum matches and another header begins, even a damaged one, or,
/// where it is damaged itself, at a header with a later number.
///
/// Threads: one at a time.
package struct FLACFrames {
  /// A frame.
  package struct Frame {
    /// Its offset, in bytes.
    package var offset: UInt64
    /// Its bytes.
    package var bytes: [UInt8]
    /// Its first sample.
    package var start: Int64
    /// Samples of each channel.
    package var count: Int64
  }

  private let file: FileBytes
  private let header: FLACFile
  /// The bytes of the file that have been read, from `offset` on.
  private var bytes: [UInt8] = []
  private var offset: UInt64
  /// The place in `bytes` of the next frame, or of the search for it.
  private var place = 0
  /// Samples of a frame, where headers count frames; nil where they count samples.
  private var blockSize: Int64?
  /// The last frame that was given, and one that was read and waits behind missing ones.
  private var last: Frame?
  private var waiting: Frame?

  /// Limit of the missing frames between two others: more are no damage.
  private static let mostMissing: Int64 = 1_000
  /// Bytes of one read.
  private static let block = 1 << 18
  /// More than the largest frame has: 65,535 samples of eight channels and 33 bits.
  private static let largest = 1 << 22
  /// Within how many bytes before a sample reading begins.
  private static let precision: UInt64 = 1 << 16

  /// The frames of `file`, whose header is `header`.
  package init(_ file: FileBytes, _ header: FLACFile) throws {
    (self.file, self.header, offset) = (file, header, header.frames.lowerBound)
    guard let first = try frame() else { return }
    blockSize = Int64(first.header.sampleCount)
    // Old encoders count samples without saying so.
    if first.header.countsSamples {
      blockSize = nil
    } else if let second = try findHeader(), second.number - first.header.number == blockSize,
      first.header.sampleCount > 1
    {
      blockSize = nil
    }
    move(to: header.frames.lowerBound)
  }

  /// Continues with a frame a little before that of `sample`, which it looks for by halves.
  package mutating func seek(to sample: Int64) throws {
    var (low, high) = (header.frames.lowerBound, header.frames.upperBound)
    while high - low > Self.precision {
      let middle = low + (high - low) / 2
      move(to: middle)
      guard let found = try findHeader(), offset + UInt64(place) < high, let start = start(of: found), start <= sample
      else {
        high = middle
        continue
      }
      low = offset + UInt64(place)
    }
    move(to: low)
  }

  /// The next frame; nil at the end. In place of one whose header is damaged stand bytes that are none.
  package mutating func next() throws -> Frame? {
    guard let found = try waiting ?? read() else { return nil }
    waiting = nil
    if let last, last.count > 0 {
      let missing = found.start - (last.start + last.count)
      if missing > 0, missing % last.count == 0, missing / last.count <= Self.mostMissing {
        waiting = found
        let lost = Frame(
          offset: found.offset, bytes: [0xFF, 0xF9, 0, 0, 0, 0], start: last.start + last.count, count: last.count)
        self.last = lost
        return lost
      }
    }
    last = found
    return found
  }

  private mutating func read() throws -> Frame? {
    guard let found = try frame(), let start = start(of: found.header) else { return nil }
    return Frame(offset: found.offset, bytes: found.bytes, start: start, count: Int64(found.header.sampleCount))
  }

  private mutating func move(to place: UInt64) {
    (offset, bytes, self.place) = (place, [], 0)
    (last, waiting) = (nil, nil)
  }

  /// The first sample of a frame; nil where there can be none of the number.
  private func start(of header: FLACFrameHeader) -> Int64? {
    let (start, overflows) = header.number.multipliedReportingOverflow(by: blockSize ?? 1)
    return overflows ? nil : start
  }

  /// The next frame and its header; nil at the end.
  private mutating func frame() throws -> (header: FLACFrameHeader, offset: UInt64, bytes: [UInt8])? {
    guard let found = try findHeader() else { return nil }
    let beginning = offset + UInt64(place)
    var (index, sum) = (place, FLACChecksum())
    while true {
      // The next header has to be there as a whole, unless the file ends.
      if index + FLACFrameHeader.longest > bytes.count { index -= try readOn() }
      guard index < bytes.count, index - place < Self.largest else { break }
      if bytes[index] == 0xFF, index > place {
        if sum.isZero, FLACFrameHeader.isMarked(bytes, at: index) { break }
        if let next = frameHeader(at: index), sum.isZero || follows(next, found) { break }
      }
      let next = FLACFrameHeader.nextPlace(in: bytes, from: index + 1)
      sum.add(bytes, in: index..<next)
      index = next
    }
    defer { place = index }
    return (found, beginning, Array(bytes[place..<index]))
  }

  /// Whether `next` is a plausible later frame than `header`'s, which is damaged, so that its end is unknown.
  private func follows(_ next: FLACFrameHeader, _ header: FLACFrameHeader) -> Bool {
    guard next.countsSamples == header.countsSamples, next.number > header.number, let start = start(of: next) else {
      return false
    }
    return self.header.streamInfo.sampleCount == 0 || start < self.header.streamInfo.sampleCount
  }

  /// The header at `place` in `bytes`; nil where there is none, or another stream's.
  private func frameHeader(at place: Int) -> FLACFrameHeader? {
    FLACFrameHeader(bytes, at: place).flatMap { $0.fits(header.streamInfo) ? $0 : nil }
  }

  /// The next header at `place` or behind it, where `place` then is; nil where there is none.
  private mutating func findHeader() throws -> FLACFrameHeader? {
    while true {
      if place + FLACFrameHeader.longest > bytes.count { _ = try readOn() }
      guard place < bytes.count else { return nil }
      if let found = frameHeader(at: place) { return found }
      place = FLACFrameHeader.nextPlace(in: bytes, from: place + 1)
    }
  }

  /// Reads more of the file, if there is more, and leaves out what stands before `place`, which moves.
  ///
  /// - Returns: The number of bytes by which it moves.
  private mutating func readOn() throws -> Int {
    let end = offset + UInt64(bytes.count)
    guard end < header.frames.upperBound else { return 0 }
    let more = try file.read(at: end, Int(min(UInt64(Self.block), header.frames.upperBound - end)))
    let dropped = min(place, bytes.count)
    bytes = Array(bytes[dropped...]) + more
    offset += UInt64(dropped)
    place -= dropped
    return dropped
  }
}
