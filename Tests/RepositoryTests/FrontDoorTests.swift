import Testing

@Suite("The front of the house")
struct FrontDoorTests {
  /// The Makefile's commands, by the lines that `make help` prints.
  private static func commands() throws -> Set<String> {
    Set(try Repository.file("Makefile").text.matches(of: #/(?m)^([a-z-]+):.*## /#).map { String($0.output.1) })
  }

  /// The folder of the pages about the library.
  private static let catalogue = "Sources/GstEdit/GstEdit.docc"

  /// Everything that is written for people to read.
  private static func pages() throws -> [TextFile] {
    try ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(Repository.file)
      + ["Pipelines", catalogue].flatMap { try Repository.files(under: $0, ending: [".md"]) }
  }

  @Test func `every command that a page names exists`() throws {
    let known = try Self.commands()
    for page in try Self.pages() {
      let named = page.text.matches(of: #/(?m)(?:`|^ {4})make ([a-z][a-z-]*)/#).map { String($0.output.1) }
      #expect(named.filter { !known.contains($0) } == [], "\(page.path)")
    }
  }

  @Test func `the first page names every command`() throws {
    let page = try Repository.file("README.md").text
    #expect(try Self.commands().filter { !page.contains("make \($0)") }.sorted() == [])
  }

  @Test func `every test target is run once by the test command`() throws {
    let parts = try Repository.file("Package.swift").text.split(separator: "if !pureOnly {", maxSplits: 1)
    try #require(parts.count == 2)
    let withGStreamer = parts[1].matches(of: #/tests\(\s*"([A-Za-z]+Tests)"/#).map { String($0.output.1) }
    let makefile = try Repository.file("Makefile").text
    let lists = makefile.matches(of: #/TESTS_(?:WITH_GSTREAMER|ALONE|OF_STUDIO) := (\S+)/#)
    let listed = lists.flatMap { $0.output.1.split(separator: "|").map(String.init) }
    #expect(lists.count == 3 && listed.sorted() == withGStreamer.sorted())
    // What the second run leaves out, beside the first, are the other three.
    let recipe = try #require(makefile.firstMatch(of: #/(?m)^test: .*\n((?:\t.*\n)+)/#)).output.1
    let runs = recipe.matches(of: #/--(?:skip|filter) '[^']*'/#).map(\.output)
    #expect(
      runs == [
        #"--filter '^($(TESTS_OF_STUDIO))\.'"#,
        #"--skip '^($(TESTS_WITH_GSTREAMER)|$(TESTS_ALONE)|$(TESTS_OF_STUDIO))\.'"#,
        #"--filter '^($(TESTS_ALONE))\.'"#, #"--filter '^($(TESTS_WITH_GSTREAMER))\.'"#,
      ])
  }

  @Test func `continuous integration runs the command that the first page gives`() throws {
    #expect(try Repository.file(".ci/run").lines.last == "make test")
    #expect(try !Repository.file("README.md").places(of: "make test").isEmpty)
  }

  @Test func `every link of a page to a file leads somewhere`() throws {
    for page in try Self.pages() {
      let folder = page.path.split(separator: "/").dropLast().joined(separator: "/")
      let links = page.text.matches(of: #/\]\(([^)#:]+)(#[^)]*)?\)/#).map { String($0.output.1) }
      #expect(links.filter { !Repository.has(folder.isEmpty ? $0 : "\(folder)/\($0)") } == [], "\(page.path)")
    }
  }

  @Test func `the catalogue's first page lists every page of it`() throws {
    let pages = try Repository.files(under: Self.catalogue, ending: [".md"]).map(\.path)
    let first = try Repository.file("\(Self.catalogue)/GstEdit.md").text
    let names = pages.compactMap { $0.split(separator: "/").last.map(String.init) }.filter { $0 != "GstEdit.md" }
    #expect(names.count > 10)
    #expect(names.filter { !first.contains("](\($0))") } == [])
  }

  @Test func `every type and every file that a page of the catalogue names is there`() throws {
    let declaration = #/\b(?:struct|class|enum|protocol|typealias) ([A-Z]\w*)/#
    let sources = try Repository.files(under: "Sources", ending: [".swift"])
    let kinds = ["struct ", "class ", "enum ", "protocol ", "typealias "]
    let types = Set(
      sources.flatMap(\.lines).filter { $0.holds(oneOf: kinds) }.flatMap {
        $0.matches(of: declaration).map { String($0.output.1) }
      })
    // Modules, their folders and files are named as types are; so are Apple's types, and some of Swift's.
    let places = Set(sources.flatMap { $0.path.split(separator: "/").map(String.init) })
      .union(try Repository.folders(in: "Sources"))
    let foreign =
      #/
      AV\w*|(CM|CV|CA|CI|MT|NS|Gst|AUGraph|Audio(?:Component|Format|Queue|Unit))[A-Z]\w*
      |Double|Mutex|NotificationCenter|Sendable|Span|Passthrough|TITLE|START|URL
      /#
    for page in try Repository.files(under: Self.catalogue, ending: [".md"]) {
      let code = page.text.matches(of: #/`([A-Za-z][^`\n]*)`/#).map(\.output.1)
      let names = code.compactMap { $0.prefixMatch(of: #/([A-Z][A-Za-z0-9]+)(?:[.(:]|$)/#)?.output.1 }.map(String.init)
      let unknown = names.filter { !types.contains($0) && !places.contains($0) && $0.wholeMatch(of: foreign) == nil }
      #expect(Set(unknown).sorted() == [], "\(page.path)")
      let paths = code.filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/") }.map(String.init)
      #expect(paths.filter { !Repository.has($0) } == [], "\(page.path)")
    }
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
