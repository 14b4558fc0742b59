import ModelValues

extension Layer {
  /// The problems that prevent the tree's drawing, or make an unintended picture, in the order of the tree; none for a
  /// good one. It ends after a thousand.
  public func problems() -> [LayerProblem] {
    var check = LayerCheck()
    check.check(self, at: "", depth: 0)
    if check.characters > LayerLimits.characters {
      check.add(
        .tooLarge, "", "The tree has \(check.characters) letters.", expected: "at most \(LayerLimits.characters)")
    }
    return check.problems
  }
}

/// The validation of one tree.
struct LayerCheck {
  private(set) var problems: [LayerProblem] = []
  /// The number of letters.
  private(set) var characters = 0
  private var layers = 0

  /// The number of problems that are enough.
  private static let limit = 1000

  mutating func check(_ layer: Layer, at location: String, depth: Int) {
    layers += 1
    guard depth < LayerLimits.depth else {
      return add(
        .tooDeep, location, "The layers are in one another \(depth) times.",
        expected: "at most \(LayerLimits.depth) times")
    }
    guard layers <= LayerLimits.layers, problems.count < Self.limit else {
      if layers == LayerLimits.layers + 1 {
        add(.tooLarge, location, "The tree has more layers.", expected: "at most \(LayerLimits.layers)")
      }
      return
    }
    for keyPath in LayerKeyPath.whole {
      guard let value = layer.value(for: keyPath) else { continue }
      let place = Self.path(location, keyPath.rawValue)
      if !value.isFinite {
        add(.valueOutOfRange, place, "A number of it is not finite.", expected: "finite numbers")
      } else {
        checkRange(value, of: keyPath, at: place)
      }
    }
    checkText(layer, at: location)
    if let emitter = layer.kind.emitter {
      check(emitter.emitterCells, at: Self.path(location, "emitterCells"), depth: 0)
    }
    checkTiming(layer.timing, at: location)
    checkCount(layer.animations.count, of: "animations", at: location)
    for (index, animation) in layer.animations.prefix(LayerLimits.animations).enumerated() {
      check(animation, of: layer, at: Self.path(location, "animations[\(index)]"), depth: 0)
    }
    for (index, sublayer) in layer.sublayers.enumerated() {
      check(sublayer, at: Self.path(location, "sublayers[\(index)]"), depth: depth + 1)
    }
    if let mask = layer.mask { check(mask, at: Self.path(location, "mask"), depth: depth + 1) }
  }

  /// Checks numbers against what the property can be, and the size of what has one.
  mutating func checkRange(_ value: LayerValue, of keyPath: LayerKeyPath, at place: String) {
    if let number = value.number, let range = keyPath.range, !range.contains(number) {
      add(.valueOutOfRange, place, "It is \(number.shortText).", expected: range.words)
    }
    switch value {
    case .size(let size) where keyPath != .shadowOffset && (size.width < 0 || size.height < 0):
      add(.valueOutOfRange, place, "A side is negative.", expected: "a width and a height of 0 or more")
    case .rectangle(let rectangle) where rectangle.width < 0 || rectangle.height < 0:
      add(.valueOutOfRange, place, "A side is negative.", expected: "a width and a height of 0 or more")
    case .path(let path) where path.elements.count > LayerLimits.pathElements:
      add(
        .tooLarge, place, "The path has \(path.elements.count) steps.", expected: "at most \(LayerLimits.pathElements)")
    case .numbers(let numbers) where keyPath == .locations && zip(numbers, numbers.dropFirst()).contains(where: >):
      add(.valueOutOfRange, place, "The places of colors fall.", expected: "places that never fall")
    case .numbers(let numbers) where keyPath == .lineDashPattern && numbers.contains { $0 < 0 }:
      add(.valueOutOfRange, place, "A dash is shorter than nothing.", expected: "lengths of 0 or more")
    default: break
    }
  }

