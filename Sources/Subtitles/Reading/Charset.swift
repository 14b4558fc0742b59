import Glibc

/// Encodings by name, as the C library converts them.
enum Charset {
  /// The text of `bytes` in `charset`, with U+FFFD for what is no character; nil where there is no such encoding.
  static func text(of bytes: [UInt8], in charset: String) -> String? {
    let isName = charset.utf8.allSatisfy {
      $0 == 0x2D || $0 == 0x5F || $0 == 0x3A || $0 == 0x2E || (0x30...0x39).contains($0)
        || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A)
    }
    guard isName, !charset.isEmpty, charset.utf8.count <= 40 else { return nil }
    // SAFETY: the name is a C string for the length of the call; the descriptor is closed below and goes nowhere else.
    let converter = unsafe iconv_open("UTF-8", charset)
    guard unsafe converter != iconv_t(bitPattern: -1) else { return nil }
    defer { unsafe iconv_close(converter) }
    var input = bytes
    var (start, text) = (0, [UInt8]())
    var output = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var (rest, room) = (input.count - start, output.count)
      // SAFETY: both pointers lie in arrays that outlive the call, with as many bytes as are given; iconv keeps neither.
      let (result, reason) = unsafe input.withUnsafeMutableBytes { input in
        unsafe output.withUnsafeMutableBytes { output in
          var from = unsafe input.baseAddress.map { unsafe ($0 + start).assumingMemoryBound(to: CChar.self) }
          var to = unsafe output.baseAddress?.assumingMemoryBound(to: CChar.self)
          let result = unsafe iconv(converter, &from, &rest, &to, &room)
          return (result, errno)
        }
      }
      text += output.prefix(output.count - room)
      start = input.count - rest
      guard result == -1 else { break }
      if reason == E2BIG { continue }
      // Bytes that are no character, or the beginning of one at the end.
      guard rest > 0 else { break }
      text += [0xEF, 0xBF, 0xBD]
      start += 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
