public import ModelValues

/// A file of subtitles that was read: what it says, how it is written, and what in it could not be read.
///
/// ```swift
/// let reading = try SubtitleReading(bytes, suffix: "srt")
/// for warning in reading.warnings { print(warning) }   // "Line 12: …"
/// ```
///
/// Every cue that can be read is read. What cannot be has a warning with its line.
public struct SubtitleReading: Hashable, Sendable {
  /// The subtitles.
  public var document: SubtitleDocument
  /// The file's format.
  public var format: SubtitleFormat
  /// The name of its encoding: what its bytes mean.
  public var encoding: String
  /// Warnings of cues that could not be read, or of guesses.
  public var warnings: [SubtitleWarning]

  /// Reads `bytes`.
  ///
  /// - Parameters:
  ///   - format: How they are written; found out from what they say if nil.
  ///   - suffix: How the file's name ends, which decides where the content does not.
  ///   - charset: The name of the encoding, as iconv knows it; found out if nil.
  /// - Throws: ``SubtitleError`` where they are no subtitles, or in an encoding that is not known.
  public init(
    _ bytes: [UInt8], format: SubtitleFormat? = nil, suffix: String? = nil, charset: String? = nil
  ) throws(SubtitleError) {
    guard bytes.count <= SubtitleLimits.bytes else {
      throw SubtitleError(
        "The file has \(bytes.count) bytes.", expected: "subtitles of at most \(SubtitleLimits.bytes >> 20) MB")
    }
    var warnings = SubtitleWarnings()
    let decoded = try DecodedText(bytes, charset: charset)
    if let warning = decoded.warning { warnings.add(warning) }
    let lines = TextLines(decoded.text)
    guard let format = format ?? FormatDetection.format(of: lines) ?? suffix.flatMap(SubtitleFormat.init(suffix:))
    else {
      throw SubtitleError(
        "The file is not one of subtitles.", expected: "SubRip, WebVTT, SubStation Alpha, TTML or SBV")
    }
    var document: SubtitleDocument
    switch format {
    case .srt: document = SubRipReader.read(lines, &warnings)
    case .vtt: document = WebVTTReader.read(lines, &warnings)
    case .ass: document = SubStationReader.read(lines, &warnings)
    case .ttml: document = TimedTextReader.read(decoded.text, &warnings)
    case .sbv: document = SBVReader.read(lines, &warnings)
    }
    document.sort()
    if document.cues.isEmpty, document.script == nil { warnings.add("The file has no cue that can be read.") }
    self.document = document
    self.format = format
    encoding = decoded.encoding
    self.warnings = warnings.all
  }
}

extension SubtitleDocument {
  /// The subtitles as a file of `format`, in UTF-8, with line feeds.
  public func text(as format: SubtitleFormat) -> String {
    switch format {
    case .srt: SubRipWriter.text(of: self)
    case .vtt: WebVTTWriter.text(of: self)
    case .ass: SubStationWriter.text(of: self)
    case .ttml: TimedTextWriter.text(of: self)
    case .sbv: SBVWriter.text(of: self)
    }
  }
}

/// A failure of reading a file of subtitles at all.
public struct SubtitleError: Error, Diagnosed, Hashable, Sendable, CustomStringConvertible {
  /// The fault, and the expected value.
  public var diagnostic: Diagnostic

  init(_ message: String, expected: String? = nil, remedy: String? = nil) {
    diagnostic = Diagnostic(message, expected: expected, remedy: remedy)
  }

  /// The sentences.
  public var description: String { diagnostic.description }
}

/// The detection of a file's format, by its content.
enum FormatDetection {
  /// Lines that are looked at.
  private static let lookAhead = 500

  /// The format of `lines`; nil where they show none.
  static func format(of lines: TextLines) -> SubtitleFormat? {
    let head = lines.lines.prefix(lookAhead)
    guard let first = head.first(where: { !$0.text.allSatisfy(\.isWhitespace) })?.text else { return nil }
    if first.hasPrefix("WEBVTT") { return .vtt }
    let start = first.drop(while: \.isWhitespace)
    if start.hasPrefix("<"), head.contains(where: { $0.text.range(ofTag: "tt") }) { return .ttml }
    for line in head {
      let text = line.text.trimmed
      if text.hasPrefix("[Script Info]") || text.hasPrefix("[V4") || text.hasPrefix("[Events]")
        || text.hasPrefix("Dialogue:")
      {
        return .ass
      }
      if text.contains("-->") { return .srt }
      if SBVReader.times(in: text) != nil { return .sbv }
    }
    return nil
  }
}

extension Substring {
  /// Whether the text has the beginning of an element `name`, of any namespace.
  fileprivate func range(ofTag name: String) -> Bool {
    split(separator: "<", omittingEmptySubsequences: false).dropFirst().contains { piece in
      let tag = piece.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
      return tag.split(separator: ":").last.map { $0 == name } ?? false
    }
  }

  /// The text without white space at both ends.
  var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...end]
  }
}
