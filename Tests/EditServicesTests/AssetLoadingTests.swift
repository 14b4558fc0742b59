import EditServices
import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Synchronization
import Testing

@Suite struct AssetLoadingTests {
  private func asset(
    _ facts: MediaFacts, _ renderer: ScriptedRenderer, options: URLAsset.Options = URLAsset.Options()
  ) -> URLAsset {
    URLAsset(
      url: facts.asset.url, name: facts.asset.name, options: options, inspector: MediaInspector(renderer: renderer))
  }

  /// Waits until a look at `asset` is under way.
  private func awaitLoading(of asset: URLAsset) async {
    while true {
      if case .loading = asset.status(of: .tracks) { return }
      await Task.yield()
    }
  }

  private func isUnknown<Value>(_ status: AssetPropertyStatus<Value>) -> Bool {
    if case .unknown = status { true } else { false }
  }

  private func isCancelled<Value>(_ status: AssetPropertyStatus<Value>) -> Bool {
    if case .cancelled = status { true } else { false }
  }

  // MARK: Sharing

  @Test func `fifty loads look once, and twenty that are cancelled change nothing for the rest`() async throws {
    let cat = try film("cat.mp4")
    let (gate, opener) = AsyncStream.makeStream(of: Never.self)
    let renderer = ScriptedRenderer(media: [cat], discovery: [.wait(gate)])
    let asset = asset(cat, renderer)
    let stay = (0..<30).map { number in
      Task { number % 2 == 0 ? try await asset.load(.duration) : try await asset.load(.tracks)[0].timeRange.end }
    }
    await awaitLoading(of: asset)
    let leave = (0..<20).map { _ in Task { try await asset.load(.duration) } }
    for task in leave { task.cancel() }
    // They return while the look is still under way.
    for task in leave {
      await #expect { try await task.value } throws: { ($0 as? RenderError)?.code == .cancelled }
    }
    if case .loading = asset.status(of: .duration) {} else { Issue.record("The look has ended.") }
    opener.finish()
    for task in stay { #expect(try await task.value == CMTime(value: 10, timescale: 1)) }
    #expect(renderer.record.factsAsked == [[cat.asset]])
  }

  @Test func `a look that everybody has left ends, and the next load begins anew`() async throws {
    let cat = try film("cat.mp4")
    let (gate, opener) = AsyncStream.makeStream(of: Never.self)
    let renderer = ScriptedRenderer(media: [cat], discovery: [.wait(gate)])
    let asset = asset(cat, renderer)
    let only = Task { try await asset.load(.duration) }
    await awaitLoading(of: asset)
    only.cancel()
    await #expect(throws: RenderError.self) { try await only.value }
    #expect(isUnknown(asset.status(of: .duration)))
    opener.finish()
    #expect(try await asset.load(.duration) == CMTime(value: 10, timescale: 1))
    #expect(renderer.record.factsAsked.count == 2)
  }

  @Test func `cancelling the asset's loading ends it for all callers`() async throws {
    let cat = try film("cat.mp4")
    let asset = asset(cat, ScriptedRenderer(media: [cat], discovery: [.waitForCancellation]))
    let isDone = Mutex(false)
    let loads = (0..<5).map { _ in Task { try await asset.load(.tracks, .duration) } }
    let codes = Task {
      var codes: [RenderError.Code?] = []
      for load in loads {
        do { _ = try await load.value } catch { codes.append((error as? RenderError)?.code) }
      }
      isDone.withLock { $0 = true }
      return codes
    }
    await awaitLoading(of: asset)
    // A caller that comes behind a cancellation begins a look of its own, which the next one ends.
    while !isDone.withLock({ $0 }) {
      asset.cancelLoading()
      await Task.yield()
    }
    #expect(await codes.value == Array(repeating: .cancelled, count: 5))
    #expect(isCancelled(asset.status(of: .tracks)))
  }

  // MARK: Status

  @Test func `a property is unknown, then loaded, and its getter gives it`() async throws {
    let cat = try film("cat.mp4")
    let asset = asset(cat, ScriptedRenderer(media: [cat]))
    #expect(isUnknown(asset.status(of: .duration)))
    #expect(asset.duration == nil && asset.tracks == nil && asset.isPlayable == nil && asset.metadata == nil)
    let duration = try await asset.load(.duration)
    #expect(asset.duration == duration && asset.tracks?.count == 2 && asset.isPlayable == true)
    // What needs another look is not loaded by it.
    #expect(asset.metadata == nil && isUnknown(asset.status(of: .chapters)))
  }

  @Test func `a failed property says why`() async throws {
    let cat = try film("cat.mp4")
    let asset = asset(cat, ScriptedRenderer(media: []))
    await #expect(throws: RenderError.self) { try await asset.load(.isPlayable) }
    guard case .failed(let error) = asset.status(of: .tracks) else {
      Issue.record("It did not fail.")
      return
    }
    #expect(error.code == .mediaMissing && asset.tracks == nil)
  }

  @Test(arguments: [RenderError.Code.contentIsProtected, .mediaUnreadable, .unsupported])
  func `a file that cannot be decoded says so, without an error`(code: RenderError.Code) async throws {
    let cat = try film("cat.mp4")
    let asset = asset(cat, ScriptedRenderer(media: [cat], discovery: [.fail(RenderError(code, "No."))]))
    let (playable, readable, exportable, composable) =
      try await asset.load(.isPlayable, .isReadable, .isExportable, .isComposable)
    #expect(!playable && !readable && !exportable && !composable)
    if code == .contentIsProtected {
      #expect(try await asset.load(.hasProtectedContent))
    } else {
      await #expect(throws: RenderError.self) { try await asset.load(.hasProtectedContent) }
    }
  }

  // MARK: Keys

  @Test func `keys are loaded with one call of the handler`() async throws {
    let cat = try film("cat.mp4")
    let renderer = ScriptedRenderer(media: [cat])
    let asset = asset(cat, renderer)
    if case .unknown = asset.statusOfValue(forKey: "duration") {} else { Issue.record("It is known.") }
    let calls = Mutex(0)
    await withCheckedContinuation { continuation in
      asset.loadValuesAsynchronously(forKeys: ["tracks", "duration", "playable", "commonMetadata", "unicorn"]) {
        calls.withLock { $0 += 1 }
        continuation.resume()
      }
    }
    for key in ["tracks", "duration", "playable", "commonMetadata"] {
      if case .loaded = asset.statusOfValue(forKey: key) {} else { Issue.record("\(key) is not loaded.") }
    }
    guard case .failed(let error) = asset.statusOfValue(forKey: "unicorn") else {
      Issue.record("There is a unicorn.")
      return
    }
    #expect(error.message.contains("unicorn"))
    #expect(calls.withLock { $0 } == 1 && renderer.record.factsAsked.count == 1)
  }

  @Test func `the handler is called where loading is cancelled, too`() async throws {
    let cat = try film("cat.mp4")
    let (gate, opener) = AsyncStream.makeStream(of: Never.self)
    let asset = asset(cat, ScriptedRenderer(media: [cat], discovery: [.wait(gate)]))
    let (calls, called) = AsyncStream.makeStream(of: Void.self)
    asset.loadValuesAsynchronously(forKeys: ["tracks"]) { called.yield() }
    await awaitLoading(of: asset)
    asset.cancelLoading()
    for await _ in calls { break }
    if case .cancelled = asset.statusOfValue(forKey: "tracks") {} else { Issue.record("It is not cancelled.") }
    opener.finish()
  }

  // MARK: Options

  @Test func `without precise timing an asset is quick, says so, and edits get exact times all the same`() async throws
  {
    let cat = try film("cat.mp4", seconds: 10)
    let renderer = ScriptedRenderer(media: [cat])
    let asset = asset(cat, renderer, options: URLAsset.Options(prefersPreciseDurationAndTiming: false))
    let (isPrecise, tracks) = try await asset.load(.providesPreciseDurationAndTiming, .tracks)
    #expect(!isPrecise && tracks.allSatisfy { !$0.hasPreciseTiming })
    var movie = Composition()
    let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    let id = movie.addTrack(withMediaType: .video)
    #expect {
      try movie.editTrack(id) { try $0.insertTimeRange(second, of: tracks[0], at: .zero) }
    } throws: {
      ($0 as? EditError)?.code == .unsuitableSource
    }
    try movie.insertTimeRange(second, of: asset, at: .zero)
    #expect(movie.duration == second.duration)
    #expect(try await asset.load(.asset).tracks.allSatisfy(\.hasPreciseTiming))
  }

