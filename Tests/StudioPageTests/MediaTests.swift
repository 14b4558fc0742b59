import Foundation
import MediaTime
import ProjectEditing
import TestSupport
import Testing

extension StudioPageTests {
  /// Media: how they come into the folder, and onto the timeline.
  @Suite struct MediaPanel {
    private static let empty = "{ \"gstedit\": 1, \"assets\": {}, \"composition\": { \"tracks\": [] } }\n"

    @Test func `a file that is chosen goes into the folder, and is placed by dragging and by Enter`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        try await page.settlePicture()
        let scratch = try ScratchFolder()
        try FileManager.default.copyItem(at: try await Films.film(3, seconds: 2), to: scratch.url("three.mp4"))
        try await page.browser.type(scratch.url("three.mp4").path, into: try await page.browser.element("#media-files"))
        let entry = "[data-media='three.mp4']"
        try await page.wait("the file in the list", until: "document.querySelector(\"\(entry)\")")
        #expect(try Data(contentsOf: page.folder.url("three.mp4")) == Data(contentsOf: scratch.url("three.mp4")))
        #expect(try page.text == Films.text, "The film of a project that is not empty stays as it is.")
        // A gap of a second before the third clip is too short: it goes behind.
        let lane = try await page.box("[data-track='2']")
        let target = Place(x: try await page.position(of: 2), y: lane.middle.y)
        try await page.tryOut("Dragged onto a track", { try await page.dragMedia("three.mp4", to: target) }) {
          $0.clips(1).first == "three 0 at 2 for 2" && $0.assets.contains { $0.uri == "three.mp4" }
        }
        try await page.click(entry)
        try await page.tryOut("Placed by Enter", { try await page.press(.enter) }) {
          $0.clips(0).last == "three 0 at 9 for 2"
        }
        #expect(try page.text == Films.text)
      }
    }

    @Test func `files that are dropped on an empty project make a film`() async throws {
      try await StudioPage.with(text: Self.empty) { page in
        #expect(try await page.value("document.getElementById('welcome').hidden", as: Bool.self) == false)
        let film = try Data(contentsOf: try await Films.film(3, seconds: 2)).base64EncodedString()
        try await page.edited {
          try await page.browser.run(
            """
            const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
            const data = new DataTransfer();
            data.items.add(new File([bytes], "three.mp4", { type: "video/mp4" }));
            const target = document.getElementById("picture");
            for (const name of ["dragenter", "dragover", "drop"]) {
              target.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
            }
            """, film)
        }
        #expect(
          try page.outline().clips(0) == ["three 0 at 0 for 2"] && page.outline().clips(1) == ["three 0 at 0 for 2"])
        try await page.settlePicture()
        #expect(try await page.shownFrame().reading == .frame(FrameCode(film: 3, index: 0)))
      }
    }
  }
}
