import MediaTime

/// The tracks of a record that is one file, as its cue sheet lists them.
///
/// ```
///  FILE "record.wav" WAVE           a text, as the comment CUESHEET of many programs holds it
///    TRACK 02 AUDIO
///      TITLE "The second"
///      INDEX 00 03:58:20            the silence before it
///      INDEX 01 04:00:00            minutes, seconds, frames of 1/75 s
/// ```
enum CueSheet {
  /// The tracks in `text`, each where its first index behind the silence is; none where the sheet is about several files, whose
  /// times begin anew in each.
  static func chapters(in text: String) -> [(start: Rational, title: String)] {
    var chapters: [(start: Rational, title: String)] = []
    var (fileCount, title, isInTrack) = (0, "", false)
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: \.isWhitespace)
      switch words.first?.uppercased() {
      case "FILE": fileCount += 1
      case "TRACK": (title, isInTrack) = ("", true)
      case "TITLE" where isInTrack:
        let rest = line.drop(while: \.isWhitespace).dropFirst(5).drop(while: \.isWhitespace)
        title = String(rest.reversed().drop(while: \.isWhitespace).reversed())
        if title.count > 1, title.first == "\"", title.last == "\"" { title = String(title.dropFirst().dropLast()) }
      case "INDEX" where isInTrack && words.count > 2 && Int(words[1]) == 1:
        guard let start = time(words[2]), chapters.count < MetadataCollection.mostItems else { continue }
        chapters.append((start, title))
      default: break
      }
    }
    return fileCount < 2 ? chapters : []
  }

  /// The tracks in `block`, which is FLAC's own sheet (RFC 9639 §8.7), of a sound of `rate` samples a second; they have no names.
  static func chapters(inFLAC block: [UInt8], rate: Int) -> [(start: Rational, title: String)] {
    guard block.count > tracks, rate > 0 else { return [] }
    var chapters: [(start: Rational, title: String)] = []
    var place = tracks
    for _ in 0..<block[tracks - 1] {
      guard place + 36 <= block.count else { break }
      let (offset, number, count) = (block.bigEndian(at: place, 8), block[place + 8], Int(block[place + 35]))
      let indices = stride(from: place + 36, to: place + 36 + 12 * count, by: 12).filter { $0 + 12 <= block.count }
      place += 36 + 12 * count
      // Behind the last track a sheet says where it ends.
      guard number != leadOut, number != leadOutOfDiscs else { continue }
      let first = indices.first { block[$0 + 8] == 1 } ?? indices.first
      let sample = offset.addingReportingOverflow(first.map { block.bigEndian(at: $0, 8) } ?? 0)
      guard !sample.overflow, let sample = Int64(exactly: sample.partialValue),
        let start = try? Rational(sample, Int64(rate))
      else { continue }
      chapters.append((start, ""))
    }
    return chapters
  }

  /// The offset of the tracks, behind their number.
  private static let tracks = 396
  /// The numbers of the place behind the last track.
  private static let (leadOut, leadOutOfDiscs): (UInt8, UInt8) = (255, 170)

  /// The time "04:00:37".
  private static func time(_ text: Substring) -> Rational? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) ?? -1 }
    guard parts.count == 3, (0..<100_000).contains(parts[0]), (0..<60).contains(parts[1]), (0..<75).contains(parts[2])
    else { return nil }
    return try? Rational((parts[0] * 60 + parts[1]) * 75 + parts[2], 75)
  }
}
