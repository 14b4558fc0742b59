import Documents
import Foundation
import TestSupport
import Testing

extension StudioPageTests {
  /// The playhead: the picture at it, and the keys that move it.
  @Suite struct Playhead {
    /// What frame `number` of the film without titles shows.
    static func reading(of number: Int) -> FrameReading {
      let stretches: [(first: Int, end: Int, film: UInt8, source: Int)] = [
        (0, 90, 1, 60), (90, 180, 2, 30), (210, 270, 1, 180), (285, 315, 2, 0),
      ]
      guard let found = stretches.first(where: { $0.first <= number && number < $0.end }) else {
        return .flat(luma: 16)
      }
      return .frame(FrameCode(film: found.film, index: number - found.first + found.source))
    }

    @Test func `the first picture comes, with a console that says nothing`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.plain) { page in
        // Noted by the page itself, in milliseconds since one went there.
        try await page.browser.devTools(
          "Page.addScriptToEvaluateOnNewDocument",
          [
            "source": """
            new MutationObserver((_, own) => {
              if (!document.getElementById("picture")?.dataset.frame) return;
              window.firstPicture = performance.now();
              own.disconnect();
            }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-frame"] });
            """
          ])
        try await page.browser.reload()
        try await page.settlePicture()
        let shown = try await page.shownFrame()
        #expect(shown.frame == 0 && shown.reading == Self.reading(of: 0))
        Figures.say("first picture after \(Int(try await page.value("window.firstPicture", as: Double.self))) ms")
      }
    }

    @Test func `the frame under the pointer is seen, wherever it scrubs`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.plain) { page in
        try await page.settlePicture()
        try await page.browser.run(
          """
          const { listen } = await import("/page/state.js");
          window.scrubs = [];
          let at = null;
          document.getElementById("ruler").addEventListener("pointermove", () => { at = performance.now(); }, true);
          listen("shown", (frame) => {
            if (at === null || frame !== studio.player.frame) return;
            scrubs.push(performance.now() - at);
            at = null;
          })
          """)
        let ruler = try await page.box("#ruler")
        let (origin, scale) = (try await page.position(of: 0), try await page.scale())
        var hand = InputActions()
        hand.move(to: Place(x: origin + 2, y: ruler.y + 24))
        hand.press()
        try await page.browser.perform(hand)
        var seen: Set<Int> = []
        for step in 1...(ProofScope.isFull ? 200 : 60) {
          // Places far from each other, and then near ones, none of them on a border between frames.
          var x = origin.rounded(.up) + Double(step % 4 == 0 ? step * 397 % 1_100 : step * 5 % 1_100)
          while abs(((x - origin) / scale * 30).rounded() - (x - origin) / scale * 30) < 0.03 { x += 1 }
          let frame = min(314, Int((x - origin) / scale * 30))
          var move = InputActions()
          move.move(to: Place(x: x, y: ruler.y + 24))
          try await page.browser.perform(move)
          try await page.wait(
            "frame \(frame)",
            until: "studio.player.frame === \(frame) && document.getElementById('picture').dataset.frame === '\(frame)'"
          )
          let shown = try await page.shownFrame()
          #expect(shown.frame == frame && shown.reading == Self.reading(of: frame))
          seen.insert(frame)
        }
        var end = InputActions()
        end.lift()
        try await page.browser.perform(end)
        let taken = try await page.value("scrubs", as: [Double].self).sorted()
        Figures.say(
          "\(taken.count) scrubs to \(seen.count) frames: median \(Int(taken[taken.count / 2])) ms, slowest \(Int(taken.last ?? 0)) ms"
        )
        #expect(seen.count > 40)
      }
    }

    @Test func `keys move the playhead, and mark the in and the out point`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.plain) { page in
        func stands(on frame: Int, _ what: String) async throws {
          try await page.wait(
            what,
            until: "document.getElementById('picture').dataset.frame === '\(frame)' && studio.player.frame === \(frame)"
          )
          #expect(try await page.shownFrame().reading == Self.reading(of: frame), "\(what)")
        }
        try await page.settlePicture()
        try await page.press(.right)
        try await stands(on: 1, "a frame on")
        try await page.press(.right, times: 3)
        try await stands(on: 4, "three frames on")
        try await page.press(.left)
        try await stands(on: 3, "a frame back")
        try await page.press(.right, holding: .shift)
        try await stands(on: 33, "a second on")
        try await page.press("i")
        try await page.press(.end)
        try await stands(on: 314, "the end")
        try await page.press(.left, holding: .shift)
        try await stands(on: 284, "a second back")
        try await page.press("o")
        #expect(try await page.value("[studio.state.inPoint, studio.state.outPoint]", as: [Int].self) == [33, 284])
        try await page.press(.left, holding: .control)
        try await stands(on: 270, "the cut before")
        try await page.press(.home)
        try await stands(on: 0, "the start")
        try await page.press("x")
        #expect(try await page.value("studio.state.inPoint === null && studio.state.outPoint === null", as: Bool.self))
      }
    }

    @Test func `J, K, L and the space bar play, faster and backward`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.plain) { page in
        func plays(_ rate: Int) async throws {
          try await page.wait("playing at \(rate)", until: "studio.player.isPlaying && studio.player.rate === \(rate)")
        }
        try await page.settlePicture()
        try await page.press("l")
        try await plays(1)
        try await page.wait("the playhead's way on", until: "studio.player.frame > 5")
        try await page.press("l")
        try await plays(2)
        try await page.press("k")
        try await page.wait("rest", until: "!studio.player.isPlaying")
        try await page.settlePicture()
        let rest = try await page.value("studio.player.frame", as: Int.self)
        #expect(try await page.shownFrame().reading == Self.reading(of: rest))
        try await page.press(.end)
        try await page.press("j")
        try await plays(-1)
        try await page.wait("the playhead's way back", until: "studio.player.frame < 300")
        try await page.press(.space)
        try await page.wait("rest", until: "!studio.player.isPlaying")
        try await page.press(.space)
        try await plays(1)
        try await page.press(.space)
        try await page.wait("rest", until: "!studio.player.isPlaying")
      }
    }
  }
}

/// Further measurements for readers of the tests' output: figures depend on the machine, and decide nothing.
enum Figures {
  static func say(_ sentence: String) { print("Studio: \(sentence)") }
}
