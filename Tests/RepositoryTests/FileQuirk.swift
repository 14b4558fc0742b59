import Foundation

/// What is out of the ordinary in a kind of files, or in what reads and writes them, as a comment beside the code that treats it says:
/// the kind; what it is, and whose; the releases that have it, and the first without it where that is known; the tests that fail where
/// it is not treated, or rows of the survey.
///
/// ```
/// // QUIRK: WAVE: `wavparse` computes times from the rate in bytes, whatever the format says. In: GStreamer 1.22. Until: GStreamer
/// // 1.26. Test: "a WAVE file that says a wrong rate in bytes is as long as its samples".
/// ```
struct FileQuirk: Hashable, Sendable {
  /// The file of Sources that treats it, and the line on which the comment begins.
  let path: String
  let line: Int
  /// The kind of files: "WAVE", and "WAVE, written" for what is treated when such a file is made.
  let kind: String
  /// What is out of the ordinary, as a sentence.
  let sentence: String
  /// The releases that have it: "GStreamer 1.22".
  let releases: String
  /// The first without it, where one is known.
  let end: String?
  /// Names of tests.
  let tests: [String]
  /// Rows of the survey: "mov | r210 | plain".
  let rows: [String]

  /// The quirk that `comment` says; nil where it has another form.
  init?(_ comment: Comment) {
    let form =
      #/QUIRK: (?<kind>[^:]+): (?<sentence>.+?\.) In: (?<releases>.+?)\.(?: Until: (?<end>.+?)\.)? (?<by>Test|Survey): (?<names>.+)\./#
    let release = #/(?:GStreamer|FFmpeg|x265) [0-9]+(?:\.[0-9]+)?(?: and (?:later|[0-9]+\.[0-9]+))?/#
    guard let found = comment.text.wholeMatch(of: form), found.names.hasPrefix("\""), found.names.hasSuffix("\""),
      found.releases.wholeMatch(of: release) != nil, found.end?.wholeMatch(of: release) != nil || found.end == nil
    else { return nil }
    let names = found.names.dropFirst().dropLast().split(separator: "\", \"").map(String.init)
    (path, line) = (comment.path, comment.lines.lowerBound)
    (kind, sentence) = (String(found.kind), String(found.sentence))
    (releases, end) = (String(found.releases), found.end.map(String.init))
    (tests, rows) = found.by == "Test" ? (names, []) : ([], names)
  }

  /// The quirks that Sources treats, by their kinds.
  static func all() throws -> [FileQuirk] {
    try Repository.sources().flatMap(\.quirkComments).compactMap(FileQuirk.init).sorted {
      ($0.kind.lowercased(), $0.sentence, $0.path) < ($1.kind.lowercased(), $1.sentence, $1.path)
    }
  }

  /// Its row of the table of all.
  var row: [String] {
    [
      kind, sentence, releases, end ?? "–", "`\(path.dropFirst("Sources/".count))`",
      (tests + rows.map { "survey: " + $0.replacing(" | ", with: ", ") }).joined(separator: "; "),
    ]
  }

  /// A comment that begins as those of quirks do.
  struct Comment: Sendable {
    /// The file that it stands in, and where, the first line of a file being 1.
    let path: String
    let lines: ClosedRange<Int>
    /// Its lines joined.
    let text: String
  }
}

extension TextFile {
  /// The comments of quirks: up to the line that ends with the name of a test.
  var quirkComments: [FileQuirk.Comment] {
    guard text.holds("// QUIRK:") else { return [] }
    var found: [FileQuirk.Comment] = []
    var (first, text) = (0, "")
    func close(before line: Int) {
      if !text.isEmpty { found.append(.init(path: path, lines: first...line - 1, text: text)) }
      text = ""
    }
    for (index, line) in lines.enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      let begins = line.hasPrefix("// QUIRK:")
      if begins || !line.hasPrefix("// ") || text.hasSuffix("\".") { close(before: index + 1) }
      if begins {
        (first, text) = (index + 1, String(line.dropFirst(3)))
      } else if !text.isEmpty {
        text += line.dropFirst(2)
      }
    }
    close(before: lines.count + 1)
    return found
  }

  /// Where a comment names a release of a framework: `path:line: text`. Versions in full, as of installations, are none.
  var placesOfReleases: [(line: Int, place: String)] {
    let release = #/\b(?:GStreamer|FFmpeg|gst-libav|libav[a-z]+|x26[45])(?:'s)? [0-9]|\b1\.2[0-9]\b(?!\.[0-9])/#
    let names = ["GStreamer", "FFmpeg", "libav", "x264", "x265", "1.2"]
    return lines.enumerated().compactMap { index, line in
      guard line.holds("//"), line.holds(oneOf: names), let start = line.range(of: "//"),
        line[start.upperBound...].contains(release)
      else { return nil }
      return (index + 1, "\(path):\(index + 1): \(line.trimmingCharacters(in: .whitespaces))")
    }
  }
}
