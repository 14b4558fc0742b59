import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import ProjectFile
import ProjectServices
import Rendering
import ScriptedRendering
import Testing

@testable import DebugViews

/// What is written of a debug view: a drawing, a page, text.
@Suite struct DebugDrawingTests {
  /// The elements that are open at the end of `markup`, or closed without having been opened: none of what is well-formed.
  private static func loose(_ markup: String) -> [String] {
    var open: [String] = []
    for match in markup.matches(of: #/<(/?)([a-zA-Z]+)(?:\s+[\w:-]+="[^"<]*")*\s*(/?)>/#) {
      let name = String(match.output.2)
      if !match.output.1.isEmpty {
        guard open.popLast() == name else { return open + [name] }
      } else if match.output.3.isEmpty {
        open.append(name)
      }
    }
    return open
  }

  @Test func `the drawing is well-formed whatever assets are called, and refers to nothing else`() async throws {
    var films = try FadingFilms(names: (#"a<b>&"c".mp4"#, "bell \u{7}]]>"))
    films.edit.videoComposition?.instructions[1].layerInstructions[0].opacity = Ramps([.setting(at: .zero, value: 0.5)])
    let svg = try await films.view(at: FadingFilms.time(3)).svg
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(Self.loose(svg) == [])
    // Every sign that opens something opens an element.
    let signs = svg.matches(of: #/<(/?)([a-zA-Z]+)(?:\s+[\w:-]+="[^"<]*")*\s*(/?)>/#).count
    #expect(svg.count(where: { $0 == "<" }) == signs)
    #expect(svg.matches(of: #/&(?!amp;|lt;|gt;|quot;)/#).isEmpty)
    #expect(svg.contains("a&lt;b&gt;&amp;&quot;c&quot;.mp4") && !svg.contains("\u{7}"))
    #expect(!svg.contains("<script") && svg.matches(of: #/https?:/#).count == 1)
  }

  @Test func `no label is wider than its box`() async throws {
    let svg = try await FadingFilms(names: ("a clip with a very long name.mov", "WWWWWWWWWWWW")).view().svg
    let box = #/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="[\d.]+" rx="2"\/>/#
    let words = #/(?:<rect class="swatch"[^>]*>)?<text x="([\d.]+)" y="[\d.]+">([^<]*)</#
    var labels: [(left: Double, right: Double, start: Double, words: String)] = []
    for line in svg.split(separator: "\n") {
      guard let frame = line.firstMatch(of: box), let label = line[frame.range.upperBound...].prefixMatch(of: words),
        let left = Double(frame.output.1), let width = Double(frame.output.2), let start = Double(label.output.1)
      else { continue }
      labels.append((left, left + width, start, String(label.output.2)))
    }
    #expect(labels.count > 12)
    for label in labels {
      let width = LetterWidths.width(of: label.words, size: 12)
      #expect(label.start + width <= label.right, "\(label.words)")
      #expect(label.start >= label.left)
    }
  }

  @Test func `a box and a mark have the numbers of their details`() async throws {
    let view = try await FadingFilms(fadeEnd: 99).view()
    let numbers = view.svg.matches(of: #/data-i="(\d+)"[^>]*><title>([^<]*)/#)
    let details = view.layout.details
    #expect(numbers.count == details.count)
    for match in numbers {
      let number = try #require(Int(match.output.1))
      try #require(details.indices.contains(number))
      #expect(String(match.output.2) == details[number].text.markup)
    }
    #expect(details.last?.title == "Warning 1: misalignedRamp")
  }

  @Test func `the page holds what the project says of each part, and loads nothing`() async throws {
    let (cat, dog) = (try film("cat.mp4"), try film("dog.mp4"))
    let media = [cat, dog].map { facts in
      var facts = facts
      facts.asset.name = String(facts.asset.name.dropLast(4))
      return facts
    }
    let text = """
      { "gstedit": 1, "assets": { "cat": { "uri": "cat.mp4" } },
        "composition": { "tracks": [
          { "id": 1, "kind": "video", "segments": [ { "asset": "cat", "in": 1, "duration": 4 } ] } ] },
        "videoComposition": { "frameDuration": "1/25", "renderSize": [640, 360], "instructions": [
          { "start": 0, "duration": 4, "layers": [
            { "track": 1, "opacity": [ { "start": 3, "duration": 1, "from": 1, "to": 0 } ] } ] } ] } }
      """
    let project = try Project(json: text, baseURL: URL(filePath: "/media", directoryHint: .isDirectory))
    let view = try await ProjectRender(project, renderer: ScriptedRenderer(media: media)).debugView(at: .seconds(.one))
    let parts = view.layout.details.compactMap(\.part)
    #expect(
      parts.map(\.pointer) == [
        "/composition/tracks/0/segments/0", "/videoComposition/instructions/0",
        "/videoComposition/instructions/0/layers/0", "/videoComposition/instructions/0/layers/0/opacity/0",
      ])
    #expect(parts.last?.json.contains(#""from": 1"#) == true)
    let page = view.html
    let data = try #require(page.firstMatch(of: #/id="data">(.*)</script>/#)?.output.1)
    let details = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [[String: Any]])
    #expect(details.count == view.layout.details.count)
    #expect(details.compactMap { $0["pointer"] as? String } == parts.map(\.pointer))
    #expect(page.contains(view.svg))
    // The namespace of drawings, in the drawing and in the script.
    #expect(page.matches(of: #/https?:[^"']*/#).allSatisfy { $0.output == "http://www.w3.org/2000/svg" })
    #expect(page.matches(of: #/\b(src|href)=/#).isEmpty)
  }

  @Test func `in text a view is rows on a ruler`() async throws {
    let (cat, dog) = (try film("cat"), try film("dog"))
    var track = CompositionTrack(id: 1, mediaType: .video)
    track.segments = [
      FadingFilms.segment(cat, 0, 2), CompositionTrackSegment(emptyOver: FadingFilms.range(2, 3)),
      FadingFilms.segment(dog, 3, 4),
    ]
    let view = try await CompositionDebugView(
      EditSnapshot(composition: Composition(tracks: [track])), renderer: ScriptedRenderer(media: [cat, dog]))
    #expect(
      view.text(columns: 60) == """
        4 s · 640x360, 100 frames, 25 a second · 1 track · 0
        warnings

                          0:00                 0:02
                          ├────────────────────┼────────────────────

        Composition
        Track 1 video     ├─── cat  0–2 s ────┤···········├─ dog… ─┤

        Video composition
        Instructions non… [      all tracks, the first on top      )
        Layer 0 on top    ├────────── track 1  fit: fit ───────────┤

        What is rendered
        Picture yuv420p   ├ passthrough  1 r… ┤├─ empty ─┤├ passt… ┤

        """)
    #expect(view.svg.contains("none: tracks"))
  }

  @Test func `the text marks warnings below their rows, and explains the time of the playhead`() async throws {
    let view = try await FadingFilms(fadeEnd: 99).view(at: CMTime(value: 7, timescale: 2))
    let lines = view.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.allSatisfy { TextRow.columns(of: $0) <= CompositionDebugView.usualColumns })
    let opacity = try #require(lines.firstIndex { $0.hasPrefix("opacity") })
    // Three tenths of 82 columns behind the names.
    #expect(lines[opacity + 1] == String(repeating: " ", count: 18 + 24) + "▲1")
    // From 3 to 3.96 s, in the middles of columns.
    #expect(lines[opacity].contains("█▇▆▅▄▃▁▁█"))
    let playhead = try #require(lines.first { $0.contains("▼") })
    #expect(playhead == String(repeating: " ", count: 18 + 28) + "▼ 3.5 s")
    #expect(lines.contains { $0.hasPrefix("   1 The ramp of the opacity ends 40.0 ms (1 frame)") })
    let explained = try #require(lines.firstIndex { $0 == "At 3.5 s" })
    #expect(lines[explained + 1].hasPrefix("  Frame 87 of 250, at 3.48 s, by mix, for instruction 1 (3–4 s)"))
    #expect(lines[(explained + 2)...].contains { $0.hasPrefix("    Track 2: dog, frame 24 of it, shown, opacity 1") })
    #expect(lines.contains { $0.hasPrefix("    Track 3: cat, at 3.5 s of it, heard, gain 1") })
  }

  @Test func `a time beyond the film is refused`() async throws {
    await #expect(throws: RenderError.self) { try await FadingFilms().view(at: FadingFilms.time(10)) }
  }
}
