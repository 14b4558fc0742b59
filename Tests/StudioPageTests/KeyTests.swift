import Foundation
import MediaTime
import ProjectEditing
import TestSupport
import Testing

extension StudioPageTests {
  /// The same by keys alone.
  @Suite struct Keys {
    @Test func `everything that the pointer does with clips is done by keys`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        try await page.settlePicture()
        /// Chooses clip `index` of the first track by the arrows, with the playhead at a time.
        func choose(_ index: Int, at seconds: Int, _ frames: Int = 0) async throws {
          try await page.press(.escape)
          try await page.browser.run("document.getElementById('scroller').focus()")
          try await page.press(.home)
          try await page.press(.right, holding: .shift, times: seconds)
          try await page.press(.right, times: frames)
          // The first lane is that of the titles.
          try await page.press(.down)
          try await page.press(.pageDown)
          for _ in 0..<4 { try await page.press(.up) }
          for _ in 0..<index { try await page.press(.down) }
          #expect(
            try await page.value("studio.state.selection?.pointer", as: String.self)
              == "/composition/tracks/0/segments/\(index)")
          try await page.wait("the playhead", until: "studio.player.frame === \(seconds * 30 + frames)")
        }
        try await choose(0, at: 1)
        try await page.tryOut("Trim the head", { try await page.press("[") }) { $0.clips(0)[0] == "one 3 at 1 for 2" }
        try await choose(0, at: 2)
        try await page.tryOut("Trim the tail", { try await page.press("]") }) { $0.clips(0)[0] == "one 2 at 0 for 2" }
        try await choose(0, at: 1)
        try await page.tryOut("Ripple the head", { try await page.press("{") }) {
          $0.clips(0).prefix(2) == ["one 3 at 0 for 2", "two 1 at 2 for 3"]
        }
        try await choose(0, at: 2)
        try await page.tryOut("Ripple the tail", { try await page.press("}") }) {
          $0.clips(0) == ["one 2 at 0 for 2", "two 1 at 2 for 3", "one 6 at 6 for 2"]
        }
        try await choose(0, at: 2, 15)
        try await page.tryOut("Roll", { try await page.press("r") }) {
          $0.clips(0).prefix(2) == ["one 2 at 0 for 2.5", "two 0.5 at 2.5 for 3.5"]
        }
        try await choose(2, at: 0)
        try await page.tryOut("Move by a frame", { try await page.press(.right, holding: .alt) }) {
          $0.clips(0)[2] == "one 6 at 211/30 for 2"
        }
        try await page.tryOut("Slip by a frame", { try await page.press(.left, holding: .control, .alt) }) {
          $0.clips(0)[2] == "one 179/30 at 7 for 2" || $0.clips(0)[2] == "one 181/30 at 7 for 2"
        }
        try await page.tryOut("Change the track", { try await page.press(.down, holding: .alt) }) {
          $0.clips(0).count == 2 && $0.clips(1).count == 2
        }
        try await choose(1, at: 4)
        try await page.tryOut("Split", { try await page.press("s") }) {
          $0.clips(0)[1...2] == ["two 1 at 3 for 1", "two 2 at 4 for 2"]
        }
        try await page.tryOut("Lift", { try await page.press(.delete) }) { $0.clips(0).count == 2 }
        try await choose(1, at: 4)
        try await page.tryOut("Take out", { try await page.press(.delete, holding: .shift) }) {
          $0.clips(0) == ["one 2 at 0 for 3", "one 6 at 4 for 2"]
        }
        #expect(try page.text == Films.text)
      }
    }

    @Test func `levels, titles and transitions are changed by keys`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        try await page.settlePicture()
        try await page.click(at: try await page.box(StudioPage.segment(0)).at(0.5, 0.75))
        try await page.press("t")
        try await page.wait("the window of the cut", until: "document.getElementById('transition-window')")
        try await page.tryOut("A transition", { try await page.choose("crossDissolve", in: "#transition-kind") }) {
          $0.transitions(0) == ["crossDissolve 1 center"]
        }
        try await page.press(.escape)
        try await page.press(.end)
        try await page.tryOut("A title", { try await page.press("t", holding: .shift) }) {
          $0.titles.count == 2 && $0.titles[1].start.seconds == $0.titles[1].start.seconds
        }
        try await page.click(at: try await page.box("[data-title='/titles/0']").middle)
        try await page.tryOut("A title moves", { try await page.press(.right, holding: .alt) }) {
          $0.titleSentences == ["Hello title at 31/30 for 2"]
        }
        try await page.tryOut("A title goes", { try await page.press(.delete) }) { $0.titles.isEmpty }
        #expect(try page.text == Films.text)
      }
    }
  }
}
