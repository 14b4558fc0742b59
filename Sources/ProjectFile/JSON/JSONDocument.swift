/// A JSON text that has been read: its values, and the text itself, which knows the line and column of each.
struct JSONDocument: Sendable {
  /// The value of the whole text.
  let root: JSONNode
  private let text: [UInt8]

  /// The document of a text whose value is `root`.
  init(root: JSONNode, text: [UInt8]) {
    self.root = root
    self.text = text
  }

  /// The lines of the text. Counting them takes time by its length.
  var lines: TextLines { TextLines(text) }

  /// The value at `pointer`, or nil where there is none.
  func node(at pointer: JSONPointer) -> JSONNode? {
    var node: JSONNode? = root
    for token in pointer.tokens { node = node?[token: token] }
    return node
  }

  /// `pointer` if there is a value, otherwise the nearest place around it that has one.
  func nearest(to pointer: JSONPointer) -> (pointer: JSONPointer, node: JSONNode) {
    var place = pointer
    while let parent = place.parent {
      if let node = node(at: place) { return (place, node) }
      place = parent
    }
    return (place, root)
  }
}
