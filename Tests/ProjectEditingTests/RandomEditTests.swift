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

  /// How many edits each project gets: 2,000 all in all.
  static let count = 2_000 / max(1, projects.count) + 1

  @Test func `the repository has projects`() {
    #expect(Self.projects.count > 10)
  }

  @Test(arguments: projects) func `edits at random keep a project valid, and undoing all gives its first bytes`(path: String) throws {
    let url = URL(filePath: path)
    let first = try String(contentsOf: url, encoding: .utf8)
    var random = RandomEdits(seed: UInt64(path.utf8.count) &* 407, folder: url.deletingLastPathComponent())
    let editor = ProjectEditor(random.context)
    var (text, history) = (first, EditHistory())
    var (made, refused) = (0, 0)
    var codes: [ProjectEditError.Code: Int] = [:]
    var texts = [first]
    for _ in 0..<Self.count {
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
        // An edit is refused where nothing that it may touch makes it valid: subtitles of a clip that goes, a compositor that knows no
        // transitions, an opacity below one in the middle of a dissolve.
        let isExpected =
          edit.name == "Change" || error.pointer.description.contains("/subtitles")
          || ["compositor", "translucent"].contains { error.message.contains($0) }
        #expect(error.code != .invalidResult || isExpected, "\(edit): \(error)")
      }
    }
    #expect(made > Self.count / 3, "\(made) made, \(refused) refused: \(codes)")
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
}
