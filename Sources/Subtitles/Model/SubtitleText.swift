public import MediaTime
public import ModelValues

/// A cue's text, in runs with a look each. Lines are separated by line feeds.
public struct SubtitleText: Hashable, Sendable, Codable {
  /// A piece of text that looks one way.
  public struct Run: Hashable, Sendable, Codable {
    /// The text.
    public var text: String
    /// Its look.
    public var style: SubtitleTextStyle
    /// The speaker; nil where the file states none.
    public var voice: String?
    /// The names of classes that it has, in the order of the file.
    public var classes: [String] = []
    /// Its language, as in BCP 47, where it is another one than the track's.
    public var language: String?
    /// The small text above it, as the reading of ideographs (ruby).
    public var annotation: String?
    /// From when on it is said, in the time of the cue: words that light up one after another; nil for the whole time.
    public var time: Rational?

    /// `text`, looking as `style` says.
    public init(_ text: String, style: SubtitleTextStyle = SubtitleTextStyle()) {
      self.text = text
      self.style = style
    }

    /// The text, and what stands small above it behind it in parentheses: `漢(kan)`, as where no letters are small.
    public var inline: String { annotation.map { "\(text)(\($0))" } ?? text }
  }

  /// The runs, in the order that they are read.
  public var runs: [Run]

  /// The text of these runs.
  public init(_ runs: [Run]) { self.runs = runs }

  /// The text in one run, or none where it is empty.
  public init(_ text: String) { runs = text.isEmpty ? [] : [Run(text)] }

  /// The letters alone, without those that stand small above others.
  public var plain: String { runs.map(\.text).joined() }

  /// All letters: those that stand small above others stand behind these in parentheses.
  public var inline: String { runs.map(\.inline).joined() }

  /// Whether there is nothing to read.
  public var isEmpty: Bool { inline.allSatisfy(\.isWhitespace) }
}

extension SubtitleText: ExpressibleByStringLiteral {
  /// The text in one run.
  public init(stringLiteral value: String) { self.init(value) }
}

/// The look of a run of a cue; nil leaves a property to the display.
public struct SubtitleTextStyle: Hashable, Sendable, Codable {
  /// Whether it is bold.
  public var isBold = false
  /// Whether it is slanted.
  public var isItalic = false
  /// Whether a line stands under it.
  public var isUnderlined = false
  /// Whether a line goes through it.
  public var isStruckThrough = false
  /// The color of the letters.
  public var color: Color?
  /// The color behind the letters.
  public var backgroundColor: Color?
  /// The color of the letters' outline.
  public var outlineColor: Color?
  /// The width of the outline, as a part of the picture's height.
  public var outlineWidth: Double?
  /// The color of the words that are still to be said, where they light up one after another.
  public var unsaidColor: Color?
  /// The font's family.
  public var fontFamily: String?
  /// The height of the em, as a part of the picture's height.
  public var fontSize: Double?

  /// Text that looks as what shows it decides.
  public init() {}
}

extension SubtitleText {
  /// Adds `text` in the way of `run`, to the last run where that looks the same.
  mutating func append(_ text: String, like run: Run) {
    guard !text.isEmpty else { return }
    var run = run
    run.text = text
    guard var last = runs.last, last.annotation == nil, run.annotation == nil else { return runs.append(run) }
    let before = last.text
    last.text = text
    if last == run {
      runs[runs.count - 1].text = before + text
    } else {
      runs.append(run)
    }
  }

  /// The text without spaces and empty lines at its beginning and end.
  func trimmed() -> SubtitleText {
    var runs = runs
    while let first = runs.first, first.annotation == nil {
      let rest = first.text.drop(while: \.isWhitespace)
      if rest.isEmpty {
        runs.removeFirst()
      } else {
        runs[0].text = String(rest)
        break
      }
    }
    while let last = runs.last, last.annotation == nil {
      let end = last.text.lastIndex { !$0.isWhitespace }
      guard let end else {
        runs.removeLast()
        continue
      }
      runs[runs.count - 1].text = String(last.text[...end])
      break
    }
    return SubtitleText(runs)
  }
}
