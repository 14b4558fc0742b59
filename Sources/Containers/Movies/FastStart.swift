import Foundation
import Rendering

/// Puts the header of a movie before its media, so that playing can begin before all of the file is there
/// (`shouldOptimizeForNetworkUse`).
///
/// ```
///  before   ftyp │ mdat ───────────────── │ moov
///  after    ftyp │ moov │ mdat ─────────────────     every chunk's offset is larger by the header
/// ```
package struct FastStart {
  /// The finished file.
  private let path: String

  /// The movie at `path`.
  package init(path: String) {
    self.path = path
  }

  /// Bytes that are moved at a time.
  private static let blockLength = 4 << 20

  /// Rewrites the file, if its header is its last box.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where the header cannot be read; errors of the disk.
  package func apply() throws {
    let file = try FileBytes(path)
    let boxes = try MovieBoxes(file)
    guard let header = boxes.last(where: { $0.type == "moov" }), header.end == file.count,
      let first = boxes.first(where: { $0.type != "ftyp" }), first.offset < header.offset
    else { return try file.synchroniseAndClose() }
    let movie = try Self.moved(try file.read(at: header.offset, Int(header.size)))
    // From the end on, in the file itself: nothing else of its size has to fit on the disk.
    var end = header.offset
    while end > first.offset {
      let start = max(first.offset, end > UInt64(Self.blockLength) ? end - UInt64(Self.blockLength) : 0)
      let bytes = try file.read(at: start, Int(end - start))
      try file.write(bytes, at: start + UInt64(movie.count))
      end = start
    }
    try file.write(movie, at: first.offset)
    try file.truncate(to: header.offset + UInt64(movie.count))
    try file.synchroniseAndClose()
  }

  /// The header `movie` for media that lie as much later as it is long itself, and `distance` more bytes.
  package static func moved(_ movie: [UInt8], further distance: Int64 = 0) throws -> [UInt8] {
    var movie = movie
    // Offsets of 64 bits make the header longer, which may make others need them.
    while let narrow = try tables(in: movie).first(where: { needsWidening($0.box, in: movie) }) {
      widen(narrow, in: &movie)
    }
    for table in try tables(in: movie) {
      let width = table.box.type == "co64" ? 8 : 4
      let count = Int(movie.bigEndian(at: table.box.content + 4, 4))
      for index in 0..<count {
        let place = table.box.content + 8 + index * width
        let offset = Int64(clamping: movie.bigEndian(at: place, width)) + Int64(movie.count) + distance
        movie.setBigEndian(UInt64(clamping: offset), at: place, width)
      }
    }
    return movie
  }

  /// A table of chunk offsets and the boxes around it.
  private typealias Table = (box: MovieBoxes.Box, around: [MovieBoxes.Box])

  private static func tables(in movie: [UInt8]) throws -> [Table] {
    guard let whole = MovieBoxes(movie)["moov"] else {
      throw RenderError(.engineFailed, "The finished file's movie header is empty.")
    }
    return MovieBoxes(movie, inside: whole).all("trak").compactMap { track in
      var around = [whole, track]
      for type in ["mdia", "minf", "stbl"] {
        guard let box = MovieBoxes(movie, inside: around.last)[type] else { return nil }
        around.append(box)
      }
      return MovieBoxes(movie, inside: around.last).first { $0.type == "stco" || $0.type == "co64" }
        .map { ($0, around) }
    }
  }

  private static func needsWidening(_ box: MovieBoxes.Box, in movie: [UInt8]) -> Bool {
    guard box.type == "stco" else { return false }
    let count = Int(movie.bigEndian(at: box.content + 4, 4))
    return (0..<count).contains { index in
      movie.bigEndian(at: box.content + 8 + 4 * index, 4) + UInt64(movie.count) * 2 > UInt64(UInt32.max)
    }
  }

  private static func widen(_ table: Table, in movie: inout [UInt8]) {
    let count = Int(movie.bigEndian(at: table.box.content + 4, 4))
    var content = Array(movie[table.box.content..<table.box.content + 8]) + [UInt8](repeating: 0, count: 8 * count)
    for index in 0..<count {
      content.setBigEndian(movie.bigEndian(at: table.box.content + 8 + 4 * index, 4), at: 8 + 8 * index, 8)
    }
    let box = MovieBoxes.Box.bytes("co64", content)
    movie.replaceSubrange(Int(table.box.offset)..<Int(table.box.end), with: box)
    movie.grow(table.around, by: box.count - Int(table.box.size))
  }
}
