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
    /// The media, by their names beside the project.
    static let media = Dictionary(
      uniqueKeysWithValues: names.map { ("media/\($0)", pipelines.appending(path: "media/\($0)")) })

    /// The project's text, for the media beside it.
    static func text() throws -> String {
      try String(contentsOf: pipelines.appending(path: "wwdc-2010-407/project.json"), encoding: .utf8)
        .replacing("../media", with: "media")
    }

    /// The project that stands beside the media. In the short form it has one title, the usual volumes, and no layers.
    private static func reduced() throws -> String {
      guard var project = try JSONSerialization.jsonObject(with: Data(try text().utf8)) as? [String: Any],
        let titles = project["titles"] as? [[String: Any]]
      else { return "" }
      if !ProofScope.isFull {
        project["layers"] = nil
        project["audioMix"] = nil
        project["titles"] = [titles[1]]
      }
      return String(decoding: try JSONSerialization.data(withJSONObject: project), as: UTF8.self)
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

    /// Types a value into a field that has another one.
    private static func type(_ value: String, into field: String, of page: StudioPage) async throws {
      guard try await page.value("document.querySelector('\(field)').value", as: String.self) != value else { return }
      try await page.edited { try await page.fill(field, with: value) }
      // Clips take their sounds along, one edit after another.
      try await page.rest()
    }

    /// Makes the opening: words beside a rotating ring of stars, with animations in and out.
    private static func makeOpening(in page: StudioPage) async throws {
      func make(_ type: String, in list: String, at index: Int, without: [String] = [], _ values: [(String, String)])
        async throws
      {
        try await page.addLayer(type, to: list)
        let layer = list == "layers" ? "layer-\(index)" : "\(list)-\(index)"
        for name in without { try await page.removeProperty(name, of: layer) }
        for (name, value) in values { try await page.setProperty(name, of: layer, to: value) }
      }
      try await page.click("#tab-layers")
      try await make(
        "layer", in: "layers", at: 0, without: ["backgroundColor", "bounds"],
        [("name", "opening"), ("duration", "3.3"), ("position", "640, 360")])
      try await make(
        "basic", in: "layer-0-animations", at: 0, [("duration", "0.6"), ("fillMode", "backwards")])
      try await make(
        "basic", in: "layer-0-animations", at: 1,
        [
          ("fromValue", "1"), ("toValue", "0"), ("beginTime", "2.6"), ("duration", "0.7"), ("fillMode", "forwards"),
          ("isRemovedOnCompletion", "false"),
        ])
      try await make(
        "replicator", in: "layer-0-sublayers", at: 0,
        [
          ("name", "ring of stars"), ("bounds", "0, 0, 150, 150"), ("position", "-490, 235"), ("instanceCount", "12"),
          ("instanceTransform", "0.866025404, 0.500000000, -0.500000000, 0.866025404, 0, 0"),
        ])
      try await make(
        "basic", in: "layer-0-sublayers-0-animations", at: 0,
        [("keyPath", "transform.rotation.z"), ("toValue", "1.570796"), ("duration", "5")])
      try await make(
        "shape", in: "layer-0-sublayers-0-sublayers", at: 0,
        [
          ("bounds", "0, 0, 64, 64"), ("position", "75, 11"), ("transform", "0.36, 0, 0, 0.36, 0, 0"),
          ("fillColor", "#ffd75e"),
          (
            "path",
            "M32.00,2.00 L39.41,21.81 L60.53,22.73 L43.98,35.89 L49.63,56.27 L32.00,44.60 L14.37,56.27 L20.02,35.89 L3.47,22.73 L24.59,21.81 Z"
          ), ("shadowOpacity", "0.5"), ("shadowRadius", "3"), ("shadowOffset", "0, 2"),
        ])
      try await make(
        "text", in: "layer-0-sublayers", at: 1,
        [
          ("bounds", "0, 0, 700, 150"), ("position", "-35, 235"), ("string", "Editing Media"),
          ("fontFamily", "Inter, DejaVu Sans"), ("fontSize", "64"), ("fontWeight", "700"), ("alignmentMode", "left"),
          ("verticalAlignmentMode", "center"), ("shadowOpacity", "0.7"), ("shadowRadius", "6"),
          ("shadowOffset", "0, 3"),
        ])
    }

    @Test func `the film of the talk is made by hand`() async throws {
      try await StudioPage.with(Self.media) { page in
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
        // Opacity is set before the transitions: a picture with constant partial opacity cannot have one, as it is in
        // the meantime.
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
        try await Self.type("1.2", into: "#form-music-fade-in", of: page)
        try await Self.type("1.5", into: "#form-music-fade-out", of: page)
        try await Self.type("0.6", into: "#form-duck-attack", of: page)
        try await Self.type("0.8", into: "#form-duck-release", of: page)
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
            length: "2.7", exit: "", size: ""
          ),
          (
            text: "Made with GstEdit", style: "title", place: "top", start: "10.4", length: "3.1", exit: "fade",
            size: "0.1"
          ),
          (
            text:
              "Big Buck Bunny and Sintel: Blender Foundation, CC BY 3.0 \u{B7} voice: J. Eriberto Mota Filho, CC BY-SA 4.0",
            style: "caption", place: "bottom", start: "10.9", length: "2.6", exit: "",
            size: "0.03"
          ),
        ]
        for title in ProofScope.isFull ? titles : [titles[1]] {
          try await page.click("#tab-selection")
          try await page.edited { try await page.click("#add-title") }
          try await page.wait("the title's panel", until: "document.getElementById('title-text')")
          try await page.edited { try await page.fill("#title-text", with: title.text) }
          try await page.edited { try await page.choose(title.style, in: "#title-style") }
          try await page.edited { try await page.choose(title.place, in: "#title-place") }
          try await Self.type(title.start, into: "#title-start", of: page)
          try await Self.type(title.length, into: "#title-duration", of: page)
          try await page.edited { try await page.fill("#title-font", with: "Inter, DejaVu Sans") }
          if !title.size.isEmpty { try await page.edited { try await page.fill("#title-size", with: title.size) } }
          if !title.exit.isEmpty { try await page.edited { try await page.choose(title.exit, in: "#title-exit") } }
        }
        if ProofScope.isFull { try await Self.makeOpening(in: page) }
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
