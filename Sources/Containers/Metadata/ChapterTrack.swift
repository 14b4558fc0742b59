import MediaFormats
package import MediaTime

/// The text track of a movie that holds the names of its chapters (QuickTime File Format, Chapter Lists): each sample is a
/// name, and lasts as long as the chapter.
package struct ChapterTrack {
  private let file: FileBytes
  private let track: MovieTracks.Track

  /// The first track that another one names as its chapters; nil where there is none.
  package init?(of file: FileBytes) throws {
    guard let movie = try MovieTracks(of: file),
      let found = try Self.numbers(in: file).lazy.compactMap({ movie.track(numbered: $0) })
        .first(where: { ["text", "tx3g", "sbtl"].contains(try $0.codecType(in: file)) })
    else { return nil }
    (self.file, track) = (file, found)
  }

  /// The numbers of the tracks that others name as their chapters.
  static func numbers(in file: FileBytes) throws -> [Int32] {
    guard let movie = try MovieBoxes(file)["moov"] else { return [] }
    return try MovieBoxes(file, inside: movie).all("trak").flatMap { track -> [Int32] in
      guard let references = try MovieBoxes(file, inside: track)["tref"],
        let chapters = try MovieBoxes(file, inside: references)["chap"]
      else { return [] }
      let bytes = try file.read(at: chapters.body, Int(min(64, chapters.end - chapters.body)))
      return stride(from: 0, to: bytes.count, by: 4).map { Int32(truncatingIfNeeded: bytes.bigEndian(at: $0, 4)) }
    }
  }

  /// The beginnings and the titles of the chapters, and the end of the last one, where that is known.
  package func chapters() throws -> (chapters: [(start: Rational, title: String)], end: Rational?, language: String?) {
    guard track.timescale > 0,
      let (samples, time) = try MovieSamples.listed(of: track, in: file, most: MetadataCollection.mostItems)
    else { return ([], nil, nil) }
    // An edit list may leave out the beginning.
    let hidden = track.edits?.first { $0.mediaTime != nil }?.mediaTime ?? 0
    let chapters: [(start: Rational, title: String)] = try samples.compactMap { sample in
      let bytes = try file.read(
        at: sample.offset, Int(clamping: min(sample.size, UInt64(MetadataCollection.longestText))))
      // The length of the text comes first, and boxes may follow it.
      let text = Array(bytes.dropFirst(2).prefix(Int(bytes.bigEndian(at: 0, 2))))
      let isWide = text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE])
      guard let start = Int64(exactly: sample.time &- min(hidden, sample.time)) else { return nil }
      return (
        try Rational(start, Int64(clamping: track.timescale)),
        isWide ? EncodedText.utf16(text) : EncodedText.probable(text)
      )
    }
    let end = Int64(exactly: time &- min(hidden, time))
    return (
      chapters, try end.map { try Rational($0, Int64(clamping: track.timescale)) },
      track.extendedLanguage ?? track.language
    )
  }
}

extension MovieTracks.Track {
  /// The four letters of the first sample description; empty where there is none.
  package func codecType(in file: FileBytes) throws -> String {
    guard let box = try MovieBoxes(file, inside: sampleTable)["stsd"] else { return "" }
    return EncodedText.latin(try file.read(at: box.body + 12, 4))
  }
}
