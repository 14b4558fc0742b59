import EditingModel
import MediaTime
import Rendering
import Testing

/// The plan's own values: curves, runs, errors and the words for them.
struct PlanValueTests {
  @Test func `a curve runs straight from the first frame of a piece to its last`() {
    let curve = FrameCurve<Double>(pieces: [
      FrameCurve<Double>.Piece(range: 10..<15, first: 0, last: 1),
      FrameCurve<Double>.Piece(range: 15..<16, first: 0.5, last: 0.5),
    ])
    #expect((10...15).map { curve.value(at: $0) } == [0, 0.25, 0.5, 0.75, 1, 0.5])
    #expect(curve.constant == nil)
  }

  @Test func `a curve of one value is constant`() {
    let curve = FrameCurve(constant: 0.7, over: 3..<9)
    #expect(curve.constant == 0.7)
    #expect(curve.value(at: 3) == 0.7)
    #expect(FrameCurve<Double>(pieces: []).constant == nil)
    #expect(FrameCurve<Double>(pieces: []).value(at: 0) == nil)
  }

  private func run(step: Rational, frames: Range<Int>, timing: FrameTiming) throws -> SourceRun {
    var facts = try #require(try MediaFacts.film("cat").videoTracks.first)
    facts.timing = timing
    let asset = AssetReference("cat")
    return SourceRun(
      clip: ClipReference(asset: asset, trackID: 1, segmentIndex: 0),
      source: CompositionTrackSegment.Source(asset: asset), frames: frames, firstTime: fraction(1), step: step,
      facts: facts)
  }

  @Test func `a run says which frame is shown next, whatever lies between`() throws {
    let timings: [FrameTiming] = [
      .constant(start: .zero, frameDuration: fraction(1, 25), count: 250),
      .variable(starts: FrameStarts((0..<200).map { fraction(Int64($0 * $0 + 7), 900) }), end: fraction(60)), .still,
    ]
    for timing in timings {
      for step in [Rational.zero, fraction(1, 100), fraction(1, 25), fraction(3, 10), fraction(7), fraction(100)] {
        let run = try run(step: step, frames: 10..<40, timing: timing)
        let shown = run.frames.map(run.sourceFrame)
        for frame in 0...timing.count {
          #expect(run.firstFrameShown(from: frame) == shown.first { $0 >= frame }, "\(step): \(frame)")
        }
      }
    }
  }

  @Test func `a run says which frames it shows, how often, and which never`() throws {
    let film = FrameTiming.constant(start: .zero, frameDuration: fraction(1, 25), count: 250)
    let faster = try run(step: fraction(1, 30), frames: 100..<130, timing: film)
    #expect(faster.sourceFrames.description == "25…49 (25 frames, 5 repeated)")
    #expect((100..<106).map(faster.sourceFrame) == [25, 25, 26, 27, 28, 29])
    let slower = try run(step: fraction(1, 20), frames: 0..<20, timing: film)
    #expect(slower.sourceFrames.description == "25…48 (20 frames, 4 dropped)")
    let frozen = try run(step: .zero, frames: 0..<3, timing: film)
    #expect(frozen.sourceFrames.description == "25…25 (1 frame, 2 repeated)")
    let past = try run(step: fraction(1, 25), frames: 0..<300, timing: film)
    #expect(past.sourceFrame(at: 299) == 249)
    #expect(past.sourceFrames.last == 249)
  }

  @Test func `a run whose times do not fit shows the last frame`() throws {
    let film = FrameTiming.constant(start: .zero, frameDuration: fraction(1, 25), count: 250)
    let run = try run(step: Rational(.max), frames: 0..<10, timing: film)
    #expect(run.sourceFrame(at: 9) == 249)
  }

  @Test func `an error names the clip and the time, and says what to do`() {
    let clip = ClipReference(asset: AssetReference("cat"), trackID: 2, segmentIndex: 3)
    let error = RenderError(
      .mediaUnreadable, "Its data is damaged.", remedy: "Copy it again.", clip: clip, time: fraction(62_500, 1_000))
    #expect(
      error.description
        == "clip cat (track 2, segment 3) at 00:01:02.500: Its data is damaged. Copy it again.")
    #expect(error.asset == clip.asset)
    #expect(RenderError(.cancelled, "It was cancelled.").description == "It was cancelled.")
  }

  @Test func `a time is named in milliseconds, rounded down`() {
    #expect(fraction(0).timecode == "00:00:00.000")
    #expect(fraction(1001, 30_000).timecode == "00:00:00.033")
    #expect(fraction(359_999_999, 1_000).timecode == "99:59:59.999")
    #expect(fraction(-1, 1_000).timecode == "-00:00:00.001")
    #expect(fraction(.max).timecode == "2562047788015215:30:07.000")
  }

  @Test func `every fault of the media is found at once`() throws {
    var composition = Composition(
      video: [
        [
          CompositionTrackSegment("cat", time(40), at: .zero), CompositionTrackSegment("nobody", time(1), at: time(40)),
          CompositionTrackSegment("voice", time(1), at: time(41)),
        ],
        [CompositionTrackSegment("cat", time(50), at: .zero)],
      ],
      audio: [[CompositionTrackSegment("cat", from: time(29), time(2), at: .zero)]])
    composition.tracks[1].isEnabled = false
    var voice = try MediaFacts.film("voice")
    voice.videoTracks = []
    let films = [try MediaFacts.film("cat"), voice]
    let problems = RenderPlanner.mediaProblems(
      in: composition, facts: Dictionary(uniqueKeysWithValues: films.map { ($0.asset, $0) }))
    #expect(problems.map(\.code) == [.sourceRangeBeyondMedia, .invalidModel, .sourceRangeBeyondMedia])
    #expect(problems.map(\.clip?.segmentIndex) == [0, 2, 0])
    #expect(problems.map(\.clip?.trackID) == [1, 1, 3])
  }
}
