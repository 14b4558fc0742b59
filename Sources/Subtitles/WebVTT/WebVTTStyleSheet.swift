import ModelValues

/// The rules of CSS in a WebVTT file that have a meaning for cues (§7.2.5): `::cue(…)` with a tag, classes, an identifier, a voice
/// or a language, and the looks of letters.
struct WebVTTStyleSheet {
  /// A rule: its selector and its declarations.
  private struct Rule {
    var tag: String?
    var classes: [String] = []
    var identifier: String?
    var attribute: (name: String, value: String)?
    var declarations: [(name: String, value: String)] = []

    var isAboutCue: Bool { tag == nil && classes.isEmpty && identifier == nil && attribute == nil }
  }

  private var rules: [Rule] = []
  /// The height of an em where none is stated: WebVTT's usual size.
  private static let usualSize = 0.05

  /// Adds the rules in `css`, whose first line is `line` of the file.
  mutating func add(_ css: String, line: Int, _ warnings: inout SubtitleWarnings) {
    var rest = Self.withoutComments(css)[...]
    while let start = rest.firstIndex(of: "{"), rules.count < SubtitleLimits.rules {
      let selectors = rest[..<start]
      let body = rest[rest.index(after: start)...]
      let end = body.firstIndex(of: "}") ?? body.endIndex
      let declarations = Self.declarations(in: body[..<end])
      if declarations.contains(where: { $0.value.lowercased().contains("url(") }) {
        warnings.addOnce("url", line: line, "The style refers to another file. That is not looked at.")
      }
      for selector in Self.selectors(in: selectors) {
        guard var rule = Self.rule(selector) else {
          warnings.add(line: line, "The style of “\(selector.prefix(40))” is not known here. It is left out.")
          continue
        }
        rule.declarations = declarations
        if rules.count < SubtitleLimits.rules { rules.append(rule) }
      }
      rest = end < body.endIndex ? body[body.index(after: end)...] : ""
    }
    if rest.contains("@import") {
      warnings.addOnce("url", line: line, "The style refers to another file. That is not looked at.")
    }
  }

  private static func withoutComments(_ css: String) -> String {
    var (result, rest) = ("", css[...])
    while let start = rest.firstRange(of: "/*") {
      result += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstRange(of: "*/") else { return result }
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  /// Selectors are parted by commas, but for those inside parentheses, which part selectors inside `::cue(…)`.
  private static func selectors(in text: Substring) -> [String] {
    var text = text.trimmed
    // A rule that ends with a semicolon stands before it.
    if text.hasPrefix("@"), let end = text.lastIndex(of: ";") { text = text[text.index(after: end)...].trimmed }
    var (depth, current, found) = (0, "", [String]())
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth == 0 {
        found.append(current)
        current = ""
      } else {
        current.append(character)
      }
    }
    return (found + [current]).flatMap { selector -> [String] in
      let trimmed = String(selector[...].trimmed)
      guard trimmed.hasPrefix("::cue("), trimmed.hasSuffix(")") else { return [trimmed] }
      return trimmed.dropFirst(6).dropLast().split(separator: ",").map { "::cue(\($0.trimmed))" }
    }
  }

  private static func rule(_ selector: String) -> Rule? {
    if selector == "::cue" || selector == "::cue()" { return Rule() }
    guard selector.hasPrefix("::cue("), selector.hasSuffix(")") else { return nil }
    var rest = selector.dropFirst(6).dropLast().trimmed
    var rule = Rule()
    let tag = rest.prefix { $0.isLetter || $0 == "*" }
    if !tag.isEmpty, tag != "*" { rule.tag = String(tag) }
    rest = rest.dropFirst(tag.count)
    while let mark = rest.first {
      rest = rest.dropFirst()
      switch mark {
      case ".", "#":
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "\\" || !$0.isASCII }
        guard !name.isEmpty else { return nil }
        rest = rest.dropFirst(name.count)
        let plain = String(name.filter { $0 != "\\" })
        if mark == "." { rule.classes.append(plain) } else { rule.identifier = plain }
      case "[":
        guard let end = rest.firstIndex(of: "]"), let equal = rest[..<end].firstIndex(of: "=") else { return nil }
        let value = rest[rest.index(after: equal)..<end].trimmed
        rule.attribute = (String(rest[..<equal].trimmed), String(value.filter { $0 != "\"" && $0 != "'" }))
        rest = rest[rest.index(after: end)...]
      default: return nil
      }
    }
    return rule.isAboutCue && tag != "*" ? nil : rule
  }

