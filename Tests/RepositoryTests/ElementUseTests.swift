import Testing

/// What the lists of the engine's elements and containers leave out.
struct ElementUseTests {
  @Test func `every element that is named is listed with its use, once`() throws {
    let named = try names(#/static let (\w+) = ElementName\("/#, in: "Sources/MediaDecoding/ElementName.swift")
    let listed = try names(#/ElementUse\(\.(\w+)[,)]/#, in: "Sources/MediaDecoding/ElementUse.swift")
    #expect(named.count > 50)
    #expect(listed.sorted() == named.sorted())
  }

  @Test func `every kind of file that is named is listed, once, and made nowhere else`() throws {
    let home = "Sources/MediaDecoding/Opening/MediaContainer+Kinds.swift"
    let named = try names(#/static let (\w+) = MediaContainer\./#, in: home)
    let list = try #require(try Repository.file(home).text.firstMatch(of: #/(?s)static let all.*?\[\n(.*?)\n  \]/#))
    let listed = list.output.1.matches(of: #/\.(\w+)/#).map { String($0.output.1) }
    #expect(named.count > 30)
    #expect(listed.sorted() == named.sorted())
    let opening = try Repository.file("Sources/MediaDecoding/Opening/MediaContainer.swift").text
    #expect(opening.firstMatch(of: #/self = \.(streams|single|still|pictures)\(/#) == nil)
  }

  /// What `pattern` captures in the file at `path`.
  private func names(_ pattern: Regex<(Substring, Substring)>, in path: String) throws -> [String] {
    try Repository.file(path).text.matches(of: pattern).map { String($0.output.1) }
  }
}
