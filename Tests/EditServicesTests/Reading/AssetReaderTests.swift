import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// A reader's states and ranges, on a scripted engine whose frames and samples carry their numbers.
@Suite("Asset reader")
struct AssetReaderTests {
  private let renderer: ScriptedRenderer
  private let asset: URLAsset
  private let tracks: [AssetTrack]

  init() throws {
    let media = try film("cat.mp4", seconds: 2)
    renderer = ScriptedRenderer(media: [media])
    asset = URLAsset(url: media.asset.url, inspector: MediaInspector(renderer: renderer))
    tracks = Asset(media).tracks
  }

  private func range(_ start: Int64, _ end: Int64, _ timescale: CMTimeScale) -> CMTimeRange {
    CMTimeRange(start: CMTime(value: start, timescale: timescale), end: CMTime(value: end, timescale: timescale))
  }

  private func all(_ output: any AssetReaderOutput) async -> [SampleBuffer] {
    var found: [SampleBuffer] = []
    while let buffer = await output.nextSampleBuffer() { found.append(buffer) }
    return found
  }

  @Test func `every frame of a track comes once, at its time`() async throws {
    let reader = AssetReader(asset: asset, renderer: renderer)
    let output = AssetReaderTrackOutput(track: tracks[0], outputSettings: .video)
    try reader.add(output)
    #expect(reader.status == .unknown)
    #expect(await output.nextSampleBuffer() == nil)
    try reader.startReading()
    #expect(reader.status == .reading)
    let buffers = await all(output)
    #expect(buffers.map(\.presentationTime) == (0..<50).map { CMTime(value: $0, timescale: 25) })
    #expect(buffers.allSatisfy { $0.duration == CMTime(value: 1, timescale: 25) && $0.isSync })
    let frames = try buffers.map { try ScriptedPictures.frame(of: try #require($0.pixelBuffer)) }
    #expect(frames == Array(0..<50))
    #expect(reader.status == .completed && reader.error == nil)
    let isClosed = renderer.record.pictureReaders.allSatisfy { $0.isClosed }
    #expect(isClosed)
  }

  @Test func `a range contains its start and not its end, exactly`() async throws {
    let reader = AssetReader(asset: asset, renderer: renderer)
    // From inside frame 10 to inside frame 12.
    reader.timeRange = range(102, 123, 250)
    let pictures = AssetReaderTrackOutput(track: tracks[0], outputSettings: .video)
    let sound = AssetReaderTrackOutput(
      track: tracks[1], outputSettings: .audio(AudioReadingSettings(sampleFormat: .integer24)))
    try reader.add(pictures)
    try reader.add(sound)
    try reader.startReading()
    let frames = await all(pictures)
    #expect(frames.map(\.timeRange) == [range(102, 110, 250), range(110, 120, 250), range(120, 123, 250)])
    #expect(reader.status == .reading)
    let samples = await all(sound)
    #expect(samples[0].presentationTime == CMTime(value: 102, timescale: 250))
    #expect(samples.last?.timeRange.end == CMTime(value: 123, timescale: 250))
    let bytes = samples.flatMap { $0.data ?? [] }
    let byteCount: Int = 21 * 48_000 / 250 * 2 * 3
    #expect(bytes.count == byteCount)
    // Sample 19,584 is that many millionths.
    let first = Int((19_584 * 8.388_608).rounded())
    let found: Int = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
    #expect(found == first)
    #expect(reader.status == .completed)
  }

  @Test func `adjoining ranges have every frame and every sample once`() async throws {
    var covered: [CMTimeRange] = []
    for (start, end) in [(0, 333), (333, 1_000), (1_000, 1_001), (1_001, 2_000)] as [(Int64, Int64)] {
      let reader = AssetReader(asset: asset, renderer: renderer)
      reader.timeRange = range(start, end, 1_000)
      let output = AssetReaderTrackOutput(track: tracks[0], outputSettings: .video)
      try reader.add(output)
      try reader.startReading()
      covered += await all(output).map(\.timeRange)
    }
    #expect(zip(covered, covered.dropFirst()).allSatisfy { $0.end == $1.start })
    #expect(covered.first?.start == .zero && covered.last?.end == CMTime(value: 2, timescale: 1))
  }

  @Test func `a reader is used once, and outputs belong to one`() async throws {
    let reader = AssetReader(asset: asset, renderer: renderer)
    let output = AssetReaderTrackOutput(track: tracks[1], outputSettings: .audio)
    #expect(reader.canAdd(output))
    try reader.add(output)
    #expect(!reader.canAdd(output))
    #expect(throws: RenderError.self) { try AssetReader(asset: asset, renderer: renderer).add(output) }
    try reader.startReading()
    let error = #expect(throws: RenderError.self) { try reader.startReading() }
    #expect(error?.code == .outOfRange)
    let late = AssetReaderTrackOutput(track: tracks[0], outputSettings: .video)
    #expect(!reader.canAdd(late))
    #expect(throws: RenderError.self) { try reader.add(late) }
    reader.timeRange = range(0, 1, 1)
    #expect(reader.timeRange.duration == .positiveInfinity)
  }

  @Test func `a failure of one output fails the reader, and says why`() async throws {
    let failing = ScriptedRenderer(
      media: [try film("cat.mp4", seconds: 2)], failingFrames: [3: RenderError(.mediaUnreadable, "Frame 3 is torn.")])
    let reader = AssetReader(asset: asset, renderer: failing)
    let pictures = AssetReaderTrackOutput(track: tracks[0], outputSettings: .video)
    let sound = AssetReaderTrackOutput(track: tracks[1], outputSettings: .audio)
    try reader.add(pictures)
    try reader.add(sound)
    try reader.startReading()
    var count = 0
    let error = await #expect(throws: RenderError.self) {
      for try await _ in pictures.sampleBuffers { count += 1 }
    }
    #expect(count == 3 && error?.code == .mediaUnreadable)
    #expect(reader.status == .failed && reader.error == error)
    #expect(await sound.nextSampleBuffer() == nil)
  }

  @Test func `media that cannot be opened fails with the first buffer`() async throws {
    let reader = AssetReader(
      asset: URLAsset(url: asset.url, inspector: MediaInspector(renderer: renderer)),
      renderer: ScriptedRenderer(media: []))
    let output = AssetReaderTrackOutput(track: tracks[0], outputSettings: .video)
    try reader.add(output)
    try reader.startReading()
    #expect(await output.nextSampleBuffer() == nil)
    #expect(reader.status == .failed && reader.error?.code == .mediaMissing)
  }

  @Test func `a reader that is cancelled gives nothing more`() async throws {
    let reader = AssetReader(asset: asset, renderer: renderer)
    let output = AssetReaderTrackOutput(track: tracks[0], outputSettings: .video)
    try reader.add(output)
    try reader.startReading()
    #expect(await output.nextSampleBuffer() != nil)
    reader.cancelReading()
    #expect(await output.nextSampleBuffer() == nil)
    #expect(reader.status == .cancelled && reader.error?.code == .cancelled)
    let unused = AssetReader(asset: asset, renderer: renderer)
    unused.cancelReading()
    #expect(unused.status == .cancelled)
    #expect(throws: RenderError.self) { try unused.startReading() }
  }

  @Test func `other ranges are read after the first, in any order`() async throws {
    let reader = AssetReader(asset: asset, renderer: renderer)
    reader.timeRange = range(0, 1, 25)
    let output = AssetReaderTrackOutput(track: tracks[0], outputSettings: .video)
    output.supportsRandomAccess = true
    try reader.add(output)
    try reader.startReading()
    #expect(throws: RenderError.self) { try output.reset(forReadingTimeRanges: []) }
    #expect(await all(output).count == 1)
    #expect(reader.status == .reading)
    try output.reset(forReadingTimeRanges: [range(40, 42, 25), range(7, 8, 25)])
    #expect(await all(output).map(\.presentationTime) == [40, 41, 7].map { CMTime(value: $0, timescale: 25) })
    #expect(reader.status == .reading)
    output.markConfigurationAsFinal()
    #expect(reader.status == .completed)
    #expect(throws: RenderError.self) { try output.reset(forReadingTimeRanges: [range(0, 1, 25)]) }
  }

  @Test func `a track of a composition gives its segments' frames at the composition's times`() async throws {
    let source = CompositionTrackSegment.Source(asset: asset.reference)
    var track = CompositionTrack(id: 7, mediaType: .video)
    track.segments = [
      // At half the speed, nothing, and from inside frame 30.
      CompositionTrackSegment(source: source, sourceRange: range(0, 2, 25), targetRange: range(0, 4, 25)),
      CompositionTrackSegment(emptyOver: range(4, 5, 25)),
      CompositionTrackSegment(source: source, sourceRange: range(61, 64, 50), targetRange: range(10, 13, 50)),
    ]
    let composition = CompositionAsset(
      Composition(tracks: [track]), inspector: MediaInspector(renderer: renderer))
    let loaded = try await composition.load(.tracks)
    let reader = AssetReader(asset: composition, renderer: renderer)
    let output = AssetReaderTrackOutput(track: loaded[0], outputSettings: .video)
    try reader.add(output)
    try reader.startReading()
    let buffers = await all(output)
    #expect(buffers.map(\.timeRange) == [range(0, 2, 25), range(2, 4, 25), range(10, 11, 50), range(11, 13, 50)])
    let frames = try buffers.map { try ScriptedPictures.frame(of: try #require($0.pixelBuffer)) }
    #expect(frames == [0, 1, 30, 31])
    let packets = AssetReader(asset: composition, renderer: renderer)
    let stored = AssetReaderTrackOutput(track: loaded[0], outputSettings: nil)
    try packets.add(stored)
    try packets.startReading()
    #expect(await stored.nextSampleBuffer() == nil)
    #expect(packets.error?.code == .unsupported)
  }

  @Test func `a film of several tracks comes on its grid, a mix as one sound`() async throws {
    let reader = AssetReader(asset: asset, renderer: renderer)
    reader.timeRange = range(1, 2, 1)
    let film = AssetReaderVideoCompositionOutput(videoTracks: [tracks[0]])
    let mix = AssetReaderAudioMixOutput(
      audioTracks: [tracks[1]], audioSettings: AudioReadingSettings(sampleRate: 44_100, channels: 1),
      audioMix: AudioMix())
    try reader.add(film)
    try reader.add(mix)
    try reader.startReading()
    let pictures = await all(film)
    #expect(pictures.map(\.presentationTime) == (25..<50).map { CMTime(value: $0, timescale: 25) })
    let sound = await all(mix)
    #expect(sound.allSatisfy { $0.formatDescription?.audio?.sampleRate == 44_100 })
    #expect(sound.compactMap(\.samples).map(\.count).reduce(0, +) == 44_100)
    #expect(sound.first?.samples?.channels == 1 && sound.first?.presentationTime == CMTime(value: 1, timescale: 1))
    #expect(reader.status == .completed)
  }

  @Test func `chapters come as groups of their names`() async throws {
    let media = try film("book.mp4", seconds: 10)
    let metadata = FileMetadata(chapters: [
      Chapter(
        exactStart: .zero, exactEnd: nil, titles: [Chapter.Title("One", languageTag: "eng"), Chapter.Title("Eins")]),
      Chapter(exactStart: Rational(4), exactEnd: Rational(6), titles: [Chapter.Title("Two")]),
      Chapter(exactStart: Rational(8), exactEnd: nil, titles: [Chapter.Title("Three")]),
    ])
    let renderer = ScriptedRenderer(media: [media], metadata: [media.asset: metadata])
    for (part, expected) in [
      (nil, [range(0, 4, 1), range(4, 6, 1), range(8, 10, 1)]), (range(3, 5, 1), [range(3, 4, 1), range(4, 5, 1)]),
    ] as [(CMTimeRange?, [CMTimeRange])] {
      let reader = AssetReader(
        asset: URLAsset(url: media.asset.url, inspector: MediaInspector(renderer: renderer)), renderer: renderer)
      if let part { reader.timeRange = part }
      let output = AssetReaderMetadataOutput()
      try reader.add(output)
      try reader.startReading()
      let groups = await all(output)
      #expect(groups.map(\.timeRange) == expected)
      guard case .metadata(let items)? = groups.first?.content else {
        Issue.record("The first group holds no metadata.")
        continue
      }
      #expect(items.map(\.text) == ["One", "Eins"] && items.map(\.languageTag) == ["eng", nil])
      #expect(reader.status == .completed)
    }
  }

  @Test func `settings of another kind are refused`() async throws {
    let reader = AssetReader(asset: asset, renderer: renderer)
    let output = AssetReaderTrackOutput(track: tracks[0], outputSettings: .audio)
    try reader.add(output)
    try reader.startReading()
    #expect(await output.nextSampleBuffer() == nil)
    #expect(reader.error?.code == .unsupported)
  }
}
