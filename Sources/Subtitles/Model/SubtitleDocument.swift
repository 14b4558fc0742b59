public import MediaTime

/// The subtitles of one file, or of one track of a film.
public struct SubtitleDocument: Hashable, Sendable, Codable {
  /// The cues, in the order of their starts; those that start together in the order of the file.
  public var cues: [SubtitleCue]
  /// The regions that cues stand in.
  public var regions: [SubtitleRegion] = []
  /// The language, as in BCP 47; nil where it is not said.
  public var language: String?
  /// The file's own title; nil where it has none.
  public var title: String?
  /// The ratio of width to height of the picture that places are meant for, where the file states it.
  public var aspect: Rational?
  /// The script of the cues, where that is SubStation Alpha: it is drawn in their place. Without it, the cues are drawn.
  public var script: SubtitleScript?

  /// Subtitles of `cues`.
  public init(_ cues: [SubtitleCue] = []) { self.cues = cues }

  /// Puts the cues in the order of their starts.
  mutating func sort() {
    let sorted = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
    cues = sorted.map(\.element)
  }
}

/// The formats of files of subtitles.
public enum SubtitleFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// SubRip.
  case srt
  /// WebVTT (W3C).
  case vtt
  /// Advanced SubStation Alpha, and SubStation Alpha before it.
  case ass
  /// Timed Text Markup Language (W3C), as in IMSC.
  case ttml
  /// YouTube's.
  case sbv

  /// The format's name.
  public var name: String {
    switch self {
    case .srt: "SubRip"
    case .vtt: "WebVTT"
    case .ass: "SubStation Alpha"
    case .ttml: "TTML"
    case .sbv: "SBV"
    }
  }

  /// The format that files ending in `suffix` have; nil where it is none of these.
  public init?(suffix: String) {
    switch suffix.lowercased() {
    case "srt": self = .srt
    case "vtt", "webvtt": self = .vtt
    case "ass", "ssa": self = .ass
    case "ttml", "dfxp", "imsc", "xml": self = .ttml
    case "sbv": self = .sbv
    default: return nil
    }
  }
}

/// Something in a file of subtitles that could not be read as it stands, or was read in a way that the file does not say.
public struct SubtitleWarning: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The line of the file, counted from 1; nil where it is about the whole.
  public var line: Int?
  /// The finding and its treatment, in sentences.
  public var message: String

  /// `message`, about `line`.
  public init(line: Int? = nil, _ message: String) {
    self.line = line
    self.message = message
  }

  /// The message, behind its line.
  public var description: String { line.map { "Line \($0): \(message)" } ?? message }
}

/// The warnings of one reading, up to a limit.
struct SubtitleWarnings {
  private(set) var all: [SubtitleWarning] = []
  private var said: Set<String> = []
  private static let most = 1_000

  /// Notes `message` about `line`.
  mutating func add(line: Int? = nil, _ message: String) {
    guard all.count < Self.most else {
      if said.insert("more").inserted { all.append(SubtitleWarning("There are more warnings, which are left out.")) }
      return
    }
    all.append(SubtitleWarning(line: line, message))
  }

  /// Notes `message` about `line`, the first time that it is about `subject`.
  mutating func addOnce(_ subject: String, line: Int? = nil, _ message: String) {
    guard said.count < Self.most, said.insert(subject).inserted else { return }
    add(line: line, message)
  }
}

/// The limits of a file of subtitles, so that none fills the memory.
enum SubtitleLimits {
  /// Bytes.
  static let bytes = 64 << 20
  /// Cues.
  static let cues = 200_000
  /// Characters of a cue.
  static let characters = 20_000
  /// Runs of a cue.
  static let runs = 2_000
  /// Tags, elements or styles inside of one another.
  static let depth = 64
  /// Regions and styles.
  static let definitions = 2_000
  /// Rules of a style sheet.
  static let rules = 256
  /// Styles that one element has through others.
  static let chain = 64
  /// Cues that are lines of one text.
  static let together = 32
  /// Elements of a file in XML.
  static let elements = 2_000_000
  /// Hours, beyond which no time is one.
  static let hours = 10_000
}
