import EditServices
import EditingModel
import MediaTime
import Testing

@testable import DebugViews

/// Where things lie in a debug view.
@Suite struct DebugLayoutTests {
  private func lane(_ kind: DebugLane.Kind, of view: CompositionDebugView) throws -> DebugLane {
    try #require(view.layout.lanes.first { $0.kind == kind })
  }

  @Test func `boxes of a row begin and end at their times on the axis`() async throws {
    let view = try await FadingFilms().view()
    let axis = view.layout.axis
    #expect([axis.left, axis.length, axis.duration] == [176, 1_400, 10])
    let track = try lane(.track(0), of: view)
    #expect(track.boxes.map { axis.place(of: $0.start) } == [176, 736, 1_016])
    #expect(track.boxes.map { axis.place(of: $0.end) } == [736, 1_016, 1_576])
    #expect(track.boxes.map(\.style) == [.asset(0), .gap, .asset(0)])
    #expect(try lane(.track(1), of: view).boxes.map(\.style) == [.gap, .asset(1)])
    let instructions = try lane(.instructions, of: view)
    #expect(instructions.boxes.map { axis.place(of: $0.start) } == [176, 596, 736, 1_016, 1_156])
    #expect(instructions.boxes.last?.label.contains("track 1 as it is") == true)
  }

