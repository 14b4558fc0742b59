/// An element of Matroska whose content is read.
package struct MatroskaNode {
  /// The element's identifier.
  package let id: UInt32
  /// The offset and the length of its content.
  package let body: UInt64
  package let size: UInt64

  /// The element at `offset`; empty where there is none.
  package init(at offset: UInt64, of file: FileBytes) throws {
    let element = try MatroskaElement(at: offset, of: file)
    id = element?.id ?? 0
    body = element?.body ?? file.count
    let rest = file.count - min(file.count, body)
    size = min(element?.isSized == true ? element?.size ?? 0 : rest, rest)
  }

  /// The elements inside it, as many as metadata may have.
  package func children(of file: FileBytes) throws -> [MatroskaNode] {
    var children: [MatroskaNode] = []
    var offset = body
    while offset < body + size, children.count < MetadataCollection.mostItems {
      let child = try MatroskaNode(at: offset, of: file)
      guard child.id != 0, child.body > offset, child.body + child.size <= body + size else { break }
      children.append(child)
      offset = child.body + child.size
    }
    return children
  }

  /// Its content, but for what exceeds `most` bytes.
  package func bytes(of file: FileBytes, most: Int) throws -> [UInt8] {
    try file.read(at: body, Int(clamping: min(size, UInt64(most))))
  }

  /// Its content as text, which may be padded with zeros.
  package func text(of file: FileBytes) throws -> String {
    EncodedText.probable(Array(try bytes(of: file, most: MetadataCollection.longestText).prefix { $0 != 0 }))
  }

  /// Its content as a whole number.
  package func number(of file: FileBytes) throws -> UInt64 {
    let bytes = try bytes(of: file, most: 8)
    return bytes.bigEndian(at: 0, bytes.count)
  }

  /// The whole number in the first `id` inside it; nil where there is none.
  package func number(_ id: UInt32, of file: FileBytes) throws -> UInt64? {
    try children(of: file).first { $0.id == id }?.number(of: file)
  }

  /// Its content as a fraction, of four bytes or of eight (RFC 8794 §7.3); nil where it has another length.
  package func real(of file: FileBytes) throws -> Double? {
    switch size {
    case 4: Double(Float(bitPattern: UInt32(try number(of: file))))
    case 8: Double(bitPattern: try number(of: file))
    default: nil
    }
  }
}
