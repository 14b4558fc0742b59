import Foundation
import MediaTime
import ModelValues
import ProjectEditing
import TestSupport
import Testing

extension StudioPageTests {
  /// Titles on the timeline and in the picture, and transitions at cuts.
  @Suite struct TitlesAndTransitions {
    private static let title = "[data-title='/titles/0']"
    private static let inPicture = "[data-picture-title='/titles/0']"

    @Test func `titles are moved in time, written in the picture, and put to one of its places`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        try await page.settlePicture()
        try await page.press("g")
        let scale = try await page.scale()
        let middle = try await page.box(Self.title).middle
        try await page.tryOut("A title is moved", { try await page.drag(from: middle, to: middle.moved(scale)) }) {
          $0.titleSentences == ["Hello title at 2 for 2"]
        }
        try await page.tryOut("It lasts longer", { try await page.dragEdge("tail", of: Self.title, by: 1) }) {
          $0.titleSentences == ["Hello title at 1 for 3"]
        }
        try await page.tryOut("It begins later", { try await page.dragEdge("head", of: Self.title, by: 0.5) }) {
          $0.titleSentences == ["Hello title at 1.5 for 1.5"]
        }
        try await page.seek(2)
        try await page.settlePicture()
        try await page.tryOut(
          "It is written in the picture",
          {
            try await page.click(Self.inPicture, times: 2)
            try await page.wait("the field", until: "document.activeElement?.id === 'picture-text'")
            try await page.press("H", "i")
            try await page.press(.enter, holding: .control)
          }
        ) { $0.titleSentences == ["Hi title at 1 for 2"] }
        let picture = try await page.box("#picture-titles")
        try await page.wait("the title", until: "document.querySelector(\"\(Self.inPicture)\")")
        let place = try await page.box(Self.inPicture).middle
        try await page.tryOut(
          "It is put below, at the left", { try await page.drag(from: place, to: picture.at(0.1, 0.9)) }
        ) {
          $0.titleSentences == ["Hello title bottomLeft at 1 for 2"]
        }
        try await page.wait("the title", until: "document.querySelector(\"\(Self.inPicture)\")")
        try await page.browser.run("document.querySelector(arguments[0]).focus()", Self.inPicture)
        try await page.tryOut("It is put above by a key", { try await page.press(.up) }) {
          $0.titleSentences == ["Hello title top at 1 for 2"]
        }
        #expect(try page.text == Films.text)
      }
    }

    @Test func `a title is added, and all that the panel says of it is changed`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        try await page.settlePicture()
        try await page.seek(4)
        try await page.edited { try await page.click("#add-title") }
        #expect(
          try page.outline().titleSentences.last == "Title plain at 4 for 3" || (try page.outline().titles.count) == 2)
        try await page.wait("the panel", until: "document.getElementById('title-text')")
        try await page.tryOut("Its text", { try await page.fill("#title-text", with: "Spring") }) {
          $0.titles[1].text == "Spring"
        }
        try await page.tryOut("Its style", { try await page.choose("lowerThird", in: "#title-style") }) {
          $0.titles[1].style == "lowerThird"
        }
        try await page.tryOut("Its place", { try await page.choose("top", in: "#title-place") }) {
          $0.titles[1].place == "top"
        }
        try await page.tryOut("Its start", { try await page.fill("#title-start", with: "4.5") }) {
          $0.titles[1].start.seconds.decimalText == "4.5"
        }
        try await page.edited { try await page.click("#title-remove") }
        #expect(try page.outline().titles.count == 1)
      }
    }

    @Test func `a transition is chosen at a cut, changed, and removed`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        try await page.settlePicture()
        let cut = "[data-cut='/composition/tracks/0/segments/0']"
        try await page.click(cut)
        try await page.wait("its window", until: "document.activeElement?.id === 'transition-kind'")
        try await page.tryOut("A kind is chosen", { try await page.choose("crossDissolve", in: "#transition-kind") }) {
          $0.transitions(0) == ["crossDissolve 1 center"]
        }
        try await page.press(.escape)
        try await page.click(cut)
        try await page.edited { try await page.choose("crossDissolve", in: "#transition-kind") }
        try await page.tryOut("Another length", { try await page.fill("#transition-length", with: "0.5") }) {
          $0.transitions(0) == ["crossDissolve 0.5 center"]
        }
        try await page.tryOut("Another alignment", { try await page.choose("end", in: "#transition-alignment") }) {
          $0.transitions(0) == ["crossDissolve 1 end"]
        }
        // The mixture of two frames is neither.
        try await page.press(.escape)
        try await page.seek(3)
        try await page.settlePicture()
        #expect(try await page.shownFrame().reading == .unreadable)
        try await page.click(cut)
        try await page.tryOut("It goes", { try await page.click("#transition-remove") }) { $0.transitions(0) == [] }
        // The third clip has a gap before it: there is no cut.
        #expect(try await page.count("[data-cut='/composition/tracks/0/segments/1']") == 0)
      }
    }
  }
}
