/// The reading of a journal: the text and the history as they were last, and which texts there were before.
struct JournalReading {
  /// The text as it was last.
  private(set) var text: [UInt8]
  /// The history as it was last.
  private(set) var history: EditHistory
  /// Whether that text is in the project's file, by the journal.
  private(set) var isSaved = false
  /// All texts that the journal went through.
  private(set) var known: Set<TextFingerprint>

  /// Reads a journal as far as it is whole; nil where not even its beginning is.
  init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)[...]
    // The last line is torn where it has no end.
    if bytes.last != 0x0A, !lines.isEmpty { lines.removeLast() }
    guard let first = lines.popFirst(), case .text(let start)? = JournalLine(Array(first)) else { return nil }
    text = Array(start.utf8)
    known = [TextFingerprint(text)]
    var (done, undone): ([EditStep], [EditStep]) = ([], [])
    while let line = lines.first.flatMap({ JournalLine(Array($0)) }) {
      if case .done(let step) = line {
        done.append(step)
      } else if case .undone(let step) = line {
        undone.append(step)
      } else {
        break
      }
      lines.removeFirst()
    }
    history = EditHistory(done: done, undone: undone)
    known.formUnion((done + undone).flatMap { [$0.before, $0.after] })
    for line in lines {
      guard let line = JournalLine(Array(line)), follow(line) else { return }
    }
  }

  /// Does what `line` says; returns whether it can.
  private mutating func follow(_ line: JournalLine) -> Bool {
    let next: String?
    switch line {
    case .saved:
      isSaved = true
      return true
    case .undo: next = history.undo(String(decoding: text, as: UTF8.self))
    case .redo: next = history.redo(String(decoding: text, as: UTF8.self))
    case .step(let step, let merges):
      guard let after = history.follow(step, from: text, merging: merges) else { return false }
      next = String(decoding: after, as: UTF8.self)
    case .text, .done, .undone: return false
    }
    guard let next else { return false }
    text = Array(next.utf8)
    known.insert(TextFingerprint(text))
    isSaved = false
    return true
  }
}
