import Foundation
import SeededRandom
import TestSupport
import Testing

/// Media that are missing, broken or no media end with 66, a sentence that names the file, and no output.
@Suite struct BadMediaTests {
  private func document(_ uri: String, seconds: Int = 1) -> ProjectDocument {
    var document = ProjectDocument(
      assets: [:], tracks: [.video(1, [.init(asset: "clip", in: .zero, duration: Fraction(seconds))])],
      export: .lossless)
    document.assets["clip"] = .init(uri: uri)
    return document
  }

  /// Makes a bad file in the project's folder and expects the failure.
  private func expectUnreadable(
    _ name: String, seconds: Int = 1, make: (URL) async throws -> Void
  ) async throws {
    let run = try ProjectRun(document(name, seconds: seconds))
    try await make(run.scratch.url(name))
    let before = try run.scratch.names()
    var export = run.export(to: "out.mkv")
    export.timeout = 120
    let outcome = try await export.outcome()
    expectFailure(outcome, 66, mentioning: "clip")
    #expect(try run.scratch.names() == before)
  }

  private static let film = IndexedFilm(film: 1) {
    $0.frameCount = 150
    $0.timing = .constant(FrameRate(25))
  }

  @Test func `A missing file`() async throws {
    try await expectUnreadable("missing.mp4") { _ in }
  }

  @Test func `An empty file`() async throws {
    try await expectUnreadable("empty.mp4") { try Data().write(to: $0) }
  }

  @Test func `A text that calls itself a film`() async throws {
    try await expectUnreadable("text.mp4") { try Data("This is no film.\n".utf8).write(to: $0) }
  }

  @Test func `Noise that calls itself a film`() async throws {
    try await expectUnreadable("noise.mkv") { url in
      var generator = SeededGenerator(seed: 1)
      try Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }).write(to: url)
    }
  }

  @Test func `An MP4 that lost its end and its index`() async throws {
    let film = try Data(contentsOf: try await Self.film.url())
    try await expectUnreadable("truncated.mp4") { try film.prefix(film.count * 2 / 3).write(to: $0) }
  }

  @Test(arguments: ["mp4", "mkv", "webm"])
  func `A film that has its index but lost half of its frames`(container: String) async throws {
    try await expectUnreadable("half.\(container)", seconds: 6) { url in
      let whole = url.deletingLastPathComponent().appending(path: "whole.\(container)")
      let codec = container == "webm" ? ["-c:v", "libvpx", "-deadline", "realtime"] : ["-c", "copy"]
      let index = container == "mp4" ? ["-movflags", "+faststart"] : []
      try await MediaTools.ffmpeg(["-i", try await Self.film.url().path] + codec + index + [whole.path])
      let bytes = try Data(contentsOf: whole)
      try FileManager.default.removeItem(at: whole)
      try bytes.prefix(bytes.count / 2).write(to: url)
    }
  }

  @Test func `A folder`() async throws {
    try await expectUnreadable("folder.mp4") {
      try FileManager.default.createDirectory(at: $0, withIntermediateDirectories: false)
    }
  }

  @Test func `A pipe without a writer does not block the program`() async throws {
    try await expectUnreadable("pipe.mp4") { url in
      let outcome = try await ProgramRun(try MediaTools.executable("mkfifo"), [url.path]).outcome()
      #expect(outcome.ending == .exited(0))
    }
  }

  @Test func `A sound where a picture is asked for is a mistake of the project`() async throws {
    let run = try ProjectRun(document(try await SoundFile(.noise(seed: 1)).url().path))
    expectFailure(try await run.export(to: "out.mkv").outcome(), 65, mentioning: "clip")
    #expect(try run.scratch.names() == ["project.json"])
  }

  @Test func `A file name that is a format string, with spaces and signs, is a file name`() async throws {
    try await expectUnreadable("a %s 100% ünïcode 'film'.mp4") { _ in }
    let film = try await Self.film.url()
    let name = "b %n & 'film' #1 ö.mp4"
    let run = try ProjectRun(document(name))
    try FileManager.default.copyItem(at: film, to: run.scratch.url(name))
    let outcome = try await run.export(to: "out %d.mkv").outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(try await FilmReader.frames(run.scratch.url("out %d.mkv")).count == 25)
  }

  @Test(arguments: [
    (["libgstx264.so"], "h264", "gstreamer1.0-plugins-ugly"),
    (["libgstlibav.so", "libgstopenh264.so", "libgstva.so", "libgstvaapi.so"], "ffv1", "gstreamer1.0-libav"),
  ])
  func `A needed plugin that is missing is named with its Debian package`(
    plugins: [String], codec: String, package: String
  ) async throws {
    var document = document(try await Self.film.url().path)
    document.export = ExportSettings(fileType: "mkv", video: .init(codec: codec))
    let run = try ProjectRun(document)
    let folder = try await Self.pluginFolder(without: plugins)
    var export = run.export(to: "out.mkv")
    export.environment = [
      "GST_PLUGIN_SYSTEM_PATH_1_0": folder.url.path, "GST_PLUGIN_PATH_1_0": "",
      "GST_REGISTRY_1_0": folder.url("registry").path,
    ]
    let outcome = try await export.outcome()
    expectFailure(outcome, 69, mentioning: package)
    #expect(try run.scratch.names() == ["project.json"])
  }

  /// GStreamer's plugins but for some.
  private static func pluginFolder(without names: [String]) async throws -> ScratchFolder {
    let query = ProgramRun(
      try MediaTools.executable("pkg-config"), ["--variable=pluginsdir", "gstreamer-1.0"])
    let path = try await query.outcome().outputText.trimmingCharacters(in: .whitespacesAndNewlines)
    let folder = try ScratchFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: path) where !names.contains(name) {
      try FileManager.default.createSymbolicLink(
        at: folder.url(name), withDestinationURL: URL(filePath: path).appending(path: name))
    }
    return folder
  }
}
