import EditServices
import EditingModel
import FoundationEssentials
import Glibc
import Rendering
import ScriptedRendering
import Testing

struct OutputLocationTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a new file in a folder that can be written to is accepted`() throws {
    try OutputLocation(folder.file("new.mp4")).check(replacing: false)
  }

  @Test func `an existing file is refused, and accepted for replacing`() throws {
    let output = OutputLocation(try folder.write("old", to: "film.mp4"))
    #expect(code { () throws(RenderError) in try output.check(replacing: false) } == .outputExists)
    try output.check(replacing: true)
  }

  @Test func `a folder that does not exist is refused`() {
    let output = OutputLocation(folder.file("nowhere/film.mp4"))
    #expect(code { () throws(RenderError) in try output.check(replacing: true) } == .cannotCreateOutput)
  }

  @Test func `a file in the place of the folder is refused`() throws {
    try folder.write("", to: "file")
    let output = OutputLocation(folder.file("file/film.mp4"))
    #expect(code { () throws(RenderError) in try output.check(replacing: true) } == .cannotCreateOutput)
  }

  @Test func `a folder in the place of the file is refused, even for replacing`() {
    #expect(
      code { () throws(RenderError) in try OutputLocation(folder.url).check(replacing: true) } == .cannotCreateOutput)
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
  func `a folder that cannot be written to is refused`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path) }
    let output = OutputLocation(folder.file("film.mp4"))
    #expect(code { () throws(RenderError) in try output.check(replacing: false) } == .cannotCreateOutput)
  }

  @Test func `a name of more bytes than a file's can have is refused before the work`() throws {
    try OutputLocation(folder.file(String(repeating: "é", count: 125) + "a.mp4")).check(replacing: false)
    let output = OutputLocation(folder.file(String(repeating: "é", count: 126) + ".mp4"))
    #expect(code { () throws(RenderError) in try output.check(replacing: false) } == .cannotCreateOutput)
  }

  @Test(arguments: ["file:///tmp/b%FF.mp4", "file:///tmp/b\u{FFFD}/a.mp4"])
  func `a name that is no UTF-8 is refused as what it is`(address: String) throws {
    let output = OutputLocation(try #require(URL(string: address)))
    let error = #expect(throws: RenderError.self) { try output.check(replacing: true) }
    #expect(error?.code == .cannotCreateOutput)
    #expect(error?.message.contains("UTF-8") == true)
  }

  @Test func `an address that is no file is refused`() throws {
    let output = OutputLocation(try #require(URL(string: "https://example.org/film.mp4")))
    #expect(code { () throws(RenderError) in try output.check(replacing: true) } == .cannotCreateOutput)
  }

  @Test func `the edit's own media is never replaced, under whatever name`() throws {
    let clip = AssetReference(url: try folder.write("media", to: "clip.mp4"))
    let link = folder.file("link.mp4")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: clip.url)
    for url in [clip.url, link, folder.url.appending(path: "../\(folder.url.lastPathComponent)/clip.mp4")] {
      #expect(
        code { () throws(RenderError) in
          try OutputLocation(url).check(replacing: true, sources: [clip])
        } == .cannotCreateOutput)
    }
  }

  private func code(_ body: () throws(RenderError) -> Void) -> RenderError.Code? {
    do throws(RenderError) {
      try body()
      return nil
    } catch {
      return error.code
    }
  }
}
