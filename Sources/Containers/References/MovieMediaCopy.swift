import Rendering

/// Copies samples that lie in several files into one, as media data (`mdat`, ISO/IEC 14496-12 §8.1.1) at its end.
///
/// ```
///  a.mov  │ 1 │   │ 2 │ ─┐
///  b.mov  │   │ 3 │     ─┴─►  …│ mdat │ 1 │ 2 │ 3 │
/// ```
struct MovieMediaCopy {
  private let file: FileBytes
  /// The file's own path, as references name it.
  private let path: String
  /// The offset of the box.
  private let start: UInt64
  private let check: () throws -> Void
  private var sources: [String: FileBytes] = [:]

  /// Begins a box at the end of `file`, which references name `path`; `check` is called while bytes are copied.
  init(into file: FileBytes, at path: String, _ check: @escaping () throws -> Void) throws {
    (self.file, self.path, self.check, start) = (file, path, check, file.count)
    // A length of 64 bits, which is known in the end.
    try file.write([UInt8](bigEndian: 1, 4) + Array("mdat".utf8) + [UInt8](repeating: 0, count: 8), at: start)
  }

  /// Copies the chunks of `samples` that lie at a place for which `isWanted` holds, and has them refer to the copy.
  ///
  /// - Throws: `RenderError` where a file is missing or too short; what the check throws.
  mutating func take(_ samples: inout ReferencedSamples, where isWanted: (String) -> Bool) throws {
    var offsets: [UInt64?] = []
    // Chunks do not overlap: more bytes than the files have cannot be meant.
    var left = try samples.places.filter(isWanted).reduce(UInt64(0)) { try $0 &+ source($1).count }
    for (chunk, length) in zip(samples.chunks, samples.chunkLengths) {
      let place = samples.descriptions[chunk.description].place
      guard isWanted(place) else {
        offsets.append(nil)
        continue
      }
      let source = try source(place)
      guard length <= left, length <= source.count, chunk.offset <= source.count - length else {
        throw RenderError(
          .mediaUnreadable, "A movie refers to media behind the end of \(place).",
          remedy: "The file has changed since: write the movie anew.")
      }
      left -= length
      offsets.append(file.count)
      try file.append(length, of: source, from: chunk.offset, check)
    }
    samples.move(to: path, offsets)
  }

  /// Ends the box; one without content is removed.
  func finish() throws {
    guard file.count > start + 16 else { return try file.truncate(to: start) }
    try file.write([UInt8](bigEndian: file.count - start, 8), at: start + 8)
  }

  private mutating func source(_ place: String) throws -> FileBytes {
    if let known = sources[place] { return known }
    let opened = try ReferencedPlaces.file(at: place)
    sources[place] = opened
    return opened
  }
}
