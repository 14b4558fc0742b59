import EditingModel
import MediaFormats
import MediaTime
package import Rendering

/// Puts into a movie's header what libavformat's muxer leaves out: languages that have a region or a script.
///
/// ```
///  moov ─ trak ─ mdia ─ mdhd, elng          the language: three letters, and as BCP 47 has it (ISO/IEC 14496-12 §8.4.6)
/// ```
package struct MovieStatements {
  private let tracks: [TrackHeader]

  /// The statements of `tracks`, in the file's order.
  package init(tracks: [TrackHeader]) {
    self.tracks = tracks
  }

  /// Limit of the chapters in a list, whose number is a byte.
  package static let mostChapters = 255

  /// The error that there are `count` chapters.
  package static func tooMany(_ count: Int) -> RenderError {
    RenderError(
      .unsupported, "The movie has \(count) chapters, and its list takes \(mostChapters).", remedy: "Join some.")
  }

  /// Whether nothing is missing in the header.
  private var isEmpty: Bool { !tracks.contains { $0.languageTag?.exactLanguage != nil } }

  /// `movie`, the bytes of a movie's header, with these; it is longer.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where the header cannot be read.
  package func inserted(in movie: [UInt8]) throws -> [UInt8] {
    guard !isEmpty else { return movie }
    guard let whole = MovieBoxes(movie)["moov"] else {
      throw RenderError(.engineFailed, "The finished file has no movie header.")
    }
    var movie = movie
    // From the last to the first, so that the offsets of those that are left stay right.
    for (number, track) in MovieBoxes(movie, inside: whole).all("trak").enumerated().reversed() {
      guard number < tracks.count, let language = tracks[number].languageTag?.exactLanguage,
        let media = MovieBoxes(movie, inside: track)["mdia"],
        let header = MovieBoxes(movie, inside: media)["mdhd"]
      else { continue }
      let box = MovieBoxes.Box.bytes("elng", [0, 0, 0, 0] + Array(language.utf8) + [0])
      movie.insert(box, at: header.end, growing: [media, track, whole])
    }
    return movie
  }

  /// Says of the track of chapters' names, which libavformat's muxer calls English, that its language is not determined.
  package static func leaveLanguageOfChaptersOpen(in movie: inout [UInt8], _ whole: MovieBoxes.Box) {
    for track in MovieBoxes(movie, inside: whole).all("trak") {
      guard let media = MovieBoxes(movie, inside: track)["mdia"],
        let handler = MovieBoxes(movie, inside: media)["hdlr"], handler.size >= 20,
        movie[(handler.content + 8)..<(handler.content + 12)].elementsEqual("text".utf8),
        let header = MovieBoxes(movie, inside: media)["mdhd"]
      else { continue }
      // "und" in five bits a letter (ISO/IEC 14496-12 §8.4.2.3).
      movie.setBigEndian(0x55C4, at: header.content + (header.isLong(in: movie) ? 32 : 20), 2)
    }
  }
}

extension TrackHeader {
  /// Writes the matrix, the group, the volume and whether the track is enabled into the bytes of its header `box` (ISO/IEC 14496-12
  /// §8.3.2).
  package func write(into box: MovieBoxes.Box, of movie: inout [UInt8]) throws {
    let fields = TrackHeaderFields(of: box, in: movie)
    guard movie.indices.contains(fields.flags) else { return }
    movie[fields.flags] = isEnabled ? movie[fields.flags] | 1 : movie[fields.flags] & ~1
    movie.setBigEndian(UInt64(max(0, alternateGroup)), at: fields.alternateGroup, 2)
    if let volume {
      // Eight bits before the point, and eight behind.
      let units = UInt64(min(max(0, volume.isFinite ? volume : 1), 127) * 256)
      movie.setBigEndian(units, at: fields.volume, 2)
    }
    guard transform != .identity else { return }
    let matrix = [
      (transform.a, 16.0), (transform.b, 16), (0, 30), (transform.c, 16), (transform.d, 16), (0, 30),
      (transform.tx, 16),
      (transform.ty, 16), (1, 30),
    ]
    for (index, (number, bits)) in matrix.enumerated() {
      var scaled = number
      for _ in 0..<Int(bits) { scaled *= 2 }
      guard let units = Int32(exactly: scaled.rounded()) else {
        throw RenderError(
          .unsupported, "The transform \(transform) does not fit into a movie's header.", remedy: "Use smaller numbers."
        )
      }
      movie.setBigEndian(UInt64(UInt32(bitPattern: units)), at: fields.matrix + 4 * index, 4)
    }
  }
}
