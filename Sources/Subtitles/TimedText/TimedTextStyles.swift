import ModelValues

/// The look and the place of text of TTML, as far as they are known where it stands.
struct TimedTextLooks {
  /// The look of letters.
  var text = SubtitleTextStyle()
  /// The alignment of lines: `start`, `center`, `end`, `left`, `right`; nil where nothing states it.
  var alignment: String?
  /// The region; nil for none.
  var region: String?
  /// The language, where it is another one than the file's.
  var language: String?
  /// The part in ruby: `text` is the small one.
  var ruby: String?
}

/// The styles and regions of a file in TTML (TTML2 §10, 11).
struct TimedTextStyles {
  private var styles: [String: MarkupNode] = [:]
  private var regions: [String: TimedTextLooks] = [:]
  /// The picture's size in pixels, where the file gives one.
  private var extent: Size?
  /// Rows and columns of cells.
  private var cells = Size(width: 32, height: 15)

  /// The styles that the head of `root` defines.
  init(_ root: MarkupNode) {
    for style in root.first("styling")?.all("style").prefix(SubtitleLimits.definitions) ?? [] {
      if let name = style.attributes["id"] { styles[name] = style }
    }
    let numbers = (root.attributes["cellResolution"] ?? "").split(separator: " ").compactMap { Double($0) }
    if numbers.count == 2, numbers.allSatisfy({ (1...10_000).contains($0) }) {
      cells = Size(width: numbers[0], height: numbers[1])
    }
    extent = root.attributes["extent"].flatMap(pixels)
  }

  /// `640px 480px`; nil for any other text.
  func pixels(_ text: String) -> Size? {
    let numbers = text.split(separator: " ").compactMap { $0.hasSuffix("px") ? Double($0.dropLast(2)) : nil }
    guard numbers.count == 2, numbers.allSatisfy({ (1...100_000).contains($0) }) else { return nil }
    return Size(width: numbers[0], height: numbers[1])
  }

  // MARK: Looks

  /// The looks of `node`, inside of what looks as `outside`.
  func looks(of node: MarkupNode, inside outside: TimedTextLooks) -> TimedTextLooks {
    var looks = outside
    looks.ruby = nil
    // A background is behind its own element, and what is inside lies on it.
    for attributes in chain(of: node) { apply(attributes, to: &looks, outside: outside) }
    looks.region = node.attributes["region"] ?? outside.region
    if let language = node.attributes["lang"], !language.isEmpty { looks.language = language }
    return looks
  }

  /// The attributes of the styles that `node` names, the farthest first, and its own last.
  private func chain(of node: MarkupNode) -> [[String: String]] {
    var found: [[String: String]] = []
    var left = SubtitleLimits.chain
    collect(node, depth: 8, left: &left, into: &found)
    return found
  }

  private func collect(_ node: MarkupNode, depth: Int, left: inout Int, into found: inout [[String: String]]) {
    guard depth > 0, left > 0 else { return }
    left -= 1
    for name in (node.attributes["style"] ?? "").split(separator: " ") {
      guard left > 0 else { break }
      if let style = styles[String(name)] { collect(style, depth: depth - 1, left: &left, into: &found) }
    }
    found.append(node.attributes)
  }

