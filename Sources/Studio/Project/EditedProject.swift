import Documents
import EditingModel
import Foundation
import MediaTime
import ProjectEditing
import ProjectFile
import ProjectServices

/// The project that is edited: its text, its history, and its file.
///
/// ```
///  edit, text, undo, redo ──► text ──► journal ──► file       every step is saved at once
///                              ▲
///  file ── changed outside ────┘                              and is a step of the history, too
/// ```
///
/// An edit names the revision that it is based on, and is refused unless it is the newest. Nothing is lost: when the
/// file changes while text is typed, both texts are kept until the user chooses.
actor EditedProject {
  /// The project's file.
  nonisolated let url: URL
  /// The text and its history, which are kept beside the project.
  private var journal: EditJournal
  /// Goes up with every change of the text.
  private(set) var revision = 1
  /// The text as a project; nil where it is none.
  private(set) var project: Project?
  /// The problems of the text.
  private var diagnostics: [ProjectDiagnostic] = []
  /// The file's state when it was last read or written.
  private var stamp: FileStamp
  /// The newest revision that came from outside.
  private var outsideRevision = 0
  /// The file's text, while ``text`` is what was typed before it was known.
  private var conflict: String?
  private let events: StudioEvents

  /// The longest text of a project, in bytes.
  static let longestText = 16 << 20
  /// Within what time what is typed is one step.
  private static let typingPause: Duration = .seconds(1)
  /// The names of steps that are no edits.
  private static let (typing, outsideChange) = ("Typing", "Change Outside")
  private var lastTyping: ContinuousClock.Instant?

  /// The text of a project in which nothing is yet.
  static let emptyText = """
    {
      "gstedit": 1,
      "assets": {},
      "composition": {
        "tracks": []
      }
    }

    """

  /// The project in the file at `url`; an empty one where there is no file, which the first edit makes.
  ///
  /// - Throws: `StudioError` where the file cannot be read, or holds no text.
  init(at url: URL, events: StudioEvents) throws {
    self.url = url
    self.events = events
    stamp = FileStamp(of: url)
    let saved = try Self.read(url)
    let found = saved ?? Self.emptyText
    let recovery = EditJournal.recover(ofProject: url, text: found)
    switch recovery {
    case .same(let known)?, .changed(let known)?, .unsaved(let known)?: journal = known
    case .conflicting(let known)?:
      journal = known
      conflict = found
    case nil: journal = EditJournal(ofProject: url, text: found)
    }
    if case .unsaved(let known)? = recovery, Self.isUndecided(known, beside: found) { conflict = found }
    (project, diagnostics) = Self.reading(journal.text, beside: url)
    // The program ended between a step and its file. One that cannot be written now is written with the next step.
    if case .unsaved? = recovery, conflict == nil, (try? ProjectSaving.save(journal.text, to: url)) != nil {
      journal.noteSaved()
    }
    stamp = FileStamp(of: url)
  }

  /// Whether the journal ends with typed text over the change from outside `found`, and the user has not chosen between
  /// the two.
  private static func isUndecided(_ journal: EditJournal, beside found: String) -> Bool {
    var history = journal.history
    guard history.undoName == typing, history.undo(journal.text) == found else { return false }
    return history.undoName == outsideChange
  }

  /// The text: a valid project, or a text that is being typed.
  var text: String { journal.text }

  /// The text of the file at `url`; nil where there is none.
  private static func read(_ url: URL) throws -> String? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    guard let data = try? Data(contentsOf: url) else {
      throw StudioError(
        .unprocessableContent, "unreadable", "The project \(url.path) cannot be read.",
        remedy: "Look at its permissions.")
    }
    guard data.count <= longestText, let text = String(validating: data, as: UTF8.self) else {
      throw StudioError(
        .unprocessableContent, "unreadable", "\(url.lastPathComponent) holds no text of a project.",
        remedy: "Name a project, a folder, or media with a name that says so.")
    }
    return text
  }

  private static func reading(_ text: String, beside url: URL) -> (Project?, [ProjectDiagnostic]) {
    do throws(ProjectError) {
      return (try Project(json: text, baseURL: url.deletingLastPathComponent()), [])
    } catch {
      return (nil, error.diagnostics)
    }
  }

  // MARK: State

  /// All that the page shows of the text.
  ///
  /// - Parameter frameDuration: How long a frame lasts where the text does not say it.
  func state(frameDuration: Rational? = nil) -> JSONObject {
    [
      "revision": revision, "name": url.lastPathComponent, "folder": url.deletingLastPathComponent().path,
      "text": text, "undo": journal.history.undoName, "redo": journal.history.redoName,
      "conflict": conflict.map { ["text": $0] as JSONObject }, "problem": journal.problem,
      "diagnostics": diagnostics.map { DiagnosticReport($0) },
      "outline": project == nil ? nil : outline(frameDuration),
    ]
  }

  private func outline(_ frameDuration: Rational?) -> ProjectOutline? {
    try? ProjectOutline(of: text, baseURL: url.deletingLastPathComponent(), frameDuration: frameDuration)
  }

  /// The project of revision `revision`, which is to be the newest.
  ///
  /// - Throws: `StudioError` of another revision; `ProjectError` where the text is no project.
  func project(at revision: Int) throws -> Project {
    try checkRevision(revision)
    guard let project else { throw ProjectError.invalid(diagnostics) }
    return project
  }

  private func checkRevision(_ seen: Int) throws {
    guard seen != revision else { return }
    var error = StudioError.staleRevision
    error.details = ["state": state()]
    throw error
  }

  // MARK: Edits

  /// Carries `edit` out on revision `seen`: as the step called `step`, or by the edit's own name; `continuing` the step before, where that
  /// has the same name.
  ///
  /// - Throws: `StudioError` of another revision; `ProjectEditError` where it cannot be done.
  func apply(
    _ edit: TimelineEdit, context: EditContext, seen: Int, step: String? = nil, continuing: Bool = false
  ) throws {
    try prepare(seen)
    var context = context
    context.baseURL = url.deletingLastPathComponent()
    let edited = try ProjectEditor(context).apply(edit, to: text)
    try commit(edited, named: step ?? edit.name, merging: continuing)
  }

  /// Replaces the text of revision `seen` by `typed`.
  ///
  /// - Throws: `StudioError` of another revision, whose state has both texts where the other one came from outside.
  func type(_ typed: String, seen: Int) throws {
    guard typed.utf8.count <= Self.longestText else {
      throw StudioError(.contentTooLarge, "tooLarge", "The text is longer than \(Self.longestText >> 20) MiB.")
    }
    adoptOutsideChange()
    if conflict == nil, seen > 0, seen < outsideRevision, typed != text {
      let found = text
      // The typed text becomes the current one, and the file stays unchanged until the user chooses.
      var changed = journal
      changed.record(name: Self.typing, after: typed)
      take(changed)
      conflict = found
      sendProjectEvent("edit")
    }
    try prepare(seen)
    let now = ContinuousClock.now
    let continues = lastTyping.map { now - $0 < Self.typingPause } ?? false
    try commit(typed, named: Self.typing, merging: continues)
    lastTyping = now
  }

  /// Takes the last step back, or takes it again.
  ///
  /// - Throws: `StudioError` of another revision, and where there is no such step.
  func undo(seen: Int) throws { try step(seen, "undo") { $0.undo() } }

  /// As ``undo(seen:)``.
  func redo(seen: Int) throws { try step(seen, "redo") { $0.redo() } }

  private func step(_ seen: Int, _ name: String, _ step: (inout EditJournal) -> Bool) throws {
    try prepare(seen)
    var changed = journal
    guard step(&changed) else {
      throw StudioError(.unprocessableContent, "nothingToDo", "There is nothing to \(name).")
    }
    try save(changed)
  }

  /// Ends a conflict with what was typed, or with what the file says.
  func resolve(keepingTyped: Bool) throws {
    adoptOutsideChange()
    guard let found = conflict else {
      throw StudioError(.unprocessableContent, "noConflict", "There is nothing to choose.")
    }
    let typed = text
    var changed = journal
    // Both are steps, so that either can be had back.
    changed.record(name: Self.outsideChange, after: found)
    if keepingTyped { changed.record(name: "Keep Mine", after: typed) }
    try save(changed)
    conflict = nil
  }

  /// Refuses an edit of another revision than the newest, and any while there is a conflict.
  private func prepare(_ seen: Int) throws {
    adoptOutsideChange()
    try checkRevision(seen)
    guard conflict == nil else {
      var error = StudioError(
        .conflict, "conflict", "The file was changed while you were typing.", remedy: "Choose which text to keep.")
      error.details = ["state": state()]
      throw error
    }
  }

  /// Makes `changed` the text: a step called `name`, or more of the last one.
  private func commit(_ changed: String, named name: String, merging merges: Bool = false) throws {
    guard changed != text else { return }
    var journal = journal
    journal.record(name: name, after: changed, merging: merges)
    try save(journal)
    lastTyping = nil
  }

  /// Takes `changed` over, whose last step is in the journal, and writes its text into the file.
  private func save(_ changed: EditJournal) throws {
    var changed = changed
    do {
      try ProjectSaving.save(changed.text, to: url)
    } catch {
      journal.dropLaterSteps()
      throw StudioError(
        .insufficientStorage, "notSaved", "The project could not be saved: \(error)",
        remedy: "Look whether the disk is full, and the folder still there.")
    }
    changed.noteSaved()
    // Where another program has written meanwhile, the file is checked again.
    let now = FileStamp(of: url)
    if (try? Self.read(url)) == changed.text { stamp = now }
    take(changed)
    sendProjectEvent("edit")
  }

  private func take(_ changed: EditJournal) {
    journal = changed
    (project, diagnostics) = Self.reading(changed.text, beside: url)
    revision += 1
  }

  /// Ends the work.
  func close() { journal.close() }

  // MARK: The file

  /// Takes over another program's change of the file as a step of the history.
  func adoptOutsideChange() {
    let now = FileStamp(of: url)
    guard now != stamp, now.byteCount != nil else { return }
    // A file that cannot be read now is looked at again.
    guard let found = try? Self.read(url) else { return }
    stamp = now
    guard conflict == nil else {
      conflict = found
      return sendProjectEvent("outside")
    }
    guard found != text else { return }
    var changed = journal
    changed.record(name: Self.outsideChange, after: found)
    changed.noteSaved()
    take(changed)
    outsideRevision = revision
    sendProjectEvent("outside")
  }

  /// Looks after the file until the task is cancelled. One that is just being written is left alone until it rests.
  func watch() async {
    var seen = stamp
    while !Task.isCancelled {
      let now = FileStamp(of: url)
      if now == seen { adoptOutsideChange() }
      seen = now
      try? await Task.sleep(for: .milliseconds(80))
    }
  }

  private func sendProjectEvent(_ source: String) { events.send("project", ["revision": revision, "source": source]) }
}
