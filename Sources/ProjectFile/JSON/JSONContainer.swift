import EditingModel

/// An object or an array in a JSON text, with the places of its items.
struct JSONContainer {
  /// The text.
  let text: [UInt8]
  /// The object or array.
  let node: JSONNode
  /// The place of each member or element, in order; a member from its key on. Those of keys that are repeated are among
  /// them.
  let items: [Range<Int>]

  /// The splice that inserts `value` before item `index`, or last; as the member `key` where that is given.
  func insertion(at index: Int, of value: JSONEdit.Value, key: String?, _ style: JSONStyle) -> JSONSplice {
    let name = key.map { Array(JSONValue.quoted($0).utf8) + colon(style) } ?? []
    if items.isEmpty { return filling(with: value, name, style) }
    let isLast = index >= items.count
    let place = isLast ? items[items.count - 1].upperBound : items[max(0, index)].lowerBound
    var space = space(before: isLast ? items.count : max(0, index), style)
    let isOnNewLine = space.contains(where: JSONStyle.isLineEnd)
    let column = isOnNewLine ? Self.indentation(of: space).count : style.column(of: place) + space.count + 1
    var bytes = style.bytes(
      of: value, at: place, column: column + name.count, indentation: isOnNewLine ? Self.indentation(of: space) : nil,
      width: isOnNewLine ? JSONText.wide : JSONText.widest)
    if isLast, key == nil, !isOnNewLine, !style.lineEnd.isEmpty, bytes.first.map(Self.opens) == true,
      bytes.contains(where: JSONStyle.isLineEnd) || column + bytes.count > JSONText.wide
    {
      // Items that do not fit into the line stand below the first element.
      let indentation = [UInt8](repeating: 0x20, count: style.column(of: items[0].lowerBound))
      space = style.lineEnd + indentation
      bytes = style.bytes(of: value, at: place, column: indentation.count, indentation: indentation)
    }
    let item = name + bytes
    let comma = UInt8(ascii: ",")
    return JSONSplice(range: place..<place, text: isLast ? [comma] + space + item : item + [comma] + space)
  }

  /// The splices that remove the items `indices`, in rising order.
  func removals(of indices: [Int], _ style: JSONStyle) -> [JSONSplice] {
    guard indices.count < items.count else {
      return [JSONSplice(range: (node.offset + 1)..<max(node.offset + 1, node.end - 1), text: [])]
    }
    // An item that is removed at the end takes the comma before it, the others that behind them.
    let kept = items.indices.last { !indices.contains($0) } ?? 0
    return indices.map { index in
      let item = items[index]
      if index > kept { return JSONSplice(range: items[index - 1].upperBound..<item.upperBound, text: []) }
      let next = items[index + 1].lowerBound
      let endsLine = text[item.upperBound..<next].contains(where: JSONStyle.isLineEnd)
      let beginsLine =
        index == 0 || text[items[index - 1].upperBound..<item.lowerBound].contains(where: JSONStyle.isLineEnd)
      // The last item of a line with several leaves the line's end where it is.
      return endsLine && !beginsLine && !indices.contains(index - 1)
        ? JSONSplice(range: items[index - 1].upperBound..<item.upperBound, text: [])
        : JSONSplice(range: item.lowerBound..<next, text: [])
    }
  }

  /// The splice that puts the first item into an empty container.
  private func filling(with value: JSONEdit.Value, _ name: [UInt8], _ style: JSONStyle) -> JSONSplice {
    let inner = (node.offset + 1)..<max(node.offset + 1, node.end - 1)
    let isObject = if case .object = node.content { true } else { false }
    let isWide = if case .node(let node) = value { style.spacing == .wide && node.isContainer } else { false }
    let pad: [UInt8] = isObject && !style.isDense || isWide ? [0x20] : []
    let column = style.column(of: inner.lowerBound) + pad.count
    let bytes = name + style.bytes(of: value, at: inner.lowerBound, column: column + name.count)
    let isSplit = text[inner].contains(where: JSONStyle.isLineEnd) || bytes.contains(where: JSONStyle.isLineEnd)
    guard !style.lineEnd.isEmpty, isSplit || column + bytes.count > JSONText.wide else {
      return JSONSplice(range: inner, text: pad + bytes + pad)
    }
    let line = style.deeperLine(than: node.offset)
    let indentation = Self.indentation(of: line)
    let item =
      name
      + style.bytes(
        of: value, at: inner.lowerBound, column: indentation.count + name.count, indentation: indentation)
    return JSONSplice(range: inner, text: line + item + style.lineEnd + style.indentation(of: node.offset))
  }

  /// The white space before item `index`, or before one behind the last: a line break with the indentation behind it, or what parts
  /// items of one line.
  private func space(before index: Int, _ style: JSONStyle) -> [UInt8] {
    let first = text[(node.offset + 1)..<items[0].lowerBound]
    if first.contains(where: JSONStyle.isLineEnd), index == 0 || items.count == 1 { return Self.shortened(first) }
    guard items.count > 1 else { return style.isDense ? [] : [0x20] }
    // Between the two before or around the place.
    let next = min(max(1, index), items.count - 1)
    let between = text[items[next - 1].upperBound..<items[next].lowerBound]
    let behind = between.firstIndex(of: UInt8(ascii: ",")).map { between[($0 + 1)...] } ?? between
    if behind.contains(where: JSONStyle.isLineEnd) { return Self.shortened(behind) }
    return behind.count > 1 ? [0x20] : Array(behind)
  }

  /// The bytes between a key and its value: the shortest that stand between those that are there.
  private func colon(_ style: JSONStyle) -> [UInt8] {
    guard case .object(let members) = node.content else { return [] }
    let found = members.compactMap { member -> [UInt8]? in
      let start = text[member.keyOffset..<member.value.offset].lastIndex {
        !JSONStyle.isSpace($0) && $0 != UInt8(ascii: ":")
      }
      return start.map { Array(text[($0 + 1)..<member.value.offset]) }
    }
    return found.filter { !$0.contains(where: JSONStyle.isLineEnd) }.min { $0.count < $1.count }
      ?? Array((style.isDense ? ":" : ": ").utf8)
  }

  /// The last line break of `space` with the indentation behind it.
  private static func shortened(_ space: ArraySlice<UInt8>) -> [UInt8] {
    guard var start = space.lastIndex(where: JSONStyle.isLineEnd) else { return Array(space) }
    if space[start] == 0x0A, start > space.startIndex, space[start - 1] == 0x0D { start -= 1 }
    return Array(space[start...])
  }

  /// The bytes behind the line break in `space`.
  private static func indentation(of space: [UInt8]) -> [UInt8] {
    Array(space.drop(while: JSONStyle.isLineEnd))
  }

  private static func opens(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
}
