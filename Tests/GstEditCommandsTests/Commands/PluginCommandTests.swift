import Foundation
import GstEdit
import TestSupport
import Testing

@testable import GstEditCommands

/// `--plugin`, the folders of plug-ins, and `gstedit plugins`.
@Suite("Plug-ins on the command line")
struct PluginCommandTests {
  @Test func `plugins lists compositors and their parameters`() async throws {
    let (stage, folder) = (try CommandStage(), try ScratchFolder())
    let library = try await PluginBuild.library(in: folder)
    #expect(await stage.run("plugins --plugin \(library.path)") == .done)
    let lines = stage.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "bench 1.2, \(library.path)")
    #expect(lines.contains("  scale: Multiplies luma."))
    #expect(lines.contains("    gain: a number from 0.0 to 2.0, 1.0 unless given. What luma is multiplied by."))
    #expect(lines.contains("    inverted: true or false, false unless given. A yes or no."))
  }

  @Test func `the transitions that come with the program are a plug-in with a page of its own`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("plugins --plugin \(ProgramLocation.plugin("Transitions").path)") == .done)
    let names = stage.output.matches(of: #/(?m)^  ([a-z-]+): /#).map { String($0.output.1) }
    #expect(names == ["transition", "dissolve", "wipe", "iris", "clock", "luma-matte"])
    // What the page says of compositors and parameters, between backquotes at the beginning of a row.
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "Sources/GstEdit/GstEdit.docc/Transitions.md")
    // Behind the transitions that need no plug-in.
    let whole = try String(contentsOf: file, encoding: .utf8)
    let page = whole[try #require(whole.range(of: "| `customCompositor`")).lowerBound...]
    let rows = Set(page.matches(of: #/(?m)^\| `([a-z-]+)` \|/#).map { String($0.output.1) })
    let parameters = stage.output.matches(of: #/(?m)^    ([a-z-]+): /#).map { String($0.output.1) }
    #expect(rows == Set(names + parameters))
  }

  @Test func `and as JSON`() async throws {
    let (stage, folder) = (try CommandStage(), try ScratchFolder())
    let library = try await PluginBuild.library(in: folder)
    #expect(await stage.run("plugins --json --plugin \(library.path)") == .done)
    let plugin = try #require((try json(stage.output) as? [[String: Any]])?.first)
    let compositors = try #require(plugin["compositors"] as? [[String: Any]])
    #expect(compositors.map { $0["name"] as? String } == ["scale", "mistake", "idle"])
    let gain = try #require((compositors[0]["parameters"] as? [[String: Any]])?.first)
    #expect(gain["type"] as? String == "number" && gain["default"] as? Double == 1)
    #expect(gain["minimum"] as? Double == 0 && gain["maximum"] as? Double == 2)
  }

  @Test func `without plug-ins there is nothing to list`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("plugins") == .done)
    #expect(stage.output.isEmpty)
  }

  @Test(arguments: ["plugins", "validate project.json", "export project.json -o a.mkv"])
  func `a plug-in that cannot be used ends every command with 69`(line: String) async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    #expect(await stage.run("\(line) --plugin glow.so") == .pluginMissing)
    #expect(stage.errors.contains("glow.so") && stage.errors.contains("no such file"))
    #expect(stage.output.isEmpty)
  }

  @Test func `a folder's plug-ins are loaded without an option, and an unusable file is a warning`() async throws {
    let (stage, folder) = (try CommandStage(), try ScratchFolder())
    _ = try await PluginBuild.library(named: "a.so", in: folder)
    try folder.write("no library", to: "b.so")
    var environment = stage.environment()
    environment.pluginFolders = [folder.url]
    #expect(await GstEditCommand.run(["plugins"], in: environment) == .done)
    #expect(stage.output.hasPrefix("bench 1.2"))
    #expect(stage.errors.hasPrefix("gstedit: warning: The plug-in ") && stage.errors.contains("b.so"))
  }

  @Test func `a plug-in that comes with the program is loaded when a project asks for it`() async throws {
    let stage = try CommandStage()
    var environment = stage.environment()
    environment.bundledPlugins = BundledPlugin.all(besideProgramIn: ProgramLocation.buildFolder)
    #expect(environment.bundledPlugins.allSatisfy { $0.url != nil })
    #expect(await GstEditCommand.run(["plugins"], in: environment) == .done)
    // What the program says of each without loading it is what it holds.
    let found = stage.output.matches(of: #/(?m)^  ([a-z-]+): /#).map { String($0.output.1) }
    #expect(found == environment.bundledPlugins.flatMap(\.compositors))

    var registry = CompositorRegistry()
    for plugin in environment.bundledPlugins { plugin.register(in: &registry, isolation: nil) }
    #expect(registry.names == found.sorted())
    _ = try registry.makeCompositor(CompositorReference(name: "wipe"))
    #expect(registry.description(of: "wipe")?.parameters.isEmpty == false)
    var composition = VideoComposition(
      frameDuration: CMTime(value: 1, timescale: 25), renderSize: Size(width: 64, height: 64), instructions: [])
    composition.customCompositor = CompositorReference(name: "wipe", parameters: .object(["nonsense": .bool(true)]))
    #expect(throws: CompositingError.self) { try registry.check(composition) }
  }

  @Test func `where it lies: beside the program, or where make install puts it`() throws {
    let folder = try ScratchFolder()
    let (bin, plugins) = (folder.url("bin"), folder.url("lib/gstedit/plugins"))
    for place in [bin, plugins] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    try folder.write("", to: "lib/gstedit/plugins/libChromaKey.so")
    try folder.write("", to: "lib/gstedit/plugins/libTransitions.so")
    try folder.write("", to: "bin/libTransitions.so")
    let files = BundledPlugin.all(besideProgramIn: bin).map { $0.url?.path.dropFirst(folder.url.path.count) }
    #expect(files == [nil, "/lib/gstedit/plugins/libChromaKey.so", nil, "/bin/libTransitions.so"])
  }

  @Test func `one that is not built is named with the command that builds it`() throws {
    var registry = CompositorRegistry()
    for plugin in BundledPlugin.all(besideProgramIn: URL(filePath: "/nowhere")) {
      plugin.register(in: &registry, isolation: nil)
    }
    let error = #expect(throws: CompositingError.self) {
      try registry.makeCompositor(CompositorReference(name: "chroma-key"))
    }
    #expect(error?.code == .unknownCompositor)
    #expect(error?.remedy?.contains("ChromaKey, which is not built: `make plugins`") == true)
    #expect(registry.names.isEmpty)
  }
}
