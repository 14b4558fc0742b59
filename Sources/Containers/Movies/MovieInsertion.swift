import Rendering

/// Finding the descriptions of pictures in the bytes of a movie's header.
extension MovieBoxes {
  /// The boxes around the first sample description of each track of pictures in `movie`, the outermost first, and that
  /// one last, whose body is where its own boxes begin; the last track comes first.
  package static func descriptionsOfPictures(in movie: [UInt8]) -> [[Box]] {
    descriptions(ofMediaWith: "vmhd", in: movie).map { path in
      var path = path
      // ISO/IEC 14496-12 §12.1.3.
      path[path.count - 1].body += 78
      return path
    }
  }

  /// The same of each track whose media have a header of the type `header`; the body of the description is not moved.
  package static func descriptions(ofMediaWith header: String, in movie: [UInt8]) -> [[Box]] {
    guard let whole = MovieBoxes(movie)["moov"] else { return [] }
    return MovieBoxes(movie, inside: whole).all("trak").reversed().compactMap { track in
      var path = [whole, track]
      for type in ["mdia", "minf", "stbl", "stsd"] {
        guard let box = MovieBoxes(movie, inside: path.last)[type] else { return nil }
        path.append(box)
      }
      guard MovieBoxes(movie, inside: path[3])[header] != nil, var list = path.last else {
        return nil
      }
      // Version, flags and the number of entries come first.
      list.body += 8
      guard let entry = MovieBoxes(movie, inside: list).first else { return nil }
      return path + [entry]
    }
  }
}

/// Putting boxes into the bytes of a movie's header.
extension MovieBoxes.Box {
  /// The bytes of a box of `type` with `content`.
  package static func bytes(_ type: String, _ content: [UInt8]) -> [UInt8] {
    [UInt8](bigEndian: 8 + content.count, 4) + Array(type.utf8) + content
  }
}

extension FileBytes {
  /// The header of a movie is held in memory, several times over: a longer one is none that was written here.
  private static let longestMovieHeader: UInt64 = 1 << 30

  /// Puts what `change` makes of the movie's header, which is the last box, and of its offset in its place.
  ///
  /// - Parameter addition: What is to stand in it, for the errors: "edit lists".
  /// - Throws: `RenderError` with `.engineFailed` where the file has no header at its end, or one that is longer than 1 GiB; what `change`
  ///   throws.
  package func changeMovieHeader(
    toSay addition: String, _ change: (_ movie: [UInt8], _ offset: UInt64) throws -> [UInt8]
  ) throws {
    guard let header = try MovieBoxes(self).last(where: { $0.type == "moov" }), header.end == count else {
      throw RenderError(
        .engineFailed, "The finished file has no movie header at its end, where \(addition) would stand.")
    }
    guard header.size < Self.longestMovieHeader else {
      throw RenderError(
        .engineFailed, "The finished file's movie header has \(header.size) bytes, too many to put \(addition) into it."
      )
    }
    let bytes = try change(try read(at: header.offset, Int(header.size)), header.offset)
    try write(bytes, at: header.offset)
    try truncate(to: header.offset + UInt64(bytes.count))
  }
}

extension [UInt8] {
  /// Inserts `bytes` at `offset`, and lets `boxes`, which lie around it, grow by them.
  package mutating func insert(_ bytes: [UInt8], at offset: UInt64, growing boxes: [MovieBoxes.Box]) {
    grow(boxes, by: bytes.count)
    insert(contentsOf: bytes, at: Int(offset))
  }

  /// Lets `boxes` say that they are `count` bytes longer.
  package mutating func grow(_ boxes: [MovieBoxes.Box], by count: Int) {
    for box in boxes {
      let (place, width) = box.body - box.offset == 16 ? (Int(box.offset) + 8, 8) : (Int(box.offset), 4)
      setBigEndian(UInt64(Int(bigEndian(at: place, width)) + count), at: place, width)
    }
  }
}
