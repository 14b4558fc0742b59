import Foundation
import ProjectEditing
import SeededRandom
import Testing

/// The journal beside a project, and how a project is saved.
@Suite struct EditJournalTests {
  /// A folder that goes away.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
    var project: URL { url.appending(path: "project.json") }
    var journal: URL { EditJournal.url(ofProject: project) }

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private func recover(_ folder: Folder, _ text: String) -> EditJournal.Recovery? {
    EditJournal.recover(ofProject: folder.project, text: text)
  }

  // MARK: Journal

  @Test func `undoing works across programs`() throws {
    let folder = try Folder()
    var journal = EditJournal(ofProject: folder.project, text: "one")
    #expect(!FileManager.default.fileExists(atPath: folder.journal.path))
    journal.record(name: "Trim", after: "two")
    journal.record(name: "Slip", after: "three\nlines \"é\"")
    let isDone1 = journal.undo()
    #expect(isDone1)
    journal.noteSaved()
    journal.close()
    guard case .same(var same)? = recover(folder, "two") else { return #expect(Bool(false), "no journal") }
    #expect(same.text == "two")
    #expect(same.history.undoName == "Trim")
    let isDone2 = same.redo()
    #expect(isDone2)
    #expect(same.text == "three\nlines \"é\"")
    let isDone3 = same.undo() && same.undo() && !same.undo()
    #expect(isDone3)
    #expect(same.text == "one")
    #expect(same.problem == nil)
    same.noteSaved()
    guard case .same(let again)? = recover(folder, "one") else { return #expect(Bool(false), "no journal") }
    #expect(again.history.redoName == "Trim")
  }

  @Test func `unsaved edits are recovered`() throws {
    let folder = try Folder()
    var journal = EditJournal(ofProject: folder.project, text: "one")
    journal.record(name: "Trim", after: "two")
    journal.record(name: "Slip", after: "three")
    for old in ["one", "two"] {
      guard case .unsaved(let found)? = recover(folder, old) else { return #expect(Bool(false), "\(old)") }
      #expect(found.text == "three")
      #expect(found.history.undoName == "Slip")
    }
    guard case .conflicting(let found)? = recover(folder, "other") else { return #expect(Bool(false), "no conflict") }
    #expect(found.text == "three")
  }

  @Test func `another program's change is a step that can be undone`() throws {
    let folder = try Folder()
    var journal = EditJournal(ofProject: folder.project, text: "one")
    journal.record(name: "Trim", after: "two")
    journal.noteSaved()
    guard case .changed(var found)? = recover(folder, "other") else { return #expect(Bool(false), "no change") }
    #expect(found.text == "other")
    let isDone4 = found.undo()
    #expect(isDone4)
    #expect(found.text == "two")
    let isDone5 = found.undo()
    #expect(isDone5)
    #expect(found.text == "one")
  }

  @Test func `a journal with nothing to keep is removed`() throws {
    let folder = try Folder()
    var journal = EditJournal(ofProject: folder.project, text: "one")
    journal.close()
    #expect(recover(folder, "one") == nil)
    journal.record(name: "Trim", after: "two")
    journal.close()
    #expect(FileManager.default.fileExists(atPath: folder.journal.path))
  }

  @Test func `merged steps are one in the journal too`() throws {
    let folder = try Folder()
    var journal = EditJournal(ofProject: folder.project, text: "")
    for text in ["a", "ab", "abc"] { journal.record(name: "Typing", after: text, merging: true) }
    guard case .unsaved(var found)? = recover(folder, "") else { return #expect(Bool(false), "no journal") }
    let isDone6 = found.undo() && !found.undo()
    #expect(isDone6)
    #expect(found.text == "")
  }

  @Test func `a large journal is written anew, and says the same`() throws {
    let folder = try Folder()
    let texts = [String(repeating: "a", count: 600_000), String(repeating: "b", count: 600_000)]
    var journal = EditJournal(ofProject: folder.project, text: texts[1])
    var largest = 0
    for number in 0..<40 {
      journal.record(name: "\(number)", after: texts[number % 2])
      let isDone7 = journal.undo() && journal.redo()
      #expect(isDone7)
      let size = try FileManager.default.attributesOfItem(atPath: folder.journal.path)[.size] as? Int ?? 0
      largest = max(largest, size)
    }
    #expect(largest < 60 << 20)
    guard case .unsaved(let found)? = recover(folder, texts[0]) else { return #expect(Bool(false), "no journal") }
    #expect(found.text == texts[1])
    #expect(found.history == journal.history)
  }

  @Test func `a journal that cannot be written does not prevent editing`() throws {
    let folder = try Folder()
    var journal = EditJournal(
      ofProject: folder.url.appending(path: "gone").appending(path: "project.json"), text: "one")
    journal.record(name: "Trim", after: "two")
    #expect(journal.text == "two")
    #expect(journal.problem?.contains("studio-journal") == true)
    let isDone8 = journal.undo()
    #expect(isDone8)
    #expect(journal.text == "one")
  }

  @Test func `a link in the journal's place is not followed`() throws {
    let folder = try Folder()
    let other = folder.url.appending(path: "other")
    try Data("mine".utf8).write(to: other)
    try FileManager.default.createSymbolicLink(at: folder.journal, withDestinationURL: other)
    #expect(recover(folder, "one") == nil)
    var journal = EditJournal(ofProject: folder.project, text: "one")
    journal.record(name: "Trim", after: "two")
    journal.record(name: "Trim", after: "three")
    #expect(try String(contentsOf: other, encoding: .utf8) == "mine")
    guard case .unsaved? = recover(folder, "one") else { return #expect(Bool(false), "no journal") }
  }

  @Test func `a torn journal gives what was whole, and a damaged one never traps`() throws {
    let folder = try Folder()
    var journal = EditJournal(ofProject: folder.project, text: "one")
    for number in 0..<6 { journal.record(name: "Step \(number)", after: "text \(number) é") }
    let isDone9 = journal.undo()
    #expect(isDone9)
    let whole = try Data(contentsOf: folder.journal)
    var texts: Set<String> = []
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: folder.journal)
      switch recover(folder, "one") {
      case nil: break
      case .same(let found)?, .unsaved(let found)?, .changed(let found)?, .conflicting(let found)?:
        texts.insert(found.text)
      }
    }
    #expect(texts == Set((0..<6).map { "text \($0) é" }))
    var generator = SeededGenerator(seed: 9)
    var found = 0
    for _ in 0..<500 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[Int.random(in: 0..<whole.count, using: &generator)] = UInt8.random(in: .min ... .max, using: &generator)
      }
      try damaged.write(to: folder.journal)
      if recover(folder, "one") != nil { found += 1 }
    }
    #expect(found > 100 && found < 500)
  }

  // MARK: Saving

  @Test func `saving keeps permissions, and follows links`() throws {
    let folder = try Folder()
    try Data("old".utf8).write(to: folder.project)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.project.path)
    let link = folder.url.appending(path: "link.json")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "project.json")
    try ProjectSaving.save("new é", to: link)
    #expect(try String(contentsOf: folder.project, encoding: .utf8) == "new é")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "project.json")
    #expect(try FileManager.default.attributesOfItem(atPath: folder.project.path)[.posixPermissions] as? Int == 0o640)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["link.json", "project.json"])
  }

  @Test func `a file that is not there yet is made, and one that cannot be is an error`() throws {
    let folder = try Folder()
    try ProjectSaving.save("new", to: folder.project)
    #expect(try String(contentsOf: folder.project, encoding: .utf8) == "new")
    #expect(throws: ProjectSavingError.self) {
      try ProjectSaving.save("new", to: folder.url.appending(path: "gone").appending(path: "project.json"))
    }
    #expect(throws: ProjectSavingError.self) { try ProjectSaving.save("new", to: folder.url) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["project.json"])
  }
}
