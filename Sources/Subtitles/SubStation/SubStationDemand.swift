import ModelValues

/// The demand of an event of SubStation Alpha on its renderer: when it moves, how large its letters are, in which fonts.
struct SubStationDemand {
  /// The measures of letters of a style, in the script's pixels.
  struct Letters {
    var size = 18.0
    var scale = (across: 1.0, down: 1.0)
    var outline = 2.0
    var blur = 0.0
    /// The widening of slanted letters, each way.
    var slant = 1.0

    /// The reach of outline and blur, on both sides.
    var around: Double { 2 * (abs(outline) + 3 * min(100, abs(blur))) }
    /// The area that a letter takes at most.
    var area: Double { (abs(size * scale.across) + around) * (abs(size * scale.down) + around) * slant }
  }

  /// The times over which it looks otherwise from one moment to the next, in milliseconds from its start.
  private(set) var moving: [ScriptStretch] = []
  /// Whether other events make room for it.
  private(set) var takesRoom = true
  /// The font families that it asks for.
  private(set) var families: Set<String> = []

  /// The area that its letters and drawings cover as they lie flat, in square pixels of the script.
  private var flatArea = 0.0
  /// The length of its letters one after another, and the height of the highest of them, or the size of its drawings,
  /// in pixels of the script.
  private var reach = Size(width: 0, height: 0)
  /// Its rotation toward the viewer, about its lines and about what stands on them: sines.
  private var turn = (down: 0.0, across: 0.0)
  /// Whether it is turned in the picture's plane.
  private var isTurned = false
  /// Longest distance from its middle of the point that it turns about.
  private var lever = Size(width: 0, height: 0)

  private let duration: Int64
  private let own: Letters
  private let sheet: SubStationSheet
  private var letters: Letters
  private let family: String?
  private var current: String?

  /// An event of `style` that lasts `duration` milliseconds, with `effect`; overrides may name other styles of `sheet`.
  init(_ style: SubStationSheet.Style, lasting duration: Int64, effect: Substring, in sheet: SubStationSheet) {
    self.duration = duration
    self.sheet = sheet
    own = style.letters
    letters = style.letters
    family = style.text.fontFamily
    current = family
    if !effect.trimmed.isEmpty {
      always()
      takesRoom = !effect.trimmed.hasPrefix("Scroll")
    }
  }

  /// Largest area that its letters and drawings cover, in square pixels of the script.
  ///
  /// Letters turned toward the viewer are seen larger, as near as they come to the eye, which libass has at 312.5 pixels, and up to
  /// 20 times.
  var area: Double {
    guard turn.down > 0 || turn.across > 0 else { return flatArea }
    // Lines are wrapped where the picture ends.
    let wide = min(reach.width, sheet.size.width) / 2 + lever.width
    let high = reach.height * (1 + reach.width / sheet.size.width) / 2 + lever.height
    let depth =
      isTurned
      ? min(1, turn.down + turn.across) * (wide + high) : min(1, turn.across) * wide + min(1, turn.down) * high
    let growth = depth < 296 ? 312.5 / (312.5 - depth) : 20
    return flatArea * growth * growth
  }

  private mutating func always() { moving = [ScriptStretch(start: 0, end: duration)] }

  /// Adds the time from `start` to `end`, with a millisecond around it.
  private mutating func move(from start: Double, to end: Double) {
    let limits = 0...Double(duration)
    let (first, last) = ((start - 1).clamped(to: limits), (end + 1).clamped(to: limits))
    moving.append(ScriptStretch(start: Int64(first.rounded(.down)), end: Int64(last.rounded(.up))))
  }

  /// Reads `text`: letters, or the numbers of a drawing at `drawingScale`.
  mutating func read(_ text: some StringProtocol, drawingScale: Int) {
    guard drawingScale > 0 else {
      if let current { families.insert(current) }
      let count = Double(text.unicodeScalars.count)
      flatArea += count * letters.area
      reach.width += count * abs(letters.size * letters.scale.across)
      reach.height = max(reach.height, abs(letters.size * letters.scale.down))
      return
    }
    var low = (Double.infinity, Double.infinity)
    var high = (-Double.infinity, -Double.infinity)
    var isDown = false
    for word in text.split(separator: " ") {
      guard let number = Self.number(Substring(word)) else { continue }
      if isDown { (low.1, high.1) = (min(low.1, number), max(high.1, number)) }
      if !isDown { (low.0, high.0) = (min(low.0, number), max(high.0, number)) }
      isDown.toggle()
    }
    guard low.1 <= high.1 else { return }
    let unit = Double(1 << min(30, drawingScale - 1))
    // The drawing may cover the way from the origin as well.
    let across = max(high.0 - low.0, abs(low.0), abs(high.0)) / unit * abs(letters.scale.across) + letters.around
    let down = max(high.1 - low.1, abs(low.1), abs(high.1)) / unit * abs(letters.scale.down) + letters.around
    flatArea += across * down * letters.slant
    (reach.width, reach.height) = (max(reach.width, across), max(reach.height, down))
  }

