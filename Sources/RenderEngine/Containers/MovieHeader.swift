import MediaTime
import Rendering

/// Sets right what GStreamer's muxer writes into the header of an MP4 or QuickTime file (ISO/IEC 14496-12 §8).
///
/// * The edit list of AAC hides the encoder's delay: without it the sound is 1,024 samples late.
/// * The edit lists' lengths are the planned ones, to the tick.
/// * The dates are the format's zero: the same project gives the same bytes.
struct MovieHeader {
  /// What one track's edit list shall say.
  struct Edit: Sendable {
    /// Units of the track that come before the presentation; nil leaves what the muxer wrote.
    var start: Int64?
    /// How long the presentation is.
    var duration: Rational
  }

  /// The edit of the picture and of the sound, where there are any.
  var video: Edit?
  var audio: Edit?

  /// Corrects the header of the file.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file has no header where one must be.
  func correct(_ file: FileBytes) throws {
    guard let header = try MovieBoxes(file).first(where: { $0.type == "moov" }) else {
      throw RenderError(.engineFailed, "The finished file has no movie header.")
    }
    guard header.size <= file.count, header.size <= UInt64(Int32.max) else {
      throw RenderError(.engineFailed, "The finished file's movie header says that it has \(header.size) bytes.")
    }
    var bytes = try file.read(at: header.offset, Int(header.size))
    try correct(&bytes)
    try file.write(bytes, at: header.offset)
  }

  private func correct(_ movie: inout [UInt8]) throws {
    guard let header = Box.children(of: Box(whole: movie), in: movie).first(where: { $0.type == "mvhd" }) else {
      throw RenderError(.engineFailed, "The finished file's movie header is empty.")
    }
    clearDates(of: header, in: &movie)
    let isLong = movie.byte(at: header.body) == 1
    let timescale = Int64(movie.bigEndian(at: header.body + (isLong ? 20 : 12), 4))
    var longest: Int64 = 0
    for track in Box.children(of: Box(whole: movie), in: movie) where track.type == "trak" {
      let parts = Box.descendants(of: track, in: movie)
      let isSound = parts.first { $0.type == "hdlr" }.map {
        movie.bigEndian(at: $0.body + 8, 4) == 0x736F_756E  // "soun"
      }
      guard let edit = isSound == true ? audio : video else { continue }
      let duration = try edit.duration.rounded(scaledBy: timescale)
      longest = max(longest, duration)
      for part in parts {
        switch part.type {
        case "tkhd":
          clearDates(of: part, in: &movie)
          try set(
            duration, at: part.body + (movie.byte(at: part.body) == 1 ? 28 : 20),
            isLong: movie.byte(at: part.body) == 1,
            in: &movie)
        case "mdhd": clearDates(of: part, in: &movie)
        case "elst": try correct(part, duration: duration, start: edit.start, in: &movie)
        default: break
        }
      }
    }
    try set(longest, at: header.body + (isLong ? 24 : 16), isLong: isLong, in: &movie)
  }

  /// The last entry is the presentation; one before it is a gap.
  private func correct(_ list: Box, duration: Int64, start: Int64?, in movie: inout [UInt8]) throws {
    let isLong = movie.byte(at: list.body) == 1
    let entries = Int(movie.bigEndian(at: list.body + 4, 4))
    let width = isLong ? 8 : 4
    let stride = 2 * width + 4
    guard entries > 0, entries <= (list.end - list.body - 8) / stride else { return }
    let gaps = (0..<entries - 1).reduce(Int64(0)) { sum, entry in
      sum &+ Int64(truncatingIfNeeded: movie.bigEndian(at: list.body + 8 + entry * stride, width))
    }
    let entry = list.body + 8 + (entries - 1) * stride
    try set(max(0, duration &- gaps), at: entry, isLong: isLong, in: &movie)
    if let start { try set(start, at: entry + width, isLong: isLong, in: &movie) }
  }

  /// Both dates of a full box stand behind its version and flags.
  private func clearDates(of box: Box, in movie: inout [UInt8]) {
    let width = movie.byte(at: box.body) == 1 ? 8 : 4
    movie.setBigEndian(0, at: box.body + 4, width)
    movie.setBigEndian(0, at: box.body + 4 + width, width)
  }

  private func set(_ number: Int64, at offset: Int, isLong: Bool, in movie: inout [UInt8]) throws {
    guard isLong || (0...Int64(UInt32.max)).contains(number) else {
      throw RenderError(.engineFailed, "The film is too long for its header: \(number) ticks.")
    }
    movie.setBigEndian(UInt64(bitPattern: number), at: offset, isLong ? 8 : 4)
  }

  /// A box inside the header.
  private struct Box {
    var type: String
    /// The first byte behind the box's size and type.
    var body: Int
    var end: Int

    private static let containers: Set<String> = ["moov", "trak", "edts", "mdia"]

    init(type: String, body: Int, end: Int) {
      self.type = type
      self.body = body
      self.end = end
    }

    init(whole movie: [UInt8]) {
      self.init(type: "moov", body: movie.bigEndian(at: 0, 4) == 1 ? 16 : 8, end: movie.count)
    }

    static func children(of box: Box, in movie: [UInt8]) -> [Box] {
      var found: [Box] = []
      var offset = box.body
      while offset + 8 <= box.end {
        let size = Int(movie.bigEndian(at: offset, 4))
        guard size >= 8, offset + size <= box.end else { break }
        let type = String(decoding: movie[(offset + 4)..<(offset + 8)], as: UTF8.self)
        found.append(Box(type: type, body: offset + 8, end: offset + size))
        offset += size
      }
      return found
    }

    /// No movie nests its boxes deeper than `depth`.
    static func descendants(of box: Box, in movie: [UInt8], depth: Int = 8) -> [Box] {
      guard depth > 0 else { return [] }
      return children(of: box, in: movie).flatMap { child in
        [child] + (containers.contains(child.type) ? descendants(of: child, in: movie, depth: depth - 1) : [])
      }
    }
  }
}
