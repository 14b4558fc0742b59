import CAVFormat

// SAFETY: the words are written into an array, as far as its count reaches.

/// libavcodec's words for the error `code`.
func libraryWords(of code: Int32) -> String {
  var words = [CChar](repeating: 0, count: 128)
  unsafe gste_describe(code, &words, words.count)
  return String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