  // MARK: Metadata

  private func metadata() throws -> FileMetadata {
    FileMetadata(
      items: [
        MetadataItem(MetadataIdentifier(.movieHeader, "creation_time"), .text("2020-01-02T03:04:05Z")),
        MetadataItem(MetadataIdentifier(.iTunes, "©nam"), .text("A title")),
        MetadataItem(MetadataIdentifier(.iTunes, "©day"), .text("2019-12-31")),
        MetadataItem(MetadataIdentifier(.quickTimeUserData, "©xyz"), .text("+48.5-016.25+100/")),
        MetadataItem(
          MetadataIdentifier(.iTunes, "covr"),
          .data(MetadataData(mediaType: "image/png", byteCount: 3, bytes: [1, 2, 3]))),
        MetadataItem(MetadataIdentifier(.iTunes, "tmpo"), .integer(120)),
      ],
      chapters: [
        Chapter(exactStart: try Rational(1, 2), exactEnd: nil, titles: [Chapter.Title("One")]),
        Chapter(exactStart: Rational(5), exactEnd: Rational(6), titles: [Chapter.Title("Two", languageTag: "de")]),
      ])
  }

  @Test func `metadata is loaded when it is asked for, and pictures when they are`() async throws {
    let cat = try film("cat.mp4")
    let renderer = ScriptedRenderer(media: [cat], metadata: [cat.asset: try metadata()])
    let asset = asset(cat, renderer)
    _ = try await asset.load(.duration)
    #expect(renderer.record.metadataAsked == [])
    let (items, common, date, place) = try await asset.load(.metadata, .commonMetadata, .creationDate, .location)
    #expect(items.count == 6 && !common.contains { $0.identifier.key == "tmpo" })
    #expect(common.first { $0.commonKey == .title }?.text == "A title")
    // What the author says comes before the header's date.
    #expect(date?.text == "2019-12-31" && date?.date?.timeIntervalSince1970 == 1_577_750_400)
    #expect(place == GeographicLocation(latitude: 48.5, longitude: -16.25, altitude: 100))
    #expect(renderer.record.metadataAsked == [false])
    let artwork = try await asset.load(.artwork)
    #expect(artwork == [Artwork(mediaType: "image/png", bytes: [1, 2, 3])])
    #expect(renderer.record.metadataAsked == [false, true])
    #expect(try await asset.loadMetadata(for: .iTunes).count == 4)
    #expect(renderer.record.metadataAsked.count == 2 && renderer.record.factsAsked.count == 1)
  }

