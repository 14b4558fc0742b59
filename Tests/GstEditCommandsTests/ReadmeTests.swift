import Foundation
import GstEdit
import TestSupport
import Testing

/// What the first page shows: its Swift stands here, and its JSON is read from there.
@Suite("The first page's examples")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let media = root.appending(path: "Pipelines/media")

  func join(_ bunny: URL, _ dunes: URL, into file: URL) async throws -> ExportReport {
    func seconds(_ start: Int64, _ length: Int64) -> CMTimeRange {
      CMTimeRange(start: CMTime(value: start, timescale: 1), duration: CMTime(value: length, timescale: 1))
    }
    let (bunny, dunes) = try await (URLAsset(url: bunny).load(.asset), URLAsset(url: dunes).load(.asset))
    var film = Composition()
    try film.insertTimeRange(seconds(1, 2), of: bunny, at: .zero)
    try film.insertTimeRange(seconds(9, 3), of: dunes, at: film.duration)
    return try await ExportSession(asset: film, preset: .size1280x720, to: file).export()
  }

  /// An edit that is a property of an actor: what is loaded is put in without waiting.
  private actor CuttingRoom {
    private(set) var film = Composition()

    func append(_ url: URL) async throws {
      let asset = try await URLAsset(url: url).load(.asset)
      try film.insertTimeRange(
        CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)), of: asset, at: film.duration)
    }
  }

  @Test func `an edit is a property of an actor`() async throws {
    let room = CuttingRoom()
    try await room.append(Self.media.appending(path: "bunny.mp4"))
    try await room.append(Self.media.appending(path: "dunes.mp4"))
    #expect(await room.film.duration == CMTime(value: 2, timescale: 1))
  }

  @Test func `the Swift that the page shows makes its film`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let film = folder.appending(path: "film.mp4")
    let report = try await join(
      Self.media.appending(path: "bunny.mp4"), Self.media.appending(path: "dunes.mp4"), into: film)
    // Two seconds at 25 pictures a second, and three at 23.976: each has its own time.
    #expect(report.frameCount == 122)
    #expect(FileManager.default.fileExists(atPath: film.path))
  }

  @Test func `the Swift that the page shows is the Swift that stands here`() throws {
    let here = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let shown = try Self.block("swift").filter { !$0.hasPrefix("import ") }
    #expect(here.contains(shown.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")))
    #expect(shown.count > 10)
  }

  @Test func `the JSON that the page shows is the same film`() async throws {
    let text = try Self.block("json").joined(separator: "\n")
    let project = try Project(json: text, baseURL: Self.media)
    let picture = try #require(try await ProjectRender(project).plan().picture)
    #expect(picture.frameCount == 125)
    #expect(picture.runs.map(\.sourceFrames.first) == [25, 216])
  }

  /// The lines of the page's block of code in `language`.
  private static func block(_ language: String) throws -> [String] {
    let page = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex(of: "```\(language)"))
    let end = try #require(lines[(start + 1)...].firstIndex(of: "```"))
    return Array(lines[(start + 1)..<end])
  }
}

