import Foundation
import Testing

/// `GSTEDIT_WRITE_PAGES=1 swift test --filter RepositoryTests` writes the sections anew.
@Suite("Parts of pages that follow from the sources")
struct GeneratedSectionTests {
  private static let isWriting = ProcessInfo.processInfo.environment["GSTEDIT_WRITE_PAGES"] != nil

  @Test func `every generated section is current`() throws {
    for section in GeneratedSection.all {
      for path in section.pages {
        let url = Repository.root.appending(path: path)
        var page = try String(contentsOf: url, encoding: .utf8)
        let text = try section.text()
        let range = try #require(section.range(in: page), "\(path) lacks the markers of \(section.name)")
        if Self.isWriting {
          page.replaceSubrange(range, with: text)
          try page.write(to: url, atomically: true, encoding: .utf8)
        } else {
          #expect(page[range] == text, "\(path): write it anew with GSTEDIT_WRITE_PAGES=1")
        }
      }
    }
  }

  @Test func `every section that a page marks as generated is`() throws {
    let pages =
      try ["README.md", "CONTRIBUTING.md"].map(Repository.file)
      + Repository.files(under: "Sources/GstEdit/GstEdit.docc", ending: [".md"])
    let marked = Set(
      pages.flatMap { page in
        page.text.matches(of: #/<!-- generated: ([^>]+) -->/#).map { "\(page.path): \($0.output.1)" }
      })
    #expect(marked == Set(GeneratedSection.all.flatMap { section in section.pages.map { "\($0): \(section.name)" } }))
  }

  @Test func `every module and every folder of the engine has its words`() throws {
    #expect(Set(HouseWords.modules.keys) == Set(Module.house.map(\.name)).union(Module.foreignModules))
    let folders = try HouseWords.engineModules.flatMap { module in
      try Repository.folders(in: "Sources/\(module)").map { "\(module)/\($0)" }
    }
    #expect(HouseWords.engineFolders.keys.sorted() == folders.sorted())
  }
}