  @Test func `chapters count from the asset's time zero, and the last ends with it`() async throws {
    var cat = try film("cat.mp4", seconds: 10)
    cat.origin = try Rational(1, 4)
    let asset = asset(cat, ScriptedRenderer(media: [cat], metadata: [cat.asset: try metadata()]))
    let chapters = try await asset.load(.chapters)
    #expect(chapters.map(\.exactStart) == [try Rational(1, 4), try Rational(19, 4)])
    #expect(chapters.map(\.exactEnd) == [Rational(10), try Rational(23, 4)])
    #expect(chapters.map(\.title) == ["One", "Two"])
  }

  // MARK: Compositions

  @Test func `a composition answers what a file does`() async throws {
    let cat = try film("cat.mp4")
    var dog = try film("dog.mp4")
    dog.videoTracks[0].timing = .constant(start: .zero, frameDuration: try Rational(1, 50), count: 500)
    dog.videoTracks[0].colorimetry.transfer = 18
    let renderer = ScriptedRenderer(media: [cat, dog])
    var movie = Composition()
    let seconds = CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 1))
    for facts in [cat, dog] { try movie.insertTimeRange(seconds, of: asset(facts, renderer), at: movie.duration) }
    let asset = CompositionAsset(movie, inspector: MediaInspector(renderer: renderer))
    let (tracks, duration, size, isPlayable) = try await asset.load(
      .tracks, .duration, .presentationSize, .isPlayable)
    #expect(duration == CMTime(value: 6, timescale: 1) && isPlayable)
    #expect(size == Size(width: 640, height: 360))
    #expect(tracks.map(\.mediaType) == [.video, .audio] && tracks.map(\.trackID) == movie.tracks.map(\.id))
    #expect(tracks[0].nominalFrameRate == 50 && tracks[0].minFrameDuration == CMTime(value: 1, timescale: 50))
    #expect(tracks[0].formatDescriptions.count == 2 && tracks[0].segments.count == 2)
    #expect(tracks[0].hasMediaCharacteristic(.containsHDRVideo) && !tracks[0].hasMediaCharacteristic(.audible))
    #expect(tracks[1].formatDescriptions.first?.audio?.sampleRate == 48_000)
    #expect(try await asset.load(.metadata).isEmpty)
    #expect(try await asset.loadTracks(withMediaCharacteristic: .audible).map(\.trackID) == [movie.tracks[1].id])
    // A track of it is no file's.
    #expect {
      try movie.editTrack(movie.tracks[0].id) { try $0.insertTimeRange(seconds, of: tracks[0], at: .zero) }
    } throws: {
      ($0 as? EditError)?.code == .unsuitableSource
    }
  }
}
