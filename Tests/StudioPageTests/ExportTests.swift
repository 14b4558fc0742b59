import EditServices
import Foundation
import MediaAnalysis
import ProjectFile
import ProjectServices
import TestSupport
import Testing

extension StudioPageTests {
  /// Exports from the panel.
  @Suite struct Export {
    private static let name = "#export-name"

    @Test func `a film is exported, with its progress, and is the one that was seen`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.plain) { page in
        try await page.settlePicture()
        try await page.click("#tab-export")
        try await page.browser.run(
          """
          const { listen } = await import("/page/state.js");
          window.states = [];
          listen("export", (status) => states.push({ state: status.state, fraction: status.fraction ?? 0 }))
          """)
        try await page.fill(Self.name, with: "cut.mp4")
        try await page.click("#export-start")
        try await page.wait(
          "the export",
          until: "['completed', 'failed'].includes(document.getElementById('export-status').dataset.state)", within: 180
        )
        #expect(try await page.words("#export-status").contains("Finished: cut.mp4"))
        struct Step: Decodable, Sendable {
          let state: String
          let fraction: Double
        }
        let steps = try await page.value("states", as: [Step].self)
        #expect(steps.first?.state == "exporting" && steps.last?.state == "completed")
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.fraction <= $1.fraction })
        let frames = try await FilmReader.frames(page.folder.url("cut.mp4"))
        #expect(frames.count == 315)
        for number in stride(from: 0, to: min(frames.count, 315), by: 7) {
          #expect(frames[number] == Playhead.reading(of: number))
        }
        // The engine's own word.
        let renderer = try RunningStudio.renderer()
        let render = ProjectRender(try Project(contentsOf: page.folder.url("project.json")), renderer: renderer)
        let url = page.folder.url("cut.mp4")
        let settings = try await render.session(to: url, ProjectRender.Choices(), replacing: true).request.settings
        let verification = FileVerification(
          of: url, plan: try await render.plan(), settings: settings, renderer: renderer)
        #expect(try await verification.problems() == [])
        // A file of that name is not replaced unawares.
        try await page.click("#export-start")
        try await page.wait("the refusal", until: "document.querySelector('#export-status .error')")
        #expect(try await page.words("#export-status").contains("cut.mp4"))
      }
    }

    @Test func `an export that is cancelled leaves nothing`() async throws {
      // A film that takes long: each of its frames is drawn and encoded slowly.
      let large = """
        , "videoComposition": { "frameDuration": "1/30", "renderSize": [3840, 2160],
            "instructions": [ { "start": 0, "duration": 10.5, "layers": [ { "track": 1 } ] } ] } }
        """
      let slow = String(Films.plain.trimmingCharacters(in: .whitespacesAndNewlines).dropLast()) + large
      try await StudioPage.with(try await Films.media(), text: slow) { page in
        try await page.settle()
        let before = try page.folder.names()
        try await page.click("#tab-export")
        try await page.fill(Self.name, with: "cut.mp4")
        try await page.click("#export-start")
        try await page.wait("the beginning", until: "!document.getElementById('export-cancel').disabled")
        try await page.click("#export-cancel")
        try await page.wait("the end", until: "document.getElementById('export-status').dataset.state === 'cancelled'")
        #expect(try page.folder.names() == before)
        #expect(try await page.value("document.getElementById('export-start').disabled", as: Bool.self) == false)
      }
    }
  }
}
