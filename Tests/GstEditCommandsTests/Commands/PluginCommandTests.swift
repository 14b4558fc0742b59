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
    let page = try String(contentsOf: file, encoding: .utf8)
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
}