  private func apply(_ attributes: [String: String], to looks: inout TimedTextLooks, outside: TimedTextLooks) {
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      switch name {
      case "color": looks.text.color = ColorText.color(value) ?? looks.text.color
      case "backgroundColor": looks.text.backgroundColor = ColorText.color(value).flatMap { $0.alpha > 0 ? $0 : nil }
      case "fontWeight": looks.text.isBold = value == "bold"
      case "fontStyle": looks.text.isItalic = value == "italic" || value == "oblique"
      case "textDecoration":
        for word in value.split(separator: " ") {
          switch word {
          case "underline": looks.text.isUnderlined = true
          case "noUnderline", "none": looks.text.isUnderlined = false
          case "lineThrough": looks.text.isStruckThrough = true
          default: break
          }
          if word == "noLineThrough" || word == "none" { looks.text.isStruckThrough = false }
        }
      case "fontFamily":
        let generic = [
          "sansSerif": "sans", "proportionalSansSerif": "sans", "monospaceSansSerif": "monospace",
          "monospaceSerif": "monospace", "proportionalSerif": "serif", "default": "sans",
        ]
        if let first = value.split(separator: ",").first.map({ String($0.trimmed.filter { $0 != "\"" && $0 != "'" }) }),
          !first.isEmpty
        {
          looks.text.fontFamily = generic[first] ?? String(first.prefix(100))
        }
      case "fontSize":
        // Of two lengths the second is the height.
        if let length = value.split(separator: " ").last {
          looks.text.fontSize =
            self.length(length, of: outside.text.fontSize ?? 1 / cells.height) ?? looks.text.fontSize
        }
      case "textOutline":
        let words = value.split(separator: " ")
        if value == "none" { (looks.text.outlineColor, looks.text.outlineWidth) = (nil, nil) }
        if let color = words.first.flatMap({ ColorText.color($0) }) { looks.text.outlineColor = color }
        let em = looks.text.fontSize ?? 1 / cells.height
        if let width = words.compactMap({ length($0, of: em) }).first {
          looks.text.outlineWidth = min(0.1, width)
        }
      case "textAlign": looks.alignment = value
      case "ruby": looks.ruby = value
      default: break
      }
    }
  }

  /// A length down the picture as a part of its height; percentages are of `whole`.
  private func length(_ text: Substring, of whole: Double) -> Double? {
    let units: [(String, Double)] = [
      ("%", whole / 100), ("px", 1 / (extent?.height ?? 1_080)), ("em", whole), ("c", 1 / cells.height), ("rh", 0.01),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      guard let number = Double(text.dropLast(unit.count)), number >= 0, number * factor <= 1 else { return nil }
      return number * factor
    }
    return nil
  }

  // MARK: Regions

  /// The regions that the head of `root` defines.
  mutating func readRegions(_ root: MarkupNode) -> [SubtitleRegion] {
    var found: [SubtitleRegion] = []
    for node in root.first("layout")?.all("region").prefix(SubtitleLimits.definitions) ?? [] {
      guard let name = node.attributes["id"] else { continue }
      var region = SubtitleRegion(name)
      (region.anchor, region.viewport) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
      (region.height, region.displayAlignment) = (.part(1), .start)
      var looks = TimedTextLooks()
      var placed: [String: String] = [:]
      for attributes in chain(of: node) + node.all("style").flatMap({ chain(of: $0) }) {
        apply(attributes, to: &looks, outside: TimedTextLooks())
        placed.merge(attributes) { _, new in new }
      }
      if let origin = pair(placed["origin"]) { region.viewport = origin }
      if let extent = pair(placed["extent"]) { (region.width, region.height) = (extent.x, .part(extent.y)) }
      if let name = placed["displayAlign"],
        let edge = ["before": SubtitlePlacement.Edge.start, "center": .center, "after": .end][name]
      {
        region.displayAlignment = edge
      }
      // A region's ground is behind all of it, and not behind its letters.
      region.backgroundColor = looks.text.backgroundColor
      looks.text.backgroundColor = nil
      regions[name] = looks
      found.append(region)
    }
    return found
  }

  private func pair(_ text: String?) -> Point? {
    let parts = (text ?? "").split(separator: " ")
    guard parts.count == 2 else { return nil }
    func part(_ text: Substring, _ pixels: Double, _ cells: Double) -> Double? {
      let units: [(String, Double)] = [("%", 0.01), ("px", 1 / pixels), ("c", 1 / cells), ("rw", 0.01), ("rh", 0.01)]
      for (unit, factor) in units where text.hasSuffix(unit) {
        return Double(text.dropLast(unit.count)).map { max(0, min(1, $0 * factor)) }
      }
      return nil
    }
    guard let x = part(parts[0], extent?.width ?? 1_920, cells.width),
      let y = part(parts[1], extent?.height ?? 1_080, cells.height)
    else { return nil }
    return Point(x: x, y: y)
  }

  /// The place of a paragraph.
  func placement(_ looks: TimedTextLooks) -> SubtitlePlacement {
    var placement = SubtitlePlacement()
    placement.region = looks.region.flatMap { regions[$0] == nil ? nil : $0 }
    let alignment = looks.alignment ?? placement.region.flatMap { regions[$0]?.alignment } ?? "start"
    placement.alignment = SubtitlePlacement.Alignment(rawValue: alignment == "justify" ? "start" : alignment) ?? .start
    if placement.region == nil { placement.alignment = looks.alignment == nil ? .center : placement.alignment }
    return placement
  }
}
