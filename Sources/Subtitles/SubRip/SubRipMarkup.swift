import ModelValues

/// The markup in a cue of SubRip: tags of HTML, and some of SubStation Alpha in braces. What is neither is text.
struct SubRipMarkup {
  /// The text that has been read.
  private(set) var text = SubtitleText([])
  /// The anchor that the cue asks for, as on a numeric keypad.
  private(set) var alignment: Int?
  /// Whether the text was too long.
  private(set) var isCut = false

  private var rest: Substring
  private var run = SubtitleText.Run("")
  /// The open tags, with the looks before them.
  private var open: [(name: String, style: SubtitleTextStyle)] = []
  private var count = 0

  init(_ source: String) {
    isCut = source.utf8.count > SubtitleLimits.characters
    rest = isCut ? Substring(source.prefix(SubtitleLimits.characters / 4)) : Substring(source)
  }

  /// Reads all of it.
  mutating func read() {
    while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "{" || $0 == "\\" }) {
      add(rest[..<mark])
      rest = rest[mark...]
      let isRead: Bool =
        switch rest.first {
        case "<": readTag()
        case "{": readBraces()
        default: readBackslash()
        }
      if !isRead {
        add(rest.prefix(1))
        rest = rest.dropFirst()
      }
    }
    add(rest)
  }

  private mutating func add(_ piece: Substring) {
    guard !piece.isEmpty, text.runs.count < SubtitleLimits.runs else { return }
    text.append(MarkupText.decoded(piece), like: run)
  }

  /// A tag of HTML; false where it is none that is known.
  private mutating func readTag() -> Bool {
    let body = rest.dropFirst().prefix(300)
    guard let end = body.firstIndex(of: ">"), body.first?.isWhitespace == false else { return false }
    let inner = body[..<end].trimmed
    let isEnd = inner.hasPrefix("/")
    let name = (isEnd ? inner.dropFirst() : inner).prefix { !$0.isWhitespace && $0 != "/" }.lowercased()
    guard ["b", "i", "u", "s", "strike", "font", "br", "p", "span", "em", "strong", "c", "ruby", "rt"].contains(name)
    else {
      return false
    }
    rest = rest[body.index(after: end)...]
    if name == "br" {
      text.append("\n", like: run)
    } else if isEnd {
      guard let place = open.lastIndex(where: { $0.name == name }) else { return true }
      run.style = open[place].style
      open.removeSubrange(place...)
    } else if open.count < SubtitleLimits.depth {
      open.append((name, run.style))
      switch name {
      case "b", "strong": run.style.isBold = true
      case "i", "em": run.style.isItalic = true
      case "u": run.style.isUnderlined = true
      case "s", "strike": run.style.isStruckThrough = true
      case "font": readFont(inner.dropFirst(name.count))
      default: break
      }
    }
    return true
  }

  /// The attributes of `<font color="#ff0000" face="Arial" size="24">`; sizes are of 384 × 288 points, as FFmpeg has them.
  private mutating func readFont(_ attributes: Substring) {
    var rest = attributes.trimmed
    while let equal = rest.firstIndex(of: "=") {
      let name = rest[..<equal].trimmed.lowercased()
      var value = rest[rest.index(after: equal)...].trimmed
      let quote = value.first
      if quote == "\"" || quote == "'" {
        let body = value.dropFirst()
        let end = body.firstIndex { $0 == quote } ?? body.endIndex
        rest = body[end...].dropFirst()
        value = body[..<end]
      } else {
        let end = value.firstIndex(where: \.isWhitespace) ?? value.endIndex
        rest = value[end...]
        value = value[..<end]
      }
      rest = rest.trimmed
      switch name {
      case "color": run.style.color = ColorText.loose(value) ?? run.style.color
      case "face": run.style.fontFamily = value.isEmpty ? nil : String(value.prefix(100))
      case "size":
        if let size = Double(value), size > 0, size <= 288 { run.style.fontSize = size / 288 }
      default: break
      }
    }
  }

  /// `{\an8}`, `{\i1}`, `{i}`; false where it is text in braces.
  private mutating func readBraces() -> Bool {
    let body = rest.dropFirst().prefix(500)
    guard let end = body.firstIndex(of: "}") else { return false }
    let inner = body[..<end]
    let toggles: [String: WritableKeyPath<SubtitleTextStyle, Bool>] = [
      "b": \.isBold, "i": \.isItalic, "u": \.isUnderlined, "s": \.isStruckThrough,
    ]
    if let path = toggles[inner.lowercased()] {
      run.style[keyPath: path] = true
    } else if inner.hasPrefix("/"), let path = toggles[inner.dropFirst().lowercased()] {
      run.style[keyPath: path] = false
    } else if inner.hasPrefix("\\") {
      for tag in inner.split(separator: "\\") {
        if tag.hasPrefix("an"), let number = Int(tag.dropFirst(2)) {
          alignment = alignment ?? number
        } else if let path = toggles[String(tag.prefix(1))], let value = Int(tag.dropFirst()) {
          run.style[keyPath: path] = value != 0
        } else if tag.hasPrefix("c&H") || tag.hasPrefix("1c&H") {
          run.style.color = SubStationColor.color(tag.drop { $0 != "&" }) ?? run.style.color
        }
      }
    } else {
      return false
    }
    rest = rest[body.index(after: end)...]
    return true
  }

  /// `\N` and `\h`, which stray from SubStation Alpha.
  private mutating func readBackslash() -> Bool {
    guard let letter = rest.dropFirst().first, letter == "N" || letter == "h" else { return false }
    text.append(letter == "N" ? "\n" : "\u{A0}", like: run)
    rest = rest.dropFirst(2)
    return true
  }
}