  @Test func `rows lie below one another, in the order of the view's parts, and all words below them`() async throws {
    let layout = try await FadingFilms(fadeEnd: 99).view(at: FadingFilms.time(5)).layout
    let kinds: [DebugLane.Kind] = [
      .track(0), .track(1), .track(2), .instructions, .layer(0), .ramps(.opacity, layer: 0),
      .ramps(.transform, layer: 0), .layer(1), .volume(3), .spans, .strip(3),
    ]
    #expect(layout.lanes.map(\.kind) == kinds)
    for (above, below) in zip(layout.lanes, layout.lanes.dropFirst()) {
      #expect(above.bottom < below.top, "\(above.kind) \(below.kind)")
    }
    let last = try #require(layout.lanes.last)
    #expect(last.bottom <= layout.lanesBottom)
    let foot = layout.lines.filter { $0.baseline > layout.lanesBottom }
    #expect(foot.first?.text == "Warnings" && foot.contains { $0.text == "At 5 s" })
    for (above, below) in zip(foot, foot.dropFirst()) { #expect(below.baseline - above.baseline >= below.style.size) }
    #expect(try #require(foot.last).baseline < layout.height)
  }

  @Test func `speeds, layers and ramps are said in words`() async throws {
    let view = try await FadingFilms().view()
    let fast = try #require(try lane(.track(1), of: view).boxes.last)
    #expect(fast.label == "dog  0–8 s  ×2")
    #expect(fast.details.facts.contains("2 times as fast"))
    let layers = try lane(.layer(0), of: view).boxes
    #expect(layers.map(\.label) == ["track 1", "track 1", "track 2", "track 2", "track 1  as it is"])
    #expect(layers.last?.style == .passthrough)
    let moves = try lane(.ramps(.transform, layer: 0), of: view).boxes
    #expect(moves.map(\.label) == ["in its place → moved by 640, 0"])
    #expect(moves.map { [$0.start, $0.end] } == [[6, 7]])
    let spans = try lane(.spans, of: view).boxes
    #expect(spans.map(\.style).contains(.span("passthrough")) && spans.map(\.style).contains(.span("mix")))
    #expect(spans.first?.start == 0 && spans.last?.end == 10)
    #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end == $1.start })
  }

  @Test func `a frozen frame and a track that takes no part say so`() async throws {
    var films = try FadingFilms()
    films.edit.composition.tracks[1].segments[1].timeMapping.source.duration = CMTime(value: 1, timescale: 25)
    films.edit.composition.tracks[2].isEnabled = false
    let view = try await films.view()
    let frozen = try #require(try lane(.track(1), of: view).boxes.last)
    #expect(frozen.label == "dog  0–0.04 s  frozen")
    #expect(frozen.details.facts.contains("Frozen: frame 0 throughout"))
    let sound = try lane(.track(2), of: view)
    #expect(sound.isFaded && sound.boxes.allSatisfy(\.isFaded) && sound.note == "audio, off")
  }

  @Test func `opacities and volumes go from corner to corner`() async throws {
    let view = try await FadingFilms().view()
    let curves = try lane(.ramps(.opacity, layer: 0), of: view).curves
    #expect(curves.map { $0.points.map { [$0.seconds, $0.value] } }[1] == [[3, 1], [4, 0]])
    #expect(curves.map { $0.value(at: 3.5) }.compactMap(\.self) == [0.5])
    let volume = try lane(.volume(3), of: view)
    #expect(volume.curves.first?.points.map { [$0.seconds, $0.value] } == [[0, 1], [8, 1], [10, 0]])
    #expect(volume.highest == 1)
  }

  @Test(
    arguments: [
      ([], [[2, 1], [6, 1]]), ([.setting(at: FadingFilms.time(0), value: 0.5)], [[2, 0.5], [6, 0.5]]),
      ([.setting(at: FadingFilms.time(4), value: 0)], [[2, 1], [4, 1], [4, 0], [6, 0]]),
      ([.ramp(range: FadingFilms.range(0, 4), from: 0, to: 1)], [[2, 0.5], [4, 1], [6, 1]]),
      ([.ramp(range: FadingFilms.range(4, 8), from: 0, to: 1)], [[2, 1], [4, 1], [4, 0], [6, 0.5]]),
      ([.ramp(range: FadingFilms.range(0, 8), from: 0, to: 1)], [[2, 0.25], [6, 0.75]]),
      ([.ramp(range: FadingFilms.range(7, 8), from: 0, to: 1)], [[2, 1], [6, 1]]),
    ] as [([Ramps<Double>.Entry], [[Double]])])
  func `a line over a part of ramps is what they are there`(entries: [Ramps<Double>.Entry], points: [[Double]]) {
    let line = LevelLine(Ramps(entries), from: 2, to: 6)
    #expect(line.points.map { [$0.seconds, $0.value] } == points)
    // The ramps' own values, but for the step itself.
    for tenth in 20..<60 where tenth != 40 {
      let time = CMTime(value: Int64(tenth), timescale: 10)
      let wanted = Ramps(entries).value(at: time, initial: 1)
      #expect(abs((line.value(at: time.seconds) ?? -1) - wanted) < 1e-9, "\(time.seconds)")
    }
  }

  @Test func `a warning is marked at its place and time, and listed with its remedy`() async throws {
    let view = try await FadingFilms(fadeEnd: 99).view()
    #expect(view.warnings.map(\.code) == [.misalignedRamp])
    #expect(view.layout.lanes.filter { !$0.marks.isEmpty }.map(\.kind) == [.ramps(.opacity, layer: 0)])
    let marked = try lane(.ramps(.opacity, layer: 0), of: view)
    let mark = try #require(marked.marks.first)
    #expect(mark.number == 1 && mark.start == 3 && mark.middle(on: view.layout.axis) == 596)
    // What it is about lies below it.
    #expect(marked.boxTop - marked.top >= WarningMark.size)
    let line = try #require(view.layout.lines.first { $0.number == 1 })
    #expect(line.text.hasPrefix("The ramp of the opacity ends"))
    #expect(view.layout.lines.contains { $0.style == .advice && $0.text.contains("Expected a ramp that ends at 4 s.") })
  }

  @Test func `marks of one time stand below one another, and those that have no room are left out`() {
    let axis = TimeAxis(duration: 10, left: 0, length: 1_000)
    let marks = (1...8).map { WarningMark(number: $0, start: $0 == 8 ? 5 : 0, end: 10) }
    let arranged = WarningMark.arranged(marks, on: axis)
    #expect(arranged.map(\.number) == [1, 2, 3, 4, 5, 8])
    #expect(arranged.map(\.row) == [0, 1, 2, 3, 4, 0])
    #expect(WarningMark(number: 1, start: 10, end: 10).middle(on: axis) == 1_000 - WarningMark.size / 2)
  }

  @Test(
    arguments: [
      (10, 1_400, 90, ["0:00", "0:01"], 11), (7_200, 1_400, 90, ["0:00", "10:00"], 13),
      (0.01, 1_400, 90, ["0:00.000", "0:00.001"], 11), (95, 82, 12, ["0:00", "0:15"], 7),
      (400_000, 1_400, 90, ["0:00", "12:00:00"], 10),
    ] as [(Double, Double, Double, [String], Int)])
  func `the axis has times that people read`(
    duration: Double, length: Double, distance: Double, first: [String], count: Int
  ) {
    let axis = TimeAxis(duration: duration, left: 0, length: length)
    let marks = axis.marks(apart: distance)
    #expect(marks.count == count)
    #expect(marks.prefix(2).map(\.text) == first)
    let places = marks.map { axis.place(of: $0.seconds) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= distance - 1e-9 })
  }
}
