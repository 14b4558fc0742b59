import Foundation
import GstEdit
import TestSupport
import Testing

/// The projects of the folder `Pipelines`, each with the plan it must give.
///
/// After a change that is meant to change plans, `GSTEDIT_RECORD_PLANS=1` writes them anew, for people to compare; a run
/// that records fails, so that no such run passes for a test.
@Suite("The projects that come with the program")
struct PipelinesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Pipelines")

  private static let isRecording = ProcessInfo.processInfo.environment["GSTEDIT_RECORD_PLANS"] == "1"

  private static let projects = [
    "wwdc-2010-407", "cuts-only", "empty-edit", "picture-in-picture", "upright-film", "many-small-edits",
    "speed-changes", "transitions", "lower-third", "credits", "karaoke", "rounded-inset", "animated-logo",
    "subtitled-clip",
  ]

  /// The projects of the plug-ins that draw layers in RGB, and the part that is rendered here: a debug build takes a
  /// second for each of their frames.
  private static let layered: [(project: String, plugin: String, range: String)] = [
    ("blend-modes", "BlendModes", "47f..49f"), ("chroma-key", "ChromaKey", "60f..62f"),
    ("lookup-table", "LookupTable", "47f..49f"),
  ]

  /// A renderer with the plug-ins that some of the projects use.
  private static func renderer() throws -> any Renderer {
    var settings = VideoCompositingSettings()
    for plugin in ["Transitions"] + layered.map(\.plugin) {
      try settings.compositors.register(CompositorPlugin(contentsOf: ProgramLocation.plugin(plugin)))
    }
    return Engine.renderer(compositing: settings)
  }

  @Test(arguments: projects + layered.map(\.project))
  func `a project gives the plan that stands beside it`(name: String) async throws {
    let folder = Self.folder.appending(path: name)
    let project = try Project(contentsOf: folder.appending(path: "project.json"))
    let text = try await ProjectRender(project, renderer: try Self.renderer()).plan().text
    let golden = folder.appending(path: "plan.txt")
    if Self.isRecording {
      try text.write(to: golden, atomically: true, encoding: .utf8)
      Issue.record("The plan of \(name) was recorded, not compared.")
      return
    }
    let expected = try String(contentsOf: golden, encoding: .utf8)
    // Line by line, so that a failure shows the line that changed.
    #expect(text.split(separator: "\n") == expected.split(separator: "\n"))
    #expect(text == expected)
  }

  @Test(arguments: projects + layered.map(\.project))
  func `nothing is wrong with a project or its media`(name: String) async throws {
    let project = try Project(contentsOf: Self.folder.appending(path: "\(name)/project.json"))
    let check = try await ProjectRender(project, renderer: try Self.renderer()).check()
    #expect(check.faults == [] && check.warnings == [])
  }

  @Test(arguments: projects)
  func `a project's preview has every frame and every sample of its plan`(name: String) async throws {
    let scratch = try ScratchFolder()
    let film = scratch.url("film.mp4")
    let project = try Project(contentsOf: Self.folder.appending(path: "\(name)/project.json"))
    // Small pictures: a debug build draws a layer pixel by pixel, and a transition each of two pictures.
    let scale = ProofScope.isFull ? 0.25 : name == "transitions" ? 0.0625 : 0.125
    let preview = ProjectRender.Choices(scale: scale, purpose: .preview)
    let render = ProjectRender(project, renderer: try Self.renderer())
    let plan = try await render.plan(preview)
    let report = try await render.session(to: film, preview).export()
    #expect(report.frameCount == plan.picture?.frameCount)
    #expect(report.sampleCount == plan.sound?.sampleCount ?? 0)
    // What ffmpeg finds in the file.
    let counted = try await MediaTools.ffprobe([
      "-select_streams", "v", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0", film.path,
    ])
    #expect(Int(counted.trimmingCharacters(in: .whitespacesAndNewlines)) == plan.picture?.frameCount)
  }

  @Test(arguments: layered)
  func `gstedit exports what a plug-in draws`(project: String, plugin: String, range: String) async throws {
    let frames = try await Self.exported(project, plugin, range)
    let plain = try await Self.exported(project, nil, range)
    #expect(frames.count == 2 && plain.count == 2)
    for (drawn, untouched) in zip(frames, plain) {
      // The dunes' sky and sand, and not one color: something was drawn.
      #expect(drawn.count == untouched.count && Set(drawn).count > 500)
      // And it is not what layers are without the plug-in: in a tenth of the picture at least it is another color.
      let changed = zip(drawn, untouched).count { abs(Int($0.x) - Int($1.x)) + abs(Int($0.y) - Int($1.y)) > 12 }
      #expect(10 * changed > drawn.count, "\(changed) of \(drawn.count) pixels")
    }
  }

  @Test func `the key leaves nothing of the ground`() async throws {
    // The ground is 88 greener than blue; pale stripes beside it have a tint of up to 28 in the film itself.
    func green(_ frame: [SIMD3<UInt8>]) -> Int {
      frame.count { Int($0.y) > Int($0.x) + 40 && Int($0.y) > Int($0.z) + 40 }
    }
    let source = try await Self.frames(Self.folder.appending(path: "media/balloon.mp4"), count: 1)
    #expect(green(try #require(source.first)) > 150_000)
    #expect(green(try #require(try await Self.exported("chroma-key", "ChromaKey", "60f..61f").first)) == 0)
  }

  /// What `gstedit export --plugin` makes of a part of a project, pixel by pixel; without `plugin`, what it makes of the project
  /// without its compositor.
  private static func exported(_ name: String, _ plugin: String?, _ range: String) async throws -> [[SIMD3<UInt8>]] {
    let scratch = try ScratchFolder()
    let film = scratch.url("film.mkv")
    var project = folder.appending(path: "\(name)/project.json")
    if plugin == nil { project = try scratch.write(withoutCompositor(project), to: "project.json") }
    let options = plugin.map { ["--plugin", ProgramLocation.plugin($0).path] } ?? []
    let outcome = try await ProgramRun(
      ProgramLocation.gstedit,
      ["export", project.path, "-o", film.path, "--range", range, "--progress", "none"] + options
    ).outcome()
    guard outcome.ending == .exited(0) else {
      throw MediaTools.Failure(tool: "gstedit", complaint: "\(outcome.ending): \(outcome.errorText)")
    }
    return try await frames(film, count: 2)
  }

  /// The project at `url` as it is drawn without a custom compositor, its media where they are.
  private static func withoutCompositor(_ url: URL) throws -> String {
    var project = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] ?? [:]
    var composition = project["videoComposition"] as? [String: Any] ?? [:]
    composition["customCompositor"] = nil
    composition["instructions"] = (composition["instructions"] as? [[String: Any]])?.map { instruction in
      instruction.filter { $0.key != "parameters" }
    }
    project["videoComposition"] = composition
    project["assets"] = (project["assets"] as? [String: [String: Any]])?.mapValues { asset in
      let uri = asset["uri"] as? String ?? ""
      return asset.merging(["uri": url.deletingLastPathComponent().appending(path: uri).standardizedFileURL.path]) {
        $1
      }
    }
    return String(decoding: try JSONSerialization.data(withJSONObject: project), as: UTF8.self)
  }

  /// The first `count` frames of a film, pixel by pixel.
  private static func frames(_ film: URL, count: Int) async throws -> [[SIMD3<UInt8>]] {
    let size = try await MediaTools.ffprobe([
      "-select_streams", "v", "-show_entries", "stream=width,height", "-of", "csv=p=0", film.path,
    ]).split { !$0.isNumber }.compactMap { Int($0) }
    let bytes = [UInt8](
      try await MediaTools.ffmpegOutput([
        "-i", film.path, "-map", "0:v", "-frames:v", "\(count)", "-f", "rawvideo", "-pix_fmt", "rgb24",
      ]))
    let length = 3 * size.reduce(1, *)
    return stride(from: 0, to: bytes.count, by: length).map { start in
      stride(from: start, to: start + length, by: 3).map { SIMD3(bytes[$0], bytes[$0 + 1], bytes[$0 + 2]) }
    }
  }
}
