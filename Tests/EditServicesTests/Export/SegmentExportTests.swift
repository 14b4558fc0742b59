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
struct SegmentExportTests: SegmentStage {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

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
}

/// Numbers of frames, as they were reported.
private final class Seen: Sendable {
  private let state = Mutex<[Int]>([])

  func add(_ frame: Int) { state.withLock { $0.append(frame) } }

  var frames: [Int] { state.withLock(\.self) }
}