  mutating func checkTiming(_ timing: MediaTiming, at location: String) {
    for (name, number) in [
      ("beginTime", timing.beginTime), ("speed", timing.speed), ("timeOffset", timing.timeOffset),
    ] where !number.isFinite {
      add(.valueOutOfRange, Self.path(location, name), "It is \(number).", expected: "a finite number")
    }
    for (name, number) in [
      ("duration", timing.duration), ("repeatCount", timing.repeatCount), ("repeatDuration", timing.repeatDuration),
    ] where !(number >= 0) {
      add(.valueOutOfRange, Self.path(location, name), "It is \(number).", expected: "0 or more")
    }
  }

  /// Checks how many `things`, animations or keys, there are.
  mutating func checkCount(_ count: Int, of things: String, at location: String) {
    if count > LayerLimits.animations {
      add(
        .tooLarge, Self.path(location, things), "There are \(count) \(things).",
        expected: "at most \(LayerLimits.animations)")
    }
  }

  mutating func add(_ code: LayerProblem.Code, _ location: String, _ message: String, expected: String) {
    if problems.count < Self.limit { problems.append(LayerProblem(code, at: location, message, expected: expected)) }
  }

  private mutating func checkText(_ layer: Layer, at location: String) {
    guard let text = layer.kind.text else { return }
    characters += text.string.runs.reduce(0) { $0 + $1.text.unicodeScalars.count }
    let numbers = [
      ("fontWeight", text.fontWeight, 1...1000), ("lineHeightMultiple", text.lineHeightMultiple, 0...100.0),
      ("lineSpacing", text.lineSpacing, -10_000...10_000),
    ]
    for (name, number, range) in numbers where !range.contains(number) {
      add(.valueOutOfRange, Self.path(location, name), "It is \(number.shortText).", expected: range.words)
    }
    for (index, run) in text.string.runs.enumerated() {
      if let size = run.attributes.fontSize, !(0...10_000).contains(size) {
        add(
          .valueOutOfRange, Self.path(location, "string[\(index)].fontSize"), "It is \(size.shortText).",
          expected: "0 to 10000")
      }
    }
  }

  private mutating func check(_ cells: [EmitterCell], at location: String, depth: Int) {
    guard depth < LayerLimits.cellDepth else {
      return add(
        .tooDeep, location, "The cells are in one another \(depth) times.",
        expected: "at most \(LayerLimits.cellDepth) times")
    }
    for (index, cell) in cells.enumerated() {
      let place = "\(location)[\(index)]"
      if !cell.hasFiniteNumbers {
        add(.valueOutOfRange, place, "A number of the cell is not finite.", expected: "finite numbers")
      } else if cell.birthRate < 0 || cell.lifetime < 0 {
        add(.valueOutOfRange, place, "The birth rate or the lifetime is negative.", expected: "0 or more")
      }
      if !cell.emitterCells.isEmpty {
        check(cell.emitterCells, at: Self.path(place, "emitterCells"), depth: depth + 1)
      }
    }
  }

  static func path(_ location: String, _ part: String) -> String { location.isEmpty ? part : "\(location).\(part)" }
}

extension LayerKeyPath {
  /// The properties as wholes, not their parts.
  fileprivate static let whole = all.filter { !$0.rawValue.contains(".") }

  /// The range of a number of the property; nil for any.
  fileprivate var range: ClosedRange<Double>? {
    switch self {
    case .opacity, .shadowOpacity, .strokeStart, .strokeEnd: 0...1
    case .cornerRadius, .borderWidth, .lineWidth, .miterLimit, .emitterDepth, .birthRate, .lifetime: 0...1e9
    case .shadowRadius: 0...1000
    case .contentsScale: 1e-6...1e6
    case .fontSize: 0...10_000
    case .instanceCount: 0...Double(LayerLimits.instances)
    default: rawValue.hasSuffix(".birthRate") || rawValue.hasSuffix(".lifetime") ? 0...1e9 : nil
    }
  }
}

extension ClosedRange<Double> {
  /// The range in words.
  fileprivate var words: String {
    upperBound >= 1e9 ? "\(lowerBound.shortText) or more" : "\(lowerBound.shortText) to \(upperBound.shortText)"
  }
}
