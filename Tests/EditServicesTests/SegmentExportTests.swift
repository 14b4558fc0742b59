import EditServices
import EditingModel
import Foundation
import Layers
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Synchronization
import Testing

/// An export with pictures encoded in segments: the segments, their workers and order, and the reuse of finished ones.
struct SegmentExportTests {
  private let folder: TemporaryFolder
  private static let settings = ExportSettings(
    fileType: .mp4, video: VideoSettings(codec: .h264, keyframeInterval: 250), audio: AudioSettings(codec: .aac))

  init() throws { folder = try TemporaryFolder() }

  /// 1,000 frames of `background` with 400,000 samples, in segments that begin at `starts`.
  private func film(_ starts: [Int] = [0, 250, 500, 750], background: Color = .black) throws -> FilmPlan {
    let grid = try FrameGrid(frameDuration: Rational(1, 25))
    let spans = [
      PictureSpan(frames: 0..<500, method: .empty(background: .black)),
      PictureSpan(frames: 500..<1_000, method: .empty(background: background)),
    ]
    let picture = PicturePlan(
      grid: grid, origin: .zero, frameCount: 1_000, size: PixelSize(width: 16, height: 16), pixelFormat: .yuv420p,
      colorimetry: .bt709, runs: [], spans: spans)
    let sound = SoundPlan(
      grid: try SampleGrid(rate: 48_000), layout: .standard(2), sampleCount: 400_000, range: 0..<400_000,
      losslessFormat: nil, strips: [])
    let segments = zip(starts, starts.dropFirst() + [1_000]).enumerated().map { number, frames in
      SegmentPlan.Segment(number: number, frames: frames.0..<frames.1)
    }
    return FilmPlan(RenderPlan(picture: picture, sound: sound), as: Self.settings, in: SegmentPlan(segments))
  }

  @discardableResult
  private func export(
    _ film: FilmPlan, _ segmentation: Segmentation = Segmentation(), on renderer: ScriptedRenderer,
    progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
  ) async throws(RenderError) -> ExportReport {
    var export = Export(film, to: folder.file("film.mp4"), replacing: true)
    export.segmentation = segmentation
    return try await export.run(renderer, progress: progress)
  }

  private func error(_ film: FilmPlan, _ segmentation: Segmentation, on renderer: ScriptedRenderer) async
    -> RenderError?
  {
    do throws(RenderError) {
      try await export(film, segmentation, on: renderer)
      return nil
    } catch {
      return error
    }
  }

  private func content(_ renderer: ScriptedRenderer) throws -> ScriptedWriter.Content {
    try #require(renderer.record.writers.last).content
  }

  @Test(arguments: [1, 2, 3, 9]) func `all frames arrive in order, each at its time, by any number of jobs`(jobs: Int)
    async throws
  {
    let renderer = ScriptedRenderer(media: [])
    let report = try await export(film(), Segmentation(jobs: jobs), on: renderer)
    #expect(report.frameCount == 1_000 && report.sampleCount == 400_000)
    let content = try content(renderer)
    #expect(content.pictures.map(\.frame) == Array(0..<1_000))
    for (number, picture) in content.pictures.enumerated() {
      #expect(try picture.time == Rational(Int64(number), 25))
      #expect(try picture.duration == Rational(1, 25))
    }
    #expect(content.endedPictures && content.endedSamples && content.isFinished)
    #expect(renderer.record.pictureReaders.allSatisfy { $0.isClosed && !$0.isCancelled })
    #expect(renderer.record.segments.count == 4)
    // No segments remain; their names are hidden.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.contains("segment") } == [])
  }

  @Test func `progress counts what is encoded, and never falls`() async throws {
    let seen = Seen()
    try await export(film(), Segmentation(jobs: 2), on: ScriptedRenderer(media: [])) { seen.add($0.frame) }
    #expect(seen.frames == Array(1...1_000))
  }

