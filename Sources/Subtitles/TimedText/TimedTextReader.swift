import MediaTime
import ModelValues

/// Reads TTML (W3C, TTML2 and the text profile of IMSC): paragraphs with times, styles and regions. Pictures and animations are not
/// read.
enum TimedTextReader {
  /// The cues in `source`.
  static func read(_ source: String, _ warnings: inout SubtitleWarnings) -> SubtitleDocument {
    guard let root = MarkupNode.root(of: source, &warnings)?.first("tt") else {
      warnings.add("There is no element tt.")
      return SubtitleDocument()
    }
    let clock = TimedTextClock(root, &warnings)
    var styles = TimedTextStyles(root)
    var document = SubtitleDocument()
    document.language = root.attributes["lang"].flatMap { $0.isEmpty ? nil : $0 }
    document.title = root.first("head")?.first("title")?.children.first?.text
    document.regions = styles.readRegions(root)
    if let extent = root.attributes["extent"], let size = styles.pixels(extent) {
      document.aspect = try? Rational(Int64(size.width.rounded()), Int64(size.height.rounded()))
    }
    guard let body = root.first("body") else { return document }
    var walk = TimedTextWalk(clock: clock, styles: styles, warnings: warnings)
    walk.walk(body, in: .whole, looks: TimedTextLooks(), keepsSpace: root.attributes["space"] == "preserve")
    warnings = walk.warnings
    document.cues = walk.cues
    return document
  }
}

/// The clock of TTML (TTML2 §12.3).
struct TimedTextClock {
  private var frameRate = Rational(30)
  private var tickRate = Rational(1)

  /// The clock that the attributes of `root` give.
  init(_ root: MarkupNode, _ warnings: inout SubtitleWarnings) {
    func number(_ name: String) -> Rational? {
      root.attributes[name].flatMap { Int64($0) }.flatMap { (1...1_000_000_000).contains($0) ? Rational($0) : nil }
    }
    let rate = number("frameRate")
    frameRate = rate ?? Rational(30)
    if let multiplier = root.attributes["frameRateMultiplier"] {
      let parts = multiplier.split { $0 == " " || $0 == ":" }.compactMap { Int64($0) }.filter { $0 > 0 && $0 < 1 << 31 }
      if parts.count == 2, let factor = try? Rational(parts[0], parts[1]) {
        frameRate = (try? frameRate * factor) ?? frameRate
      }
    }
    let subframes = number("subFrameRate") ?? .one
    tickRate = number("tickRate") ?? (rate == nil ? .one : (try? frameRate * subframes) ?? frameRate)
    if root.attributes["timeBase"] == "smpte", (root.attributes["dropMode"] ?? "nonDrop") != "nonDrop" {
      warnings.add(line: root.line, "Times leave out frames (dropMode). They are read as if none were left out.")
    }
  }

  /// The seconds of a time: `00:00:01.5`, `00:00:01:12`, `1.5s`, `36f`, `90000t`; nil for any other text.
  func time(_ text: String) -> Rational? {
    let text = text[...].trimmed
    if text.contains(":") {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 4 else { return TimeText.clock(text) }
      // Frames, and parts of them that are not counted.
      guard let frames = Int64(parts[3].prefix { $0 != "." }), (0...100_000).contains(frames),
        let seconds = TimeText.clock(parts[0..<3].joined(separator: ":")), let rest = try? Rational(frames) / frameRate
      else { return nil }
      return try? seconds + rest
    }
    let units: [(String, Rational)] = [
      ("ms", (try? Rational(1, 1_000)) ?? .one), ("h", Rational(3_600)), ("m", Rational(60)), ("s", .one),
      ("f", (try? .one / frameRate) ?? .one), ("t", (try? .one / tickRate) ?? .one),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      guard let number = Self.decimal(text.dropLast(unit.count)), let time = try? number * factor,
        time <= Rational(Int64(SubtitleLimits.hours) * 3_600)
      else { return nil }
      return time
    }
    return nil
  }

