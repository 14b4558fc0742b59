import Foundation
import GstEdit
import TestSupport
import Testing

/// Plug-ins in processes of their own: their drawings, and a film's treatment when they fail.
@Suite("Plug-ins in processes of their own")
struct IsolatedPluginTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static func isolation() -> PluginIsolation {
    PluginIsolation(program: ProgramLocation.gstedit, timeLimit: .seconds(20))
  }

  /// As a plug-in is isolated that goes wrong as `kind` says. One that hangs is not waited for as long, though long enough for its process to
  /// start on a loaded machine, which the limit holds for as well.
  private static func isolation(of kind: String) -> PluginIsolation {
    var isolation = Self.isolation()
    if kind == "hang" { isolation.timeLimit = .seconds(5) }
    return isolation
  }

  /// Twelve frames of film 1, drawn by `compositor` of the plug-in built of `source`.
  private func film(
    _ compositor: String = "wreck", of source: String = "wreck.c", _ parameters: [String: JSONValue] = [:],
    isolation: PluginIsolation? = isolation()
  ) async throws -> (film: CompositorFilm, path: String) {
    let layer = LayerInstruction(trackID: 1, opacity: Ramps([.setting(at: .zero, value: 0.75)]))
    let whole = VideoCompositionInstruction(
      timeRange: CompositorFilm.range(0..<12), layerInstructions: [layer],
      backgroundColor: Color(red: 0.25, green: 0.5, blue: 0.75))
    var film = try await CompositorFilm(
      [[.init(film: 1, start: 0, frames: 0..<12)]], frames: 12, instructions: [whole], compositor: TestCompositor())
    film.edit.videoComposition?.customCompositor = CompositorReference(
      name: compositor, parameters: .object(parameters))
    let library = try await PluginBuild.library(of: source, named: "\(compositor).so", in: folder)
    try film.compositing.compositors.register(try CompositorPlugin(contentsOf: library, isolation: isolation))
    film.compositing.requestsInFlight = 1
    return (film, library.path)
  }

  /// The bytes of the film, with up to four frames under way.
  private func bytes(_ film: CompositorFilm) async throws -> Data {
    var film = film
    film.compositing.requestsInFlight = 4
    let folder = try ScratchFolder()
    _ = try await film.export(to: folder)
    return try Data(contentsOf: folder.url("film.mkv"))
  }

  @Test(arguments: [("wreck", "wreck.c"), ("scale", "bench.c")])
  func `its drawings are the same, byte by byte`(compositor: String, source: String) async throws {
    let (isolated, path) = try await film(compositor, of: source)
    let (plain, _) = try await film(compositor, of: source, isolation: nil)
    let films = [try await bytes(isolated), try await bytes(plain)]
    let isSame = films[0] == films[1]
    #expect(isSame && films[0].count > 2_000)
    #expect(PluginProcesses.areGone(path))
  }

  @Test func `an instance is ended when the film is done`() async throws {
    let farewell = folder.url("farewell").path
    let (film, path) = try await film("wreck", ["farewell": .string(farewell)])
    _ = try await bytes(film)
    #expect(PluginProcesses.areGone(path))
    #expect(FileManager.default.fileExists(atPath: farewell))
  }

  @Test(arguments: [
    ("segfault", "crashed: signal 11, SIGSEGV (Segmentation fault)"),
    ("abort", "crashed: signal 6, SIGABRT (Aborted)"), ("exit", "ended its process with status 0"),
    ("hang", "did not answer within 5.0 seconds, and its process was ended"),
    ("babble", "sent something incomprehensible, and its process was ended"),
  ])
  func `a failing plug-in ends in an error with its name, time and cause, and leaves nothing`(
    kind: String, words: String
  ) async throws {
    let (film, path) = try await film(
      "wreck", ["kind": .string(kind), "start": .number("0.2")], isolation: Self.isolation(of: kind))
    let error = try #require(try await film.failure())
    #expect(error.code == .videoCompositorFailed)
    #expect(error.time == CMTime(value: 6, timescale: 30))
    #expect(error.message == "The custom compositor “wreck” failed: its plug-in \(path) \(words).")
    #expect(PluginProcesses.areGone(path))
  }

  @Test(arguments: ["segfault", "exit", "hang"])
  func `and so does one that cannot be made`(kind: String) async throws {
    let (film, path) = try await film(
      "wreck", ["kind": .string(kind), "place": .string("create")], isolation: Self.isolation(of: kind))
    let error = try #require(try await film.failure())
    #expect(error.code == .videoCompositorFailed)
    #expect(error.message.contains("“wreck” cannot be made: its plug-in \(path) "), "\(error)")
    #expect(PluginProcesses.areGone(path))
  }

  @Test(arguments: [
    ("segfault", "It crashed: signal 11, SIGSEGV (Segmentation fault), when it was loaded."),
    ("exit", "It ended its process with status 0, when it was loaded."),
    ("hang", "It did not answer within 5.0 seconds, and its process was ended, when it was loaded."),
  ])
  func `one that goes wrong when it is loaded is refused`(kind: String, words: String) async throws {
    let library = try await PluginBuild.library(of: "wreck.c", defining: ["ENTRY=\"\(kind)\""], in: folder)
    let error = try #require(throws: PluginError.self) {
      try CompositorPlugin(contentsOf: library, isolation: Self.isolation(of: kind))
    }
    #expect(error.code == .crashed)
    #expect((error.path, error.message) == (library.path, words))
    #expect(PluginProcesses.areGone(library.path))
  }

  @Test(arguments: [
    ("fail", "the instruction is as it should be"), ("twice", "more than once"), ("stray", "is not the request's"),
    ("cancelled", "that was not"),
  ])
  func `mistakes of a plug-in without a crash have their own errors`(
    kind: String, words: String
  ) async throws {
    let (film, _) = try await film("mistake", of: "bench.c", ["kind": .string(kind)])
    let error = try #require(try await film.failure())
    #expect(error.message.contains("“mistake”") && error.message.contains(words), "\(error)")
    #expect(error.time == CMTime(value: 6, timescale: 30))
  }

  @Test func `the reason why a file is no plug-in is reported as ever`() async throws {
    let library = try await PluginBuild.library(defining: ["ABI_VERSION=3"], in: folder)
    let plain = try #require(throws: PluginError.self) { try CompositorPlugin(contentsOf: library) }
    let isolated = try #require(throws: PluginError.self) {
      try CompositorPlugin(contentsOf: library, isolation: Self.isolation())
    }
    #expect(isolated == plain)
  }

  @Test func `without a program to start there is no isolation`() async throws {
    let library = try await PluginBuild.library(in: folder)
    let error = try #require(throws: PluginError.self) {
      try CompositorPlugin(contentsOf: library, isolation: PluginIsolation(program: folder.url("nothing")))
    }
    #expect(error.code == .notIsolated && error.message.contains("No such file"), "\(error)")
  }

  @Test func `a film goes on after a crash where it may, and the next one has a process of its own`() async throws {
    var (film, path) = try await film("wreck", ["kind": .string("segfault"), "start": .number("0.2")])
    film.compositing.failurePolicy = .showLastFrame
    let folder = try ScratchFolder()
    let report = try await film.export(to: folder)
    #expect(report.frameCount == 12)
    #expect(try report.compositorFailures.map(\.exactTime) == (6..<12).map { try Rational($0, 30) })
    #expect(report.compositorFailures.allSatisfy { $0.message.contains("SIGSEGV") })
    #expect(PluginProcesses.areGone(path))
    film.edit.videoComposition?.customCompositor?.parameters = nil
    #expect(try await film.export(to: folder).compositorFailures.isEmpty)
  }
}
