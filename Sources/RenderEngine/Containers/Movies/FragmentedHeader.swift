/// Corrects the header that GStreamer's muxer writes before the fragments of a movie: its edit lists end with the first
/// fragment, and begin before an encoder's delay is over.
struct FragmentedHeader {
  /// Where each sound begins in its media, in the file's order, in its own ticks; nil where the muxer is right.
  let soundStarts: [Int64?]

  /// `bytes`, if they are a movie's header, with edit lists that last as long as the media (ISO/IEC 14496-12 §8.6.6), which is
  /// as long as it was; nil for anything else.
  func corrected(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 8, bytes[4..<8].elementsEqual("moov".utf8) else { return nil }
    var movie = bytes
    guard let whole = MovieBoxes(movie).first(where: { $0.type == "moov" }) else { return nil }
    var sound = 0
    for track in MovieBoxes(movie, inside: whole).all(where: { $0.type == "trak" }) {
      let parts = MovieBoxes(movie, inside: track)
      guard let media = parts.first(where: { $0.type == "mdia" }),
        let handler = MovieBoxes(movie, inside: media).first(where: { $0.type == "hdlr" }), handler.size >= 20
      else { continue }
      let isSound = movie[handler.content + 8..<handler.content + 12].elementsEqual("soun".utf8)
      let start = isSound && sound < soundStarts.count ? soundStarts[sound] : nil
      if isSound { sound += 1 }
      guard let edits = parts.first(where: { $0.type == "edts" }),
        let list = MovieBoxes(movie, inside: edits).first(where: { $0.type == "elst" })
      else { continue }
      let width = list.isLong(in: movie) ? 8 : 4
      let stride = 2 * width + 4
      let count = Int(movie.bigEndian(at: list.content + 4, 4))
      guard count > 0, count <= (Int(list.end) - list.content - 8) / stride else { continue }
      let last = list.content + 8 + (count - 1) * stride
      // All that there will be. Zero would say so, too, and ffmpeg takes it for nothing.
      movie.setBigEndian(UInt64(Int32.max), at: last, width)
      if let start { movie.setBigEndian(UInt64(bitPattern: start), at: last + width, width) }
    }
    return movie
  }
}

/// The description of one fragment of a movie (ISO/IEC 14496-12 §8.8), in which GStreamer 1.22's muxer leaves out sizes:
///
/// ```
///  traf ─ tfhd   the size of most samples, unless they differ
///       ├ trun   sizes of its own, unless they are the first sample's     ◄─ which nothing says then
///       └ trun
/// ```
///
/// The size is put back in place of the offset from which the others count, which then count from the fragment itself.
struct MovieFragment {
  private var bytes: [UInt8]
  private var parts: [Part] = []

  /// What is said of one track.
  private struct Part {
    /// Where its header's content begins, and its flags.
    var header: Int
    var flags: UInt64
    var runs: [Run] = []

    var isIncomplete: Bool { flags & 0x10 == 0 && runs.count > 1 && runs.contains { !$0.hasSizes } }
  }

  /// Samples that lie behind one another.
  private struct Run {
    var content: Int
    var flags: UInt64
    var count: Int
    /// Where they begin in the file.
    var place: Int64
    var hasSizes: Bool { flags & 0x200 != 0 }
    /// How many bytes it has of each sample.
    var stride: Int { [0x100, 0x200, 0x400, 0x800].reduce(0) { $0 + (flags & $1 != 0 ? 4 : 0) } }
  }

