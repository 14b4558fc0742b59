import EditingModel
import MediaFormats
import MediaTime
import Rendering
import SeededRandom
import Testing

/// Films that keep their pictures' own times, and pictures that jitter around a rate.
@Suite("Times of pictures")
struct PictureTimesTests {
  /// A film whose pictures begin at `starts`, in ticks of 1/90,000 s, the last one until `end`.
  private func film(_ name: String, _ starts: [Int64], end: Int64) throws -> MediaFacts {
    var facts = try MediaFacts.film(name)
    facts.videoTracks[0].timing = .variable(
      starts: FrameStarts(starts.map { fraction($0, 90_000) }), end: fraction(end, 90_000))
    facts.duration = fraction(end, 90_000)
    return facts
  }

  private func picture(
    _ tracks: [[CompositionTrackSegment]], sound: Bool = false, films: [MediaFacts], rule: FrameTimingRule,
    timeRange: CMTimeRange? = nil, change: (inout VideoComposition) -> Void = { _ in }
  ) throws -> PicturePlan {
    var videoComposition = VideoComposition(fit: .resizeAspect)
    videoComposition.frameTiming = rule
    change(&videoComposition)
    var composition = Composition(video: tracks)
    if sound {
      composition.tracks.append(
        CompositionTrack(
          id: 9, mediaType: .audio, segments: [CompositionTrackSegment("a", time(9_500, 90_000), at: .zero)]))
    }
    var settings = RenderSettings()
    settings.timeRange = timeRange
    return try #require(
      try RenderPlanner.plan(
        composition: composition, videoComposition: videoComposition, audioMix: nil,
        facts: Dictionary(films.map { ($0.asset, $0) }) { first, _ in first }, settings: settings
      ).picture)
  }

  /// The times of a plan's frames in ticks of 1/90,000 s, its end too, and the media's frames.
  private func frames(_ picture: PicturePlan) throws -> (times: [Int64], numbers: [Int]) {
    let times = try (0...picture.frameCount).map { try picture.outputTime(of: $0).rounded(scaledBy: 90_000) }
    let numbers = picture.spans.flatMap { span in
      span.frames.map { frame in span.method.runs.first.map { picture.runs[$0].sourceFrame(at: frame) } ?? -1 }
    }
    return (times, numbers)
  }

  @Test func `each picture has its own time, cut at both ends`() throws {
    let uneven = try film("a", [0, 2_000, 9_000, 9_500, 40_000, 88_000], end: 90_000)
    let segment = CompositionTrackSegment("a", from: time(5_000, 90_000), time(60_000, 90_000), at: .zero)
    let found = try frames(picture([[segment]], films: [uneven], rule: .source))
    #expect(found.times == [0, 4_000, 4_500, 35_000, 60_000])
    #expect(found.numbers == [1, 2, 3, 4])
  }

  @Test func `equal distances are a grid, and its plan is the grid's`() throws {
    let film = try MediaFacts.film("a", rate: fraction(30_000, 1_001), frames: 30)
    let segment = CompositionTrackSegment("a", time(30_030, 30_000), at: .zero)
    let own = try picture([[segment]], films: [film], rule: .source)
    let grid = try picture([[segment]], films: [film], rule: .grid)
    #expect(own.timing == grid.timing && own.runs == grid.runs && own.spans == grid.spans)
  }

  @Test func `slower pictures last longer, and a freeze is one picture`() throws {
    let uneven = try film("a", [0, 3_000, 9_000], end: 12_000)
    let slow = CompositionTrackSegment("a", time(12_000, 90_000), at: .zero, lasting: time(24_000, 90_000))
    let freeze = CompositionTrackSegment(
      "a", from: time(3_000, 90_000), time(1, 90_000), at: time(24_000, 90_000), lasting: time(30_000, 90_000))
    let found = try frames(picture([[slow, freeze]], films: [uneven], rule: .source))
    #expect(found.times == [0, 6_000, 18_000, 24_000, 54_000])
    #expect(found.numbers == [0, 1, 2, 1])
  }

  @Test func `a picture that begins after its sound does so, and one that ends before it is the last`() throws {
    let late = try film("a", [500, 3_500, 6_500], end: 9_500)
    let segment = CompositionTrackSegment("a", time(9_500, 90_000), at: .zero)
    let found = try frames(picture([[segment]], sound: true, films: [late], rule: .source))
    #expect(found.times == [500, 3_500, 6_500, 9_500])
    #expect(found.numbers == [0, 1, 2])
  }

  @Test func `what is empty for long between two clips is the background, and for a moment the picture before`() throws
  {
    let a = try MediaFacts.film("a", frames: 30)
    let second = CompositionTrackSegment("a", time(1, 30), at: .zero)
    for (gap, numbers) in [(time(1, 20), [0, 0]), (time(1), [0, -1, 0])] {
      let next = CompositionTrackSegment(
        "a", time(1, 30), at: time(1, 30) + gap)
      let found = try frames(
        picture([[second, .empty(gap, at: time(1, 30)), next]], films: [a], rule: .source))
      #expect(found.numbers == numbers)
    }
  }

  @Test func `where layers are composed there is a grid, and own times before and after`() throws {
    let uneven = try film("a", [0, 10_000, 11_000, 30_000, 60_000], end: 90_000)
    let other = try MediaFacts.film("b", rate: fraction(10), frames: 10)
    let below = CompositionTrackSegment("a", time(1), at: .zero)
    let above = CompositionTrackSegment("b", time(1, 4), at: time(1, 3))
    let plan = try picture(
      [[.empty(time(1, 3), at: .zero), above], [below]], films: [uneven, other], rule: .source
    ) { videoComposition in
      videoComposition.fit = nil
      videoComposition.renderSize = Size(width: 1280, height: 720)
      videoComposition.frameDuration = time(1, 30)
      videoComposition.instructions = [
        VideoCompositionInstruction(
          timeRange: range(.zero, time(1)),
          layerInstructions: [
            LayerInstruction(trackID: 1, opacity: Ramps([.setting(at: .zero, value: 0.5)])),
            LayerInstruction(trackID: 2),
          ])
      ]
    }
    let times = try (0..<plan.frameCount).map { try plan.outputTime(of: $0).rounded(scaledBy: 90_000) }
    #expect(times == [0, 10_000, 11_000, 30_000] + (1...7).map { 30_000 + $0 * 3_000 } + [52_500, 60_000])
    #expect(plan.spans.map(\.method.name) == ["passthrough", "mix", "passthrough"])
  }

  @Test func `a layer that covers everything is the only one that counts`() throws {
    let uneven = try film("a", [0, 10_000, 11_000], end: 90_000)
    let other = try MediaFacts.film("b", frames: 30)
    let found = try frames(
      picture(
        [[CompositionTrackSegment("a", time(1), at: .zero)], [CompositionTrackSegment("b", time(1), at: .zero)]],
        films: [uneven, other], rule: .source))
    #expect(found.times == [0, 10_000, 11_000, 90_000])
  }

  @Test func `a range begins with the picture that is shown where it begins`() throws {
    let uneven = try film("a", [0, 2_000, 9_000, 9_500, 40_000, 88_000], end: 90_000)
    let segment = CompositionTrackSegment("a", time(1), at: .zero)
    let found = try frames(
      picture(
        [[segment]], films: [uneven], rule: .source, timeRange: range(time(9_100, 90_000), time(40_000, 90_000))))
    #expect(found.times == [0, 400, 30_900, 40_000])
    #expect(found.numbers == [2, 3, 4])
  }

  @Test(arguments: [1, 90, 540]) func `pictures that jitter around a rate come once each on its grid`(jitter: Int64)
    throws
  {
    var random = SeededGenerator(seed: UInt64(jitter))
    let starts = (0..<300).map { Int64($0) * 3_003 + Int64.random(in: 0...jitter, using: &random) }
    let phone = try film("a", [0] + starts.dropFirst(), end: 300 * 3_003)
    let segment = CompositionTrackSegment("a", time(300 * 3_003, 90_000), at: .zero)
    for rule in [FrameTimingRule.grid, .nearestPicture] {
      let plan = try picture([[segment]], films: [phone], rule: rule)
      #expect(plan.grid.frameDuration == fraction(1_001, 30_000))
      #expect(try frames(plan).numbers == Array(0..<300))
      #expect(plan.notes == [])
    }
  }

  @Test func `what is left out and shown again on a grid is counted`() throws {
    // Two pictures in the time of one, and one for three.
    let uneven = try film("a", [0, 3_000, 4_000, 6_000, 9_000, 18_000, 21_000], end: 24_000)
    let segment = CompositionTrackSegment("a", time(24_000, 90_000), at: .zero)
    let plan = try picture([[segment]], films: [uneven], rule: .nearestPicture) { $0.frameDuration = time(1, 30) }
    let numbers = try frames(plan).numbers
    #expect(numbers == [0, 1, 3, 4, 4, 4, 5, 6] || numbers == [0, 1, 3, 4, 4, 5, 5, 6])
    #expect(plan.notes == ["a: of 7 pictures 1 is left out and 2 are shown again: frames are 1/30 s apart."])
  }

  @Test func `numbers of frames are found as they were given`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var numbers: [Int] = []
      var number = Int.random(in: 0...5, using: &random)
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        numbers.append(number)
        number += [0, 0, 1, 1, 1, 1, 2, 5].randomElement(using: &random) ?? 1
      }
      let compact = SourceFrameNumbers(numbers)
      #expect(compact.count == numbers.count && numbers.indices.allSatisfy { compact[$0] == numbers[$0] })
      for wanted in 0...(number + 1) {
        #expect(compact.firstIndex(of: wanted) == numbers.firstIndex { $0 >= wanted } ?? numbers.count)
      }
      let range = Int.random(in: 0..<numbers.count, using: &random)..<numbers.count
      #expect(compact[range] == SourceFrameNumbers(numbers[range]))
    }
  }
}
