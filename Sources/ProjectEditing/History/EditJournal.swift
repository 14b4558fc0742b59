import EditingModel
package import FoundationEssentials
import NameClaims

/// A project's text while it is edited, its history, and a file beside the project that holds both: nothing is lost when the program or
/// the machine dies.
///
/// ```
///  film/project.json
///  film/.project.json.studio-journal     the text as it was, and a line for each step since
/// ```
///
/// Each step is on the disk when the call returns. Undoing works across programs: the journal stays when the program ends, and is removed
/// only where there is nothing to undo, to redo or to save. It is written anew when it has grown: with the text as it is then.
///
/// Editing goes on while the journal cannot be written; ``problem`` has the reason.
///
/// Threads: one at a time.
package struct EditJournal: Sendable {
  /// The text as it is.
  package private(set) var text: String
  /// The steps that can be undone and made again.
  package private(set) var history: EditHistory
  /// The reason for which the last step is not in the journal; nil where it is.
  package private(set) var problem: String?
  /// The journal's file.
  package let url: URL
  /// Whether the text is in the project's file.
  private var isSaved: Bool
  /// The bytes in the file; nil where it is to be written from its beginning.
  private var size: Int?
  /// The bytes that the file had when it was written from its beginning.
  private var firstSize = 0

  /// The size from which a journal is written anew, where that makes it half as large.
  private static let largeSize = 8 << 20
  /// The largest journal that is read.
  private static let largestSize = 512 << 20

  /// The journal of the project at `url`, whose text is `text`. Nothing is written before the first step.
  ///
  /// - Parameter isSaved: whether the text is in the project's file.
  package init(ofProject url: URL, text: String, history: EditHistory = EditHistory(), isSaved: Bool = true) {
    self.url = Self.url(ofProject: url)
    self.text = text
    self.history = history
    self.isSaved = isSaved
  }

  /// The location of the journal of the project at `url`.
  package static func url(ofProject url: URL) -> URL {
    url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).studio-journal")
  }

  // MARK: Steps

  /// Makes `after` the text.
  ///
  /// - Parameter merges: whether the step is one with the one before, of the same name.
  package mutating func record(name: String, after: String, merging merges: Bool = false) {
    let before = Array(text.utf8)
    let step = EditStep(name: name, before: before, after: Array(after.utf8))
    guard !step.isEmpty, history.follow(step, from: before, merging: merges) != nil else { return }
    advance(to: after, .step(step, merges: merges))
  }

  /// Takes the latest step back; returns whether there is one.
  package mutating func undo() -> Bool {
    guard let before = history.undo(text) else { return false }
    advance(to: before, .undo)
    return true
  }

  /// Makes the step again that was taken back last; returns whether there is one.
  package mutating func redo() -> Bool {
    guard let after = history.redo(text) else { return false }
    advance(to: after, .redo)
    return true
  }

  /// Notes that the text is in the project's file.
  package mutating func noteSaved() {
    guard !isSaved else { return }
    isSaved = true
    write(.saved)
  }

  /// Forgets the steps that a copy of the journal has written behind the last one, and that were given up: the file is written anew, now
  /// or with the next step.
  package mutating func dropLaterSteps() {
    do throws(FileReplacement.Failure) {
      try writeAnew()
    } catch {
      size = nil
      problem = "The journal \(url.path) cannot be written: \(error.words)."
    }
  }

  /// Ends the work: the journal is removed where there is nothing to keep.
  package mutating func close() {
    guard isSaved, history.undoName == nil, history.redoName == nil else { return }
    try? FileManager.default.removeItem(at: url)
    size = nil
  }

  private mutating func advance(to text: String, _ line: JournalLine) {
    self.text = text
    isSaved = false
    write(line)
  }

  // MARK: The file

  private mutating func write(_ line: JournalLine) {
    do throws(FileReplacement.Failure) {
      let bytes = line.bytes
      guard let size, size + bytes.count <= max(Self.largeSize, firstSize * 2) else { return try writeAnew() }
      try FileGrowth(url.path).append(bytes)
      self.size = size + bytes.count
      problem = nil
    } catch {
      // Whatever of the line is there is no end to go on from.
      size = nil
      problem = "The journal \(url.path) cannot be written: \(error.words)."
    }
  }

  /// Writes the text and the history as they are, in place of the journal that is there.
  private mutating func writeAnew() throws(FileReplacement.Failure) {
    var bytes = JournalLine.text(text).bytes
    for step in history.done { bytes += JournalLine.done(step).bytes }
    for step in history.undone { bytes += JournalLine.undone(step).bytes }
    if isSaved { bytes += JournalLine.saved.bytes }
    // A symbolic link at this path, which another program may have made, is not followed.
    try FileReplacement.replace(url.path, with: bytes, followingLinks: false)
    (size, firstSize) = (bytes.count, bytes.count)
    problem = nil
  }

  // MARK: Recovery

  /// The recovery of the text in the project's file by a journal.
  package enum Recovery: Sendable {
    /// The file has the journal's last text; its steps can be undone.
    case same(EditJournal)
    /// The file is older: the journal has steps that were not saved.
    case unsaved(EditJournal)
    /// The text was saved, and another program has changed the file since: its text is the latest step.
    case changed(EditJournal)
    /// The journal has unsaved steps, and another program has changed the file.
    case conflicting(EditJournal)
  }

  /// The state by the journal of the project at `url`, whose file has `text`; nil without a journal, or with an
  /// unreadable one. Never traps, whatever is in the file.
  package static func recover(ofProject url: URL, text: String) -> Recovery? {
    let file = Self.url(ofProject: url)
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard let size = attributes?[.size] as? Int ?? (attributes?[.size] as? UInt64).map(Int.init(clamping:)),
      size <= largestSize, attributes?[.type] as? FileAttributeType == .typeRegular,
      let data = try? Data(contentsOf: file), let reading = JournalReading(Array(data))
    else { return nil }
    let last = String(decoding: reading.text, as: UTF8.self)
    let journal = EditJournal(ofProject: url, text: last, history: reading.history, isSaved: false)
    if last.utf8.elementsEqual(text.utf8) {
      var same = journal
      same.isSaved = true
      return .same(same)
    }
    if reading.isSaved {
      var changed = journal
      changed.record(name: "Change Outside", after: text)
      changed.isSaved = true
      return .changed(changed)
    }
    return reading.known.contains(TextFingerprint(Array(text.utf8))) ? .unsaved(journal) : .conflicting(journal)
  }
}
