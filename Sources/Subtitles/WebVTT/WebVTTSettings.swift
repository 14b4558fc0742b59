import ModelValues

/// The settings of cues and regions in WebVTT (§4.4, 4.3, 6.2).
enum WebVTTSettings {
  /// The place that `settings` give; what is no setting is passed over, with a warning where there is a line.
  static func placement(
    _ settings: Substring, regions: [SubtitleRegion], line: Int?, _ warnings: inout SubtitleWarnings
  ) -> SubtitlePlacement {
    var placement = SubtitlePlacement()
    for word in settings.split(whereSeparator: \.isWhitespace).prefix(50) {
      guard let (name, value) = pair(word, by: ":") ?? pair(word, by: "="),
        set(name, to: value, in: &placement, regions)
      else {
        // Coordinates of SubRip are no news.
        let isCoordinate = ["X1", "X2", "Y1", "Y2"].contains { word.hasPrefix($0) }
        if line != nil, !isCoordinate {
          warnings.add(line: line, "The setting “\(word.prefix(40))” is not known or not right. It is left out.")
        }
        continue
      }
    }
    // A region holds only horizontal cues without a line (§6.3).
    if placement.writing != .horizontal || placement.line != nil || placement.size != 1 { placement.region = nil }
    return placement
  }

  private static func pair(_ word: Substring, by separator: Character) -> (name: String, value: Substring)? {
    guard let mark = word.firstIndex(of: separator), mark > word.startIndex, word.index(after: mark) < word.endIndex
    else {
      return nil
    }
    return (word[..<mark].lowercased(), word[word.index(after: mark)...])
  }

  private static func set(
    _ name: String, to value: Substring, in placement: inout SubtitlePlacement, _ regions: [SubtitleRegion]
  ) -> Bool {
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    switch name {
    case "vertical":
      guard value == "rl" || value == "lr" else { return false }
      placement.writing = value == "rl" ? .verticalGrowingLeft : .verticalGrowingRight
    case "line":
      if let part = percentage(parts[0]) {
        placement.line = .part(part)
      } else if let number = Double(parts[0]), number.isFinite, abs(number) < 10_000 {
        placement.line = .number(Int(number.rounded()))
      } else {
        return false
      }
      if parts.count > 1 { placement.lineAlignment = edge(parts[1]) ?? .start }
    case "position":
      guard let part = percentage(parts[0]) else { return false }
      placement.position = part
      if parts.count > 1 { placement.positionAlignment = edge(parts[1]) }
    case "size":
      guard let part = percentage(value) else { return false }
      placement.size = part
    case "align", "a":
      guard let alignment = SubtitlePlacement.Alignment(rawValue: value == "middle" ? "center" : String(value)) else {
        return false
      }
      placement.alignment = alignment
    case "region":
      guard regions.contains(where: { $0.identifier == value }) else { return false }
      placement.region = String(value)
    default: return false
    }
    return true
  }

  private static func edge(_ text: Substring) -> SubtitlePlacement.Edge? {
    switch text {
    case "start", "line-left": .start
    case "center", "middle": .center
    case "end", "line-right": .end
    default: nil
    }
  }

  /// `50%` as 0.5; nil where it is none, or not 0 to 100.
  static func percentage(_ text: Substring) -> Double? {
    guard text.hasSuffix("%"), let number = Double(text.dropLast()), (0...100).contains(number) else { return nil }
    return number / 100
  }

  /// The region that `settings` describe; nil, with a warning, where it has no name.
  static func region(_ settings: String, line: Int, _ warnings: inout SubtitleWarnings) -> SubtitleRegion? {
    var region = SubtitleRegion("")
    region.viewport = Point(x: 0, y: 1)
    for word in settings.split(whereSeparator: \.isWhitespace).prefix(50) {
      guard let (name, value) = pair(word, by: ":") ?? pair(word, by: "=") else { continue }
      switch name {
      case "id": region.identifier = String(value)
      case "width": region.width = percentage(value) ?? region.width
      case "lines", "height":
        if let lines = Int(value), (1...1_000).contains(lines) { region.height = .lines(lines) }
      case "regionanchor": region.anchor = point(value) ?? region.anchor
      case "viewportanchor": region.viewport = point(value) ?? region.viewport
      case "scroll": region.scrolls = value == "up"
      default: warnings.add(line: line, "The setting “\(word.prefix(40))” of the region is not known. It is left out.")
      }
    }
    guard !region.identifier.isEmpty else {
      warnings.add(line: line, "The region has no id. It is left out.")
      return nil
    }
    return region
  }

  private static func point(_ text: Substring) -> Point? {
    let parts = text.split(separator: ",").compactMap(percentage)
    return parts.count == 2 ? Point(x: parts[0], y: parts[1]) : nil
  }
}
