import Foundation
import MediaTime
import ProjectEditing
import TestSupport
import Testing

extension StudioPageTests {
  /// Opacity and volume as lines with points.
  @Suite struct Levels {
    /// Where a level is in the window: at a time, at a part of the height between nothing and the upper edge.
    private static func place(_ page: StudioPage, track: Int, at seconds: Double, part: Double) async throws -> Place {
      let lane = try await page.box("[data-track='\(track)'] .lane-body")
      return Place(x: try await page.position(of: seconds), y: lane.y + 4 + (lane.height - 8) * (1 - part))
    }

    /// The level of a track at a time, by the entries that the project has.
    private static func level(_ outline: ProjectOutline, track: Int, at seconds: Double) -> Double {
      var level = 1.0
      for entry in outline.tracks[track].levels.entries {
        switch entry {
        case .setting(let at, let value): if at.seconds <= seconds { level = value }
        case .ramp(let start, let duration, let from, let to):
          let part = (seconds - start.seconds) / duration.seconds
          if part >= 0 { level = from + (to - from) * min(part, 1) }
        }
      }
      return level
    }

    @Test(arguments: [(track: 1, name: "opacity", usual: 1.0), (track: 4, name: "volume", usual: 1 / 1.4)])
    func `a line is dragged, gets points by a double click, and loses them so`(track: Int, name: String, usual: Double)
      async throws
    {
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        try await page.settlePicture()
        let line = try await Self.place(page, track: track, at: 4.6, part: usual)
        let height = try await page.box("[data-track='\(track)'] .lane-body").height - 8
        try await page.tryOut(
          "The line is dragged", { try await page.drag(from: line, to: line.moved(0, height * usual / 2)) }
        ) {
          abs(Self.level($0, track: track - 1, at: 0) - 0.5) < 0.06
            && abs(Self.level($0, track: track - 1, at: 8) - 0.5) < 0.06
        }
        try await page.edited { try await page.click(at: line, times: 2) }
        #expect(try page.outline().tracks[track - 1].levels.property == name)
        #expect(abs(Self.level(try page.outline(), track: track - 1, at: 4.6) - 0.95) < 0.011)
        let points = "[data-track='\(track)'] .level-point"
        let count = try await page.count(points)
        let last = "\(points)[data-level='\(count - 1)']"
        let point = try await page.box(last).middle
        let scale = try await page.scale()
        try await page.tryOut(
          "A point is dragged", { try await page.drag(from: point, to: point.moved(scale, height * usual * 0.45)) }
        ) {
          abs(Self.level($0, track: track - 1, at: 5.7) - 0.5) < 0.06
        }
        // On the keyboard: a point is focused, and arrows move it.
        try await page.browser.run("document.querySelector(arguments[0]).focus()", last)
        try await page.tryOut("A point is lowered by a key", { try await page.press(.down) }) {
          abs(Self.level($0, track: track - 1, at: 8) - 0.9) < 0.011
        }
        try await page.tryOut("A point is removed", { try await page.click(at: point, times: 2) }) {
          $0.tracks[track - 1].levels.entries.isEmpty
        }
        try await page.undo()
        #expect(try page.text == Films.text)
      }
    }

    @Test func `points are added and removed in the panel of the clip`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        try await page.settlePicture()
        try await page.seek(5)
        try await page.click(at: try await page.box(StudioPage.segment(0, track: 3)).at(0.5, 0.8))
        try await page.edited { try await page.click("#add-point") }
        #expect(Self.level(try page.outline(), track: 3, at: 5) == 0.95)
        let point = "#point-\(try await page.count("[data-track='4'] .level-point") - 1)"
        try await page.tryOut("A value is typed", { try await page.fill("\(point)-value", with: "0.25") }) {
          Self.level($0, track: 3, at: 5) == 0.25
        }
        try await page.tryOut("A time is typed", { try await page.fill("\(point)-time", with: "4.5") }) {
          Self.level($0, track: 3, at: 4.5) == 0.95
        }
        try await page.tryOut("Points are removed", { try await page.click("[aria-label^='Remove the point']") }) { _ in
          true
        }
      }
    }
  }
}
