import ModelValues

/// The common values of a script's events: its picture, and its styles.
struct SubStationSheet {
  /// A named style.
  struct Style {
    var text = SubtitleTextStyle()
    var alignment = 2
    /// Margins from the left, the right, and the bottom or the top, in the script's pixels.
    var margins = [10.0, 10, 10]
    /// The measures of letters, in the script's pixels.
    var letters = SubStationDemand.Letters()
  }

  /// The size that places and fonts are meant for, in the script's pixels.
  var size = Size(width: 384, height: 288)
  /// The styles by name.
  private(set) var styles: [String: Style] = [:]

  /// Names of styles may begin with stars, which count for nothing.
  private static func key(_ name: Substring) -> String { String(name.trimmed.drop { $0 == "*" }) }

  /// Keeps `style` under `name`.
  mutating func add(_ style: Style, named name: Substring) { styles[Self.key(name)] = style }

  /// The style that an event calls `name`, or what stands in for it.
  func style(named name: Substring) -> Style { styles[Self.key(name)] ?? styles["Default"] ?? Style() }

  /// The em of a font of `size` of the script's pixels, as a part of the picture's height. SubStation's sizes are those of whole
  /// lines, which are some 1.17 ems high.
  func fontSize(_ number: Double) -> Double? {
    let part = number / size.height / 1.17
    return part > 0 && part <= 1 ? part : nil
  }

  /// An outline of `number` of the script's pixels on each side, as a part of the picture's height.
  func outline(_ number: Double) -> Double? {
    let part = number / size.height
    return part >= 0 && part < 0.2 ? part : nil
  }

  /// The place on a keypad of an alignment of SubStation Alpha: 1 to 3 below, 5 to 7 above, 9 to 11 in the middle.
  static func keypad(legacy number: Int) -> Int {
    let column = number & 3
    return max(1, column) + (number & 4 != 0 ? 6 : number & 8 != 0 ? 3 : 0)
  }

  /// The place of text with the keypad's `alignment`: at a point of the script's pixels, or between margins.
  func placement(_ alignment: Int, at point: Point?, margins: [Double]) -> SubtitlePlacement {
    var placement = SubtitlePlacement(keypad: alignment) ?? SubtitlePlacement()
    let (row, column) = ((max(1, min(9, alignment)) - 1) / 3, (max(1, min(9, alignment)) - 1) % 3)
    if let point {
      placement.position = max(0, min(1, point.x / size.width))
      placement.positionAlignment = [.start, .center, .end][column]
      placement.line = .part(max(0, min(1, point.y / size.height)))
      placement.lineAlignment = [.end, .center, .start][row]
      return placement
    }
    let (left, right) = (margins[0] / size.width, margins[1] / size.width)
    placement.size = max(0.1, 1 - left - right)
    switch column {
    case 0: (placement.position, placement.positionAlignment) = (min(0.9, left), .start)
    case 1: (placement.position, placement.positionAlignment) = (max(0, min(1, (1 + left - right) / 2)), .center)
    default: (placement.position, placement.positionAlignment) = (max(0.1, 1 - right), .end)
    }
    let vertical = min(0.9, margins[2] / size.height)
    switch row {
    case 0: (placement.line, placement.lineAlignment) = (.part(1 - vertical), .end)
    case 1: (placement.line, placement.lineAlignment) = (.part(0.5), .center)
    default: (placement.line, placement.lineAlignment) = (.part(vertical), .start)
    }
    return placement
  }
}
