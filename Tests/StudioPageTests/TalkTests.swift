import Foundation
import MediaTime
import ProjectEditing
import ProjectFile
import ProjectServices
import Rendering
import TestSupport
import Testing

extension StudioPageTests {
  /// The film of the talk (WWDC 2010, session 407), made from nothing by hand.
  @Suite struct Talk {
    private static let pipelines = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Pipelines")
    private static let names = ["mountains.mp4", "bunny.mp4", "dunes.mp4", "commentary.wav"]

    /// The project that stands beside the media, without what the page's forms have no field for: the tree of layers at the beginning,
    /// fonts and sizes of letters, how music begins and ends, and how fast it gives way. In the short form it has one title, and the usual
    /// volumes.
    private static func reduced() throws -> String {
      let text = try Data(contentsOf: pipelines.appending(path: "wwdc-2010-407/project.json"))
      guard var project = try JSONSerialization.jsonObject(with: text) as? [String: Any],
        var music = project["music"] as? [String: Any], var duck = music["duck"] as? [String: Any],
        let titles = project["titles"] as? [[String: Any]]
      else { return "" }
      project["layers"] = nil
      if !ProofScope.isFull { project["audioMix"] = nil }
      project["titles"] = titles.prefix(ProofScope.isFull ? 3 : 1).map {
        $0.filter { !["fontFamily", "fontSize"].contains($0.key) }
      }
      for key in ["fadeIn", "fadeOut"] { music[key] = nil }
      for key in ["attack", "release"] { duck[key] = nil }
      music["duck"] = duck
      project["music"] = music
      return String(decoding: try JSONSerialization.data(withJSONObject: project), as: UTF8.self)
        .replacing(#"..\/media"#, with: "media")
    }

    /// Drags media from the list onto the timeline: onto a track, at a time.
    private static func place(_ name: String, in page: StudioPage, at seconds: Double, onto lane: String) async throws {
      try await page.click("#tab-media")
      let target = try await page.box(lane)
      let x = try await page.position(of: seconds)
      try await page.edited {
        try await page.dragMedia("media/\(name)", to: Place(x: min(1390, x), y: target.y + min(target.height / 2, 60)))
      }
    }

    /// Gives the level of a track points, each by a double click on its line; then their exact times and values, in the panel.
    private static func setLevel(
      of track: Int, in page: StudioPage, _ points: [(seconds: String, value: String)]
    ) async throws {
      let lane = "[data-track='\(track)']"
      try await page.click(at: try await page.box("\(lane) .segment").at(0.5, 0.85))
      try await page.click("#tab-selection")
      for point in points.dropFirst() {
        struct Corner: Decodable, Sendable { let place: Place }
        let place = try await page.browser.script(
          """
          const { secondsAt } = await import("/page/timeline.js");
          const lane = document.querySelector(arguments[0]);
          lane.scrollIntoView({ block: "nearest" });
          const [x, wanted] = [arguments[2] - 2, arguments[1]];
          const box = lane.querySelector(".lane-body").getBoundingClientRect();
          const corners = lane.querySelector("polyline.catch").getAttribute("points").split(" ").map((pair) => pair.split(",").map(Number));
          const after = corners.findIndex(([seconds]) => seconds > wanted);
          const [[from, high], [to, low]] = after < 1 ? [corners.at(-2), corners.at(-1)] : [corners[after - 1], corners[after]];
          const part = high + (low - high) * Math.min(1, Math.max(0, to > from ? (wanted - from) / (to - from) : 0));
          return { place: { x, y: box.y + 4 + (box.height - 8) * part / 100 } };
          """, [lane, Double(point.seconds) ?? 0, try await page.position(of: Double(point.seconds) ?? 0)],
          as: Corner.self
        ).place
        try await page.edited { try await page.click(at: place, times: 2) }
      }
      for (index, point) in points.enumerated().reversed() {
        try await type(point.seconds, into: "#point-\(index)-time", of: page)
      }
      for (index, point) in points.enumerated() { try await type(point.value, into: "#point-\(index)-value", of: page) }
    }

    /// Types a value into a field where it says another.
    private static func type(_ value: String, into field: String, of page: StudioPage) async throws {
      guard try await page.value("document.querySelector('\(field)').value", as: String.self) != value else { return }
      try await page.edited { try await page.fill(field, with: value) }
      // Clips take their sounds along, one edit after another.
      try await page.rest()
    }

    @Test func `the film of the talk is made by hand`() async throws {
      let media = Dictionary(
        uniqueKeysWithValues: Self.names.map { ("media/\($0)", Self.pipelines.appending(path: "media/\($0)")) })
      try await StudioPage.with(media) { page in
        try await page.resize(1400, 1000)
        try await page.wait("the media", until: "document.querySelectorAll('[data-media]').length === 4")
        // Clips, each behind the one before; their ends are trimmed in the playground.
        try await Self.place("mountains.mp4", in: page, at: 1, onto: "#scroller")
        try await page.click("#tab-playground")
        try await Self.type("3", into: "#form-clip-0-out", of: page)
        try await Self.type("0.2", into: "#form-clip-0-in", of: page)
        try await Self.place("bunny.mp4", in: page, at: 2.8, onto: "[data-track='1']")
        try await page.click("#tab-playground")
        try await Self.type("4.7", into: "#form-clip-1-out", of: page)
        try await Self.type("0.5", into: "#form-clip-1-in", of: page)
        try await Self.place("dunes.mp4", in: page, at: 7, onto: "[data-track='1']")
        try await page.click("#tab-playground")
        try await Self.type("13.6", into: "#form-clip-2-out", of: page)
        try await Self.type("7.1", into: "#form-clip-2-in", of: page)
        #expect(
          try page.outline().clips(0) == [
            "mountains 0.2 at 0 for 2.8", "bunny 0.5 at 2.8 for 4.2", "dunes 7.1 at 7 for 6.5",
          ])
        // The sound of the dunes is not wanted.
        try await page.click(at: try await page.box(StudioPage.segment(1, track: 1)).at(0.5, 0.85))
        try await page.edited { try await page.press(.delete) }
        #expect(try page.outline().clips(1) == ["bunny 0.5 at 2.8 for 4.2"])
        // How opaque: before the transitions, with which a picture that stays translucent does not go, as one does in between.
        try await Self.setLevel(of: 1, in: page, [("0", "0"), ("0.5", "1"), ("12.9", "1"), ("13.5", "0")])
        // Transitions, at the cuts.
        for (cut, kind, length) in [(0, "crossDissolve", "1"), (1, "push", "0.6")] {
          try await page.click("[data-cut='/composition/tracks/0/segments/\(cut)']")
          try await page.wait("its window", until: "document.activeElement?.id === 'transition-kind'")
          try await page.edited { try await page.choose(kind, in: "#transition-kind") }
          try await Self.type(length, into: "#transition-length", of: page)
          try await page.press(.escape)
        }
        // The voice, on a track of its own.
        try await page.click("#tab-playground")
        try await page.edited { try await page.choose("media/commentary.wav", in: "#form-commentary-file") }
        try await page.wait("the voice", until: "document.querySelectorAll('[data-track=\"3\"] .segment').length === 1")
        try await page.rest()
        try await Self.type("3.4", into: "#form-commentary-start", of: page)
        try await page.click(at: try await page.box(StudioPage.segment(0, track: 2)).at(0.5, 0.85))
        try await page.click("#tab-selection")
        try await Self.type("5.4", into: "#clip-length", of: page)
        // Music, which gives way to it.
        try await page.click("#tab-playground")
        try await page.edited { try await page.choose("media/dunes.mp4", in: "#form-music-file") }
        try await Self.type("0.55", into: "#form-music-volume", of: page)
        try await Self.type("0.06", into: "#form-duck-to", of: page)
        // How loud.
        if ProofScope.isFull {
          try await Self.setLevel(
            of: 2, in: page, [("2.8", "1"), ("2.8", "0"), ("3.4", "2.6"), ("6.4", "2.6"), ("7", "0")])
          try await Self.setLevel(
            of: 3, in: page,
            [
              ("0", "2.6"), ("5.7", "2.6"), ("5.85", "1.8"), ("6.3", "1.8"), ("6.45", "2.6"), ("6.9", "2.6"),
              ("7.2", "1.45"),
            ])
        }
        // Titles.
        let titles = [
          (
            text: "Big Buck Bunny\nBlender Foundation, 2008", style: "lowerThird", place: "bottomRight", start: "3.7",
            length: "2.7", exit: ""
          ),
          (text: "Made with GstEdit", style: "title", place: "top", start: "10.4", length: "3.1", exit: "fade"),
          (
            text:
              "Big Buck Bunny and Sintel: Blender Foundation, CC BY 3.0 \u{B7} voice: J. Eriberto Mota Filho, CC BY-SA 4.0",
            style: "caption", place: "bottom", start: "10.9", length: "2.6", exit: ""
          ),
        ]
        for title in titles.prefix(ProofScope.isFull ? 3 : 1) {
          try await page.click("#tab-selection")
          try await page.edited { try await page.click("#add-title") }
          try await page.wait("the title's panel", until: "document.getElementById('title-text')")
          try await page.edited { try await page.fill("#title-text", with: title.text) }
          try await page.edited { try await page.choose(title.style, in: "#title-style") }
          try await page.edited { try await page.choose(title.place, in: "#title-place") }
          try await Self.type(title.start, into: "#title-start", of: page)
          try await Self.type(title.length, into: "#title-duration", of: page)
          if !title.exit.isEmpty { try await page.edited { try await page.choose(title.exit, in: "#title-exit") } }
        }
        try await page.keepPicture(named: "talk")
        let renderer = try RunningStudio.renderer()
        let made = try Project(contentsOf: page.folder.url("project.json"))
        let wanted = try Project(json: Self.reduced(), baseURL: page.folder.url)
        let plans = (
          made: try await ProjectRender(made, renderer: renderer).plan().text,
          wanted: try await ProjectRender(wanted, renderer: renderer).plan().text
        )
        #expect(plans.made.split(separator: "\n") == plans.wanted.split(separator: "\n"))
      }
    }
  }
}
