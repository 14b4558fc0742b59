import Foundation
import Glibc
import TestSupport
import Testing

@testable import MediaIsolation

@Suite("Files between a worker and their names")
struct StagingFolderTests {
  private let scratch: ScratchFolder
  private var target: String { scratch.url.path }

  init() throws {
    scratch = try ScratchFolder()
  }

  private func folder(_ names: String..., in target: String? = nil, replacing: Bool = false) throws -> StagingFolder {
    try #require(StagingFolder(for: names, in: target ?? self.target, replacing: replacing))
  }

  private func write(_ text: String, _ name: String, in folder: StagingFolder) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.path).appending(path: name))
  }

  @Test func `only what is expected is named, and nothing is left`() throws {
    let folder = try folder("film.mp4")
    try write("film", "film.mp4", in: folder)
    try write("half", ".film.mp4.part", in: folder)
    try write("more", "project.json", in: folder)
    #expect(folder.handOver() == 0)
    folder.remove()
    #expect(try scratch.names() == ["film.mp4"])
    #expect(StagingFolder.component(of: folder.path).hasPrefix("/.gstedit-"))
  }

  @Test func `a file that is there already stays, unless it may be replaced`() throws {
    try scratch.write("old", to: "film.mp4")
    let careful = try folder("film.mp4")
    try write("new", "film.mp4", in: careful)
    #expect(careful.handOver() == EEXIST)
    careful.remove()
    #expect(try String(contentsOf: scratch.url("film.mp4"), encoding: .utf8) == "old")
    let bold = try folder("film.mp4", replacing: true)
    try write("new", "film.mp4", in: bold)
    #expect(bold.handOver() == 0)
    bold.remove()
    #expect(try String(contentsOf: scratch.url("film.mp4"), encoding: .utf8) == "new")
    #expect(try scratch.names() == ["film.mp4"])
  }

  @Test func `a symbolic link is not handed over`() throws {
    let folder = try folder("film.mp4")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/film.mp4", withDestinationPath: "/etc/passwd")
    #expect(folder.handOver() == EINVAL)
    folder.remove()
    #expect(try scratch.names() == [])
  }

  @Test func `a folder that is not there is made with its files`() throws {
    let folder = try folder("000.png", "001.png", in: target + "/stills/new")
    // The folder, and the lock of its name.
    #expect(try scratch.names().count == 2)
    try write("a", "000.png", in: folder)
    #expect(folder.handOver() == 0)
    try write("b", "001.png", in: folder)
    #expect(folder.handOver() == 0)
    folder.remove()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: target + "/stills/new").sorted() == ["000.png", "001.png"])
    #expect(try scratch.names() == ["stills"])
  }

  @Test func `there is none where none can be made`() {
    #expect(StagingFolder(for: ["film.mp4"], in: "/proc/nowhere", replacing: false) == nil)
  }
}