  private static func decimal(_ text: Substring) -> Rational? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, text.utf8.count <= 18, let whole = Int64(parts[0]), whole >= 0 else { return nil }
    guard parts.count == 2 else { return Rational(whole) }
    let digits = parts[1].prefix(9)
    guard let fraction = Int64(digits), fraction >= 0 else { return nil }
    let scale = (0..<digits.count).reduce(Int64(1)) { scale, _ in scale * 10 }
    return try? Rational(whole) + Rational(fraction, scale)
  }
}

/// Walks the body of TTML, and makes cues of paragraphs.
struct TimedTextWalk {
  /// A stretch of time; nil has no end.
  struct Stretch {
    var start: Rational
    var end: Rational?

    static let whole = Stretch(start: .zero, end: nil)
  }

  /// Text with the time when it is seen.
  private struct Piece {
    var run: SubtitleText.Run
    var stretch: Stretch
  }

  let clock: TimedTextClock
  let styles: TimedTextStyles
  var warnings: SubtitleWarnings
  private(set) var cues: [SubtitleCue] = []

  init(clock: TimedTextClock, styles: TimedTextStyles, warnings: SubtitleWarnings) {
    self.clock = clock
    self.styles = styles
    self.warnings = warnings
  }

  /// Walks `node`, inside of what is seen over `parent`, and returns when it ends, for those that follow it in a sequence.
  @discardableResult mutating func walk(
    _ node: MarkupNode, in parent: Stretch, looks: TimedTextLooks, keepsSpace: Bool
  ) -> Rational? {
    guard let stretch = stretch(of: node, in: parent) else { return parent.start }
    let keepsSpace = node.attributes["space"].map { $0 == "preserve" } ?? keepsSpace
    let looks = styles.looks(of: node, inside: looks)
    if node.name == "p" {
      addParagraph(node, over: stretch, looks: looks, keepsSpace: keepsSpace)
      return stretch.end
    }
    var following = stretch
    for child in node.children where ["div", "p"].contains(child.name) {
      let end = walk(child, in: following, looks: looks, keepsSpace: keepsSpace)
      if node.attributes["timeContainer"] == "seq", let end { following.start = max(end, following.start) }
    }
    return stretch.end ?? following.start
  }

  /// The range in which `node` is seen: its times count from the beginning of what it is in; nil, with a warning, where
  /// they cannot be read.
  private mutating func stretch(of node: MarkupNode, in parent: Stretch) -> Stretch? {
    func time(_ name: String) -> (isRight: Bool, time: Rational?) {
      guard let text = node.attributes[name] else { return (true, nil) }
      let time = clock.time(text)
      if time == nil {
        warnings.add(line: node.line, "The time \(name)=“\(text.prefix(40))” cannot be read. The element is left out.")
      }
      return (time != nil, time)
    }
    let (begin, end, duration) = (time("begin"), time("end"), time("dur"))
    guard begin.isRight, end.isRight, duration.isRight,
      let start = try? parent.start + (begin.time ?? .zero)
    else { return nil }
    var ends: [Rational] = []
    if let end = end.time, let end = try? parent.start + end { ends.append(end) }
    if let duration = duration.time, let end = try? start + duration { ends.append(end) }
    if let end = parent.end { ends.append(end) }
    let stop = ends.min()
    if let stop, stop <= start {
      warnings.add(line: node.line, "The element is seen for no time. It is left out.")
      return nil
    }
    return Stretch(start: start, end: stop)
  }

  // MARK: Paragraphs

