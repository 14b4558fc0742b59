import Foundation
import MediaIsolation
import TestSupport
import Testing

/// `--isolate-media` does not change the results.
@Suite("Isolated media: the same results", .enabled(if: Sandbox.hasLandlock, "the kernel has no Landlock"))
struct IsolatedMediaTests {
  private static func film() async throws -> URL {
    try await IndexedFilm(film: 1) {
      $0.frameCount = 300
      $0.sound = SoundFile(.noise(seed: 1)) {
        $0.codec = .aac
        $0.count = 48_000 * 5
      }
    }.url()
  }

  private static func document(_ export: ExportSettings = .quick("mkv")) async throws -> ProjectDocument {
    let film = try await film()
    let length = Fraction(4)
    var document = ProjectDocument(
      assets: ["film": film],
      tracks: [
        .video(1, [.init(asset: "film", in: Fraction(1), duration: length)]),
        .audio(2, [.init(asset: "film", in: .zero, duration: length)]),
      ])
    document.export = export
    return document
  }

  /// What a command says and ends with, with and without isolation.
  private func expectSame(
    _ run: ProjectRun, _ arguments: [String], status: Int32 = 0, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let plain = try await run.command(arguments).outcome()
    let isolated = try await run.command(arguments + ["--isolate-media"]).outcome()
    #expect(plain.ending == .exited(status), "\(plain.errorText)", sourceLocation: location)
    #expect(isolated.ending == plain.ending, "\(isolated.errorText)", sourceLocation: location)
    #expect(isolated.output == plain.output, sourceLocation: location)
    #expect(isolated.errorText == plain.errorText, sourceLocation: location)
  }

