import Foundation

/// The page of everyday jobs: what stands on it of both programs.
public struct RecipePage: Sendable {
  /// A job: one line of each program.
  public struct Job: Hashable, Sendable {
    /// The heading that it stands under.
    public let title: String
    /// What this program is asked.
    public let line: String
    /// What ffmpeg is asked for the same.
    public let ffmpeg: String

    /// The name of the file that it makes.
    public var output: String {
      let words = line.split(separator: " ").map(String.init)
      return words.firstIndex(of: "-o").map { words[$0 + 1] } ?? ""
    }
  }

  /// The jobs, in order.
  public let jobs: [Job]

  /// The projects that the page shows, by the names that it gives them.
  public let projects: [String: String]

  /// Reads the page in the repository that `file` stands in, two folders below its root.
  public init(besides file: String = #filePath) throws {
    let root = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = root.appending(path: "Sources/GstEdit/GstEdit.docc/Recipes.md")
    var (jobs, projects): ([Job], [String: String]) = ([], [:])
    var (title, open, name): (String, String, String?) = ("", "", nil)
    var (block, line): ([String], String?) = ([], nil)
    for text in try String(contentsOf: page, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
      if text.hasPrefix("```") {
        if open == "json", let name { projects[name] = block.joined(separator: "\n") }
        (open, block) = (open.isEmpty ? String(text.dropFirst(3)) : "", [])
      } else if open.isEmpty {
        if text.hasPrefix("## ") { title = String(text.dropFirst(3)) }
        if let found = text.firstMatch(of: #/`([a-z]+\.json)`/#) { name = String(found.output.1) }
      } else if open == "sh" {
        if text.hasPrefix("gstedit ") { line = String(text) }
        if text.contains("ffmpeg "), let own = line {
          jobs.append(Job(title: title, line: own, ffmpeg: String(text)))
          line = nil
        }
      } else {
        block.append(String(text))
      }
    }
    (self.jobs, self.projects) = (jobs, projects)
  }
}