  @Test(arguments: [
    ScriptedStage.readPicture(10), .readPicture(740), .writePicture(999), .endPictures, .readSamples(8_192),
  ])
  func `what fails in any of them is the export's error, and ends everything else`(stage: ScriptedStage) async throws {
    let failure = RenderError(.mediaUnreadable, "This does not work.", remedy: "Mend it.")
    let renderer = ScriptedRenderer(media: []) { (now: ScriptedStage) throws(RenderError) in
      if now == stage { throw failure }
    }
    #expect(await error(try film(), Segmentation(jobs: 2), on: renderer) == failure)
    #expect(try content(renderer).isFinished == false)
    #expect(try content(renderer).isCancelled)
    #expect(renderer.record.pictureReaders.allSatisfy { $0.isClosed })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test(arguments: [1, 3]) func `copied segments stand among encoded ones, and the file gets both streams first`(
    jobs: Int
  )
    async throws
  {
    var film = try film()
    let asset = AssetReference(url: URL(filePath: "/media/a"), name: "a")
    film.segments?.segments[1].copies = [CopiedPictures(.init(asset: asset), frames: 250..<500)]
    film.segments?.segments[3].copies = [
      CopiedPictures(.init(asset: asset), frames: 750..<751), CopiedPictures(.init(asset: asset), frames: 751..<1_000),
    ]
    film.segments?.smart = SmartRendering(decodingDelay: 2, parameterSet: 1, reasons: [])
    let renderer = ScriptedRenderer(media: [])
    let cache = folder.file("cache")
    try await export(film, Segmentation(jobs: jobs, cache: cache), on: renderer)
    let content = try content(renderer)
    #expect(content.pictures.map(\.frame) == Array(0..<1_000))
    #expect(content.described == [2])
    #expect(renderer.record.copiedPictures.map(\.frames.lowerBound).sorted() == [250, 750, 751])
    #expect(Set(renderer.record.pictureReaders.flatMap(\.asked)) == Set(0..<250).union(500..<750))
    // What is copied otherwise, or not at all, is another segment.
    film.segments?.segments[1].copies[0].frames = 251..<501
    film.segments?.segments[3].copies = []
    let other = ScriptedRenderer(media: [])
    try await export(film, Segmentation(cache: cache), on: other)
    #expect(other.record.segments.count == 2)
  }

