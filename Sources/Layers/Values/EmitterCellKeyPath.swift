import ModelValues

extension LayerKeyPath {
  /// The property of a cell that `emitterCells.NAME.property` names, or of one that it emits.
  static func ofCell(_ rawValue: String) -> LayerKeyPath? {
    var words = rawValue.split(separator: ".", omittingEmptySubsequences: false)[...]
    var cells: [String] = []
    while words.count >= 3, words.first == "emitterCells", cells.count < LayerLimits.cellDepth {
      cells.append(String(words[words.startIndex + 1]))
      words = words.dropFirst(2)
    }
    guard !cells.isEmpty, words.count == 1,
      let property = EmitterCell.property(String(words[words.startIndex]), of: cells)
    else { return nil }
    return LayerKeyPath(rawValue, property)
  }

  /// The path of the cell's property `name`, of the cell that is `cells` down from the emitter.
  static func ofCell(_ name: String, _ cells: [String]) -> LayerKeyPath? {
    ofCell(cells.map { "emitterCells.\($0)." }.joined() + name)
  }

  /// The part of `text` that names cells, with the period after it.
  static func cellPrefix(of text: String) -> String {
    text.hasPrefix("emitterCells.") ? text.lastIndex(of: ".").map { String(text[...$0]) } ?? "" : "emitterCells.NAME."
  }
}

extension EmitterCell {
  /// The properties that animations change.
  static var keyPathNames: [String] { numbers.map(\.name) + ["color", "contentsRect", "enabled"] }

  /// The property `name` of the cell that is `cells` down from the emitter.
  fileprivate static func property(_ name: String, of cells: [String]) -> LayerProperty? {
    switch name {
    case "color": .color(in: \.[cell: cells], \.color)
    case "contentsRect": .rectangle(in: \.[cell: cells], \.contentsRect)
    case "enabled": .flag(in: \.[cell: cells], \.isEnabled)
    default: numbers.first { $0.name == name }.map { .number(in: \.[cell: cells], $0.path) }
    }
  }
}

extension LayerKind {
  /// The emitter's cell of a name, or that it emits in turn; nil where there is none.
  fileprivate subscript(cell names: [String]) -> EmitterCell? {
    get { emitter?.emitterCells[names[...]] }
    set { emitter?.emitterCells[names[...]] = newValue }
  }
}

extension [EmitterCell] {
  /// The first cell of the first name, or the one of the other names in it.
  fileprivate subscript(names: ArraySlice<String>) -> EmitterCell? {
    get {
      guard let cell = first(where: { $0.name == names.first }) else { return nil }
      return names.count == 1 ? cell : cell.emitterCells[names.dropFirst()]
    }
    set {
      guard let newValue, let index = firstIndex(where: { $0.name == names.first }) else { return }
      if names.count == 1 {
        self[index] = newValue
      } else {
        self[index].emitterCells[names.dropFirst()] = newValue
      }
    }
  }
}