  private static func declarations(in body: Substring) -> [(name: String, value: String)] {
    body.split(separator: ";").prefix(100).compactMap { declaration in
      guard let colon = declaration.firstIndex(of: ":") else { return nil }
      let value = declaration[declaration.index(after: colon)...].trimmed
      return (declaration[..<colon].trimmed.lowercased(), String(value.prefix(200)).replacing("!important", with: ""))
    }
  }

  /// Changes `style` as the rules say of text in the cue `identifier`, whose innermost tag is the last of `open`.
  func apply(to style: inout SubtitleTextStyle, inside open: [WebVTTMarkup.Element], of identifier: String) {
    for rule in rules where matches(rule, open.last, identifier) {
      for (name, value) in rule.declarations { Self.set(name, to: value[...].trimmed, in: &style) }
    }
  }

  private func matches(_ rule: Rule, _ element: WebVTTMarkup.Element?, _ identifier: String) -> Bool {
    guard let element else { return rule.isAboutCue || (rule.identifier == identifier && rule.tag == nil) }
    guard !rule.isAboutCue, rule.identifier == nil, rule.tag == nil || rule.tag == element.name,
      rule.classes.allSatisfy(element.classes.contains)
    else { return false }
    guard let attribute = rule.attribute else { return true }
    return ["v": "voice", "lang": "lang"][element.name] == attribute.name && element.annotation == attribute.value
  }

  private static func set(_ name: String, to value: Substring, in style: inout SubtitleTextStyle) {
    let words = value.lowercased().split(separator: " ")
    switch name {
    case "color": style.color = ColorText.color(value) ?? style.color
    case "background-color": style.backgroundColor = ColorText.color(value) ?? style.backgroundColor
    case "background":
      if let color = words.lazy.compactMap({ ColorText.color($0) }).first { style.backgroundColor = color }
    case "font-weight": style.isBold = value == "bold" || value == "bolder" || (Double(value) ?? 0) >= 600
    case "font-style": style.isItalic = value == "italic" || value == "oblique"
    case "text-decoration", "text-decoration-line":
      style.isUnderlined = words.contains("underline")
      style.isStruckThrough = words.contains("line-through")
    case "font-family":
      let family = value.split(separator: ",").first?.filter { $0 != "\"" && $0 != "'" } ?? ""
      if !family.isEmpty { style.fontFamily = ["sans-serif": "sans"][family] ?? String(family.prefix(100)) }
    case "font-size": style.fontSize = size(value, of: style.fontSize ?? usualSize) ?? style.fontSize
    case "opacity":
      if let opacity = Double(value), (0...1).contains(opacity) {
        style.color = (style.color ?? .white).faded(to: opacity)
      }
    default: break
    }
  }

  /// A length of CSS as a part of the picture's height; pixels are those of 1/480 of it.
  private static func size(_ value: Substring, of outside: Double) -> Double? {
    let units: [(String, Double)] = [
      ("%", outside / 100), ("rem", usualSize), ("em", outside), ("vh", 0.01), ("px", 1 / 480.0), ("pt", 1 / 360.0),
    ]
    for (unit, factor) in units where value.hasSuffix(unit) {
      guard let number = Double(value.dropLast(unit.count)), number > 0, number * factor <= 1 else { return nil }
      return number * factor
    }
    return nil
  }
}

extension Color {
  /// The color with `opacity` of its own.
  func faded(to opacity: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha * opacity) }
}
