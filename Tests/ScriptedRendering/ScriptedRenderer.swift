package import Compositing
package import EditingModel
package import FoundationEssentials
package import MediaFormats
package import MediaTime
package import Rendering
import Synchronization

/// A renderer that does what a test says, and remembers what it was asked.
///
/// Its pictures carry their frame's number, its samples their own (``ScriptedPictures``, ``ScriptedSamples``), and its files
/// are what was written into them (``ScriptedWriter``).
package final class ScriptedRenderer: Renderer {
  /// What happens when an answer is asked for.
  package enum Act: Sendable {
    /// A writer reports that so many frames are encoded.
    case progress(frame: Int)
    /// The test runs some code of its own in the middle of the work.
    case perform(@Sendable () -> Void)
    /// What is asked about media waits for as long as the test's own code does; of a file that is finished nothing waits.
    case hold(@Sendable () async -> Void)
    /// The work stands still until it is cancelled, then ends as cancelled work does.
    case waitForCancellation
    /// The work stands still until the stream ends, or it is cancelled.
    case wait(AsyncStream<Never>)
    /// The work ends with an error.
    case fail(any Error)
  }

  /// What it was asked, in order.
  package struct Record {
    package var factsAsked: [[AssetReference]] = []
    package var metadataAsked: [Bool] = []
    package var keyFramesAsked = 0
    package var settingsChecked: [ExportSettings] = []
    package var plans: [RenderPlan] = []
    package var outputs: [URL] = []
    package var replacing: [Bool] = []
    package var writers: [ScriptedWriter] = []
    package var pictureReaders: [ScriptedPictures] = []
    package var sampleReaders: [ScriptedSamples] = []
    /// The files of segments that were begun.
    package var segments: [URL] = []
    /// The pictures whose packets were copied.
    package var copiedPictures: [CopiedPictures] = []
    package var copies: [PacketCopy] = []
    package var copiesPlanned: [PacketCopy] = []
  }

  private let media: [AssetReference: MediaFacts]
  private let metadata: [AssetReference: FileMetadata]
  private let compositors: Set<String>
  private let discovery: [Act]
  private let refusal: (any Error)?
  private let export: [Act]
  private let keyFrameInterval: Int
  private let failingFrames: [Int: RenderError]
  private let longestBlock: Int64
  private let step: ScriptedStep
  private let state = Mutex(Record())

  /// A renderer with `media` and their `metadata`, whose video tracks have a key frame every `keyFrameInterval` frames,
  /// and custom compositors called `compositors`; goes through `discovery` before it answers what the media holds,
  /// refuses all settings with `refusal`, fails at `failingFrames`, and goes through `export` when a file is finished.
  /// It gives no more than `longestBlock` samples at once, and calls `step` at every stage of an export.
  package init(
    media: [MediaFacts], metadata: [AssetReference: FileMetadata] = [:], compositors: Set<String> = [],
    keyFrameInterval: Int = 50, discovery: [Act] = [],
    refusal: (any Error)? = nil, failingFrames: [Int: RenderError] = [:], export: [Act] = [],
    longestBlock: Int64 = .max, step: @escaping ScriptedStep = { (_: ScriptedStage) throws(RenderError) in }
  ) {
    self.longestBlock = longestBlock
    self.metadata = metadata
    self.step = step
    self.compositors = compositors
    self.media = Dictionary(media.map { ($0.asset, $0) }, uniquingKeysWith: { first, _ in first })
    self.keyFrameInterval = keyFrameInterval
    self.discovery = discovery
    self.refusal = refusal
    self.failingFrames = failingFrames
    self.export = export
  }

  /// Its media.
  package var knownAssets: Set<AssetReference> { Set(media.keys) }

  /// What it was asked so far.
  package var record: Record { state.withLock { $0 } }

  package func blockingFacts(of asset: AssetReference) throws -> MediaFacts {
    state.withLock { $0.factsAsked.append([asset]) }
    guard let facts = media[asset] else {
      throw RenderError(.mediaMissing, "The file does not exist.", asset: asset)
    }
    return facts
  }

  package func estimatedFacts(of asset: AssetReference) async throws -> MediaFacts {
    guard var facts = try await facts(of: [asset])[asset] else {
      throw RenderError(.mediaMissing, "There is no file at \(asset.url.path).", asset: asset)
    }
    facts.isPrecise = false
    return facts
  }

  package func facts(of assets: [AssetReference]) async throws -> [AssetReference: MediaFacts] {
    state.withLock { $0.factsAsked.append(assets) }
    for act in discovery {
      switch act {
      case .progress: break
      case .perform(let body): body()
      case .hold(let body): await body()
      case .waitForCancellation:
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
      case .wait(let gate):
        for await _ in gate {}
        try Task.checkCancellation()
      case .fail(let error): throw error
      }
    }
    for asset in assets where media[asset] == nil {
      throw RenderError(.mediaMissing, "The file does not exist.", asset: asset)
    }
    return media.filter { assets.contains($0.key) }
  }

  package func metadata(of asset: AssetReference, readingData: Bool) async throws -> FileMetadata {
    state.withLock { $0.metadataAsked.append(readingData) }
    guard media[asset] != nil else {
      throw RenderError(.mediaMissing, "The file does not exist.", asset: asset)
    }
    return metadata[asset] ?? FileMetadata()
  }

  package func keyFrames(of source: CompositionTrackSegment.Source) async throws -> [Int] {
    state.withLock { $0.keyFramesAsked += 1 }
    guard let facts = media[source.asset] else {
      throw RenderError(.mediaMissing, "The file does not exist.", asset: source.asset)
    }
    return Array(stride(from: 0, to: facts.videoTracks[source.trackIndex].timing.count, by: keyFrameInterval))
  }

  package func codedPictures(
    of source: CompositionTrackSegment.Source
  ) async throws -> Result<CodedPictures, UncopiedMedia> {
    guard let facts = media[source.asset] else {
      throw RenderError(.mediaMissing, "The file does not exist.", asset: source.asset)
    }
    // Each packet shows the next frame, and what begins with a key frame is closed.
    let count = facts.videoTracks[source.trackIndex].timing.count
    var pictures = CodedPictures(
      codec: .h264, pixelFormat: .yuv420p, parameterSets: [0], frames: Array(0..<count),
      entryPoints: Array(stride(from: 0, to: count, by: keyFrameInterval)))
    pictures.profile = "high"
    return .success(pictures)
  }

  package func codedSound(
    of source: CompositionTrackSegment.Source
  ) async throws -> Result<CodedSound, UncopiedMedia> {
    guard let facts = media[source.asset]?.audioTracks[source.trackIndex] else {
      throw RenderError(.mediaMissing, "The file does not exist.", asset: source.asset)
    }
    // As an encoder of AAC makes it: a packet before the sound, and the last one longer than that.
    let length: Int64 = 1_024
    return .success(
      CodedSound(
        codec: .aac, packetCount: Int((facts.sampleCount + 2 * length - 1) / length), packetLength: length,
        firstSample: facts.firstSample - length, preroll: 2 * length))
  }

  package func check(_ videoComposition: VideoComposition) throws {
    guard let name = videoComposition.customCompositor?.name, !compositors.contains(name) else { return }
    throw RenderError(.unsupported, "There is no custom compositor “\(name)”.")
  }

  package func check(_ settings: ExportSettings) throws {
    state.withLock { $0.settingsChecked.append(settings) }
    if let refusal { throw refusal }
  }

  package func pictures(of plan: RenderPlan, in format: PixelBuffer.Format?) async throws -> any PictureReader {
    guard let picture = plan.picture else { throw RenderError(.invalidModel, "The plan has no picture.") }
    try step(.openPictures)
    let reader = ScriptedPictures(picture, in: format ?? .yuv420p, failingFrames: failingFrames, step: step)
    state.withLock { record in
      record.pictureReaders.append(reader)
      if record.plans.last != plan { record.plans.append(plan) }
    }
    return reader
  }

  package func samples(of plan: RenderPlan) async throws -> any SampleReader {
    guard let sound = plan.sound else { throw RenderError(.invalidModel, "The plan has no sound.") }
    try step(.openSamples)
    let reader = ScriptedSamples(sound, longestBlock: longestBlock, step: step)
    state.withLock { record in
      record.sampleReaders.append(reader)
      if record.plans.last != plan { record.plans.append(plan) }
    }
    return reader
  }

  package func decoders(of plan: RenderPlan) async throws -> [DecoderUse] {
    var uses: [DecoderUse] = []
    for run in plan.picture?.runs ?? [] where !uses.contains(where: { $0.source == run.source }) {
      uses.append(
        DecoderUse(
          source: run.source, codec: run.facts.codec, name: "scripted", isHardware: false, note: "It is scripted."))
    }
    return plan.picture?.hardwareDecoding == .off ? [] : uses
  }

  package func packets(
    of source: CompositionTrackSegment.Source, _ mediaType: MediaType
  ) async throws -> any PacketReader {
    throw RenderError(.unsupported, "The scripted renderer has no packets.")
  }

  package func subtitles(of asset: AssetReference, charset: String?) async throws -> [StoredSubtitles] {
    throw RenderError(.unsupported, "The scripted renderer reads no subtitles.", asset: asset)
  }

  package func add(_ tracks: [DataTrack], _ associations: [TrackAssociation], toMovieAt url: URL) throws {
    throw RenderError(.unsupported, "The scripted renderer adds no data.")
  }

  package func data(of asset: AssetReference, track number: Int32) async throws -> DataTrack {
    throw RenderError(.unsupported, "The scripted renderer reads no data.", asset: asset)
  }

  package func sampleTable(
    of source: CompositionTrackSegment.Source, _ mediaType: MediaType
  ) async throws -> SampleTable {
    throw RenderError(.unsupported, "The scripted renderer lists no packets.", asset: source.asset)
  }

  package func bytes(of asset: AssetReference, at offset: UInt64, _ count: Int) throws -> [UInt8] {
    throw RenderError(.unsupported, "The scripted renderer gives no bytes.", asset: asset)
  }

  package func soundConverter(from input: SoundFormat, to output: SoundFormat) throws -> any SoundConverter {
    ScriptedSoundConverter(from: input, to: output)
  }

  package func soundEncoder(_ coding: SoundCoding) throws -> any SoundPacketEncoder {
    throw RenderError(.unsupported, "The scripted renderer encodes no packets of sound.")
  }

  package func soundDecoder(_ format: SoundPacketFormat) throws -> any SoundPacketDecoder {
    throw RenderError(.unsupported, "The scripted renderer decodes no packets of sound.")
  }

  package func writer(
    _ settings: WriterSettings, to output: WriterOutput, progress: @escaping @Sendable (WriterProgress) -> Void
  ) async throws -> any MediaWriter {
    try step(.openWriter)
    let writer = ScriptedWriter(settings, acts: export, progress: progress, step: step)
    state.withLock { record in
      if case .file(let url, let replacing) = output {
        record.outputs.append(url)
        record.replacing.append(replacing)
      }
      record.writers.append(writer)
    }
    return writer
  }

  package func segmentWriter(
    _ settings: WriterSettings, identity: String, to url: URL
  ) async throws -> any SegmentWriter {
    try step(.openWriter)
    state.withLock { $0.segments.append(url) }
    return ScriptedSegmentWriter(identity, to: url, step: step)
  }

  package func copySegment(
    _ copies: [CopiedPictures], at times: [Rational], _ settings: WriterSettings, identity: String, to url: URL,
    notice: @escaping @Sendable () -> Void
  ) async throws -> EncodedSegment {
    try step(.openWriter)
    state.withLock { record in
      record.segments.append(url)
      record.copiedPictures += copies
    }
    return try ScriptedSegment.copy(of: copies, at: times, identity: identity, to: url, notice: notice)
  }

  package func mediaSegmentWriter(
    _ settings: WriterSettings, _ layout: MediaSegmentLayout, into folder: URL
  ) async throws -> any MediaSegmentWriter {
    try step(.openWriter)
    return ScriptedMediaSegments(settings, layout, into: folder, step: step)
  }

  package func encodedSegment(at url: URL) async throws -> EncodedSegment? {
    try ScriptedSegment(at: url)?.segment(at: url)
  }

  package func encodingVersions(of settings: ExportSettings) throws -> [String] { ["scripted 1"] }

  package func copyPackets(
    _ copy: PacketCopy, to url: URL, replacing: Bool, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> CopiedFile {
    try step(.openWriter)
    state.withLock { record in
      record.outputs.append(url)
      record.replacing.append(replacing)
      record.copies.append(copy)
    }
    progress(1)
    // A film's own temporary files are not among the media.
    let facts = copy.parts.map { $0.range?.duration ?? media[$0.asset]?.duration ?? .zero }
    return CopiedFile(
      start: copy.parts.first?.range?.start ?? .zero, duration: try facts.reduce(.zero) { try $0 + $1 }, isExact: true,
      packetCounts: [], byteCount: 0)
  }

  package func plan(_ copy: PacketCopy) async throws -> CopyPlan {
    state.withLock { $0.copiesPlanned.append(copy) }
    return try ScriptedCopy(media).plan(copy)
  }

  package func check(_ copy: PacketCopy) async throws -> [String] { [] }

  package func encodeImage(_ picture: PixelBuffer, as type: ImageType, quality: Double) throws -> [UInt8] {
    Array("\(type.rawValue) \(picture) frame \(try ScriptedPictures.frame(of: picture))".utf8)
  }
}

/// What happens at each stage; what it throws is the stage's failure.
package typealias ScriptedStep = @Sendable (ScriptedStage) throws(RenderError) -> Void
