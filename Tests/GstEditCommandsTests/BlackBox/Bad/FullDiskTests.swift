import Foundation
import TestSupport
import Testing

/// A disk that fills up ends any work with 74 and a sentence, and what was on it is all that is left.
@Suite(.enabled(if: MountSpace.isAllowed, MountSpace.mountSpaceUnavailable)) struct FullDiskTests {
  private func project(_ export: ExportSettings? = nil) async throws -> ProjectRun {
    let film = IndexedFilm(film: 1) { $0.frameCount = 120 }
    var document = ProjectDocument(
      assets: ["film": try await film.url()],
      tracks: [.video(1, [.init(asset: "film", in: .zero, duration: Fraction(4))])])
    document.export = export
    return try ProjectRun(document)
  }

  private func expectFull(
    _ outcome: ProgramOutcome, leaving: String = "", at location: SourceLocation = #_sourceLocation
  ) {
    expectFailure(outcome, 74, mentioning: "disk", at: location)
    #expect(
      outcome.errorLines.last == (leaving.isEmpty ? "left:" : "left: \(leaving)"), "\(outcome.errorText)",
      sourceLocation: location)
    #expect(!outcome.errorText.contains("Error Domain"), sourceLocation: location)
  }

  private static let notes = [
    ("h264", "mp4", "16k"), ("hevc", "mp4", "16k"), ("vp9", "webm", "16k"), ("h264", "mp4", "64k"),
  ]

  /// By turns with media closed in and without, or both.
  @Test(
    arguments: notes.indices.flatMap { number in
      [[], ["--isolate-media"]].enumerated().filter { ProofScope.isFull || (number + $0.offset) % 2 == 0 }
        .map { (number, $0.element) }
    })
  func `The notes of two passes`(number: Int, isolation: [String]) async throws {
    let kind: (codec: String, type: String, size: String) = Self.notes[number]
    let run = try await project()
    let arguments = [
      "export", "project.json", "-o", "disk/film.\(kind.type)", "--video-codec", kind.codec, "--bitrate", "2M",
      "--passes", "2", "--speed", "veryfast", "--progress", "none",
    ]
    expectFull(try await run.command(arguments + isolation, onDiskOf: kind.size).outcome())
  }

  @Test func `Numbered pictures`() async throws {
    let run = try await project()
    let arguments = ["export", "project.json", "-o", "disk/shot-%04d.png", "--progress", "none"]
    expectFull(try await run.command(arguments, onDiskOf: "200k").outcome())
    let replaced = try run.command(
      arguments + ["-y"], onDiskOf: "200k", preparing: "echo mine > shot-0000.png; echo mine > mine.txt")
    expectFull(try await replaced.outcome(), leaving: "mine.txt shot-0000.png")
  }

  @Test(arguments: [[], ["--isolate-media"]])
  func `Thumbnails`(isolation: [String]) async throws {
    let run = try await project()
    let times = (0..<30).map { "\($0)f" }
    let arguments = ["thumbnails", "project.json", "--at"] + times + ["--progress", "none"] + isolation
    expectFull(try await run.command(arguments + ["-o", "disk/stills"], onDiskOf: "100k").outcome())
    expectFull(try await run.command(arguments + ["-o", "disk/new/er/stills"], onDiskOf: "100k").outcome())
    let replacing = arguments + ["-o", "disk", "-y"]
    expectFull(
      try await run.command(replacing, onDiskOf: "100k", preparing: "echo mine > 002.png").outcome(),
      leaving: "002.png")
  }

  @Test(arguments: [
    ["frame", "project.json", "--at", "0", "-o", "disk/a.png"], ["sheet", "project.json", "-o", "disk/a.png"],
    ["thumbnails", "project.json", "--at", "0", "-o", "disk/stills"],
  ])
  func `A picture says that the disk is full`(arguments: [String]) async throws {
    let filling = "cat /dev/zero > filler 2> /dev/null || :"
    let run = try await project()
    let outcome = try await run.command(arguments, onDiskOf: "16k", preparing: filling).outcome()
    expectFull(outcome, leaving: "filler")
    #expect(outcome.errorText.contains("cannot be written: The disk is full. Make room"), "\(outcome.errorText)")
  }

  @Test func `A folder that is taken away amid an export is said to be gone`() async throws {
    for (name, options) in [("film.mkv", []), ("film.mp4", []), ("shot-%04d.png", [])] as [(String, [String])] {
      let film = IndexedFilm(film: 1)
      let edit = FilmEdit.random(200, of: 15, from: [film], frameDuration: FrameRate.ntsc.frameDuration, seed: 1)
      let run = try ProjectRun(try await edit.document())
      let folder = run.scratch.url("folder")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      var export = run.command(
        ["export", "project.json", "-o", "folder/\(name)", "--progress", "json"] + options)
      export.interruption = (
        0,
        { text in
          if text.contains(#/"frame":[1-9]/#) { try? FileManager.default.removeItem(at: folder) }
          return false
        }
      )
      let outcome = try await export.outcome()
      #expect(outcome.ending == .exited(74), "\(name): \(outcome.errorText)")
      #expect(outcome.errorText.contains("its folder is no longer there."), "\(name): \(outcome.errorText)")
      #expect(!outcome.errorText.contains("\"message\":\"The engine failed"))
      #expect(try run.scratch.names() == ["project.json"])
    }
  }

  @Test func `Interrupted thumbnails leave what was there`() async throws {
    let run = try await project()
    for (folder, isolation) in [("stills", []), ("new/stills", []), ("stills", ["--isolate-media"])] {
      // Far more than are made before the signal is there, however long this process is kept from sending it.
      let times = (0..<1_900).map { "\(Double($0 * 2) / 1_000)" }
      var command = run.command(
        ["thumbnails", "project.json", "--exact", "--at"] + times + ["-o", folder, "--progress", "json"] + isolation)
      command.interruption = (SIGINT, { $0.contains("\"progress\"") })
      let outcome = try await command.outcome()
      #expect(outcome.ending == .exited(130), "\(outcome.ending) \(outcome.errorText)")
      #expect(try run.scratch.names() == ["project.json"])
    }
  }
}