  @Test func `numbered pictures are found`() async throws {
    let run = try ProjectRun(try await Self.document())
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=5:duration=1", run.scratch.url("shot-%04d.png").path,
    ])
    try await expectSame(run, ["probe", "shot-%04d.png", "--frame-rate", "25"])
    try await expectSame(run, ["probe", "none-%04d.png", "--frame-rate", "25"], status: 66)
  }

  @Test(arguments: [("mp4", "h264", "aac"), ("mp4", "hevc", "aac"), ("mov", "h264", "pcm"), ("ts", "h264", "aac")])
  func `a film is the same, byte for byte`(container: String, picture: String, sound: String) async throws {
    let run = try ProjectRun(
      try await Self.document(
        ExportSettings(
          fileType: container, video: .init(codec: picture),
          audio: .init(codec: sound, sampleRate: 48_000, channels: 2))))
    var films: [Data] = []
    for (name, options) in [("plain", []), ("isolated", ["--isolate-media"])] {
      let outcome = try await run.export(to: "\(name).\(container)", options).outcome()
      #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
      #expect(outcome.errorText.isEmpty, "\(outcome.errorText)")
      films.append(try Data(contentsOf: run.scratch.url("\(name).\(container)")))
    }
    let difference = zip(films[0], films[1]).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    #expect(
      films[0] == films[1], "\(films.map(\.count)) bytes, different from \(difference.map(String.init) ?? "the end") on"
    )
    #expect(films[0].count > 10_000)
    #expect(try run.scratch.names() == ["isolated.\(container)", "plain.\(container)", "project.json"])
  }

  @Test func `so are answers`() async throws {
    let film = try await Self.film()
    let run = try ProjectRun(try await Self.document())
    try await expectSame(run, ["probe", film.path])
    try await expectSame(run, ["probe", "--json", film.path, film.path])
    try await expectSame(run, ["validate", "project.json"])
    try await expectSame(run, ["plan", "project.json"])
    try await expectSame(run, ["plan", "project.json", "--json"])
    try await expectSame(run, ["explain", "project.json", "--at", "1"])
  }

  @Test func `so are pictures, also those of a folder that is made for them`() async throws {
    let run = try ProjectRun(try await Self.document())
    for (name, options) in [("plain", []), ("isolated", ["--isolate-media"])] {
      let frame = try await run.command(["frame", "project.json", "--at", "1", "-o", "\(name).png"] + options).outcome()
      #expect(frame.ending == .exited(0), "\(frame.errorText)")
      let stills = try await run.command(
        ["thumbnails", "project.json", "--at", "1", "2", "-o", "\(name)/new"] + options
      ).outcome()
      #expect(stills.ending == .exited(0), "\(stills.errorText)")
    }
    for (one, other) in [("plain.png", "isolated.png"), ("plain/new/001.png", "isolated/new/001.png")] {
      #expect(try Data(contentsOf: run.scratch.url(one)) == Data(contentsOf: run.scratch.url(other)))
    }
    #expect(try run.scratch.names() == ["isolated", "isolated.png", "plain", "plain.png", "project.json"])
  }

  @Test func `a project from standard input names its media, and the output's name is in the report`() async throws {
    let run = try ProjectRun(try await Self.document())
    var export = run.command(["export", "-", "-o", "film.mkv", "--isolate-media", "--progress", "json"])
    export.input = run.project
    let outcome = try await export.outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errorLines.last?.contains(#""path":"\#(run.scratch.url("film.mkv").path)""#) == true)
    #expect(!outcome.errorText.contains(".gstedit-"))
    #expect(try run.scratch.names() == ["film.mkv", "project.json"])
  }

  @Test func `media behind a link is read, and what a project reaches otherwise is refused in the same words`()
    async throws
  {
    let run = try ProjectRun(try await Self.document())
    let link = run.scratch.url("link.mov").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: try await Self.film().path)
    try await expectSame(run, ["probe", "link.mov"])
    try run.scratch.write("no media", to: "text.mp4")
    try run.scratch.write("", to: "empty.mp4")
    try FileManager.default.createDirectory(atPath: run.scratch.url("folder").path, withIntermediateDirectories: false)
    #expect(unsafe mkfifo(run.scratch.url("pipe").path, 0o600) == 0)
    let names = ["none.mp4", "text.mp4", "empty.mp4", "folder", "pipe", "/etc/passwd", "/dev/null"]
    // The two commands by turns, or both.
    for (number, name) in names.enumerated() {
      if ProofScope.isFull || number % 2 == 0 { try await expectSame(run, ["probe", name], status: 66) }
      if ProofScope.isFull || number % 2 == 1 {
        try await expectSame(run, ["frame", name, "--at", "0", "-o", "frame.png"], status: 66)
      }
    }
    #expect(try run.scratch.names() == ["empty.mp4", "folder", "link.mov", "pipe", "project.json", "text.mp4"])
  }

  @Test func `outputs are refused in the same words`() async throws {
    let run = try ProjectRun(try await Self.document())
    try run.scratch.write("mine", to: "film.mkv")
    func expectSame(_ output: String, _ status: Int32, _ options: [String] = []) async throws {
      try await self.expectSame(run, ["export", "project.json", "-o", output] + options, status: status)
    }
    try await expectSame("film.mkv", 73)
    try await expectSame("none/film.mkv", 73)
    try await expectSame("project.json", 73, ["-y", "--file-type", "mkv"])
    try await expectSame(try await Self.film().path, 73, ["-y", "--file-type", "mkv"])
    #expect(try String(contentsOf: run.scratch.url("film.mkv"), encoding: .utf8) == "mine")
    #expect(try run.scratch.names() == ["film.mkv", "project.json"])
  }

  @Test func `a plug-in reads the file that a parameter names`() async throws {
    let run = try ProjectRun(
      text: """
        { "gstedit": 1, "assets": { "a": { "uri": "\(try await Self.film().path)" } },
          "composition": { "tracks": [
            { "id": 1, "kind": "video", "segments": [ { "asset": "a", "in": 0, "duration": 1 } ] } ] },
          "videoComposition": {
            "frameDuration": "1001/30000", "renderSize": [320, 180],
            "customCompositor": { "name": "lookup-table", "parameters": { "file": "table.cube" } },
            "instructions": [ { "start": 0, "duration": 1, "layers": [ { "track": 1 } ] } ] },
          "export": { "fileType": "mp4", "video": { "codec": "h264", "speed": "ultrafast" } } }
        """)
    try run.scratch.write("LUT_1D_SIZE 2\n1 1 1\n0 0 0\n", to: "table.cube")
    let plugin = ["--plugin", ProgramLocation.plugin("LookupTable").path]
    for (name, options) in [("plain.mp4", []), ("isolated.mp4", ["--isolate-media"])] {
      let outcome = try await run.export(to: name, plugin + options).outcome()
      #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    }
    let films = try ["plain.mp4", "isolated.mp4"].map { try Data(contentsOf: run.scratch.url($0)) }
    #expect(films[0] == films[1] && films[0].count > 10_000)
  }

  @Test func `options that exclude each other are wrong usage`() async throws {
    let run = try ProjectRun(try await Self.document())
    for options in [
      ["--isolate-media", "--isolate-plugins"], ["--memory-limit", "1GB"], ["--isolate-media", "--memory-limit", "1"],
      ["--isolate-media", "--time-limit", "0"], ["--strict-isolation"],
    ] {
      let outcome = try await run.command(["validate", "project.json"] + options).outcome()
      #expect(outcome.ending == .exited(64), "\(options): \(outcome.errorText)")
    }
  }
}
