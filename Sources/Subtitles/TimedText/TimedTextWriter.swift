import MediaTime
import ModelValues

/// Writes TTML, as in the text profile of IMSC.
enum TimedTextWriter {
  /// The paragraphs of `document`.
  static func text(of document: SubtitleDocument) -> String {
    var (regions, names) = ([SubtitleRegion](), [SubtitlePlacement: String]())
    regions += document.regions
    for cue in document.cues where names[cue.placement] == nil {
      guard let region = region(of: cue.placement, among: document.regions, number: names.count + 1) else { continue }
      names[cue.placement] = region.identifier
      if !regions.contains(where: { $0.identifier == region.identifier }) { regions.append(region) }
    }
    let language = MarkupText.attribute(document.language ?? "")
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" \
      xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" \
      ttp:timeBase="media" xml:lang="\(language)" xml:space="preserve">
        <head>

      """
    if let title = document.title {
      text += "    <metadata><ttm:title>\(MarkupText.xml(title))</ttm:title></metadata>\n"
    }
    text += "    <layout>\n" + regions.map(element).joined() + "    </layout>\n  </head>\n  <body>\n    <div>\n"
    for cue in document.cues {
      let name = names[cue.placement].map { " region=\"\(MarkupText.attribute($0))\"" } ?? ""
      let align = " tts:textAlign=\"\(cue.placement.alignment.rawValue)\""
      let identifier = isName(cue.identifier) ? " xml:id=\"\(cue.identifier)\"" : ""
      text += "      <p\(identifier) begin=\"\(time(cue.start))\" end=\"\(time(cue.end))\"\(name)\(align)>"
      text += cue.text.runs.map(markup).joined() + "</p>\n"
    }
    return text + "    </div>\n  </body>\n</tt>\n"
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }

  /// To the nanosecond, without zeros behind milliseconds.
  private static func time(_ time: Rational) -> String {
    var text = TimeText.text(time, fractionDigits: 9)
    while text.hasSuffix("0"), text.count > 12 { text.removeLast() }
    return text
  }

  /// The region that stands for `placement`: its own, or one that is made for it.
  private static func region(
    of placement: SubtitlePlacement, among regions: [SubtitleRegion], number: Int
  ) -> SubtitleRegion? {
    if let name = placement.region, let own = regions.first(where: { $0.identifier == name }) { return own }
    let row = (placement.keypad - 1) / 3
    var region = SubtitleRegion("place\(number)")
    region.displayAlignment = [.end, .center, .start][row]
    (region.anchor, region.viewport) = (Point(x: 0, y: 0), Point(x: 0.05, y: 0.05))
    (region.width, region.height) = (0.9, .part(0.9))
    if let position = placement.position {
      let edge =
        placement.positionAlignment
        ?? (placement.alignment == .center ? .center : placement.keypad % 3 == 1 ? .start : .end)
      region.width = max(0.05, min(1, placement.size))
      region.viewport.x = max(0, min(1 - region.width, position - edge.part * region.width))
    }
    if case .part(let part) = placement.line {
      switch placement.lineAlignment {
      case .start: (region.viewport.y, region.height) = (part, .part(max(0.05, 1 - part)))
      case .center:
        (region.viewport.y, region.height) = (
          max(0, 2 * part - 1), .part(max(0.05, min(1, 2 * part) - max(0, 2 * part - 1)))
        )
      case .end: (region.viewport.y, region.height) = (0, .part(max(0.05, part)))
      }
      region.displayAlignment = placement.lineAlignment
    }
    return region
  }

  private static func element(_ region: SubtitleRegion) -> String {
    let align =
      [SubtitlePlacement.Edge.start: "before", .center: "center", .end: "after"][region.displayAlignment] ?? "after"
    let frame = region.frame
    let ground = region.backgroundColor.map { " tts:backgroundColor=\"\($0.hexadecimal)\"" } ?? ""
    return
      "      <region xml:id=\"\(MarkupText.attribute(region.identifier))\" tts:origin=\"\(percent(frame.x)) \(percent(frame.y))\" "
      + "tts:extent=\"\(percent(frame.width)) \(percent(frame.height))\" tts:displayAlign=\"\(align)\"\(ground)/>\n"
  }

  private static func percent(_ part: Double) -> String {
    let number = (max(0, part) * 100_000).rounded() / 1_000
    return (number == number.rounded() ? "\(Int(number))" : "\(number)") + "%"
  }

  private static func markup(of run: SubtitleText.Run) -> String {
    let style = run.style
    var attributes = ""
    if let language = run.language { attributes += " xml:lang=\"\(MarkupText.attribute(language))\"" }
    if let color = style.color { attributes += " tts:color=\"\(color.hexadecimal)\"" }
    if let color = style.backgroundColor { attributes += " tts:backgroundColor=\"\(color.hexadecimal)\"" }
    if style.isBold { attributes += " tts:fontWeight=\"bold\"" }
    if style.isItalic { attributes += " tts:fontStyle=\"italic\"" }
    let lines = [style.isUnderlined ? "underline" : nil, style.isStruckThrough ? "lineThrough" : nil].compactMap(\.self)
    if !lines.isEmpty { attributes += " tts:textDecoration=\"\(lines.joined(separator: " "))\"" }
    if let family = style.fontFamily { attributes += " tts:fontFamily=\"\(MarkupText.attribute(family))\"" }
    if let size = style.fontSize { attributes += " tts:fontSize=\"\(rounded(size * 15))c\"" }
    if let color = style.outlineColor {
      attributes += " tts:textOutline=\"\(color.hexadecimal) \(rounded((style.outlineWidth ?? 0.003) * 15))c\""
    }
    let text = MarkupText.xml(run.text).replacing("\n", with: "<br/>")
    let inner =
      run.annotation.map {
        "<span tts:ruby=\"container\"><span tts:ruby=\"base\">\(text)</span><span tts:ruby=\"text\">\(MarkupText.xml($0))</span></span>"
      } ?? text
    return attributes.isEmpty ? inner : "<span\(attributes)>\(inner)</span>"
  }

  private static func rounded(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 }
}

extension MarkupText {
  /// `text` as XML has it, without characters that it cannot have.
  fileprivate static func xml(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
    return String(String.UnicodeScalarView(scalars)).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }

  /// `text` as a value in quotes.
  fileprivate static func attribute(_ text: some StringProtocol) -> String { xml(text).replacing("\"", with: "&quot;") }
}
