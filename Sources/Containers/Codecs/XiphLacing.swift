/// The three headers of a stream of Vorbis or Theora as one run of bytes, the form in Matroska and libavformat (Vorbis
/// I §4.2, RFC 9559 §10.3).
///
/// ```
///  2 │ length of the first │ length of the second │ first │ second │ third      lengths: bytes of 255, and what is left
/// ```
package enum XiphLacing {
  /// `headers` in one; the first alone where they are not three.
  package static func joined(_ headers: [[UInt8]]) -> [UInt8] {
    guard headers.count == 3 else { return headers.first ?? [] }
    let lengths = headers.dropLast().flatMap { header in
      [UInt8](repeating: 255, count: header.count / 255) + [UInt8(header.count % 255)]
    }
    return [2] + lengths + headers.joined()
  }

  /// The three headers in `bytes`; none where they are damaged.
  package static func headers(in bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.first == 2 else { return [] }
    var rest = bytes.dropFirst()
    var lengths: [Int] = []
    for _ in 0..<2 {
      var length = 0
      while let byte = rest.popFirst() {
        length += Int(byte)
        if byte < 255 { break }
      }
      lengths.append(length)
    }
    guard lengths.reduce(0, +) < rest.count else { return [] }
    let (first, others) = (rest.prefix(lengths[0]), rest.dropFirst(lengths[0]))
    return [Array(first), Array(others.prefix(lengths[1])), Array(others.dropFirst(lengths[1]))]
  }
}
