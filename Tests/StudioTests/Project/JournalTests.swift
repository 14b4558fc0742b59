import Foundation
import ModelValues
import TestSupport
import Testing

/// What stays of edits when the program dies amid them, or cannot write.
struct JournalTests {
  @Test func `edits and their history survive a killed program`() async throws {
    let scratch = try await Film.folder()
    var program: StudioProgram? = try await StudioProgram(in: scratch)
    let visitor = try #require(program).visitor
    var texts = [Film.text]
    for number in 1...10 {
      let answer = try await visitor.edit(
        #"{"kind":"split","segment":"\#(Film.segment(number - 1))","at":"\#(number)/24"}"#)
      texts.append(try #require(answer.json.at("/text")?.word))
    }
    // It dies while others are under way.
    let edits = Task {
      var number = 11
      while let answer = try? await visitor.edit(
        #"{"kind":"split","segment":"\#(Film.segment(number - 1))","at":"\#(number)/24"}"#),
        answer.status == 200
      {
        number += 1
      }
      return number
    }
    await Poll.eventually {
      ((try? String(contentsOf: scratch.url("project.json"), encoding: .utf8)) ?? "").contains("13/24")
    }
    #expect(await program?.end(by: SIGKILL).status == -1)
    let answered = await edits.value
    program = nil

    let again = try await StudioProgram(in: scratch)
    let state = try await again.visitor.state()
    #expect(state.word("/conflict") == "null")
    let count = try #require(state.at("/outline/tracks/0/segments/#")?.whole)
    // A step may have been saved without its answer arriving.
    #expect([answered + 2, answered + 3].contains(count))
    #expect(try String(contentsOf: scratch.url("project.json"), encoding: .utf8) == state.at("/text")?.word)
    var found: [String] = []
    while case let undone = try await again.visitor.undo(), undone.status == 200 {
      found.append(undone.json.at("/text")?.word ?? "")
    }
    #expect(Array(found.suffix(texts.count)) == Array(texts.reversed()))
    #expect(found.count == count - 3)
    #expect(try scratch.names().filter { $0.hasSuffix(".part") || $0.hasSuffix(".partial") } == [])
  }

  @Test func `a step that could not be saved is none, whatever the journal has seen of it`() async throws {
    let stage = try await StudioStage(Film.text)
    let visitor = stage.visitor
    #expect(try await visitor.type(Film.text + "\n", on: 1).status == 200)
    // Where a folder stands, no file is written; the journal is.
    try FileManager.default.removeItem(at: stage.project)
    try FileManager.default.createDirectory(at: stage.project, withIntermediateDirectories: false)
    let refused = try await visitor.edit(#"{"kind":"remove","pointer":"/composition/tracks/1"}"#, on: 2)
    #expect(refused.status == 507 && refused.hasSentence, "\(refused.status) \(refused.text.prefix(300))")
    #expect(try await visitor.state().at("/text")?.word == Film.text + "\n")
    try FileManager.default.removeItem(at: stage.project)
    let edit = #"{"kind":"set","pointer":"\#(Film.segment(0))/duration","value":1}"#
    let edited = try await visitor.edit(edit)
    #expect(edited.status == 200, "\(edited.text.prefix(300))")
    await stage.close()
    let again = try await StudioStage(in: stage.scratch)
    #expect(try await again.visitor.state().word("/text") == edited.json.word("/text"))
    var texts: [String] = []
    while case let undone = try await again.visitor.undo(), undone.status == 200 {
      texts.append(undone.json.word("/text"))
    }
    #expect(texts == [Film.text + "\n", Film.text])
  }

  @Test func `undo goes on in the next studio, and without steps nothing is left beside the project`() async throws {
    let stage = try await Film.stage()
    let edited = try await stage.visitor.edit(#"{"kind":"split","segment":"\#(Film.segment(0))","at":"1"}"#).json
    await stage.close()
    #expect(try stage.scratch.names().contains(".project.json.studio-journal"))
    let second = try await StudioStage(in: stage.scratch)
    #expect(try await second.visitor.undo().json.word("/text") == Film.text)
    await second.close()
    let third = try await StudioStage(in: stage.scratch)
    #expect(try await third.visitor.redo().json.word("/text") == edited.at("/text")?.word)
    let untouched = try await StudioStage(Film.text)
    _ = try await untouched.visitor.state()
    await untouched.close()
    #expect(try untouched.scratch.names() == ["project.json"])
  }

  @Test(arguments: [
    "", "nonsense", "\u{0}\u{0}", "{}\n", "{\"journal\":1,\"text\":\"other\"}\n", "{\"journal\":9,\"text\":\"\"}\n",
  ])
  func `a journal that is damaged, or of another text, hides no project`(journal: String) async throws {
    let scratch = try ScratchFolder()
    try scratch.write(Film.text, to: "project.json")
    try scratch.write(journal, to: ".project.json.studio-journal")
    let stage = try await StudioStage(in: scratch)
    let state = try await stage.visitor.state()
    let texts = [state.at("/text")?.word, state.at("/conflict/text")?.word]
    #expect(texts.contains(Film.text))
    #expect(try stage.fileText() == Film.text)
  }

  @Test(.enabled(if: MountSpace.isAllowed, MountSpace.mountSpaceUnavailable))
  func `on a full disk the text stays as it was, and editing goes on when there is room`() async throws {
    let scratch = try ScratchFolder()
    let launcher = try #require(MountSpace.launcher)
    let script = """
      mkdir -p disk && mount -t tmpfs -o size=256k none disk && cp project.json disk/ || exit 99
      cd disk && exec "$@"
      """
    try scratch.write(Film.text, to: "project.json")
    var program: StudioProgram? = try await StudioProgram(
      in: scratch, through: ["/usr/bin/env"] + launcher + ["sh", "-c", script, "sh"])
    let (visitor, number) = (try #require(program).visitor, try #require(program).number)
    // The disk as the program sees it.
    let disk = URL(filePath: "/proc/\(number)/root\(scratch.url.path)/disk")
    let (project, filler) = (disk.appending(path: "project.json"), disk.appending(path: "filler"))
    func fileText() -> String? { try? String(contentsOf: project, encoding: .utf8) }

    let first = try await visitor.type(Film.text + "\n", on: 1)
    #expect(first.status == 200 && fileText() == Film.text + "\n", "\(first.text.prefix(300))")
    _ = FileManager.default.createFile(atPath: filler.path, contents: nil)
    let handle = try FileHandle(forWritingTo: filler)
    while (try? handle.write(contentsOf: Data(count: 1_024))) != nil {}
    for _ in 0..<3 {
      let refused = try await visitor.type(Film.text + String(repeating: "\n", count: 20_000), on: 2)
      #expect(refused.status == 507 && refused.hasSentence, "\(refused.status) \(refused.text.prefix(300))")
      let small = try await visitor.edit(#"{"kind":"set","pointer":"\#(Film.segment(0))/duration","value":1}"#, on: 2)
      #expect(small.status == 507 && small.hasSentence, "\(small.status) \(small.text.prefix(300))")
      let state = try await visitor.state()
      #expect(state.at("/revision")?.whole == 2 && state.word("/text") == Film.text + "\n")
      #expect(fileText() == Film.text + "\n")
    }
    try handle.close()
    try FileManager.default.removeItem(at: filler)
    let texts = [2, 3].map { Film.text + String(repeating: "\n", count: $0) }
    for (index, text) in texts.enumerated() {
      let typed = try await visitor.type(text, on: 2 + index)
      #expect(typed.status == 200 && fileText() == text, "\(typed.text.prefix(300))")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).allSatisfy { !$0.hasSuffix(".part") })
    // What the journal has of it holds, too.
    let copy = try ScratchFolder()
    for name in ["project.json", ".project.json.studio-journal"] {
      try FileManager.default.copyItem(at: disk.appending(path: name), to: copy.url(name))
    }
    #expect(await program?.end(by: SIGKILL).status == -1)
    program = nil
    let again = try await StudioStage(in: copy)
    let state = try await again.visitor.state()
    #expect(state.word("/text") == texts.last && state.word("/conflict") == "null")
    while case let undone = try await again.visitor.undo(), undone.status == 200 {}
    #expect(try again.fileText() == Film.text)
  }

  @Test(.enabled(if: MountSpace.isAllowed, MountSpace.mountSpaceUnavailable))
  func `in a folder that cannot be written to, edits are refused, and the film is shown`() async throws {
    let scratch = try await Film.folder()
    let launcher = try #require(MountSpace.launcher)
    let script = #"mount --bind . . && mount -o remount,bind,ro . && cd "$PWD" && exec "$@""#
    let program = try await StudioProgram(
      in: scratch, through: ["/usr/bin/env"] + launcher + ["sh", "-c", script, "sh"])
    let visitor = program.visitor
    let edit = try await visitor.edit(#"{"kind":"split","segment":"\#(Film.segment(0))","at":"1"}"#)
    #expect(edit.status == 507 && edit.hasSentence, "\(edit.status) \(edit.text.prefix(300))")
    let upload = try await visitor.answer(to: visitor.request("POST", "/api/media?name=new.mp4", body: [1]))
    #expect(upload.status == 507 && upload.hasSentence)
    let export = try await visitor.post("/api/export", #"{"name":"film.mp4"}"#)
    #expect([202, 422, 507].contains(export.status))
    #expect(try await visitor.get("/api/picture?revision=1&frame=0").status == 200)
    #expect(try await visitor.state().word("/text") == Film.text)
    #expect(await program.end(by: SIGTERM).status == 0)
    #expect(try scratch.names() == ["media", "project.json"])
  }
}
