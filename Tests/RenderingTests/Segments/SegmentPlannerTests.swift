import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

/// Where the frames of a film are divided among encoders.
struct SegmentPlannerTests {
  private static let settings = ExportSettings(
    fileType: .mp4, video: VideoSettings(codec: .h264, keyframeInterval: 250), audio: nil)

  /// A picture of `film`'s frames of `ranges`, at thirty a second, one after another; with `method` instead of showing them.
  private func picture(_ ranges: [Range<Int>], of film: MediaFacts, custom: Bool = false) throws -> PicturePlan {
    var (runs, spans, first) = ([SourceRun](), [PictureSpan](), 0)
    let track = try #require(film.videoTracks.first)
    for (number, range) in ranges.enumerated() {
      let frames = first..<(first + range.count)
      runs.append(
        SourceRun(
          clip: ClipReference(asset: film.asset, trackID: TrackID(rawValue: 1), segmentIndex: number),
          source: .init(asset: film.asset), frames: frames, firstTime: fraction(Int64(range.lowerBound), 30),
          step: fraction(1, 30), facts: track))
      let call = CustomCompositing(
        compositor: CompositorReference(name: "any"),
        instruction: VideoCompositionInstruction(time(0), time(1), []), instructionIndex: 0, sources: [],
        renderScale: 1, renderTransform: .identity)
      spans.append(
        PictureSpan(frames: frames, method: custom ? .custom(call) : .passthrough(run: number)))
      first = frames.upperBound
    }
    return PicturePlan(
      grid: try FrameGrid(frameDuration: fraction(1, 30)), origin: .zero, frameCount: first,
      size: PixelSize(width: 1280, height: 720), pixelFormat: .yuv420p, colorimetry: .bt709, runs: runs, spans: spans)
  }

  private func borders(
    _ picture: PicturePlan, _ settings: ExportSettings = settings, keyFrames: [Int] = []
  ) -> [Int] {
    let source = picture.runs.first?.source
    let plan = SegmentPlanner(picture, as: settings, keyFrames: source.map { [$0: keyFrames] } ?? [:]).plan()
    #expect(plan.segments.map(\.number) == Array(plan.segments.indices))
    #expect(plan.segments.first?.frames.lowerBound == picture.range.lowerBound)
    #expect(plan.segments.last?.frames.upperBound == picture.range.upperBound)
    for (segment, next) in zip(plan.segments, plan.segments.dropFirst()) {
      #expect(segment.frames.upperBound == next.frames.lowerBound)
    }
    return plan.segments.dropFirst().map(\.frames.lowerBound)
  }

  @Test func `a film that is shorter than a group of pictures is one`() throws {
    let film = try MediaFacts.film("a", frames: 2_000)
    #expect(borders(try picture([0..<250], of: film)) == [])
    #expect(borders(try picture([0..<251], of: film)) == [201])
  }

  @Test func `without key frames and cuts borders are as far apart as an encoder's key frames`() throws {
    let film = try MediaFacts.film("a", frames: 2_000)
    #expect(borders(try picture([0..<1_000], of: film)) == [250, 500, 750])
    // The last segment is not a few frames.
    #expect(borders(try picture([0..<760], of: film)) == [250, 500, 710])
  }