  /// Reads the override `name` with what stands behind it.
  mutating func read(_ name: String, _ rest: Substring, isInside: Bool = false) {
    let rest = rest.trimmed
    let numbers = Self.numbers(rest)
    let number = Self.number(rest)
    /// Inside of a transformation, letters are as large before.
    func set(_ path: WritableKeyPath<Letters, Double>, _ value: Double?, _ standard: Double) {
      let value = value ?? standard
      letters[keyPath: path] = isInside ? max(abs(value), abs(letters[keyPath: path])) : value
    }
    switch name {
    case "fs":
      let isRelative = rest.first == "+" || rest.first == "-"
      set(\.size, number.map { isRelative ? letters.size * (1 + $0 / 10) : $0 }, own.size)
    case "fscx": set(\.scale.across, number.map { $0 / 100 }, own.scale.across)
    case "fscy": set(\.scale.down, number.map { $0 / 100 }, own.scale.down)
    case "bord", "xbord", "ybord": set(\.outline, number, own.outline)
    case "blur", "be": set(\.blur, number, 0)
    case "frx", "fry":
      // Inside of a transformation, all angles on the way count.
      let sine = isInside ? 1 : min(1, abs(((number ?? 0) * .pi / 180).remainder(dividingBy: .pi)))
      if name == "frx" { turn.down = max(turn.down, sine) } else { turn.across = max(turn.across, sine) }
    case "frz", "fr": isTurned = true
    case "org":
      guard numbers.count >= 2 else { break }
      lever = Size(width: abs(numbers[0]) + sheet.size.width, height: abs(numbers[1]) + sheet.size.height)
    case "fax", "fay": set(\.slant, letters.slant * (1 + min(100, abs(number ?? 0))), 1)
    case "fn":
      let named = String(rest.drop { $0 == "@" }.prefix(100))
      current = named.isEmpty || named == "0" ? family : named
    case "r":
      let style = rest.isEmpty ? nil : sheet.styles[String(rest)]
      letters = style?.letters ?? own
      current = style?.text.fontFamily ?? family
    case "pos": takesRoom = false
    case "move":
      takesRoom = false
      if numbers.count >= 6, numbers[4] > 0 || numbers[5] > 0 {
        move(from: min(numbers[4], numbers[5]), to: max(numbers[4], numbers[5]))
      } else {
        always()
      }
    case "fad", "fade":
      if numbers.count >= 7 {
        move(from: numbers[3], to: numbers[4])
        move(from: numbers[5], to: numbers[6])
      } else if numbers.count >= 2 {
        move(from: 0, to: numbers[0])
        move(from: Double(duration) - numbers[1], to: Double(duration))
      }
    case "clip", "iclip":
      // A clip that is drawn is a picture of its own.
      if numbers.count < 4 { flatArea += sheet.size.height * sheet.size.height }
    case "k", "K", "kf", "ko", "kt": always()
    case "t": transform(rest, numbers)
    default: break
    }
  }

  /// Reads what a transformation changes, and when.
  private mutating func transform(_ rest: Substring, _ numbers: [Double]) {
    if numbers.count >= 2, numbers[1] > 0 {
      move(from: min(numbers[0], numbers[1]), to: max(numbers[0], numbers[1]))
    } else {
      always()
    }
    for tag in rest.split(separator: "\\").dropFirst(rest.hasPrefix("\\") ? 0 : 1) {
      guard let name = SubStationMarkup.name(of: tag), name != "t" else { continue }
      read(name, tag.dropFirst(name.count), isInside: true)
    }
  }

  /// The numbers in parentheses at the beginning of `text`, up to anything else.
  private static func numbers(_ text: Substring) -> [Double] {
    var found: [Double] = []
    for word in text.drop(while: { $0 == "(" }).prefix(while: { $0 != ")" && $0 != "\\" }).split(
      separator: ",", maxSplits: 16)
    {
      guard let number = number(word.trimmed) else { break }
      found.append(number)
    }
    return found
  }

  /// The number that `text` begins with.
  private static func number(_ text: Substring) -> Double? {
    let digits = text.drop { $0 == "(" }.prefix { $0.isNumber || "+-.eE".contains($0) }
    return Double(digits).flatMap { $0.isFinite ? min(1e9, max(-1e9, $0)) : nil }
  }
}

extension Double {
  fileprivate func clamped(to limits: ClosedRange<Double>) -> Double {
    min(limits.upperBound, max(limits.lowerBound, self))
  }
}
