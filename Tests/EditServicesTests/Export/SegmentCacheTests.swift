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

/// Segments that are kept, rendered in parts, and joined.
struct SegmentCacheTests: SegmentStage {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

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

  @Test func `a segment that shows damage of its media is made again, since it may be refused by now`() async throws {
    let cache = folder.file("cache")
    try await export(film(), Segmentation(cache: cache), on: ScriptedRenderer(media: []))
    let names = try FileManager.default.contentsOfDirectory(atPath: cache.path).sorted()
    let file = cache.appending(path: try #require(names.last))
    let found = EncodedSegment.Findings(
      damage: [MediaDamage(asset: AssetReference(url: file), stretch: nil, cause: "The file is cut short.")])
    var content = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    content["findings"] = try JSONSerialization.jsonObject(with: JSONEncoder().encode(found))
    try JSONSerialization.data(withJSONObject: content).write(to: file)
    // What is joined is taken as it is.
    let joined = try await film().join(from: cache, to: folder.file("joined.mp4"), by: ScriptedRenderer(media: []))
    #expect(joined.damage == found.damage)
    let renderer = ScriptedRenderer(media: [])
    let report = try await export(film(), Segmentation(cache: cache), on: renderer)
    #expect(renderer.record.segments.map(\.lastPathComponent) == [file.lastPathComponent])
    #expect(report.damage.isEmpty)
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
