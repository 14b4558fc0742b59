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

  /// A renderer with the plug-ins that some of the projects use.
  private static func renderer() throws -> any Rendering {
    var settings = VideoCompositingSettings()
    for plugin in ["Transitions"] {
      try settings.compositors.register(CompositorPlugin(contentsOf: ProgramLocation.plugin(plugin)))
    }
    return Engine.renderer(compositing: settings)
  }

  @Test(arguments: [
    "wwdc-2010-407", "cuts-only", "empty-edit", "picture-in-picture", "many-small-edits", "speed-changes",
    "transitions",
  ])
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

  @Test(arguments: [
    "wwdc-2010-407", "cuts-only", "empty-edit", "picture-in-picture", "many-small-edits", "speed-changes",
    "transitions",
  ])
  func `nothing is wrong with a project or its media`(name: String) async throws {
    let project = try Project(contentsOf: Self.folder.appending(path: "\(name)/project.json"))
    #expect(try await ProjectRender(project, renderer: try Self.renderer()).check().faults == [])
  }

  @Test(arguments: [
    "wwdc-2010-407", "cuts-only", "empty-edit", "picture-in-picture", "many-small-edits", "speed-changes",
    "transitions",
  ])
  func `a project's preview has every frame and every sample of its plan`(name: String) async throws {
    let scratch = try ScratchFolder()
    let film = scratch.url("film.mp4")
    let project = try Project(contentsOf: Self.folder.appending(path: "\(name)/project.json"))
    let preview = ProjectRender.Choices(purpose: .preview)
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
}
