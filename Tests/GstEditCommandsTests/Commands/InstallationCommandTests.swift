import Foundation
import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

/// `doctor` and `formats` on a machine that lacks something.
@Suite struct InstallationCommandTests {
  private static let refusal = RenderError(
    .missingPlugin, "The element is not installed.", remedy: "Install it: apt-get install plugins.")

  /// A machine with a decoder of H.264, and one of HEVC only if `hasHEVC`.
  private static func installation(hasHEVC: Bool) -> Installation {
    func decoder(_ factory: String, _ serves: String, _ version: String?) -> Installation.Element {
      Installation.Element(
        factory: factory, purpose: .pictureDecoders, serves: [serves], package: "plugins-libav", version: version)
    }
    return Installation(
      libraries: [Installation.Library(name: "GStreamer", version: "1.22.0")],
      elements: [decoder("dec264", "H.264", "1.22.0"), decoder("dec265", "HEVC", hasHEVC ? "1.22.0" : nil)],
      containers: [Installation.Container(name: "AVI"), Installation.Container(name: "Ogg", missing: ["oggdemux"])])
  }

  private func run(
    _ line: String, on stage: CommandStage, hasHEVC: Bool
  ) async -> ProgramExit {
    var environment = stage.environment()
    environment.installation = { Self.installation(hasHEVC: hasHEVC) }
    return await GstEditCommand.run(line.split(separator: " ").map(String.init), in: environment)
  }

  @Test func `doctor names what is missing, its package and what it would add`() async throws {
    let stage = try CommandStage()
    #expect(await run("doctor", on: stage, hasHEVC: false) == .pluginMissing)
    #expect(stage.output.hasPrefix("libraries      GStreamer 1.22.0\n"))
    #expect(stage.output.contains("decodes        1 of 2 elements, 1.22.0\n"))
    #expect(stage.output.contains("  missing      dec265, for HEVC: apt-get install plugins-libav\n"))
    #expect(
      stage.errors == "gstedit: error: 1 element is missing: dec265. "
        + "Install what they are in: apt-get install plugins-libav.\n")
  }

  @Test func `doctor says why its film cannot be made`() async throws {
    let stage = try CommandStage(refusal: Self.refusal)
    #expect(await run("doctor", on: stage, hasHEVC: true) == .pluginMissing)
    #expect(stage.output.contains("self-test      failed: The element is not installed."))
    let object = try #require(
      try await {
        let stage = try CommandStage(refusal: Self.refusal)
        _ = await run("doctor --json", on: stage, hasHEVC: true)
        return try jsonObject(stage.output)
      }())
    #expect(object["ok"] as? Bool == false)
    #expect(object["missing"] as? [String] == [])
  }

  @Test func `doctor says what matters in ten lines, and the rest with --all`() async throws {
    let stage = try CommandStage()
    var environment = stage.environment()
    environment.bundledPlugins = BundledPlugin.all(besideProgramIn: URL(filePath: "/nowhere"))
    environment.installation = {
      var installation = Self.installation(hasHEVC: true)
      installation.elements += [
        .init(factory: "card264dec", purpose: .pictureDecoders, serves: ["H.264"], version: nil, needsDevice: true),
        .init(factory: "fetch", purpose: .pictureDecoders, serves: [], package: "bad", version: nil, needsDevice: true),
      ]
      installation.fonts = [
        .init(letters: "Latin", family: "Roman", package: "fonts-roman"),
        .init(letters: "emoji", family: nil, package: "fonts-emoji"),
      ]
      return installation
    }
    _ = await GstEditCommand.run(["doctor"], in: environment)
    #expect(stage.output.split(separator: "\n").count == 10, "\(stage.output)")
    #expect(stage.output.contains("hardware       none; --hardware uses it where there is a device\n"))
    #expect(stage.output.contains("fonts          Roman; none for emoji: apt-get install fonts-emoji\n"))
    #expect(
      stage.output.contains(
        "plug-ins       not built: BlendModes, ChromaKey, LookupTable, Transitions (make plugins)\n"))
    #expect(!stage.output.contains("card264dec"))

    let full = try CommandStage()
    environment.writeOutput = full.environment().writeOutput
    _ = await GstEditCommand.run(["doctor", "--all"], in: environment)
    #expect(full.output.contains("  installed    dec264 1.22.0, for H.264\n"))
    #expect(full.output.contains("  not here     card264dec, for H.264\n"))
    #expect(full.output.contains("  not here     fetch: apt-get install bad\n"))
  }

  @Test func `doctor has nothing to close in`() async throws {
    let stage = try CommandStage()
    #expect(await run("doctor --isolate-media", on: stage, hasHEVC: true) == .usage)
  }

  @Test func `formats are the rows of the table, and what is read`() async throws {
    let stage = try CommandStage()
    #expect(await run("formats", on: stage, hasHEVC: true) == .done)
    #expect(stage.output.contains("FFV1, ProRes, Motion JPEG  Opus, FLAC, PCM, AAC, MP3, AC-3, Vorbis\n"))
    #expect(stage.output.contains("  containers  AVI, Ogg*\n"))
    #expect(stage.output.contains("  pictures    H.264, HEVC\n"))
  }

  @Test func `formats that this machine lacks are marked, and the reason stands once`() async throws {
    let stage = try CommandStage(refusal: Self.refusal)
    #expect(await run("formats", on: stage, hasHEVC: false) == .done)
    #expect(
      stage.output.contains(
        "  webm  webm             VP9*, VP8*, AV1*                                               Opus*, Vorbis*\n"))
    #expect(stage.output.split(separator: "\n").filter { $0.contains("apt-get install plugins.") }.count == 1)
    #expect(stage.output.contains("  pictures    H.264, HEVC*\n"))
    #expect(stage.output.contains("  * dec265, for HEVC: apt-get install plugins-libav\n"))
  }

  @Test func `formats as JSON say for each codec whether it is there`() async throws {
    let stage = try CommandStage()
    #expect(await run("formats --json", on: stage, hasHEVC: false) == .done)
    let object = try jsonObject(stage.output)
    let written = try #require(object["written"] as? [[String: Any]])
    #expect(written.map { $0["fileType"] as? String } == FileType.allCases.map(\.rawValue))
    let read = try #require(object["read"] as? [String: Any])
    let video = try #require(read["video"] as? [[String: Any]])
    #expect(video.map { $0["codec"] as? String } == ["H.264", "HEVC"])
    #expect(video.map { $0["available"] as? Bool } == [true, false])
  }
}
