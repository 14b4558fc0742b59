import Foundation
import ModelValues
import TestSupport
import Testing

/// Names that lead elsewhere: nothing outside of the project's folder is read, listed or written.
struct OutsidePathTests {
  /// A studio in whose folder links lead to a secret film beside the folder, and to other things.
  private func stage() async throws -> (stage: StudioStage, secret: ScratchFolder) {
    let (scratch, secret) = (try ScratchFolder(), try ScratchFolder())
    let media = try await Film.media()
    try FileManager.default.createDirectory(at: scratch.url("media"), withIntermediateDirectories: true)
    for (name, file) in media { try FileManager.default.copyItem(at: file, to: scratch.url(name)) }
    try FileManager.default.copyItem(at: try #require(media["media/one.mov"]), to: secret.url("secret.mov"))
    try secret.write("secret words", to: "secret.txt")
    let links = [
      ("link.mov", secret.url("secret.mov").path), ("folder", secret.url.path),
      ("words.mp4", secret.url("secret.txt").path),
      ("dangling.mp4", secret.url("none.mp4").path), ("again.mov", "media/one.mov"), ("loop.mov", "loop.mov"),
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(atPath: scratch.url(name).path, withDestinationPath: target)
    }
    try scratch.write(Film.text, to: "project.json")
    return (try await StudioStage(in: scratch), secret)
  }

  @Test func `no path leads out of the page's files`() async throws {
    let (stage, _) = try await stage()
    let paths = [
      "/page/../project.json", "/page/%2e%2e%2fproject.json", "/page/..%2fproject.json", "/page/..%5cproject.json",
      "/page/%252e%252e%252fproject.json", "/page/%2e%2e/%2e%2e/etc/passwd", "/page//etc/passwd",
      "/page/index.html%00.js",
      "/page/%00", "/page/", "/page", "/../../etc/passwd", "//etc/passwd", "/etc/passwd", "/project.json",
      "/media/one.mov", "/page/INDEX.HTML", "/page/index.html/", "/page/./index.html/..%2f..", "/page/%ff%fe",
    ]
    for path in paths {
      let answer = try await stage.visitor.get(path)
      #expect([400, 404].contains(answer.status) || path == "/page/index.html/", "\(path): \(answer.status)")
      #expect(!answer.text.contains("gstedit\": 1") && !answer.text.contains("root:"), "\(path)")
    }
  }

  @Test func `links that lead out of the folder are not in the list, and files are in it once`() async throws {
    let (stage, _) = try await stage()
    let answer = try await stage.visitor.get("/api/media")
    let files = answer.json.at("/files")?.elements.compactMap { $0.at("/file")?.word } ?? []
    #expect(files.sorted() == ["media/one.mov", "media/two.mov"])
  }

  @Test func `nothing outside of the folder is placed`() async throws {
    let (stage, secret) = try await stage()
    let names = [
      "link.mov", "folder/secret.mov", "../\(secret.url.lastPathComponent)/secret.mov", secret.url("secret.mov").path,
      "/etc/passwd", "media/../../\(secret.url.lastPathComponent)/secret.mov", "media/one.mov\0", "media", "", ".",
      "loop.mov",
      "dangling.mp4", "none.mov", "file://\(secret.url("secret.mov").path)",
    ]
    for name in names {
      let answer = try await stage.visitor.edit(#"{"kind":"place","file":\#(JSONValue.quoted(name))}"#)
      #expect(
        [400, 404, 422].contains(answer.status) && answer.hasSentence, "\(name): \(answer.status) \(answer.text)")
    }
    #expect(try stage.fileText() == Film.text)
    #expect(try await stage.visitor.edit(#"{"kind":"place","file":"media/two.mov"}"#).status == 200)
  }

  @Test func `thumbnails and waveforms are those of the project's media alone`() async throws {
    let (stage, secret) = try await stage()
    for name in ["link.mov", "media/one.mov", "..%2fsecret.mov", secret.url("secret.mov").path, "two%00", ""] {
      let thumbnail = try await stage.visitor.get("/api/thumbnail?asset=\(name)&time=0")
      let waveform = try await stage.visitor.get("/api/waveform?asset=\(name)")
      #expect([400, 404].contains(thumbnail.status) && thumbnail.hasSentence, "\(name): \(thumbnail.status)")
      #expect([400, 404].contains(waveform.status) && waveform.hasSentence, "\(name): \(waveform.status)")
      guard name != "media/one.mov" else { continue }
      for kind in ["thumbnail?time=0&", "waveform?"] {
        let answer = try await stage.visitor.get("/api/\(kind)file=\(name)")
        #expect([400, 404].contains(answer.status) && answer.hasSentence, "\(kind)\(name): \(answer.status)")
      }
    }
  }

  @Test func `files are dropped into the folder alone, and replace nothing`() async throws {
    let (stage, secret) = try await stage()
    let before = try FileManager.default.contentsOfDirectory(atPath: stage.scratch.url.path).sorted()
    let names = [
      "..%2fout.mp4", "..", ".", ".hidden.mp4", "", "a%2fb.mp4", "%2fetc%2fout.mp4", "media/new.mp4", "nul%00.mp4",
      "project.json", "script.sh", "page.html", "noending", "\(String(repeating: "a", count: 300)).mp4",
    ]
    for name in names {
      let answer = try await post(name, to: stage)
      #expect(answer.status == 400 && answer.hasSentence, "\(name): \(answer.status) \(answer.text)")
    }
    // A link that leads nowhere is no way to make a file elsewhere.
    let dangling = try await post("dangling.mp4", to: stage)
    #expect([409, 507].contains(dangling.status))
    for name in ["link.mov", "again.mov"] { #expect(try await post(name, to: stage).status == 409) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: stage.scratch.url.path).sorted() == before)
    #expect(try secret.names() == ["secret.mov", "secret.txt"])
  }

  private func post(_ name: String, to stage: StudioStage) async throws -> WebAnswer {
    try await stage.visitor.answer(
      to: stage.visitor.request("POST", "/api/media?name=\(name)", body: Array("words".utf8)))
  }

  @Test func `films are written into the folder alone`() async throws {
    let (stage, secret) = try await stage()
    let words = secret.url("secret.txt")
    for name in ["../out.mp4", "a/b.mp4", "", ".", "..", ".hidden.mp4", "nul\0.mp4", "/etc/out.mp4", "project.json"] {
      let body = #"{"name":\#(JSONValue.quoted(name)),"replace":true}"#
      let answer = try await stage.visitor.post("/api/export", body)
      #expect(answer.status == 400 && answer.hasSentence, "\(name): \(answer.status) \(answer.text)")
    }
    let link = try await stage.visitor.post("/api/export", #"{"name":"words.mp4","replace":true}"#)
    if link.status == 202 {
      _ = try await stage.visitor.get("/api/export") { $0.json.word("/state") != "exporting" }
    }
    #expect(try String(contentsOf: words, encoding: .utf8) == "secret words")
    #expect(try secret.names() == ["secret.mov", "secret.txt"])
    #expect(try stage.fileText() == Film.text)
  }
}
