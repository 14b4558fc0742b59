package import EditingModel

/// A change of a JSON text that keeps every byte it does not touch: order, spacing, line ends, digits of numbers.
///
/// ```swift
/// let text = try JSONEdit.apply([.set(JSONPointer(["export", "fileType"]), .node(.string("mov")))], to: text)
/// ```
///
/// New values are written as their neighbors are: on the line where they are on one line, and on lines of their own with their
/// indentation where they have such.
package enum JSONEdit: Sendable {
  /// Replaces a value, or adds a member that is not there yet.
  case set(JSONPointer, Value)
  /// Removes an element, or a member: all members of the key where it stands there twice.
  case remove(JSONPointer)
  /// Inserts an element before the one of that index, where `-` and the count stand for the end; or a member that is not there yet,
  /// behind the named one or last.
  case insert(JSONPointer, Value, behind: String? = nil)

  /// A value that is written.
  package enum Value: Sendable {
    /// A value, laid out like what is around it.
    case node(JSONNode)
    /// A value as it stands elsewhere, byte by byte.
    case text([UInt8])
  }

  /// `text` with `edits`, each applied to the result of those before. Never traps, whatever the text.
  package static func apply(_ edits: [JSONEdit], to text: [UInt8]) throws(JSONEditError) -> [UInt8] {
    var text = text
    var rest = edits[...]
    while !rest.isEmpty {
      let editor: JSONTextEditor
      do {
        editor = try JSONTextEditor(text)
      } catch {
        throw JSONEditError(at: error.pointer, error.diagnostic)
      }
      // Values that are replaced side by side, and do not contain one another, are replaced in one pass.
      var splices: [JSONSplice] = []
      var places: Set<Int> = []
      while case .set(let pointer, let value)? = rest.first, let node = editor.document.node(at: pointer),
        !node.isContainer, places.insert(node.offset).inserted
      {
        splices.append(editor.replacement(of: node, by: value))
        rest.removeFirst()
      }
      if splices.isEmpty, let edit = rest.popFirst() { splices = try editor.splices(of: edit) }
      text = JSONSplice.apply(splices, to: text)
    }
    return text
  }
}

/// The reason for which a text is not edited.
package struct JSONEditError: Error, Diagnosed, Hashable {
  /// The value that was to be edited, or the place where the text is not JSON.
  package var pointer: JSONPointer
  /// The fault, and the expected value.
  package var diagnostic: Diagnostic

  /// An error at `pointer`.
  init(at pointer: JSONPointer, _ diagnostic: Diagnostic) {
    self.pointer = pointer
    self.diagnostic = diagnostic
  }
}

/// A stretch of a text, and what stands there instead.
struct JSONSplice {
  /// The bytes that go.
  var range: Range<Int>
  /// The bytes that come.
  var text: [UInt8]

  /// `text` with `splices`, whose ranges lie in it and do not overlap.
  static func apply(_ splices: [JSONSplice], to text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + splices.reduce(0) { $0 + $1.text.count })
    var end = 0
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where splice.range.lowerBound >= end && splice.range.upperBound <= text.count {
      result += text[end..<splice.range.lowerBound]
      result += splice.text
      end = splice.range.upperBound
    }
    return result + text[end...]
  }
}
