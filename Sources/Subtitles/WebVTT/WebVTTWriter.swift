import MediaTime
import ModelValues

/// Writes WebVTT. Colors, fonts and sizes become classes of a style sheet, for WebVTT has no other words for them.
enum WebVTTWriter {
  /// The subtitles of `document`.
  static func text(of document: SubtitleDocument) -> String {
    var text = header(of: document)
    for cue in document.cues {
      if !cue.identifier.isEmpty {
        text += cue.identifier.replacing("\n", with: " ").replacing("-->", with: "→") + "\n"
      }
      text += "\(TimeText.text(cue.start)) --> \(TimeText.text(cue.end))"
      let settings = settings(of: cue.placement)
      text += (settings.isEmpty ? "" : " " + settings) + "\n" + markup(of: cue) + "\n\n"
    }
    return text
  }

  /// The header before the cues.
  static func header(of document: SubtitleDocument) -> String {
    var text =
      "WEBVTT" + (document.title.map { " - " + $0.replacing("\n", with: " ").replacing("-->", with: "→") } ?? "")
    if let language = document.language { text += "\nLanguage: \(language)" }
    text += "\n\n"
    let rules = Set(document.cues.flatMap(\.text.runs).flatMap { looks(of: $0.style) }).sorted { $0.name < $1.name }
      .filter { !$0.declaration.isEmpty }
    if !rules.isEmpty {
      text += "STYLE\n" + rules.map { "::cue(.\($0.name)) { \($0.declaration) }\n" }.joined() + "\n"
    }
    for region in document.regions {
      text += "REGION\nid:\(region.identifier)\nwidth:\(percent(region.width))\n"
      let lines =
        switch region.height {
        case .lines(let lines): lines
        case .part(let part): max(1, Int((part / 0.0533).rounded()))
        }
      text += "lines:\(lines)\nregionanchor:\(percent(region.anchor.x)),\(percent(region.anchor.y))\n"
      text += "viewportanchor:\(percent(region.viewport.x)),\(percent(region.viewport.y))\n"
      text += (region.scrolls ? "scroll:up\n" : "") + "\n"
    }
    return text
  }

  /// The settings of a cue, as they stand behind its times.
  static func settings(of placement: SubtitlePlacement) -> String {
    var settings: [String] = []
    switch placement.writing {
    case .horizontal: break
    case .verticalGrowingLeft: settings.append("vertical:rl")
    case .verticalGrowingRight: settings.append("vertical:lr")
    }
    if let line = placement.line {
      let place =
        switch line {
        case .number(let number): "\(number)"
        case .part(let part): percent(part)
        }
      settings.append(
        "line:\(place)" + (placement.lineAlignment == .start ? "" : ",\(placement.lineAlignment.rawValue)"))
    }
    if let position = placement.position {
      let names: [SubtitlePlacement.Edge: String] = [.start: "line-left", .center: "center", .end: "line-right"]
      let edge = placement.positionAlignment.flatMap { names[$0] }.map { "," + $0 } ?? ""
      settings.append("position:\(percent(position))" + edge)
    }
    if placement.size != 1 { settings.append("size:\(percent(placement.size))") }
    if placement.alignment != .center { settings.append("align:\(placement.alignment.rawValue)") }
    if let region = placement.region { settings.append("region:\(region)") }
    return settings.joined(separator: " ")
  }

  private static func percent(_ part: Double) -> String {
    let number = min(100, max(0, (part * 10_000).rounded() / 100))
    return (number == number.rounded() ? "\(Int(number))" : "\(number)") + "%"
  }

  /// The text of `cue` with its tags.
  static func markup(of cue: SubtitleCue) -> String {
    var time: Rational?
    return cue.text.runs.map { run in
      var text = ""
      if let own = run.time, own != time {
        text += "<\(TimeText.text(own))>"
        time = own
      }
      return text + markup(of: run)
    }.joined().withoutEmptyLines
  }

  private static func markup(of run: SubtitleText.Run) -> String {
    var (start, end) = ("", "")
    func open(_ tag: String, _ name: String) {
      start += "<\(tag)>"
      end = "</\(name)>" + end
    }
    if let voice = run.voice { open("v \(MarkupText.encoded(voice))", "v") }
    if let language = run.language { open("lang \(language)", "lang") }
    let classes = (run.classes + looks(of: run.style).map(\.name)).uniqued
    if !classes.isEmpty { open((["c"] + classes).joined(separator: "."), "c") }
    if run.style.isBold { open("b", "b") }
    if run.style.isItalic { open("i", "i") }
    if run.style.isUnderlined { open("u", "u") }
    guard let annotation = run.annotation else { return start + MarkupText.encoded(run.text) + end }
    return start + "<ruby>\(MarkupText.encoded(run.text))<rt>\(MarkupText.encoded(annotation))</rt></ruby>" + end
  }

  /// A class, and what it does where it is not one that all players know.
  private struct Look: Hashable {
    var name: String
    var declaration = ""
  }

  private static func looks(of style: SubtitleTextStyle) -> [Look] {
    var looks: [Look] = []
    func digits(_ color: Color) -> String { String(color.hexadecimal.dropFirst()) }
    if let color = style.color {
      looks.append(
        WebVTTMarkup.defaultClass(of: color).map { Look(name: $0) }
          ?? Look(name: "color-\(digits(color))", declaration: "color: \(color.hexadecimal)"))
    }
    if let color = style.backgroundColor {
      looks.append(
        WebVTTMarkup.defaultClass(of: color).map { Look(name: "bg_" + $0) }
          ?? Look(name: "ground-\(digits(color))", declaration: "background-color: \(color.hexadecimal)"))
    }
    if let family = style.fontFamily {
      let name = family.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
      let safe = family.filter { !"\"\\;{}<>\n".contains($0) }
      looks.append(Look(name: "font-\(name)", declaration: "font-family: \"\(safe)\""))
    }
    if let size = style.fontSize {
      let percent = (size * 2_000).rounded()
      looks.append(Look(name: "size-\(Int(percent))", declaration: "font-size: \(percent / 20)vh"))
    }
    if style.isStruckThrough { looks.append(Look(name: "struck", declaration: "text-decoration: line-through")) }
    return looks
  }
}

extension SubtitlePlacement {
  /// The place as WebVTT's settings; empty for the usual one.
  public var settings: String { WebVTTWriter.settings(of: self) }
}