/// The Swift of the pages: each block that begins with an import is a whole file, and is compiled against the modules of this
/// build.
@Suite("The pages' Swift")
struct PageSwiftTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `every whole file of Swift that a page shows compiles without a warning`() async throws {
    let catalogue = Self.root.appending(path: "Sources/GstEdit/GstEdit.docc")
    let pages = try FileManager.default.contentsOfDirectory(at: catalogue, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" }
    let folder = try ScratchFolder()
    let compiler = try MediaTools.executable("swiftc")
    let flags = try await Self.flags()
    var count = 0
    for page in pages + [Self.root.appending(path: "README.md")] {
      for block in try Self.wholeFiles(of: page) {
        count += 1
        let file = try folder.write(block, to: "\(page.deletingPathExtension().lastPathComponent)\(count).swift")
        let outcome = try await ProgramRun(
          compiler,
          ["-typecheck", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors"] + flags + [file.path]
        ).outcome()
        #expect(outcome.ending == .exited(0), "\(page.lastPathComponent): \(outcome.errorText)")
      }
    }
    #expect(count >= 6)
  }

  /// Where the compiler finds the modules of this build.
  private static func flags() async throws -> [String] {
    let script = root.appending(path: ".ci/module-flags")
    let outcome = try await ProgramRun(script, [ProgramLocation.buildFolder.path]).outcome()
    try #require(outcome.ending == .exited(0), "\(outcome.errorText)")
    return outcome.outputText.split(separator: "\n").map(String.init)
      + ["-module-cache-path", ProgramLocation.buildFolder.appending(path: "PagesModuleCache").path]
  }

  /// The blocks of Swift that begin with an import.
  private static func wholeFiles(of page: URL) throws -> [String] {
    let text = try String(contentsOf: page, encoding: .utf8)
    return text.components(separatedBy: "\n```swift\n").dropFirst().compactMap { rest in
      rest.hasPrefix("import ") ? rest.components(separatedBy: "\n```\n").first : nil
    }
  }
}

/// `make install`: what stands where afterwards, of the programs of this build.
@Suite("The installation")
struct InstallationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `holds the program, its plug-ins, header, pages and completions, and is removed without a rest`()
    async throws
  {
    let stage = try ScratchFolder()
    try await make("install-files", into: stage)
    let plugins = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Sources/Plugins").path)
      .filter { FileManager.default.fileExists(atPath: Self.root.appending(path: "Sources/Plugins/\($0)/Plugin").path) }
    #expect(plugins.contains("Transitions"))
    var expected = Set(plugins.map { "lib/gstedit/plugins/lib\($0).so" })
    expected.formUnion([
      "bin/gstedit", "bin/gstedit-studio", "include/gstedit_compositor.h",
      "share/bash-completion/completions/gstedit",
      "share/zsh/site-functions/_gstedit", "share/fish/vendor_completions.d/gstedit.fish", "share/man/man1/gstedit.1",
    ])
    let help = try await ProgramRun(ProgramLocation.gstedit, ["--help"]).outcome().outputText
    let list = help.components(separatedBy: "SUBCOMMANDS:\n").last ?? ""
    let commands = list.matches(of: #/(?m)^  ([a-z-]+)  /#).map { String($0.output.1) }
    #expect(commands.contains("play") && commands.contains("schema"))
    expected.formUnion(commands.map { "share/man/man1/gstedit-\($0).1" })
    #expect(try Self.files(in: stage).subtracting(expected) == [])
    #expect(expected.subtracting(try Self.files(in: stage)) == [])

    let page = try String(contentsOf: stage.url("usr/share/man/man1/gstedit-export.1"), encoding: .utf8)
    #expect(page.hasPrefix(".TH GSTEDIT\\-EXPORT 1 \"\" \"gstedit "))
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "ARGUMENTS", "OPTIONS", "EXAMPLES", "SEE ALSO"] {
      #expect(page.contains("\n.SH \(section)\n"), "\(section)")
    }
    try await make("uninstall", into: stage)
    #expect(try Self.files(in: stage) == [])
  }

  /// Every file below the prefix, by its path from there.
  private static func files(in stage: ScratchFolder) throws -> Set<String> {
    let prefix = stage.url("usr")
    let paths = FileManager.default.enumerator(atPath: prefix.path)?.compactMap { $0 as? String } ?? []
    return Set(
      try paths.filter { path in
        let url = prefix.appending(path: path)
        return try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == false
      })
  }

  private func make(_ command: String, into stage: ScratchFolder) async throws {
    let outcome = try await ProgramRun(
      try MediaTools.executable("make"),
      [
        "--directory", Self.root.path, command, "BUILT=\(ProgramLocation.buildFolder.path)",
        "DESTDIR=\(stage.url.path)", "PREFIX=/usr",
      ]
    ).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
  }
}
