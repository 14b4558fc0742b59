import ProjectEditing
import SeededRandom
import Testing

/// Undo and redo as a value.
@Suite struct EditHistoryTests {
  @Test func `steps are taken back and made again, by their names`() {
    var history = EditHistory()
    history.record(name: "Trim", before: "one", after: "two")
    history.record(name: "Slip", before: "two", after: "three")
    #expect(history.undoName == "Slip")
    #expect(history.redoName == nil)
    let two = history.undo("three")
    #expect(two == "two")
    #expect(history.redoName == "Slip")
    let one = history.undo("two")
    #expect(one == "one")
    #expect(history.undoName == nil)
    let again = history.redo("one")
    #expect(again == "two")
    history.record(name: "Roll", before: "two", after: "four")
    #expect(history.redoName == nil)
    let back = history.undo("four")
    #expect(back == "two")
  }

  @Test func `a step that changes nothing is none`() {
    var history = EditHistory()
    history.record(name: "Trim", before: "one", after: "one")
    #expect(history.undoName == nil)
  }

  @Test func `letters typed in one go are one step`() {
    var history = EditHistory()
    history.record(name: "Typing", before: "", after: "a")
    history.record(name: "Typing", before: "a", after: "ab", merging: true)
    history.record(name: "Trim", before: "ab", after: "abc", merging: true)
    history.record(name: "Typing", before: "abc", after: "abcd", merging: true)
    history.record(name: "Typing", before: "abcd", after: "abc", merging: true)
    #expect(history.undoName == "Trim")
    let typed = history.undo("abc")
    #expect(typed == "ab")
    let none = history.undo("ab")
    #expect(none == "")
    #expect(history.undoName == nil)
  }

  @Test func `a text that the step did not leave is not touched`() {
    var history = EditHistory()
    history.record(name: "Trim", before: "a film", after: "a long film")
    let other = history.undo("a long reel")
    #expect(other == nil)
    #expect(history.undoName == "Trim")
    _ = history.undo("a long film")
    let wrong = history.redo("a reel")
    #expect(wrong == nil)
  }

  @Test func `the oldest steps are forgotten`() {
    var history = EditHistory()
    for number in 0..<(EditHistory.mostSteps + 20) {
      history.record(name: "\(number)", before: "\(number)", after: "\(number + 1)")
    }
    var text = "\(EditHistory.mostSteps + 20)"
    var count = 0
    while let before = history.undo(text) { (text, count) = (before, count + 1) }
    #expect(count == EditHistory.mostSteps)
    #expect(text == "20")
  }

  @Test func `steps hold no more than their limit of bytes`() {
    var history = EditHistory()
    let large = String(repeating: "a", count: 20 << 20)
    history.record(name: "first", before: "", after: large)
    history.record(name: "second", before: large, after: "")
    history.record(name: "third", before: "", after: large)
    history.record(name: "fourth", before: large, after: "")
    let third = history.undo("")
    #expect(third == large)
    let second = history.undo(large)
    #expect(second == "")
    let first = history.undo("")
    #expect(first == large)
    #expect(history.undoName == nil)
  }

  @Test func `texts of any characters come back byte by byte`() {
    var generator = SeededGenerator(seed: 5)
    let pieces = ["é", "e", "\u{301}", "日", "🎬", "\r\n", "\n", "a", "\u{FEFF}", "👩‍👩‍👧"]
    var texts = [""]
    var history = EditHistory()
    for _ in 0..<400 {
      var scalars = Array(texts[texts.count - 1].unicodeScalars)
      let place = Int.random(in: 0...scalars.count, using: &generator)
      let end = Int.random(in: place...min(scalars.count, place + 5), using: &generator)
      scalars.replaceSubrange(place..<end, with: (pieces.randomElement(using: &generator) ?? "").unicodeScalars)
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      guard !text.utf8.elementsEqual(texts[texts.count - 1].utf8) else { continue }
      history.record(name: "Typing", before: texts[texts.count - 1], after: text)
      texts.append(text)
    }
    #expect(texts.count > 300)
    var text = texts[texts.count - 1]
    for before in texts.reversed().dropFirst() {
      text = history.undo(text) ?? "nothing"
      #expect(text.utf8.elementsEqual(before.utf8))
    }
  }
}
