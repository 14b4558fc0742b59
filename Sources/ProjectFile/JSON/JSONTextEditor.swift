import EditingModel

/// A JSON text with what is needed to edit it: its values, and how it is laid out.
struct JSONTextEditor {
  /// The values.
  let document: JSONDocument
  /// The text.
  private let text: [UInt8]
  /// The keys that stand in their object before.
  private let duplicates: [JSONReader.DuplicateKey]
  /// The layout of the text.
  private let style: JSONStyle

  /// An editor of `text`.
  init(_ text: [UInt8]) throws(JSONSyntaxError) {
    var reader = JSONReader(text)
    document = JSONDocument(root: try reader.readRoot(), text: text)
    self.text = text
    duplicates = reader.duplicateKeys
    style = JSONStyle(of: text)
  }

  /// The splice that puts `value` in the place of `node`.
  func replacement(of node: JSONNode, by value: JSONEdit.Value) -> JSONSplice {
    // A container with its members on lines of their own keeps them there.
    let isSplit = style.beginsLine(after: node.offset + 1) && node.holdsItems
    return JSONSplice(
      range: node.offset..<node.end,
      text: style.bytes(of: value, at: node.offset, isSplit: isSplit, width: JSONText.widest))
  }

  /// The splices that `edit` makes in the text.
  func splices(of edit: JSONEdit) throws(JSONEditError) -> [JSONSplice] {
    switch edit {
    case .set(let pointer, let value):
      guard let node = document.node(at: pointer) else { return [try insertion(at: pointer, value, behind: nil)] }
      return [replacement(of: node, by: value)]
    case .insert(let pointer, let value, let key):
      return [try insertion(at: pointer, value, behind: key)]
    case .remove(let pointer):
      return try removal(of: pointer)
    }
  }

  private func insertion(
    at pointer: JSONPointer, _ value: JSONEdit.Value, behind key: String?
  ) throws(JSONEditError) -> JSONSplice {
    let (parent, node, token) = try place(of: pointer)
    let container = container(node, at: parent)
    switch node.content {
    case .array(let elements):
      guard let index = token == "-" ? elements.count : Int(token), (0...elements.count).contains(index) else {
        throw JSONEditError(
          at: pointer,
          Diagnostic(
            "The array at \(parent) has \(elements.count) elements, and none can be inserted at \(token.shortened).",
            expected: "an index from 0 to \(elements.count), or -"))
      }
      return container.insertion(at: index, of: value, key: nil, style)
    case .object(let members):
      guard node[token] == nil else {
        throw JSONEditError(
          at: pointer,
          Diagnostic("The object at \(parent) has \(JSONValue.quoted(token.shortened)).", expected: "a new key"))
      }
      let before = key.flatMap { key in members.first { $0.key == key } }
      let index = before.flatMap { before in container.items.firstIndex { $0.lowerBound == before.keyOffset } }
      return container.insertion(at: index.map { $0 + 1 } ?? container.items.count, of: value, key: token, style)
    default:
      throw JSONEditError(
        at: pointer, Diagnostic("Found \(node) at \(parent).", expected: "an object or an array there"))
    }
  }

  private func removal(of pointer: JSONPointer) throws(JSONEditError) -> [JSONSplice] {
    let (parent, node, token) = try place(of: pointer)
    let container = container(node, at: parent)
    var indices: [Int] = []
    switch node.content {
    case .array(let elements):
      if let index = Int(token), elements.indices.contains(index) { indices = [index] }
    case .object(let members):
      let keys =
        members.filter { $0.key == token }.map(\.keyOffset)
        + own(duplicates, of: node, at: parent)
        .filter { $0.name == token }.map(\.offset)
      indices = container.items.indices.filter { keys.contains(container.items[$0].lowerBound) }
    default: break
    }
    guard !indices.isEmpty else {
      throw JSONEditError(
        at: pointer, Diagnostic("There is nothing at \(pointer).", expected: "the place of a value of the text"))
    }
    return container.removals(of: indices, style)
  }

  /// The object or array that holds what is at `pointer`, and its token there.
  private func place(
    of pointer: JSONPointer
  ) throws(JSONEditError) -> (parent: JSONPointer, node: JSONNode, token: String) {
    guard let parent = pointer.parent, let token = pointer.tokens.last else {
      throw JSONEditError(
        at: pointer, Diagnostic("The text as a whole can only be replaced.", expected: "the place of a value in it"))
    }
    guard let node = document.node(at: parent) else {
      throw JSONEditError(
        at: pointer, Diagnostic("There is nothing at \(parent).", expected: "the place of an object or an array"))
    }
    return (parent, node, token)
  }

  private func container(_ node: JSONNode, at pointer: JSONPointer) -> JSONContainer {
    let items: [Range<Int>] =
      switch node.content {
      case .array(let elements): elements.map { $0.offset..<$0.end }
      case .object(let members):
        (members.map { $0.keyOffset..<$0.value.end }
          + own(duplicates, of: node, at: pointer).map { $0.offset..<$0.end }).sorted { $0.lowerBound < $1.lowerBound }
      default: []
      }
    return JSONContainer(text: text, node: node, items: items)
  }

  /// The pairs of `duplicates` in the object `node` at `pointer`, and not in one of the same pointer that does not count.
  private func own(
    _ duplicates: [JSONReader.DuplicateKey], of node: JSONNode, at pointer: JSONPointer
  ) -> [JSONReader.DuplicateKey] {
    duplicates.filter { (node.offset..<node.end).contains($0.offset) && $0.pointer.parent == pointer }
  }
}

extension JSONNode {
  /// Whether it is an object or an array that is not empty.
  var holdsItems: Bool {
    switch content {
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    default: false
    }
  }
}
