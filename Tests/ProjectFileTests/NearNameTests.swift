import Testing

@testable import ProjectFile

@Suite struct NearNameTests {
  private let keys = ["asset", "in", "duration", "at", "to", "pitch"]

  @Test(arguments: [
    ("durration", "duration"), ("duraton", "duration"), ("Duration", "duration"), ("dutarion", "duration"),
    ("aset", "asset"), ("assets", "asset"), ("pich", "pitch"), ("inn", "in"),
  ])
  func `a misspelt name is recognised`(name: String, meant: String) {
    #expect(NearName.nearest(to: name, among: keys) == meant)
  }

  @Test(arguments: ["", "background", "xyz", "start", String(repeating: "duration", count: 20)])
  func `another word is not`(name: String) {
    #expect(NearName.nearest(to: name, among: keys) == nil)
  }

  @Test func `of several the nearest is meant`() {
    #expect(NearName.nearest(to: "veryfst", among: ["faster", "veryfast", "veryslow"]) == "veryfast")
  }
}
