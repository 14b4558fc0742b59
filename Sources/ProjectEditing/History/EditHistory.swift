/// The edits of a text that can be undone and made again, as a value.
///
/// ```
///  record("Trim")   [Trim]·
///  record("Slip")   [Trim, Slip]·
///  undo()           [Trim]·[Slip]      gives the text before the slip
///  redo()           [Trim, Slip]·      gives the text behind it
/// ```
///
/// Of each step only what it changes is kept. The history holds at most ``mostSteps`` steps and ``mostBytes`` bytes: the oldest go
/// first.
package struct EditHistory: Hashable, Sendable {
  /// The steps that can be undone, the latest last.
  private(set) var done: [EditStep] = []
  /// The steps that can be made again, the next last.
  private(set) var undone: [EditStep] = []
  /// The bytes that all steps hold.
  private var size = 0

  /// The most steps that are kept.
  package static let mostSteps = 1_000
  /// The most bytes that steps hold.
  package static let mostBytes = 64 << 20

  /// A history without steps.
  package init() {}

  /// A history of these steps, those that can be made again with the next last.
  init(done: [EditStep], undone: [EditStep]) {
    self.done = done
    self.undone = undone
    size = (done + undone).reduce(0) { $0 + $1.size }
    forgetOldest()
  }

  /// The name of the step that undoing would take back; nil where there is none.
  package var undoName: String? { done.last?.name }

  /// The name of the step that would be made again; nil where there is none.
  package var redoName: String? { undone.last?.name }

  /// Records that `before` became `after`. What was undone cannot be made again from then on.
  ///
  /// - Parameter merges: whether the step is one with the step before, as letters are that are typed one after another; only where that
  ///   has the same name, and left the text as this one found it.
  package mutating func record(name: String, before: String, after: String, merging merges: Bool = false) {
    let text = Array(before.utf8)
    let step = EditStep(name: name, before: text, after: Array(after.utf8))
    if !step.isEmpty { _ = follow(step, from: text, merging: merges) }
  }

  /// Records `step`, which is made in `text`; returns the text behind it, or nil where it cannot be made in that one.
  mutating func follow(_ step: EditStep, from text: [UInt8], merging merges: Bool) -> [UInt8]? {
    guard let after = step.redone(in: text) else { return nil }
    size -= undone.reduce(0) { $0 + $1.size }
    undone = []
    var step = step
    if merges, let last = done.last, last.name == step.name, let first = last.undone(in: text) {
      step = EditStep(name: step.name, before: first, after: after)
      size -= last.size
      done.removeLast()
    }
    if !step.isEmpty {
      done.append(step)
      size += step.size
      forgetOldest()
    }
    return after
  }

  /// Takes the latest step back from `text`; nil where there is none, or the text is not what it left.
  package mutating func undo(_ text: String) -> String? {
    guard let step = done.last, let before = step.undone(in: Array(text.utf8)) else { return nil }
    done.removeLast()
    undone.append(step)
    return String(decoding: before, as: UTF8.self)
  }

  /// Makes the step again in `text` that was taken back last; nil where there is none, or the text is not what it was made in.
  package mutating func redo(_ text: String) -> String? {
    guard let step = undone.last, let after = step.redone(in: Array(text.utf8)) else { return nil }
    undone.removeLast()
    done.append(step)
    return String(decoding: after, as: UTF8.self)
  }

  private mutating func forgetOldest() {
    while done.count + undone.count > Self.mostSteps || size > Self.mostBytes {
      if !done.isEmpty {
        size -= done.removeFirst().size
      } else if !undone.isEmpty {
        size -= undone.removeFirst().size
      } else {
        return
      }
    }
  }
}

/// One step of a history: what a text has in place of something else.
struct EditStep: Hashable, Sendable {
  /// The step's name.
  let name: String
  /// The bytes of the text before what changes.
  let offset: Int
  /// The bytes before.
  let old: [UInt8]
  /// The bytes after.
  let new: [UInt8]
  /// The fingerprint of the text before the step.
  let before: TextFingerprint
  /// The fingerprint of the text behind it.
  let after: TextFingerprint

  /// The step from `before` to `after`: without what both begin and end with.
  init(name: String, before: [UInt8], after: [UInt8]) {
    var start = zip(before, after).prefix { $0 == $1 }.count
    // No character is cut in two, so that the parts are text.
    while start > 0, before.continues(at: start) || after.continues(at: start) { start -= 1 }
    let room = min(before.count, after.count) - start
    var end = zip(before.reversed(), after.reversed()).prefix(room).prefix { $0 == $1 }.count
    while end > 0, before.continues(at: before.count - end) { end -= 1 }
    self.init(
      name: name, offset: start, old: Array(before[start..<(before.count - end)]),
      new: Array(after[start..<(after.count - end)]), before: TextFingerprint(before), after: TextFingerprint(after))
  }

  /// The step of these parts.
  init(
    name: String, offset: Int, old: [UInt8], new: [UInt8], before: TextFingerprint, after: TextFingerprint
  ) {
    self.name = name
    self.offset = offset
    self.old = old
    self.new = new
    self.before = before
    self.after = after
  }

  /// Whether it changes nothing.
  var isEmpty: Bool { old.isEmpty && new.isEmpty }

  /// The bytes that it holds, and some for what is around them.
  var size: Int { old.count + new.count + name.utf8.count + 64 }

  /// `text` without the step; nil where it is not what the step left.
  func undone(in text: [UInt8]) -> [UInt8]? { replacing(new, by: old, in: text, as: after) }

  /// `text` with the step; nil where it is not what the step was made in.
  func redone(in text: [UInt8]) -> [UInt8]? { replacing(old, by: new, in: text, as: before) }

  private func replacing(
    _ found: [UInt8], by other: [UInt8], in text: [UInt8], as fingerprint: TextFingerprint
  ) -> [UInt8]? {
    guard offset >= 0, offset <= text.count, found.count <= text.count - offset,
      text[offset..<(offset + found.count)].elementsEqual(found), TextFingerprint(text) == fingerprint
    else { return nil }
    return text[..<offset] + other + text[(offset + found.count)...]
  }
}

extension [UInt8] {
  /// Whether the byte at `index` belongs to a character of UTF-8 that begins before it.
  fileprivate func continues(at index: Int) -> Bool { index < count && self[index] & 0xC0 == 0x80 }
}

/// The fingerprint of a text: its length, and a checksum (FNV-1a, 64 bits).
struct TextFingerprint: Hashable, Sendable {
  /// The number of its bytes.
  let count: Int
  /// The checksum.
  let checksum: UInt64

  /// The fingerprint of `text`.
  init(_ text: [UInt8]) {
    count = text.count
    checksum = text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// A fingerprint that was kept.
  init(count: Int, checksum: UInt64) {
    self.count = count
    self.checksum = checksum
  }
}
