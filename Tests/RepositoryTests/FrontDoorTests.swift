import Testing

@Suite("The front of the house")
struct FrontDoorTests {
  /// The Makefile's commands, by the lines that `make help` prints.
  private static func commands() throws -> Set<String> {
    Set(try Repository.file("Makefile").text.matches(of: #/(?m)^([a-z-]+):.*## /#).map { String($0.output.1) })
  }

  @Test(arguments: ["README.md", "Pipelines/README.md", "Sources/GstEdit/GstEdit.docc/Transitions.md"])
  func `every command that a page names exists`(page: String) throws {
    let known = try Self.commands()
    let named = try Repository.file(page).text.matches(of: #/make ([a-z][a-z-]*)/#).map { String($0.output.1) }
    #expect(named.filter { !known.contains($0) } == [])
  }

  @Test func `the first page names every command`() throws {
    let page = try Repository.file("README.md").text
    #expect(try Self.commands().filter { !page.contains("make \($0)") }.sorted() == [])
  }

  @Test func `continuous integration runs the command that the first page gives`() throws {
    #expect(try Repository.file(".ci/run").lines.last == "make test")
    #expect(try !Repository.file("README.md").places(of: "make test").isEmpty)
  }

  @Test(arguments: [
    "README.md", "Pipelines/README.md", "Pipelines/media/ATTRIBUTION.md", "Sources/GstEdit/GstEdit.docc/Transitions.md",
    "Sources/GstEdit/GstEdit.docc/BlendModes.md", "Sources/GstEdit/GstEdit.docc/ChromaKey.md", "Sources/GstEdit/GstEdit.docc/LookupTable.md",
    "Sources/GstEdit/GstEdit.docc/WritingACompositor.md",
  ])
  func `every link of a page to a file leads somewhere`(page: String) throws {
    let folder = page.split(separator: "/").dropLast().joined(separator: "/")
    let links = try Repository.file(page).text.matches(of: #/\]\(([^)#:]+)\)/#).map { String($0.output.1) }
    #expect(links.filter { !Repository.has(folder.isEmpty ? $0 : "\(folder)/\($0)") } == [])
  }

  @Test func `every project has a page, a plan and a line in the list`() throws {
    let list = try Repository.file("Pipelines/README.md").text
    let projects = try Repository.folders(in: "Pipelines").filter { $0 != "media" }
    #expect(projects.contains("wwdc-2010-407"))
    for project in projects {
      #expect(list.contains("](\(project))"), "\(project) is not in the list")
      for file in ["project.json", "plan.txt", "README.md"] {
        #expect(Repository.has("Pipelines/\(project)/\(file)"), "\(project) has no \(file)")
      }
    }
  }

  @Test func `every clip is attributed, and together they stay small`() throws {
    let page = try Repository.file("Pipelines/media/ATTRIBUTION.md").text
    let clips = try Repository.sizes(in: "Pipelines/media").filter { $0.key != "ATTRIBUTION.md" }
    #expect(!clips.isEmpty)
    #expect(clips.keys.filter { !page.contains("`\($0)`") } == [])
    #expect(clips.values.reduce(0, +) <= 12_000_000)
  }
}