  /// The fragment that `bytes` begin with; nil where they are something else.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 8, bytes[4..<8].elementsEqual("moof".utf8) else { return nil }
    self.bytes = bytes
    guard let whole = MovieBoxes(bytes).first(where: { $0.type == "moof" }) else { return nil }
    for box in MovieBoxes(bytes, inside: whole).all(where: { $0.type == "traf" }) {
      let boxes = MovieBoxes(bytes, inside: box)
      guard let head = boxes.first(where: { $0.type == "tfhd" }) else { return nil }
      var part = Part(header: head.content, flags: bytes.bigEndian(at: head.content, 4) & 0xFF_FFFF)
      // All that the muxer writes says where it counts from.
      guard part.flags & 1 == 1, head.size >= 24 else { return nil }
      let base = Int64(clamping: bytes.bigEndian(at: head.content + 8, 8))
      for run in boxes.all(where: { $0.type == "trun" }) {
        let flags = bytes.bigEndian(at: run.content, 4) & 0xFF_FFFF
        guard flags & 1 == 1 else { return nil }
        let offset = Int64(Int32(truncatingIfNeeded: bytes.bigEndian(at: run.content + 8, 4)))
        let (place, overflows) = base.addingReportingOverflow(offset)
        let found = Run(
          content: run.content, flags: flags, count: Int(bytes.bigEndian(at: run.content + 4, 4)), place: place)
        // What a run says of each sample stands in it, and of one of which it says nothing there are not so many.
        guard !overflows, (0..<1 << 62).contains(place), found.count < 1 << 24,
          found.count * found.stride <= bytes.count
        else { return nil }
        part.runs.append(found)
      }
      parts.append(part)
    }
  }

  /// The fragment with the sizes that were left out, as long as it was; nil where none were.
  func mended() -> [UInt8]? {
    guard parts.contains(where: \.isIncomplete) else { return nil }
    let places = parts.flatMap(\.runs).map(\.place).sorted()
    var sizes: [Int64] = []
    for part in parts { sizes.append(firstSize(of: part, places) ?? 0) }
    // The fragment stands behind its media.
    var end: Int64 = 0
    for (part, size) in zip(parts, sizes) {
      for run in part.runs { end = max(end, run.place + total(of: run, each: size)) }
    }
    var mended = bytes
    for (part, size) in zip(parts, sizes) where part.isIncomplete {
      guard size > 0, part.flags & 2 == 0 else { return nil }
      // No offset to count from; the first description; the size; and counting from the fragment.
      mended.setBigEndian(part.flags & ~1 | 0x02_0012, at: part.header, 4)
      mended.setBigEndian(1, at: part.header + 8, 4)
      var place = part.header + 12
      // A duration stands before the size.
      if part.flags & 8 != 0 {
        mended.setBigEndian(bytes.bigEndian(at: part.header + 16, 4), at: place, 4)
        place += 4
      }
      mended.setBigEndian(UInt64(size), at: place, 4)
      for run in part.runs {
        guard let offset = Int32(exactly: run.place - end) else { return nil }
        mended.setBigEndian(UInt64(UInt32(bitPattern: offset)), at: run.content + 8, 4)
      }
    }
    return mended
  }

  /// How large the first sample of `part` is; nil where that is not to be found out.
  private func firstSize(of part: Part, _ places: [Int64]) -> Int64? {
    guard let first = part.runs.first, first.count > 0 else { return nil }
    if part.flags & 0x10 != 0 {
      return Int64(
        bytes.bigEndian(at: part.header + 16 + (part.flags & 2 != 0 ? 4 : 0) + (part.flags & 8 != 0 ? 4 : 0), 4))
    }
    if first.hasSizes { return sizes(of: first).first }
    // Runs lie behind one another.
    guard let next = places.first(where: { $0 > first.place }) else { return nil }
    return (next - first.place) / Int64(first.count)
  }

  private func total(of run: Run, each size: Int64) -> Int64 {
    run.hasSizes ? sizes(of: run).reduce(0, +) : size * Int64(run.count)
  }

  private func sizes(of run: Run) -> [Int64] {
    let head = run.content + 12 + (run.flags & 4 != 0 ? 4 : 0)
    let place = head + (run.flags & 0x100 != 0 ? 4 : 0)
    return (0..<run.count).map { Int64(bytes.bigEndian(at: place + $0 * run.stride, 4)) }
  }
}
