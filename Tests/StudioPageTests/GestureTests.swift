import Documents
import Foundation
import MediaTime
import ProjectEditing
import TestSupport
import Testing

extension StudioPageTests {
  /// What the pointer does with clips.
  @Suite struct Gestures {
    private static let (first, second, third) = (StudioPage.segment(0), StudioPage.segment(1), StudioPage.segment(2))

    /// A studio with the project of all gestures, nothing snapping.
    private static func studio(_ perform: (StudioPage) async throws -> Void) async throws {
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        try await page.settlePicture()
        try await page.press("g")
        try await perform(page)
        #expect(try page.text == Films.text)
      }
    }

    @Test func `edges trim, and stop at neighbors and at the media's ends`() async throws {
      try await Self.studio { page in
        try await page.tryOut("A tail is trimmed", { try await page.dragEdge("tail", of: Self.first, by: -0.5) }) {
          $0.clips(0) == ["one 2 at 0 for 2.5", "two 1 at 3 for 3", "one 6 at 7 for 2"]
        }
        try await page.tryOut("A head is trimmed", { try await page.dragEdge("head", of: Self.third, by: 0.5) }) {
          $0.clips(0) == ["one 2 at 0 for 3", "two 1 at 3 for 3", "one 6.5 at 7.5 for 1.5"]
        }
        try await page.tryOut(
          "A head stops at its neighbor", { try await page.dragEdge("head", of: Self.third, by: -3) }
        ) {
          $0.clips(0)[2] == "one 5 at 6 for 3"
        }
        try await page.edited {
          try await page.click(Self.second)
          try await page.press(.delete)
        }
        try await page.tryOut(
          "A tail stops at its neighbor", { try await page.dragEdge("tail", of: Self.first, by: 5) }
        ) {
          $0.clips(0)[0] == "one 2 at 0 for 7"
        }
        try await page.undo()
        for _ in 0..<2 { try await page.press("-") }
        try await page.tryOut(
          "A tail stops at the media's end", { try await page.dragEdge("tail", of: Self.third, by: 4) }
        ) {
          $0.clips(0)[2] == "one 6 at 7 for 4"
        }
        try await page.edited { try await page.dragClip(StudioPage.segment(0, track: 1), by: 2) }
        // Its media begins at 0: there is nothing before.
        let before = try page.text
        try await page.dragEdge("head", of: StudioPage.segment(0, track: 1), by: -1)
        try await page.settle()
        #expect(try page.text == before, "A head stops at the media's start")
        try await page.undo()
      }
    }

    @Test func `edges ripple and roll, by keys held and by tools`() async throws {
      try await Self.studio { page in
        try await page.tryOut(
          "Ripple a tail", { try await page.dragEdge("tail", of: Self.first, by: -1, holding: .control) }
        ) {
          $0.clips(0) == ["one 2 at 0 for 2", "two 1 at 2 for 3", "one 6 at 6 for 2"]
        }
        try await page.press("b")
        try await page.tryOut("Ripple a head", { try await page.dragEdge("head", of: Self.second, by: 0.5) }) {
          $0.clips(0) == ["one 2 at 0 for 3", "two 1.5 at 3 for 2.5", "one 6 at 6.5 for 2"]
        }
        try await page.press("v")
        try await page.tryOut(
          "Roll a cut", { try await page.dragEdge("tail", of: Self.first, by: -0.5, holding: .alt) }
        ) {
          $0.clips(0) == ["one 2 at 0 for 2.5", "two 0.5 at 2.5 for 3.5", "one 6 at 7 for 2"]
        }
        try await page.press("n")
        try await page.tryOut("Roll with the tool", { try await page.dragEdge("head", of: Self.second, by: 0.5) }) {
          $0.clips(0) == ["one 2 at 0 for 3.5", "two 1.5 at 3.5 for 2.5", "one 6 at 7 for 2"]
        }
        try await page.tryOut(
          "A roll stops where the media begins", { try await page.dragEdge("head", of: Self.second, by: -2) }
        ) {
          $0.clips(0)[1] == "two 0 at 2 for 4"
        }
      }
    }