  @Test func `borders are where decoding can begin, and where pictures change`() throws {
    let film = try MediaFacts.film("a", frames: 4_000)
    #expect(
      borders(try picture([0..<1_000], of: film), keyFrames: [0, 120, 240, 480, 600, 900]) == [240, 480, 600, 850])
    // The clip begins amid the media: its key frames are counted there.
    #expect(borders(try picture([1_000..<1_600], of: film), keyFrames: [900, 1_140, 1_230, 1_460]) == [230, 460])
    #expect(borders(try picture([0..<180, 1_000..<1_400], of: film)) == [180, 430])
    // A cut before, a key frame behind it: the later one.
    #expect(borders(try picture([0..<180, 1_000..<1_400], of: film), keyFrames: [1_050]) == [230, 480])
  }

  @Test func `a range is divided from its own start`() throws {
    var picture = try picture([0..<2_000], of: try MediaFacts.film("a", frames: 2_000))
    picture.range = 700..<1_400
    #expect(borders(picture) == [950, 1_200])
  }

  @Test(arguments: [(50, [250, 500, 750]), (96, [192, 384, 576, 768]), (400, [400, 800]), (1, [250, 500, 750])])
  func `a given key frame interval is kept`(interval: Int, expected: [Int]) throws {
    var settings = Self.settings
    settings.video?.keyframeInterval = interval
    let film = try MediaFacts.film("a", frames: 2_000)
    #expect(borders(try picture([0..<330, 0..<670], of: film), settings, keyFrames: [120]) == expected)
  }

  @Test func `a custom compositor is not interrupted`() throws {
    let film = try MediaFacts.film("a", frames: 2_000)
    let custom = try picture([0..<300, 300..<900], of: film, custom: true)
    let plan = SegmentPlanner(custom, as: Self.settings, keyFrames: [:]).plan()
    #expect(plan.segments.count == 1 && plan.reasonForOne?.contains("compositor") == true)
    var mixed = try picture([0..<300, 300..<900, 900..<1_500], of: film)
    mixed.spans[1].method = custom.spans[1].method
    #expect(borders(mixed) == [250, 300, 900, 1_150, 1_400])
  }

  /// Twenty pieces of fifteen frames, each far from the one before, of media with a key frame every 60 frames.
  private static let pieces = (0..<20).map { number in
    let start = 10 + number * 700 % 2_000 + number / 20
    return start..<(start + 15)
  }

  @Test func `cuts between short pieces of the same media are borders, where it is decoded once for all`() throws {
    let film = try MediaFacts.film("a", frames: 4_000)
    let dense = try picture(Self.pieces.map { $0.lowerBound / 4..<($0.lowerBound / 4 + 15) }, of: film)
    let far = try picture(Self.pieces, of: film)
    let keys = Array(stride(from: 0, to: 4_000, by: 60))
    let cuts = Array(stride(from: 15, to: 300, by: 15))
    #expect(borders(far, keyFrames: [0, 1_000]) == cuts)
    // A few frames are decoded before each piece, and none of them for another one.
    #expect(borders(far, keyFrames: keys) == [240])
    #expect(borders(far, keyFrames: Array(0..<4_000)) == [250])
    // What is near in the media is nearly the same picture.
    #expect(borders(dense, keyFrames: [0]).count < cuts.count)
    var interval = Self.settings
    interval.video?.keyframeInterval = 50
    #expect(borders(far, interval, keyFrames: [0, 1_000]) == [250])
  }

  @Test func `long stretches beside a cut list are divided as ever`() throws {
    let film = try MediaFacts.film("a", frames: 4_000)
    let picture = try picture([2_500..<3_100] + Self.pieces, of: film)
    let expected = [250, 500] + Array(stride(from: 600, to: 900, by: 15))
    #expect(borders(picture, keyFrames: [0, 1_000]) == expected)
  }

  @Test func `what one encoder has to make says why`() throws {
    let film = try MediaFacts.film("a", frames: 2_000)
    let picture = try picture([0..<1_000], of: film)
    func reason(_ change: (inout ExportSettings) -> Void) -> String? {
      var settings = Self.settings
      change(&settings)
      let plan = SegmentPlanner(picture, as: settings, keyFrames: [:]).plan()
      #expect(plan.isDivided == (plan.reasonForOne == nil))
      #expect(SegmentPlanner.sources(of: picture, as: settings).isEmpty == !plan.isDivided)
      return plan.reasonForOne
    }
    #expect(reason { _ in } == nil)
    #expect(reason { $0.video?.rateControl = .averageBitrate(1_000_000) }?.contains("bit rate") == true)
    #expect(reason { $0.video?.passes = 2 }?.contains("passes") == true)
    #expect(reason { $0.video?.hardware = .prefer }?.contains("hardware") == true)
    #expect(reason { $0.video?.level = "4.1" }?.contains("level") == true)
    #expect(
      reason {
        $0.fileType = .gif
        $0.video?.codec = .gif
      }?.contains("itself") == true)
  }

  @Test func `the text says where each begins`() throws {
    let film = try MediaFacts.film("a", frames: 2_000)
    var picture = try picture([0..<2_000], of: film)
    picture.range = 100..<400
    let segments = SegmentPlanner(picture, as: Self.settings, keyFrames: [:]).plan()
    let plan = RenderPlan(picture: picture, sound: nil)
    #expect(
      segments.text(of: plan) == """
        2 segments
          segment 0: frames 0..<250 at 00:00:00.000
          segment 1: frames 250..<300 at 00:00:08.333

        """)
    let part = plan.pictures(of: segments.segments[1])
    #expect(part.picture?.range == 350..<400 && part.sound == nil)
  }
}
