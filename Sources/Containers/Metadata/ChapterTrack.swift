import MediaFormats
package import MediaTime

/// The text track of a movie that holds the names of its chapters (QuickTime File Format, Chapter Lists): each sample is a
/// name, and lasts as long as the chapter.
package struct ChapterTrack {
  private let file: FileBytes
  private let track: MovieTracks.Track

  /// The first track that another one names as its chapters; nil where there is none.
  package init?(of file: FileBytes) throws {
    guard let movie = try MovieTracks(of: file), let header = try MovieBoxes(file).first(where: { $0.type == "moov" })
    else { return nil }
    var numbers: [Int32] = []
    for box in try MovieBoxes(file, inside: header).all(where: { $0.type == "trak" }) {
      guard let references = try MovieBoxes(file, inside: box).first(where: { $0.type == "tref" }),
        let chapters = try MovieBoxes(file, inside: references).first(where: { $0.type == "chap" })
      else { continue }
      let bytes = try file.read(at: chapters.body, Int(min(64, chapters.end - chapters.body)))
      numbers += stride(from: 0, to: bytes.count, by: 4).map { Int32(truncatingIfNeeded: bytes.bigEndian(at: $0, 4)) }
    }
    guard
      let found = try numbers.lazy.compactMap({ movie.track(numbered: $0) })
        .first(where: { ["text", "tx3g", "sbtl"].contains(try $0.codecType(in: file)) })
    else { return nil }
    (self.file, track) = (file, found)
  }

  /// When the chapters begin, what they are called, and when the last one ends, where that is known.
  package func chapters() throws -> (chapters: [(start: Rational, title: String)], end: Rational?, language: String?) {
    let boxes = try MovieBoxes(file, inside: track.sampleTable)
    guard track.timescale > 0, let sizes = try MovieSampleTable.SampleSizes(in: boxes, of: file),
      let durations = try MovieSampleTable.Entries("stts", in: boxes, of: file)?.pairs(from: 8),
      sizes.count <= MetadataCollection.mostItems,
      let chunks = try MovieSampleTable.Chunks(in: boxes, of: file)?.filled(with: sizes.count)
    else { return ([], nil, nil) }
    // An edit list may leave out the beginning.
    let hidden = track.edits?.first { $0.mediaTime != nil }?.mediaTime ?? 0
    var starts: [UInt64] = []
    var time: UInt64 = 0
    for (count, duration) in durations {
      for _ in 0..<min(count, UInt64(sizes.count - starts.count)) {
        starts.append(time)
        time &+= duration
      }
    }
    var chapters: [(start: Rational, title: String)] = []
    for chunk in chunks where chunk.offset < file.count {
      var offset = chunk.offset
      for sample in chunk.samples where sample < starts.count {
        let size = Int(clamping: min(sizes[sample], UInt64(MetadataCollection.longestText)))
        let bytes = try file.read(at: offset, size)
        offset &+= sizes[sample]
        // The length of the text comes first, and boxes may follow it.
        let text = Array(bytes.dropFirst(2).prefix(Int(bytes.bigEndian(at: 0, 2))))
        let isWide = text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE])
        guard let start = Int64(exactly: starts[sample] &- min(hidden, starts[sample])) else { continue }
        chapters.append(
          (
            try Rational(start, Int64(clamping: track.timescale)),
            isWide ? EncodedText.utf16(text) : EncodedText.probable(text)
          ))
      }
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
    guard let box = try MovieBoxes(file, inside: sampleTable).first(where: { $0.type == "stsd" }) else { return "" }
    return EncodedText.latin(try file.read(at: box.body + 12, 4))
  }
}