    @Test func `clips slip, move, and go to another track`() async throws {
      try await Self.studio { page in
        try await page.tryOut("Slip", { try await page.dragClip(Self.first, by: 1, holding: .alt) }) {
          $0.clips(0)[0] == "one 1 at 0 for 3" && $0.clips(0).count == 3
        }
        try await page.press("y")
        try await page.tryOut("Slip with the tool", { try await page.dragClip(Self.first, by: -1) }) {
          $0.clips(0)[0] == "one 3 at 0 for 3"
        }
        try await page.press("v")
        try await page.tryOut("Move", { try await page.dragClip(Self.third, by: 1) }) {
          $0.clips(0) == ["one 2 at 0 for 3", "two 1 at 3 for 3", "one 6 at 8 for 2"]
        }
        try await page.tryOut("A move lands where it fits", { try await page.dragClip(Self.third, by: -2.5) }) {
          $0.clips(0)[2] == "one 6 at 6 for 2"
        }
        let lanes = [try await page.box("[data-track='1']"), try await page.box("[data-track='2']")]
        try await page.tryOut(
          "Move to another track", { try await page.dragClip(Self.third, by: 0, down: lanes[1].y - lanes[0].y) }
        ) {
          $0.clips(0).count == 2 && $0.clips(1) == ["one 6 at 7 for 2", "two 0 at 9.5 for 1"]
        }
        // A track of sound takes no picture.
        let before = try page.text
        let sound = try await page.box("[data-track='3']", scrolls: false)
        try await page.dragClip(Self.third, by: 0, down: sound.y - lanes[0].y)
        try await page.settle()
        #expect(try page.text == before)
      }
    }

    @Test func `clips are split, lifted, and taken out`() async throws {
      try await Self.studio { page in
        try await page.seek(1.5)
        try await page.tryOut("Split at the playhead", { try await page.press("s") }) {
          $0.clips(0).prefix(2) == ["one 2 at 0 for 1.5", "one 3.5 at 1.5 for 1.5"] && $0.clips(0).count == 4
        }
        try await page.press("c")
        let clip = try await page.box(Self.second)
        let place = Place(x: try await page.position(of: 4.5), y: clip.middle.y + 8)
        try await page.tryOut("Split with the blade", { try await page.click(at: place) }) {
          $0.clips(0).count == 4 && $0.clips(0)[1...2] == ["two 1 at 3 for 1.5", "two 2.5 at 4.5 for 1.5"]
        }
        try await page.press("v")
        try await page.click(at: try await page.box(Self.second).at(0.5, 0.75))
        try await page.tryOut("Lift", { try await page.press(.delete) }) {
          $0.clips(0) == ["one 2 at 0 for 3", "one 6 at 7 for 2"]
        }
        try await page.click(at: try await page.box(Self.second).at(0.5, 0.75))
        try await page.tryOut("Take out and close the gap", { try await page.press(.delete, holding: .shift) }) {
          $0.clips(0) == ["one 2 at 0 for 3", "one 6 at 4 for 2"]
        }
      }
    }

    @Test func `drags snap to cuts unless snapping is off, and Escape gives them up`() async throws {
      try await Self.studio { page in
        // Nothing snaps now: 0.05 s from the cut is a frame and a half.
        try await page.tryOut("Without snapping", { try await page.dragClip(Self.third, by: -0.9) }) {
          $0.clips(0)[2] == "one 6 at 6.1 for 2"
        }
        try await page.press("g")
        try await page.tryOut("With snapping", { try await page.dragClip(Self.third, by: -0.94) }) {
          $0.clips(0)[2] == "one 6 at 6 for 2"
        }
        try await page.press("g")
        let place = try await page.box(Self.third).at(0.5, 0.75)
        try await page.drag(from: place, to: place.moved(80), lifts: false)
        #expect(try await page.value("document.getElementById('drag-note').hidden", as: Bool.self) == false)
        try await page.press(.escape)
        try await page.browser.release()
        try await page.settle()
        #expect(try page.text == Films.text)
      }
    }

    @Test func `the timeline zooms around the pointer and fits again`() async throws {
      try await Self.studio { page in
        let fitted = try await page.scale()
        try await page.press("+")
        #expect(try await page.scale() > fitted * 1.4)
        try await page.press("-", "-")
        #expect(try await page.scale() < fitted * 0.8)
        try await page.press("f")
        #expect(abs(try await page.scale() - fitted) < 0.5)
        let place = Place(x: try await page.position(of: 6), y: try await page.box("#ruler").middle.y)
        try await page.browser.devTools(
          "Input.dispatchMouseEvent",
          ["type": "mouseWheel", "x": place.x, "y": place.y, "deltaX": 0, "deltaY": -400, "modifiers": 2])
        try await page.wait("the zoom", until: "studio.view.scale > \(fitted * 1.5)")
        #expect(abs(try await page.position(of: 6) - place.x) < 4, "What is under the pointer stays there.")
      }
    }
  }
}
