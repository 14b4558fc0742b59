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
    guard let whole = MovieBoxes(movie).first(where: { $0.type == "moov" }) else { return [] }
    return MovieBoxes(movie, inside: whole).all { $0.type == "trak" }.reversed().compactMap { track in
      var path = [whole, track]
      for type in ["mdia", "minf", "stbl", "stsd"] {
        guard let box = MovieBoxes(movie, inside: path.last).first(where: { $0.type == type }) else { return nil }
        path.append(box)
      }
      guard MovieBoxes(movie, inside: path[3]).first(where: { $0.type == header }) != nil, var list = path.last else {
        return nil
      }
      // Version, flags and the number of entries come first.
      list.body += 8
      guard let entry = MovieBoxes(movie, inside: list).first(where: { _ in true }) else { return nil }
      return path + [entry]
    }
  }
}

/// Putting boxes into the bytes of a movie's header.
extension MovieBoxes.Box {
  /// The bytes of a box of `type` with `content`.
  package static func bytes(_ type: String, _ content: [UInt8]) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 4)
    head.setBigEndian(UInt64(8 + content.count), at: 0, 4)
    return head + Array(type.utf8) + content
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
