import Testing

@testable import DebugViews

/// Words that are cut to their room.
@Suite struct LetterWidthTests {
  @Test(arguments: ["cat  0–4 s", "WWWW@%mm", "映画 film", "i", "a very long name of a clip.mov", "👩‍👩‍👧 family"])
  func `words that are cut are never wider than their room`(words: String) {
    let whole = LetterWidths.width(of: words, size: 12)
    for room in stride(from: 0.0, through: whole + 10, by: 3.7) {
      guard let cut = LetterWidths.elided(words, to: room, size: 12) else { continue }
      #expect(LetterWidths.width(of: cut, size: 12) <= room + 1e-9)
      #expect(cut == words || cut.hasSuffix("…"))
    }
    #expect(LetterWidths.elided(words, to: whole, size: 12) == words)
  }

  @Test func `lines break between words, and hold all of them`() {
    let text = "The ramp of the opacity ends 40.0 ms (1 frame) before its instruction does."
    let lines = LetterWidths.lines(of: text, room: 140, size: 12)
    #expect(lines.count > 2)
    #expect(lines.joined(separator: " ") == text)
    #expect(lines.allSatisfy { LetterWidths.width(of: $0, size: 12) <= 140 })
  }

  @Test func `in a terminal wide letters have two columns`() {
    #expect(TextRow.columns(of: "映画 a") == 6)
    #expect(TextRow.elided("映画館", to: 5) == "映画…")
    var row = TextRow(columns: 8)
    row.fill(0..<8, with: "─")
    row.write("映画", at: 2)
    row.cross(at: 3)
    row.cross(at: 7)
    #expect(row.text == "──映画─┼")
    let (isRefused, isWritten) = (!row.writeIfFree("a", at: 5), row.writeIfFree("a", at: 6))
    #expect(isRefused && isWritten)
  }
}
