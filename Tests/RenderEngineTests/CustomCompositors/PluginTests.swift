import Foundation
import GstEdit
import TestSupport
import Testing

/// Plug-ins, built from C by the test: loaded, refused, and at work.
@Suite("Plug-ins")
struct PluginTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func plugin(_ definitions: String...) async throws -> CompositorPlugin {
    try CompositorPlugin(contentsOf: try await PluginBuild.library(defining: definitions, in: folder))
  }

  /// A film of film 1's first frames, drawn by the plug-in's compositor `name`.
  private func film(
    _ name: String, frames: Int = 12, film parameters: JSONValue? = nil, instruction: JSONValue? = nil
  ) async throws -> CompositorFilm {
    let layer = LayerInstruction(trackID: 1, opacity: Ramps([.setting(at: .zero, value: 0.75)]))
    var whole = VideoCompositionInstruction(
      timeRange: CompositorFilm.range(0..<frames), layerInstructions: [layer],
      backgroundColor: Color(red: 0.25, green: 0.5, blue: 0.75))
    whole.parameters = instruction
    var film = try await CompositorFilm(
      [[.init(film: 1, start: 0, frames: 0..<frames)]], frames: frames, instructions: [whole],
      compositor: TestCompositor())
    film.edit.videoComposition?.customCompositor = CompositorReference(name: name, parameters: parameters)
    try film.compositing.compositors.register(try await plugin())
    return film
  }

  @Test func `a plug-in says what it holds`() async throws {
    let plugin = try await plugin()
    #expect((plugin.name, plugin.version) == ("bench", "1.2"))
    #expect(plugin.compositors.map(\.name) == ["scale", "mistake", "idle"])
    let scale = try #require(plugin.compositors.first)
    #expect(scale.summary == "Multiplies luma.")
    #expect(scale.parameters.map(\.name) == ["gain", "steps", "inverted", "note"])
    #expect(scale.parameters.map(\.kind) == [.number(0...2), .integer(1...8), .boolean, .text])
    #expect(scale.parameters.map(\.defaultValue) == [.number("1.0"), .number("2"), .bool(false), .string("")])
    #expect(
      plugin.compositors[1].parameters.map(\.kind) == [.choice(["fail", "twice", "stray", "cancelled", "never"])])
  }

  @Test(arguments: [
    ("NO_ENTRY", PluginError.Code.notAPlugin, "gstedit_compositor_plugin"),
    ("ABI_VERSION=3", .wrongVersion, "version 3 of the interface, not for 2"),
    ("PICKY", .wrongVersion, "version 2 of the interface"), ("SMALL_TABLE", .invalidTable, "16 bytes"),
    ("NO_OUTPUT", .invalidTable, "“idle” names no output format"),
    ("BAD_DEFAULT", .invalidTable, "is not a number from 0.0 to 1.0"),
    ("BOTH_WAYS", .invalidTable, "one of start_request and compose"),
    ("SAME_NAME", .invalidTable, "two compositors called “scale”"),
  ])
  func `a library that is no plug-in, or not for this version, is refused with the reason`(
    definition: String, code: PluginError.Code, words: String
  ) async throws {
    let library = try await PluginBuild.library(defining: [definition], in: folder)
    let error = try #require(throws: PluginError.self) { try CompositorPlugin(contentsOf: library) }
    #expect(error.code == code)
    #expect(error.path == library.path && error.message.contains(words), "\(error)")
  }

  @Test func `a file that is not there, or no library, is refused`() throws {
    let missing = try #require(throws: PluginError.self) {
      try CompositorPlugin(contentsOf: folder.url("nothing.so"))
    }
    #expect(missing.code == .missing)
    let text = try folder.write("This is no library.", to: "text.so")
    let pipe = folder.url("pipe.so")
    let made = unsafe mkfifo(pipe.path, 0o600)
    try #require(made == 0)
    for url in [text, pipe, folder.url] {
      let error = try #require(throws: PluginError.self) { try CompositorPlugin(contentsOf: url) }
      #expect(error.code == .notLoadable, "\(error)")
    }
  }

  @Test func `a name is taken once`() async throws {
    let plugin = try await plugin()
    var compositors = CompositorRegistry()
    try compositors.register(plugin)
    #expect(throws: PluginError.self) { try compositors.register(plugin) }
    #expect(compositors.names == ["idle", "mistake", "scale"])
  }

  @Test func `a plug-in draws from sources, with an instruction's value before the film's`() async throws {
    let plain = try await film("scale").frames()
    #expect(plain == shown(1, 0..<12))
    let dark = try await film(
      "scale", film: .object(["gain": .number("1")]), instruction: .object(["gain": .number("0")])
    ).frames()
    #expect(dark == Array(repeating: .flat(luma: 0), count: 12))
  }

  @Test func `an instance gets the film's parameters when it is made`() async throws {
    var film = try await film("scale", film: .object(["gain": .number("0.5")]))
    film.edit.videoComposition?.instructions[0].requiredSourceTrackIDs = []
    #expect(try await film.frames() == Array(repeating: .flat(luma: 50), count: 12))
  }

  @Test(arguments: [
    ("fail", "the instruction is as it should be"), ("twice", "more than once"), ("stray", "is not the request's"),
    ("cancelled", "that was not"), ("never", "has not finished"),
  ])
  func `a plug-in that does wrong ends in an error with its name and the time`(
    kind: String, words: String
  ) async throws {
    var film = try await film("mistake", film: .object(["kind": .string(kind)]))
    if kind == "never" { film.compositing.requestTimeLimit = .seconds(2) }
    let error = try #require(try await film.failure())
    #expect(error.code == .videoCompositorFailed)
    #expect(error.message.contains("“mistake”") && error.message.contains(words), "\(error)")
    #expect(error.time == CMTime(value: 6, timescale: 30))
  }

  @Test func `a plug-in that returns without a frame has its own error`() async throws {
    let error = try #require(try await film("idle").failure())
    #expect(error.message.contains("“idle”") && error.message.contains("returned without a frame"))
  }

  @Test func `one that cannot be made says why`() async throws {
    let error = try #require(try await film("scale", film: .object(["note": .string("refuse")])).failure())
    #expect(error.code == .videoCompositorFailed && error.message.contains("the note says so"))
  }

  @Test func `a project's parameters are checked before anything is rendered`() async throws {
    let error = try #require(try await film("scale", instruction: .object(["gain": .number("3")])).failure())
    #expect(error.code == .invalidModel)
    #expect(error.description.contains("“gain”") && error.description.contains("a number from 0.0 to 2.0"))
  }
}