  @Test func `a copied sound is not read as samples, and the file gets its packets`() async throws {
    var film = try film()
    let asset = AssetReference(url: URL(filePath: "/media/a"), name: "a")
    let copied = CopiedSound(
      .init(asset: asset), packets: 3..<394, packetLength: 1_024, firstSample: 2_048, samples: 2_500..<402_500, start: 0
    )
    film.otherSounds = [RenderPlan(picture: nil, sound: film.render.sound)]
    film.smartSounds = [SmartSound(copied), SmartSound(encodedBecause: ["The volume is changed."])]
    #expect(
      film.text.hasSuffix(
        """
        sound 0: copied: "a", samples 2500..<402500, packets 3..<394
        sound 1: encoded: The volume is changed.

        """))
    let renderer = ScriptedRenderer(media: [])
    let report = try await export(JSONDecoder().decode(FilmPlan.self, from: JSONEncoder().encode(film)), on: renderer)
    #expect(report.soundLevel == nil)
    #expect(renderer.record.sampleReaders.count == 1)
    let sounds = try #require(renderer.record.writers.last).settings.sounds
    #expect(sounds.map(\.copied) == [copied, nil])
    // The pictures' segments are the same.
    film.smartSounds = nil
    let cache = folder.file("cache")
    try await export(film, Segmentation(cache: cache), on: ScriptedRenderer(media: []))
    film.smartSounds = [SmartSound(copied), SmartSound(copied)]
    let other = ScriptedRenderer(media: [])
    try await export(film, Segmentation(cache: cache), on: other)
    #expect(other.record.segments.isEmpty && other.record.sampleReaders.isEmpty)
  }

  /// Twelve pieces of 25 frames from various places of one film, two of them overlapping in it.
  private func pieces() throws -> FilmPlan {
    let (asset, step) = (AssetReference(url: URL(filePath: "/media/a"), name: "a"), try Rational(1, 25))
    let facts = VideoTrackFacts(
      codec: "H.264", size: PixelSize(width: 16, height: 16), pixelAspect: .one, orientation: .up,
      timing: .constant(start: .zero, frameDuration: step, count: 2_000), format: "I420", hasAlpha: false,
      isInterlaced: false, colorimetry: .bt709)
    let starts = [900, 300, 310, 620, 40, 650, 700, 930, 120, 1_800, 400, 20]
    var film = try film(starts.indices.map { $0 * 25 })
    film.render.picture?.frameCount(is: 300)
    film.render.picture?.runs = try starts.enumerated().map { number, start in
      SourceRun(
        clip: ClipReference(asset: asset, trackID: TrackID(rawValue: 1), segmentIndex: number),
        source: .init(asset: asset), frames: (number * 25)..<(number * 25 + 25),
        firstTime: try Rational(Int64(start), 25), step: step, facts: facts)
    }
    film.render.picture?.spans = starts.indices.map {
      PictureSpan(frames: ($0 * 25)..<($0 * 25 + 25), method: .passthrough(run: $0))
    }
    film.segments?.segments[11].frames = 275..<300
    return film
  }

  @Test(arguments: [(1, 2), (4, 4)]) func `pieces of one film are decoded together, in its order, each frame once`(
    jobs: Int, readers: Int
  ) async throws {
    let renderer = ScriptedRenderer(media: [])
    let cache = folder.file("cache")
    let report = try await export(pieces(), Segmentation(jobs: jobs, cache: cache), on: renderer)
    #expect(report.frameCount == 300)
    let content = try content(renderer)
    #expect(try content.pictures.map(\.time) == (0..<300).map { try Rational($0, 25) })
    // Of several workers each has some; the one that lies far away is made alone.
    #expect(renderer.record.pictureReaders.count == readers)
    var all: Set<Int> = []
    for reader in renderer.record.pictureReaders {
      let numbers = reader.asked.compactMap { frame in
        reader.plan.runs.first { $0.frames.contains(frame) }?.sourceFrame(at: frame)
      }
      #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
      all.formUnion(numbers)
    }
    #expect(all.isSuperset(of: [20, 44, 64, 120, 300, 334, 424, 924, 954, 1_824]))
    // What is kept is not rendered again.
    let again = ScriptedRenderer(media: [])
    try await export(pieces(), Segmentation(jobs: jobs, cache: cache), on: again)
    #expect(again.record.segments.isEmpty && again.record.pictureReaders.isEmpty)
  }

  @Test func `what fails in pieces that are decoded together is said by the one that it is in`() async throws {
    let failure = RenderError(.mediaUnreadable, "Frame 7 is damaged.")
    let renderer = ScriptedRenderer(media: [], failingFrames: [30: failure])
    let error = await error(try pieces(), Segmentation(jobs: 2), on: renderer)
    #expect(error == failure)
    #expect(renderer.record.pictureReaders.allSatisfy { $0.isClosed })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  // MARK: The cache

  @Test func `segments that are kept are not rendered again`() async throws {
    let cache = folder.file("cache")
    let (first, second) = (ScriptedRenderer(media: []), ScriptedRenderer(media: []))
    try await export(film(), Segmentation(jobs: 2, cache: cache), on: first)
    try await export(film(), Segmentation(jobs: 1, cache: cache), on: second)
    #expect(first.record.segments.count == 4 && second.record.segments.isEmpty)
    #expect(try content(second).pictures.map(\.frame) == Array(0..<1_000))
    // Unless all are to be made anew.
    let third = ScriptedRenderer(media: [])
    try await export(film(), Segmentation(cache: cache, resumes: false), on: third)
    #expect(third.record.segments.count == 4)
  }

  @Test func `after a failure only what is missing is rendered, after an edit only what changed`() async throws {
    let cache = folder.file("cache")
    let failing = ScriptedRenderer(media: [], failingFrames: [600: RenderError(.mediaUnreadable, "No.")])
    #expect(await error(try film(), Segmentation(jobs: 1, cache: cache), on: failing)?.message == "No.")
    let again = ScriptedRenderer(media: [])
    try await export(film(), Segmentation(jobs: 1, cache: cache), on: again)
    #expect(again.record.segments.count == 2)
    #expect(again.record.pictureReaders.flatMap(\.asked) == Array(500..<1_000))
    let edited = ScriptedRenderer(media: [])
    try await export(film(background: .white), Segmentation(cache: cache), on: edited)
    #expect(edited.record.segments.count == 2)
    // Other settings are another film.
    var other = try film()
    other.settings.video?.rateControl = .constantQuality(30)
    let all = ScriptedRenderer(media: [])
    try await export(other, Segmentation(cache: cache), on: all)
    #expect(all.record.segments.count == 4)
  }

  @Test func `a title that changes is rendered again where it is seen, and nowhere else`() async throws {
    func film(_ color: Color) throws -> FilmPlan {
      var (root, first, second) = (Layer(), Layer(), Layer())
      (first.timing.beginTime, first.timing.duration) = (2, 3)
      (second.timing.beginTime, second.timing.duration, second.backgroundColor) = (22, 4, color)
      root.sublayers = [first, second]
      var film = try self.film()
      film.render.picture?.overlay = LayerOverlay(
        layer: root, renderTransform: .identity, frames: [50..<125, 550..<650], pictures: [])
      return film
    }
    let cache = folder.file("cache")
    try await export(film(.white), Segmentation(cache: cache), on: ScriptedRenderer(media: []))
    let edited = ScriptedRenderer(media: [])
    try await export(film(.black), Segmentation(cache: cache), on: edited)
    #expect(edited.record.pictureReaders.flatMap(\.asked) == Array(500..<750))
  }

  @Test func `what a custom compositor makes is made again, since its program may be another`() async throws {
    var film = try film()
    let instruction = VideoCompositionInstruction(
      timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 40, timescale: 1)), layerInstructions: [])
    film.render.picture?.spans[1].method = .custom(
      CustomCompositing(
        compositor: CompositorReference(name: "any"), instruction: instruction, instructionIndex: 0, sources: [],
        renderScale: 1, renderTransform: .identity))
    let cache = folder.file("cache")
    try await export(film, Segmentation(cache: cache), on: ScriptedRenderer(media: []))
    let again = ScriptedRenderer(media: [])
    try await export(film, Segmentation(jobs: 1, cache: cache), on: again)
    #expect(again.record.pictureReaders.flatMap(\.asked).sorted() == Array(500..<1_000))
    #expect(try content(again).pictures.map(\.frame) == Array(0..<1_000))
    // What is joined is taken as it is.
    let joining = ScriptedRenderer(media: [])
    try await film.join(from: cache, to: folder.file("joined.mp4"), by: joining)
    #expect(joining.record.segments.isEmpty)
    #expect(try content(joining).pictures.map(\.frame) == Array(0..<1_000))
  }

  @Test func `a damaged segment is made anew`() async throws {
    let cache = folder.file("cache")
    try await export(film(), Segmentation(cache: cache), on: ScriptedRenderer(media: []))
    let names = try FileManager.default.contentsOfDirectory(atPath: cache.path).sorted()
    try #require(names.count == 4)
    try Data("nothing".utf8).write(to: cache.appending(path: names[2]))
    let renderer = ScriptedRenderer(media: [])
    try await export(film(), Segmentation(cache: cache), on: renderer)
    #expect(renderer.record.segments.map(\.lastPathComponent) == [names[2]])
    #expect(try content(renderer).pictures.map(\.frame) == Array(0..<1_000))
  }

  @Test func `what was not used for the longest goes first, and nothing but segments`() async throws {
    let place = folder.file("cache")
    let cache = SegmentCache(in: place)
    #expect(try cache.entries().isEmpty)
    try await export(film(), Segmentation(jobs: 1, cache: place), on: ScriptedRenderer(media: []))
    let all = try cache.entries()
    #expect(all.count == 4)
    for (age, entry) in zip([30, 10, 40, 20], all) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: TimeInterval(-age * 60))], ofItemAtPath: entry.url.path)
    }
    try Data("mine".utf8).write(to: place.appending(path: "notes.txt"))
    let size = all.reduce(0) { $0 + $1.byteCount }
    let removed = try cache.removeLeastRecentlyUsed(downTo: size - all[2].byteCount - 1)
    #expect(removed.map(\.url) == [all[2].url, all[0].url])
    #expect(try cache.entries().map(\.url) == [all[3].url, all[1].url])
    // What an export uses is used last.
    let again = ScriptedRenderer(media: [])
    try await export(film(), Segmentation(jobs: 1, cache: place), on: again)
    #expect(again.record.segments.count == 2)
    try cache.removeLeastRecentlyUsed(downTo: 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["notes.txt"])
  }

  // MARK: Apart

  @Test func `a plan that was written is rendered in parts and joined`() async throws {
    let parts = folder.file("parts")
    let written = try JSONEncoder().encode(try film())
    let film = try JSONDecoder().decode(FilmPlan.self, from: written)
    #expect(try film == self.film())
    let renderer = ScriptedRenderer(media: [])
    for number in [3, 1, 0] { try await film.render(number, into: parts, by: renderer) }
    let missing = await #expect(throws: RenderError.self) {
      try await film.join(from: parts, to: folder.file("film.mp4"), by: renderer)
    }
    #expect(
      missing?.code == .mediaMissing && missing?.message.hasSuffix(": 2.") == true, "\(String(describing: missing))")
    // What is there is not made again.
    for number in [2, 0] { try await film.render(number, into: parts, by: renderer) }
    #expect(renderer.record.segments.count == 4)
    try await film.join(from: parts, to: folder.file("film.mp4"), by: renderer)
    #expect(try content(renderer).pictures.map(\.frame) == Array(0..<1_000))
    #expect(try content(renderer).samples.count == 400_000)
    let outside = await #expect(throws: RenderError.self) { try await film.render(4, into: parts, by: renderer) }
    #expect(outside?.code == .outOfRange)
    await #expect(throws: RenderError.self) { try await film.render(2...4, into: parts, by: renderer) }
  }

  @Test func `several segments of a plan are made together, with the bytes that each has alone`() async throws {
    let (film, parts) = (try pieces(), folder.file("parts"))
    let renderer = ScriptedRenderer(media: [])
    try await film.render(3, into: parts, by: renderer)
    let made = try await film.render(2...11, into: parts, by: renderer)
    #expect(made.map(\.frameCount) == Array(repeating: 25, count: 10))
    #expect(renderer.record.segments.count == 10)
    // One alone, those near each other, the one that lies far away.
    #expect(renderer.record.pictureReaders.count == 3)
    try await film.render(0...1, into: parts, by: renderer)
    try await film.join(from: parts, to: folder.file("film.mp4"), by: renderer)
    #expect(try content(renderer).pictures.map(\.time) == (0..<300).map { try Rational($0, 25) })
  }

  @Test func `a film of one segment is joined of it`() async throws {
    let parts = folder.file("parts")
    let renderer = ScriptedRenderer(media: [])
    let film = try film([0])
    try await film.render(0, into: parts, by: renderer)
    try await film.join(from: parts, to: folder.file("film.mp4"), by: renderer)
    #expect(try content(renderer).pictures.map(\.frame) == Array(0..<1_000))
    #expect(try #require(renderer.record.writers.last).settings.pictures?.segmentCount == 1)
  }

  @Test func `what is encoded in two passes is not made in parts`() async throws {
    var film = try film([0])
    film.settings.video?.passes = 2
    let error = await #expect(throws: RenderError.self) {
      try await film.render(0, into: folder.file("parts"), by: ScriptedRenderer(media: []))
    }
    #expect(error?.code == .unsupported)
  }
}

/// Numbers of frames, as they were reported.
private final class Seen: Sendable {
  private let state = Mutex<[Int]>([])

  func add(_ frame: Int) { state.withLock { $0.append(frame) } }

  var frames: [Int] { state.withLock(\.self) }
}

extension PicturePlan {
  /// Has the picture `count` frames, twenty-five a second.
  fileprivate mutating func frameCount(is count: Int) {
    timing = .constant(start: .zero, frameDuration: grid.frameDuration, count: count)
    range = 0..<count
  }
}
