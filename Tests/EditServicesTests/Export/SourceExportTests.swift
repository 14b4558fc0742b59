import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Synchronization
import Testing

@testable import EditServices

/// Any source, exported by a preset; and inserted where compositions are kept.
@Suite struct SourceExportTests {
  let folder: TemporaryFolder
  let cat: MediaFacts

  init() throws {
    folder = try TemporaryFolder()
    cat = try film("cat.mp4")
  }

  private var inspector: MediaInspector { MediaInspector(renderer: ScriptedRenderer(media: [cat])) }

  private func time(_ value: Int64, _ scale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: scale) }

  private func request(
    _ source: some MediaSource, _ preset: ExportPreset = .size640x480, _ name: String = "film.mp4",
    timeRange: CMTimeRange? = nil
  ) async throws -> ExportRequest {
    try await ExportRequest(
      asset: source, preset: preset, to: folder.file(name), timeRange: timeRange, inspector: inspector)
  }

  @Test func `a file, its asset and an edit of it are exported alike`() async throws {
    let asset = URLAsset(url: cat.asset.url, inspector: inspector)
    var film = Composition()
    try film.insertTimeRange(CMTimeRange(start: .zero, duration: time(10)), of: Asset(cat), at: .zero)
    let edits = [
      try await request(cat.asset.url).edit, try await request(asset).edit, try await request(cat.asset).edit,
      try await request(film).edit, try await request(CompositionAsset(film, inspector: inspector)).edit,
      try await request(EditSnapshot(composition: film)).edit, try await request(AnalysisSubject(cat.asset)).edit,
    ]
    #expect(edits.allSatisfy { $0 == edits[0] } && edits[0].composition.duration == time(10))
    let whole = EditSnapshot(composition: film, audioMix: AudioMix())
    #expect(try await request(whole).edit == whole)
  }

  @Test func `the preset says the size, and the name the container`() async throws {
    let small = try await request(cat.asset, .lowQuality, "film.mov")
    #expect(small.maximumSize == PixelSize(width: 224, height: 128) && small.settings.fileType == .mov)
    #expect(small.settings == ExportPreset.lowQuality.settings(in: .mov))
    let copy = try await request(cat.asset, .passthrough, "film.mkv")
    #expect(copy.isPassthrough && copy.settings.fileType == .mkv)
    for (preset, name) in [
      (ExportPreset.lowQuality, "film"), (.appleProRes422LPCM, "film.mp4"), (.lowQuality, "film.flac"),
    ] {
      await #expect { try await request(cat.asset, preset, name) } throws: {
        ($0 as? RenderError)?.code == .unsupported && ($0 as? RenderError)?.remedy?.contains(".mov") == true
      }
    }
    // One track of a file is not the file.
    await #expect { try await request(AnalysisSubject(cat.asset, track: 1)) } throws: {
      ($0 as? RenderError)?.code == .unsupported
    }
  }

  @Test func `a file's title and chapters stay, its place does not`() async throws {
    let metadata = FileMetadata(
      items: [
        MetadataItem(MetadataIdentifier(.iTunes, "©nam"), .text("Cats")),
        MetadataItem(MetadataIdentifier(.quickTimeUserData, "©xyz"), .text("+48.5-016.25+100/")),
      ],
      chapters: [
        Chapter(start: .zero, end: nil, titles: [.init("One")]),
        Chapter(start: time(4), end: nil, titles: [.init("Two")]),
      ])
    let renderer = ScriptedRenderer(media: [cat], metadata: [cat.asset: metadata])
    let whole = try await request(cat.asset).statedMetadata(in: .mp4, renderer: renderer)
    #expect(whole.items.map(\.text) == ["Cats"] && whole.chapters.map(\.start) == [.zero, time(4)])
    let part = try await request(cat.asset, timeRange: CMTimeRange(start: time(3), duration: time(3)))
    let stated = try await part.statedMetadata(in: .mp4, renderer: renderer)
    #expect(stated.chapters.map(\.start) == [.zero, time(1)])
    #expect(stated.chapters.map(\.end) == [time(1), time(3)])
    #expect(part.timeRange == CMTimeRange(start: time(3), duration: time(3)))
  }

  @Test func `a handler is called once an export has ended, however`() async throws {
    let renderer = ScriptedRenderer(media: [cat])
    let session = ExportSession(try await request(cat.asset), renderer: renderer)
    await withCheckedContinuation { done in session.exportAsynchronously { done.resume() } }
    #expect(session.status == .completed && session.report != nil && session.error == nil)
    // A second time there is nothing to be done, and that is said, too.
    await withCheckedContinuation { done in session.exportAsynchronously { done.resume() } }
    #expect(session.status == .completed)
    let missing = ExportSession(try await request(cat.asset), renderer: ScriptedRenderer(media: []))
    await withCheckedContinuation { done in missing.exportAsynchronously { done.resume() } }
    #expect(missing.status == .failed && missing.error?.code == .mediaMissing && missing.report == nil)
  }

  // MARK: Inserting

  /// A composition that an actor keeps.
  private actor CuttingRoom {
    private(set) var film = Composition()
    func insert(_ range: CMTimeRange, of asset: URLAsset) throws {
      try film.insertTimeRange(range, of: asset, at: film.duration)
    }
  }

  @Test func `what is loaded is inserted without another look, and else with one`() async throws {
    let renderer = ScriptedRenderer(media: [cat])
    let asset = URLAsset(url: cat.asset.url, name: cat.asset.name, inspector: MediaInspector(renderer: renderer))
    let room = CuttingRoom()
    let range = CMTimeRange(start: .zero, duration: time(2))
    try await room.insert(range, of: asset)
    #expect(renderer.record.factsAsked == [[cat.asset]])
    try await room.insert(range, of: asset)
    #expect(try await asset.load(.duration) == time(10))
    #expect(renderer.record.factsAsked == [[cat.asset]])
    let cut = await room.film
    #expect(cut.duration == time(4) && cut.tracks.count == 2)

    let other = URLAsset(url: cat.asset.url, name: cat.asset.name, inspector: MediaInspector(renderer: renderer))
    _ = try await other.load(.tracks)
    try await room.insert(range, of: other)
    #expect(renderer.record.factsAsked.count == 2)
    let missing = URLAsset(url: URL(filePath: "/media/unicorn.mp4"), inspector: MediaInspector(renderer: renderer))
    await #expect { try await room.insert(range, of: missing) } throws: {
      ($0 as? RenderError)?.code == .mediaMissing
    }
    #expect(await room.film.duration == time(6))
  }
}
