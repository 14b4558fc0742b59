import EditingModel
import Layers
import MediaFormats
import MediaTime
import Rendering
import Testing

/// Which frames of a film are copied, packet by packet, and why the others are not.
struct SmartRenderPlannerTests {
  private static let settings = ExportSettings(
    fileType: .mp4, video: VideoSettings(codec: .h264, keyframeInterval: 250), audio: nil)

  /// Packets of `count` frames, each decoded when it is presented, of groups of `interval`.
  private static func simple(_ count: Int = 1_000, every interval: Int = 50, sets: [UInt8] = [1]) -> CodedPictures {
    CodedPictures(
      codec: .h264, pixelFormat: .yuv420p, configuration: sets, parameterSets: [0, 2], frames: Array(0..<count),
      entryPoints: Array(stride(from: 0, to: count, by: interval)))
  }

  /// A picture of `clips`: frames of films, one after another at thirty a second.
  private func picture(_ clips: [(film: MediaFacts, frames: Range<Int>)]) throws -> PicturePlan {
    var (runs, spans, first) = ([SourceRun](), [PictureSpan](), 0)
    for (number, clip) in clips.enumerated() {
      let frames = first..<(first + clip.frames.count)
      runs.append(
        SourceRun(
          clip: ClipReference(asset: clip.film.asset, trackID: TrackID(rawValue: 1), segmentIndex: number),
          source: .init(asset: clip.film.asset), frames: frames, firstTime: fraction(Int64(clip.frames.lowerBound), 30),
          step: fraction(1, 30), facts: try #require(clip.film.videoTracks.first)))
      spans.append(PictureSpan(frames: frames, method: .passthrough(run: number)))
      first = frames.upperBound
    }
    return PicturePlan(
      grid: try FrameGrid(frameDuration: fraction(1, 30)), origin: .zero, frameCount: first,
      size: PixelSize(width: 1280, height: 720), pixelFormat: .yuv420p, colorimetry: .bt709, runs: runs, spans: spans)
  }

  private func plan(
    _ picture: PicturePlan, _ media: [MediaFacts: CodedPictures], as settings: ExportSettings = settings
  ) -> SegmentPlan {
    var coded: CodedMedia = [:]
    for (facts, pictures) in media { coded[.init(asset: facts.asset)] = .success(pictures) }
    let plan = SegmentPlanner(picture, as: settings, keyFrames: [:], coded: coded).plan()
    #expect(plan.segments.map(\.number) == Array(plan.segments.indices))
    #expect(
      plan.segments.map(\.frames.lowerBound) == [picture.range.lowerBound]
        + plan.segments.dropLast().map(\.frames.upperBound))
    #expect(plan.segments.last?.frames.upperBound == picture.range.upperBound)
    for segment in plan.segments {
      #expect(!segment.isCopied || segment.copies.reduce(0) { $0 + $1.frames.count } == segment.frames.count)
    }
    return plan
  }

  /// The frames of each copy, in the film and in its media.
  private func copies(_ plan: SegmentPlan) -> [[Range<Int>]] {
    plan.segments.flatMap { segment in
      var next = segment.frames.lowerBound
      return segment.copies.map { copied in
        defer { next += copied.frames.count }
        return [next..<(next + copied.frames.count), copied.frames]
      }
    }
  }

  @Test func `what lies between a cut and the next entry point is encoded, and all else copied`() throws {
    let film = try MediaFacts.film("a", frames: 1_000)
    let plan = self.plan(try picture([(film, 0..<400), (film, 520..<700)]), [film: Self.simple()])
    #expect(copies(plan) == [[0..<400, 0..<400], [430..<580, 550..<700]])
    #expect(plan.smart?.reasons.map(\.frames) == [400..<430])
    #expect(plan.smart?.parameterSet == 1)
    #expect(plan.hasCopies && plan.isDivided)
  }

  @Test func `what is encoded is divided as without copies`() throws {
    let film = try MediaFacts.film("a", frames: 2_000)
    let pictures = CodedPictures(
      codec: .h264, pixelFormat: .yuv420p, frames: Array(0..<2_000), entryPoints: [700])
    let plan = self.plan(try picture([(film, 0..<1_000)]), [film: pictures])
    #expect(plan.segments.map(\.frames) == [0..<250, 250..<500, 500..<700, 700..<1_000])
  }

  /// ```
  ///  packets   I P B B P B B │ I P B B …     frames 0 3 1 2 6 4 5 │ 7 10 8 9
  /// ```
  @Test func `a copy ends where all that is decoded is presented`() throws {
    let film = try MediaFacts.film("a", frames: 700)
    let groups = (0..<100).flatMap { group in [0, 3, 1, 2, 6, 4, 5].map { Optional(group * 7 + $0) } }
    let pictures = CodedPictures(
      codec: .h264, pixelFormat: .yuv420p, frames: groups, entryPoints: Array(stride(from: 0, to: 700, by: 7)))
    // The end is amid a mini group: 2 has the same packets as 4 before it.
    let plan = self.plan(try picture([(film, 10..<40)]), [film: pictures])
    #expect(copies(plan) == [[4..<29, 14..<39]])
    #expect(plan.smart?.reasons.map(\.frames) == [0..<4, 29..<30])
    #expect(plan.smart?.decodingDelay == 2)
  }

  @Test func `pictures that are presented before an entry point are left out of the copy`() throws {
    let film = try MediaFacts.film("a", frames: 60)
    // The second group is open: 28 and 29 are decoded behind 30.
    let frames = Array(0..<28) + [30, 28, 29] + Array(31..<60)
    let pictures = CodedPictures(
      codec: .hevc, pixelFormat: .yuv420p, frames: frames, entryPoints: [0, 28])
    var settings = Self.settings
    settings.video?.codec = .hevc
    let tail = plan(try picture([(film, 10..<60)]), [film: pictures], as: settings)
    #expect(copies(tail) == [[20..<50, 30..<60]])
    #expect(tail.smart?.repeatsParameterSets == true)
    // Decoded from the first on, they are what they are; nothing is encoded, and key frames stay as they are.
    let whole = plan(try picture([(film, 0..<60)]), [film: pictures], as: settings)
    #expect(copies(whole) == [[0..<60, 0..<60]])
    #expect(whole.smart?.repeatsParameterSets == false)
  }

  /// Encoders of VP8 make pictures that are only referred to, in packets of their own.
  @Test func `a copy ends before a packet that is not presented`() throws {
    let film = try MediaFacts.film("a", frames: 90)
    let frames = (0..<30).map(Optional.init) + [nil] + (30..<90).map(Optional.init)
    let pictures = CodedPictures(codec: .h264, pixelFormat: .yuv420p, frames: frames, entryPoints: [0, 61])
    let plan = self.plan(try picture([(film, 0..<90)]), [film: pictures])
    #expect(copies(plan) == [[0..<30, 0..<30], [60..<90, 60..<90]])
    #expect(plan.smart?.reasons.map(\.frames) == [30..<60])
    #expect(plan.smart?.reasons.first?.sentence.contains("not presented") == true)
  }

  @Test func `under layers, and where frames are left out, pictures are encoded`() throws {
    let film = try MediaFacts.film("a", frames: 1_000)
    var picture = try picture([(film, 0..<600)])
    picture.overlay = LayerOverlay(layer: Layer(), renderTransform: .identity, frames: [110..<140], pictures: [])
    let titled = plan(picture, [film: Self.simple()])
    #expect(copies(titled) == [[0..<110, 0..<110], [150..<600, 150..<600]])
    #expect(titled.smart?.reasons.first?.sentence.contains("Layers") == true)
    picture.overlay = nil
    picture.runs[0].step = fraction(1, 15)
    let fast = plan(picture, [film: Self.simple()])
    #expect(copies(fast) == [])
    #expect(fast.smart?.reasons.first?.sentence.contains("left out") == true)
    // The film is the one that it is without.
    #expect(fast.segments == SegmentPlanner(picture, as: Self.settings, keyFrames: [:]).plan().segments)
  }

  @Test func `of media with other parameter sets the most is copied`() throws {
    let (one, two) = (try MediaFacts.film("a", frames: 1_000), try MediaFacts.film("b", frames: 1_000))
    let plan = self.plan(
      try picture([(one, 0..<100), (two, 0..<300), (one, 100..<200)]),
      [one: Self.simple(), two: Self.simple(sets: [2])])
    #expect(copies(plan) == [[100..<400, 0..<300]])
    #expect(plan.smart?.reasons.map(\.sentence).allSatisfy { $0.contains("parameter sets") } == true)
    #expect(plan.smart?.reasons.map(\.frames) == [0..<100, 400..<500])
  }

  @Test func `where every picture is a key frame a single one is copied`() throws {
    let film = try MediaFacts.film("a", frames: 1_000)
    var pictures = CodedPictures(
      codec: .dnxhr, pixelFormat: .yuv422p, frames: Array(0..<1_000), entryPoints: Array(0..<1_000))
    pictures.profile = "sq"
    let picture = try picture([(film, 17..<30), (film, 500..<501), (film, 700..<705)])
    var settings = Self.settings
    settings.video = VideoSettings(codec: .dnxhr, pixelFormat: .yuv422p, profile: "sq")
    #expect(
      copies(plan(picture, [film: pictures], as: settings)) == [
        [0..<13, 17..<30], [13..<14, 500..<501], [14..<19, 700..<705],
      ])
    #expect(plan(picture, [film: pictures], as: settings).segments.count == 1)
    settings.video?.profile = nil
    #expect(
      plan(picture, [film: pictures], as: settings).smart?.reasons.map(\.sentence) == [
        "The media's profile is sq, and the film's is hq."
      ])
  }

  /// A cut list comes to as many copies as it has cuts.
  @Test func `copies side by side are one segment, as long as one may be`() throws {
    let (one, two) = (try MediaFacts.film("a", frames: 1_000), try MediaFacts.film("b", frames: 1_000))
    var pictures = CodedPictures(
      codec: .prores, pixelFormat: .yuv422p10, frames: Array(0..<1_000), entryPoints: Array(0..<1_000))
    pictures.profile = "hq"
    var settings = Self.settings
    settings.video = VideoSettings(codec: .prores, pixelFormat: .yuv422p10, profile: "hq")
    let cuts = (0..<2_000).map { number in
      (film: number % 3 == 0 ? one : two, frames: (number * 7 % 900)..<(number * 7 % 900 + 1 + number % 2))
    }
    let many = plan(try picture(cuts), [one: pictures, two: pictures], as: settings)
    #expect(copies(many).map { $0[1] } == cuts.map(\.frames))
    // 3,000 frames.
    #expect(many.segments.count == 13 && many.segments.allSatisfy { $0.isCopied && $0.frames.count <= 250 })
    // What is longer by itself stays one, and what is encoded stands between.
    let long = plan(
      try picture([(one, 0..<2), (one, 100..<700), (one, 5..<6), (two, 9..<11), (one, 0..<1)]),
      [one: pictures, two: CodedPictures(codec: .mjpeg, pixelFormat: nil, frames: [], entryPoints: [])], as: settings)
    #expect(long.segments.map(\.frames) == [0..<2, 2..<602, 602..<603, 603..<605, 605..<606])
    #expect(long.segments.map(\.isCopied) == [true, true, true, false, true])
    #expect(
      plan(try picture([(one, 3..<4), (one, 8..<9), (two, 1..<3)]), [one: pictures, two: pictures], as: settings)
        .text(of: RenderPlan(picture: try picture([(one, 3..<4), (one, 8..<9), (two, 1..<3)]), sound: nil))
        == "1 segments\n  segment 0: frames 0..<4 at 00:00:00.000, copied: \"a\", frames 3..<4, 8..<9; \"b\", frames 1..<3\n"
    )
  }

  @Test func `a film that cannot be copied states the reason for most of it`() throws {
    let (one, two) = (try MediaFacts.film("a", frames: 1_000), try MediaFacts.film("b", frames: 1_000))
    var other = Self.simple()
    other.codec = .hevc
    let plan = self.plan(
      try picture([(one, 55..<70), (two, 0..<100)]), [one: Self.simple(), two: other])
    #expect(plan.noteOnCopies == "No picture is copied, all are encoded. The media is HEVC, and the film is H.264.")
    let partly = self.plan(try picture([(one, 50..<100), (two, 0..<100)]), [one: Self.simple(), two: other])
    #expect(partly.hasCopies && partly.noteOnCopies == nil)
    #expect(SegmentPlanner(try picture([(one, 0..<9)]), as: Self.settings, keyFrames: [:]).plan().noteOnCopies == nil)
  }

  /// A decoder of FFV1 gets the header once, with parameters that depend on the encoder's settings.
  @Test func `FFV1 is copied where all of the film is`() throws {
    let film = try MediaFacts.film("a", frames: 1_000)
    let pictures = CodedPictures(
      codec: .ffv1, pixelFormat: .yuv420p, configuration: [3], frames: Array(0..<1_000),
      entryPoints: Array(stride(from: 0, to: 1_000, by: 50)))
    var settings = Self.settings
    settings.video = VideoSettings(codec: .ffv1)
    let whole = plan(try picture([(film, 50..<80), (film, 400..<600)]), [film: pictures], as: settings)
    #expect(copies(whole) == [[0..<30, 50..<80], [30..<230, 400..<600]])
    let cut = plan(try picture([(film, 50..<80), (film, 410..<600)]), [film: pictures], as: settings)
    #expect(copies(cut) == [] && cut.smart?.reasons.map(\.frames) == [0..<30, 30..<70, 70..<220])
    #expect(cut.smart?.reasons.last?.sentence.contains("FFV1") == true)
  }

  @Test func `media that is not like the film is encoded, and it is said why`() throws {
    let film = try MediaFacts.film("a", frames: 1_000)
    func reason(_ change: (inout PicturePlan, inout CodedPictures, inout ExportSettings) -> Void) throws -> String? {
      var (picture, pictures, settings) = (try picture([(film, 0..<600)]), Self.simple(), Self.settings)
      change(&picture, &pictures, &settings)
      let plan = self.plan(picture, [film: pictures], as: settings)
      #expect(!plan.hasCopies)
      return plan.smart?.reasons.first?.sentence
    }
    #expect(try reason { (_, pictures, _) in pictures.codec = .vp9 }?.contains("VP9") == true)
    let profiles = try reason { (_, pictures, settings) in
      settings.video = VideoSettings(codec: .prores, pixelFormat: .yuv422p10, profile: "hq")
      (pictures.codec, pictures.profile, pictures.pixelFormat) = (.prores, "proxy", .yuv422p10)
    }
    #expect(profiles == "The media's profile is proxy, and the film's is hq.")
    #expect(try reason { (_, pictures, _) in pictures.pixelFormat = .yuv422p }?.contains("stored") == true)
    #expect(try reason { (picture, _, _) in picture.runs[0].facts.isInterlaced = true }?.contains("fields") == true)
    #expect(try reason { (picture, _, _) in picture.runs[0].facts.size.width = 640 }?.contains("size") == true)
    #expect(try reason { (picture, _, _) in picture.runs[0].facts.orientation = .right }?.contains("turned") == true)
    #expect(try reason { (picture, _, _) in picture.runs[0].facts.colorimetry = .bt601 }?.contains("colors") == true)
    #expect(
      try reason { (_, _, settings) in settings.video?.rateControl = .averageBitrate(1_000_000) }?.contains("bit rate")
        == true)
    #expect(try reason { (_, _, settings) in settings.video?.profile = "main" }?.contains("profile") == true)
    #expect(try reason { (_, _, settings) in settings.video?.keyframeInterval = 12 }?.contains("key frames") == true)
    #expect(try reason { (_, _, settings) in settings.video?.codec = .png }?.contains("PNG") == true)
    #expect(
      try reason { (picture, _, _) in picture.spans[0].method = .mix(background: .black, layers: []) }?
        .contains("composed") == true)
  }

  @Test func `packets are decoded so much earlier that each is there when it is due`() throws {
    let film = try MediaFacts.film("a", frames: 100)
    let picture = try picture([(film, 0..<100)])
    let first = SegmentPlan.Segment(number: 0, frames: 0..<4)
    #expect(
      try first.decodingTimes(in: picture, delay: 2)
        == [fraction(-2, 30), fraction(-1, 30), .zero, fraction(1, 30)])
    let next = SegmentPlan.Segment(number: 1, frames: 4..<6)
    #expect(try next.decodingTimes(in: picture, delay: 2) == [fraction(2, 30), fraction(3, 30)])
  }
}
