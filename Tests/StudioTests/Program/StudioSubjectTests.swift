import Foundation
import Studio
import TestSupport
import Testing

/// What a studio is opened with, and which project that is.
@Suite struct StudioSubjectTests {
  private let scratch: ScratchFolder
  private var folder: URL { URL(filePath: scratch.url.path, directoryHint: .isDirectory) }

  init() throws { scratch = try ScratchFolder() }

  private func path(_ arguments: [String]) throws -> String? {
    guard case .project(let url) = try StudioSubject(arguments, in: folder) else { return nil }
    return url.standardizedFileURL.path
  }

  private func refusal(_ arguments: [String]) -> String {
    do {
      return "\(try StudioSubject(arguments, in: folder))"
    } catch {
      return "refused: \(error)"
    }
  }

  @Test func `nothing is the folder that one is in, and its project is made`() throws {
    #expect(try path([]) == scratch.url("project.json").standardizedFileURL.path)
    #expect(try path(["."]) == scratch.url("project.json").standardizedFileURL.path)
    #expect(try scratch.names() == [])
  }

  @Test func `a project is itself, also where it is not there yet`() throws {
    #expect(try path(["new.json"]) == scratch.url("new.json").standardizedFileURL.path)
    #expect(try path([scratch.url("new.json").path]) == scratch.url("new.json").standardizedFileURL.path)
    try scratch.write("{}", to: "other.JSON")
    #expect(try path(["other.JSON"]) == scratch.url("other.JSON").standardizedFileURL.path)
  }

  @Test func `of a folder it is project json, or the only project there is`() throws {
    try scratch.write(#"{ "gstedit": 1 }"#, to: "wedding.json")
    try scratch.write(#"{ "name": "package" }"#, to: "package.json")
    #expect(try path([]) == scratch.url("wedding.json").standardizedFileURL.path)
    try scratch.write(#"{ "gstedit": 1 }"#, to: "project.json")
    #expect(try path([folder.path]) == scratch.url("project.json").standardizedFileURL.path)
  }

  @Test func `of a folder with several, none is guessed`() throws {
    for name in ["a.json", "b.json"] { try scratch.write(#"{ "gstedit": 1 }"#, to: name) }
    let words = refusal([])
    #expect(words.hasPrefix("refused") && words.contains("a.json, b.json"))
  }

  @Test func `media are a new project beside the first, which replaces none`() throws {
    for name in ["cat.mp4", "dog.mp4"] { try scratch.write("", to: name) }
    let urls = ["cat.mp4", "dog.mp4"].map { scratch.url($0).standardizedFileURL }
    #expect(try StudioSubject(["cat.mp4", "dog.mp4"], in: folder) == .media(urls, project: scratch.url("project.json").standardizedFileURL))
    try scratch.write("{}", to: "project.json")
    try scratch.write("{}", to: "project-2.json")
    guard case .media(let media, let project) = try StudioSubject(["dog.mp4"], in: folder) else {
      Issue.record("no media")
      return
    }
    #expect(media == [urls[1]] && project.lastPathComponent == "project-3.json")
  }

  @Test func `what is not there is refused`() throws {
    try scratch.write("", to: "cat.mp4")
    for arguments in [["none.mp4"], ["cat.mp4", "none.mp4"], ["none/project.json"], ["nofolder"]] {
      #expect(refusal(arguments).hasPrefix("refused"), "\(arguments): \(refusal(arguments))")
    }
  }
}
