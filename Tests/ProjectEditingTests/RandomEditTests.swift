import EditingModel
import Foundation
import MediaTime
import ProjectEditing
import ProjectFile
import SeededRandom
import Testing

/// Laws of all edits, on the projects of the repository.
@Suite struct RandomEditTests {
  /// The projects of the folder `Pipelines`.
  static let projects: [String] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Pipelines")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().map { root.appending(path: $0).appending(path: "project.json").path }.filter {
      FileManager.default.fileExists(atPath: $0)
    }
  }()

  /// How many edits each project gets; where all is proved, more.
  static let count = ProcessInfo.processInfo.environment["GSTEDIT_FULL"] == "1" ? 150 : 30
  /// How many the talk's project gets.
  static let longCount = 200

  @Test func `the repository has projects`() {
    #expect(Self.projects.count > 10)
  }

  @Test(arguments: projects) func `edits at random keep a project valid, and undoing all gives its first bytes`(
    path: String
  ) throws {
    let url = URL(filePath: path)
    let first = try String(contentsOf: url, encoding: .utf8)
    var random = RandomEdits(seed: UInt64(path.utf8.count) &* 407, folder: url.deletingLastPathComponent())
    let editor = ProjectEditor(random.context)
    var (text, history) = (first, EditHistory())
    var (made, refused) = (0, 0)
    var codes: [ProjectEditError.Code: Int] = [:]
    var texts = [first]
    let count = path.contains("wwdc") ? max(Self.longCount, Self.count) : Self.count
    for _ in 0..<count {
      // Reads the outline, which only a valid project has.
      let edit = try random.edit(of: text)
      do {
        let new = try editor.apply(edit, to: text)
        history.record(name: edit.name, before: text, after: new)
        if new != text { texts.append(new) }
        text = new
        made += 1
      } catch {
        refused += 1
        codes[error.code, default: 0] += 1
        // An edit is refused where no permitted change makes it valid: subtitles of a removed clip, a compositor
        // without transitions, an opacity below one in the middle of a dissolve.
        let isExpected =
          edit.name == "Change" || error.pointer.description.contains("/subtitles")
          || ["compositor", "translucent"].contains { error.message.contains($0) }
        #expect(error.code != .invalidResult || isExpected, "\(edit): \(error)")
      }
    }
    #expect(made > count / 3, "\(made) made, \(refused) refused: \(codes)")
    let last = text
    for before in texts.reversed().dropFirst() {
      text = history.undo(text) ?? "nothing to undo"
      #expect(text == before)
    }
    #expect(text == first)
    #expect(history.undoName == nil)
    for after in texts.dropFirst() {
      text = history.redo(text) ?? "nothing to redo"
      #expect(text == after)
    }
    #expect(text == last)
  }

  @Test func `a damaged text is refused or edited, and nothing traps`() throws {
    var generator = SeededGenerator(seed: 77)
    let first = try String(contentsOfFile: #require(Self.projects.last { $0.contains("wwdc") }), encoding: .utf8)
    let kinds = [
      "trimStart", "trimEnd", "roll", "split", "delete", "set", "remove", "insert", "title", "levels", "slip",
    ]
    let words = [
      "/composition/tracks/0/segments/1", "/titles/0", "/videoComposition/instructions/0", "1/3", "99999999999/7", "-2",
      "",
    ]
    var outcomes: [Bool: Int] = [:]
    for _ in 0..<300 {
      var bytes = Array(first.utf8)
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      func word() -> String { words.randomElement(using: &generator) ?? "" }
      let kind = kinds.randomElement(using: &generator) ?? ""
      let keys = ["segment", "to", "by", "at", "pointer", "value", "title", "track", "entries"].shuffled(
        using: &generator)
      let members = keys.prefix(3).map { #""\#($0)":"\#(word())""# }.joined(separator: ",")
      let json = #"{"kind":"\#(kind)",\#(members)}"#
      let edit: TimelineEdit? =
        Bool.random(using: &generator)
        ? try? TimelineEdit(json: Array(json.utf8))
        : .trim(.end, segment: Films.segment(Int.random(in: 0...3, using: &generator)), to: Rational(2))
      let result = edit.flatMap { try? ProjectEditor(EditContext(baseURL: Films.folder)).apply($0, to: text) }
      outcomes[result != nil, default: 0] += 1
    }
    #expect(outcomes.count == 2)
  }
}
