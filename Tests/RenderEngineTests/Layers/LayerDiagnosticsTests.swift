import Foundation
import GstEdit
import TestSupport
import Testing

/// What `validate`, `plan` and `explain` say of the layers and titles of a project.
struct LayerDiagnosticsTests {
  /// A project of a still that is shown for two seconds, with `members` besides.
  private static func render(_ members: String) async throws -> ProjectRender {
    let recipe = ["-f", "lavfi", "-i", "color=blue:s=320x180", "-frames:v", "1"]
    let still = try await MediaCache.shared.file(named: "layer-ground", extension: "png", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    let text = """
      { "gstedit": 1, "assets": { "ground": { "uri": "\(still.path)" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [ { "asset": "ground", "in": 0, "duration": 2 } ] } ] },
        \(members) }
      """
    return ProjectRender(
      try Project(json: text, baseURL: still.deletingLastPathComponent()), renderer: Engine.renderer())
  }

  @Test func `a picture that is not there is named at the layer that shows it`() async throws {
    let check = try await Self.render(
      #""layers": [ { "bounds": [0, 0, 9, 9] }, { "sublayers": [ { "bounds": [0, 0, 9, 9], "contents": "gone.png" } ] } ]"#
    ).check()
    #expect(check.faults.map(\.diagnostic.pointer.description) == ["/layers/1/sublayers/0/contents"])
    let fault = try #require(check.faults.first)
    #expect(fault.error.code == .mediaMissing && fault.error.clip == nil)
    #expect(!fault.diagnostic.diagnostic.message.contains("track"))
  }

  @Test func `warnings stand at the title or the layer`() async throws {
    let check = try await Self.render(
      """
      "titles": [ { "text": "Here", "start": 0, "duration": 2 }, { "text": "Late", "start": 7, "duration": 2 } ],
      "layers": [ { "bounds": [0, 0, 9, 9], "backgroundColor": "#ff0000", "opacity": 0 } ]
      """
    ).check()
    #expect(check.faults.isEmpty)
    #expect(Set(check.warnings.map(\.pointer.description)) == ["/titles/1", "/layers/0"])
  }

  @Test func `a missing font is named in the plan with what is drawn instead`() async throws {
    let plan = try await Self.render(
      #""titles": [ { "text": "Here", "start": 0, "duration": 2, "fontFamily": "No Such Family" } ]"#
    ).plan()
    #expect(plan.text.contains(" instead of No Such Family"))
  }

  @Test func `the drawing at a time is explained`() async throws {
    let render = try await Self.render(
      """
      "titles": [ { "text": "First", "start": 0, "duration": 1 }, { "text": "Second", "start": 1, "duration": 1 } ],
      "layers": [ { "name": "mark", "bounds": [0, 0, 9, 9], "backgroundColor": "#ff0000", "opacity": 0.5 } ]
      """)
    let explained = try await render.explain(at: ProjectTime("1.5"))
    let layers = explained.explanation.picture?.drawnLayers ?? []
    #expect(layers.map(\.name) == ["mark", "Second"])
    #expect(layers.map { explained.model.pointer(to: $0.location).description } == ["/layers/0", "/titles/1"])
    #expect(layers.map(\.opacity) == [0.5, 1] && layers.allSatisfy { !$0.isHidden })
  }
}