  /// Makes a cue for each stretch of the paragraph's time over which the same of its text is seen.
  private mutating func addParagraph(_ node: MarkupNode, over stretch: Stretch, looks: TimedTextLooks, keepsSpace: Bool)
  {
    var pieces: [Piece] = []
    collect(node, over: stretch, looks: looks, keepsSpace: keepsSpace, into: &pieces)
    if pieces.allSatisfy({ $0.run.text.allSatisfy(\.isWhitespace) }) { return }
    guard let end = stretch.end ?? pieces.compactMap(\.stretch.end).max() else {
      return warnings.add(line: node.line, "The paragraph has no end. It is left out.")
    }
    let borders = Set(pieces.flatMap { [$0.stretch.start, $0.stretch.end ?? end] } + [stretch.start, end])
      .filter { $0 >= stretch.start && $0 <= end }.sorted()
    guard borders.count <= SubtitleLimits.runs else {
      return warnings.add(line: node.line, "The paragraph changes too often. It is left out.")
    }
    for (from, to) in zip(borders, borders.dropFirst()) {
      guard cues.count < SubtitleLimits.cues else {
        return warnings.addOnce(
          "cues", line: node.line, "There are more than \(SubtitleLimits.cues) cues. The rest is left out.")
      }
      var text = SubtitleText([])
      for piece in pieces where piece.stretch.start <= from && to <= piece.stretch.end ?? end {
        append(piece.run, to: &text, keepsSpace: keepsSpace)
      }
      var cue = SubtitleCue(start: from, end: to, text: keepsSpace ? text : text.withoutSpaceAtLines.trimmed())
      guard !cue.text.isEmpty else { continue }
      cue.identifier = node.attributes["id"] ?? ""
      cue.placement = styles.placement(looks)
      if let last = cues.last, last.end == from, last.text == cue.text, last.placement == cue.placement {
        cues[cues.count - 1].end = to
      } else {
        cues.append(cue)
      }
    }
  }

  /// White space is one space, and none at the beginning of a line, unless it is kept.
  private func append(_ run: SubtitleText.Run, to text: inout SubtitleText, keepsSpace: Bool) {
    guard !keepsSpace, run.text != "\n" else { return text.append(run.text, like: run) }
    var result = ""
    var last = text.runs.last?.text.last
    for character in run.text {
      if character == " " || character == "\n" || character == "\t" || character == "\r" || character == "\r\n" {
        if let last, last != " ", last != "\n" { result.append(" ") } else { continue }
      } else {
        result.append(character)
      }
      last = result.last
    }
    text.append(result, like: run)
  }

  private mutating func collect(
    _ node: MarkupNode, over stretch: Stretch, looks: TimedTextLooks, keepsSpace: Bool, into pieces: inout [Piece]
  ) {
    for child in node.children {
      guard pieces.count < SubtitleLimits.runs else { return }
      switch child.name {
      case "":
        var run = SubtitleText.Run(String(child.text.prefix(SubtitleLimits.characters)), style: looks.text)
        run.language = looks.language
        pieces.append(Piece(run: run, stretch: stretch))
      case "br":
        var run = SubtitleText.Run("\n", style: looks.text)
        run.language = looks.language
        pieces.append(Piece(run: run, stretch: stretch))
      case "span":
        guard let inner = self.stretch(of: child, in: stretch) else { continue }
        let own = styles.looks(of: child, inside: looks)
        let first = pieces.count
        collect(child, over: inner, looks: own, keepsSpace: keepsSpace, into: &pieces)
        if own.ruby == "text", first > 0, pieces.count > first {
          // The reading stands above what was before it.
          let reading = pieces[first...].map(\.run.text).joined()
          pieces.removeSubrange(first...)
          pieces[first - 1].run.annotation = reading
        }
      default: continue
      }
    }
  }
}

extension SubtitleText {
  /// The text without spaces before line feeds.
  fileprivate var withoutSpaceAtLines: SubtitleText {
    var result = self
    for index in result.runs.indices.dropLast() where result.runs[index + 1].text.hasPrefix("\n") {
      while result.runs[index].text.hasSuffix(" ") { result.runs[index].text.removeLast() }
    }
    for index in result.runs.indices { result.runs[index].text.replace(" \n", with: "\n") }
    return result
  }
}
