public import Compositing
public import EditingModel
public import FoundationEssentials
public import MediaFormats
public import MediaTime

/// The seam between the services, which know nothing of GStreamer, and an engine: facts, pictures, samples and packets
/// out, pictures, samples and packets in.
///
/// ```
///  files ──► facts                         PictureReader ──► PixelBuffer ─┐
///  plan ───► pictures(of:) samples(of:) ──►                              ├─► MediaWriter ──► file
///  track ──► packets(of:)                  SampleReader ──► SampleBlock ─┘   (PacketReader ──► MediaPacket likewise)
/// ```
///
/// Readers and writers are independent of each other: two readers of one plan share nothing that either could disturb.
///
/// Threads: any. The asynchronous calls do their blocking work on dedicated threads and honor task cancellation within
/// a second; those that are not asynchronous return at once.
public protocol Renderer: Sendable {
  /// Finds out what the files hold, each once, in any order.
  ///
  /// - Throws: `RenderError` with `.mediaMissing`, `.mediaUnreadable`, `.missingPlugin`, `.stalled` or `.cancelled`.
  func facts(of assets: [AssetReference]) async throws -> [AssetReference: MediaFacts]

  /// What a file holds. Blocks until that is known, on threads that wait for nothing of Swift's.
  ///
  /// - Throws: As `facts(of:)`.
  func blockingFacts(of asset: AssetReference) throws -> MediaFacts

  /// What a file holds as far as its beginning tells, for files that take long to read to their end. The facts say
  /// whether they are precise, which they are where that takes no longer.
  ///
  /// - Throws: As `facts(of:)`.
  func estimatedFacts(of asset: AssetReference) async throws -> MediaFacts

  /// What a file says of itself: titles, dates, places, chapters. Pictures and other data are counted; their bytes are read
  /// only with `readingData`.
  ///
  /// - Throws: As `facts(of:)`. Where the metadata itself is damaged, what can be read of it is given.
  func metadata(of asset: AssetReference, readingData: Bool) async throws -> FileMetadata

  /// The subtitles of a file: the text tracks of a film, in the file's order, or the one track of a file of subtitles.
  /// Tracks of pictures are not among them.
  ///
  /// - Parameter charset: The encoding of a file of subtitles, as iconv knows it; found out if nil.
  /// - Throws: As `facts(of:)`; `.unsupported` where the encoding is not known.
  func subtitles(of asset: AssetReference, charset: String?) async throws -> [StoredSubtitles]

  /// The frames of a file's video track at which decoding can start, by their numbers in the track, in order.
  ///
  /// - Throws: As `facts(of:)`; `.invalidModel` where the file has no such track.
  func keyFrames(of source: CompositionTrackSegment.Source) async throws -> [Int]

  /// Rejects, by name, settings that are not supported on this machine; nothing is written.
  ///
  /// - Throws: `RenderError` with `.unsupported` or `.missingPlugin`.
  func check(_ settings: ExportSettings) throws

  /// Rejects, by name, a custom compositor that is not registered or cannot use its parameters; nothing is made.
  ///
  /// - Throws: `RenderError` with `.unsupported` or `.invalidModel`.
  func check(_ videoComposition: VideoComposition) throws

  /// What colors the custom compositor `reference` takes, as one that is made for it declares.
  ///
  /// - Throws: `RenderError` with `.unsupported`, `.invalidModel` or `.videoCompositorFailed`.
  func colorSupport(of reference: CompositorReference) async throws -> CompositorColorSupport

  /// Which of the font `families` are missing on this machine, and what is drawn instead of each.
  func fontSubstitutes(for families: Set<String>) async throws -> [String: String]

  /// What of the layers and titles of `tool` can be drawn and is probably not meant, in a film of `renderSize` that lasts `duration`: what
  /// is never seen, text beyond the picture, missing fonts.
  func remarks(on tool: AnimationTool, in renderSize: Size, lasting duration: Rational) async throws -> [ModelProblem]

  /// Opens the pictures of `plan`, which has some, in `format`; in the plan's own format if nil.
  ///
  /// - Throws: `RenderError`: as `facts(of:)`, or where a file has changed since the plan was made.
  func pictures(of plan: RenderPlan, in format: PixelBuffer.Format?) async throws -> any PictureReader

  /// Opens the same, which begins with what is open in `media`, and leaves there what it has open when it is closed.
  ///
  /// - Parameter media: What `openMedia()` of such a renderer gave; nil for nothing.
  /// - Throws: As `pictures(of:in:)`.
  func pictures(
    of plan: RenderPlan, in format: PixelBuffer.Format?, using media: (any OpenMedia)?
  ) async throws -> any PictureReader

  /// What readers leave open for those that are opened after them; nil where nothing is kept open. Those who hold it at the
  /// same time may share it.
  func openMedia() -> (any OpenMedia)?

  /// Opens the samples of `plan`, which has some.
  ///
  /// - Throws: As `pictures(of:in:)`.
  func samples(of plan: RenderPlan) async throws -> any SampleReader

  /// Opens the samples of `plan`, which has some, for jumps that decode as `seeking` says.
  ///
  /// - Throws: As `pictures(of:in:)`.
  func samples(of plan: RenderPlan, seeking: SampleSeeking) async throws -> any SampleReader

  /// What decodes each track that `plan` shows, in the order in which they are first shown; empty where no hardware is asked for.
  /// Still pictures and raw ones are not among them.
  ///
  /// - Throws: As `pictures(of:in:)`, which makes the same choice: `.missingPlugin` or `.unsupported` where hardware is required,
  ///   and there is none for a track.
  func decoders(of plan: RenderPlan) async throws -> [DecoderUse]

  /// Opens the packets of one track of a file, unchanged.
  ///
  /// - Throws: As `facts(of:)`; `.invalidModel` where the file has no such track.
  func packets(
    of source: CompositionTrackSegment.Source, _ mediaType: MediaType
  ) async throws -> any PacketReader

  /// The packets of one track of a file as the file lists them, and where they are in it.
  ///
  /// - Throws: As `packets(of:_:)`; `.unsupported` for a container that has no such list.
  func sampleTable(
    of source: CompositionTrackSegment.Source, _ mediaType: MediaType
  ) async throws -> SampleTable

  /// Up to `count` bytes of a file from `offset` on. Blocks.
  ///
  /// - Throws: `RenderError` with `.mediaMissing` or `.mediaUnreadable`.
  func bytes(of asset: AssetReference, at offset: UInt64, _ count: Int) throws -> [UInt8]

  /// Begins a file at `url`, under a temporary name beside it that becomes the file when it is finished. An existing
  /// file at `url` is replaced only if `replacing`.
  ///
  /// `progress` is called repeatedly, and a last time before the file is finished, on any thread.
  ///
  /// - Throws: `RenderError` with `.outputExists`, `.cannotCreateOutput`, `.writeFailed`, `.unsupported` or
  ///   `.missingPlugin`.
  func writer(
    _ settings: WriterSettings, to url: URL, replacing: Bool,
    progress: @escaping @Sendable (WriterProgress) -> Void
  ) async throws -> any MediaWriter

  /// Makes the file of `copy` at `url`, under a temporary name beside it until it is complete. An existing file at `url` is
  /// replaced only if `replacing`. `progress` is called with the part that is done, on any thread.
  ///
  /// - Throws: As `writer(_:to:replacing:progress:)` and `facts(of:)`; `.unsupported` where the container does not hold a
  ///   track, or the streams of the parts do not agree, each difference named.
  func copyPackets(
    _ copy: PacketCopy, to url: URL, replacing: Bool, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> CopiedFile

  /// Rejects, by name, tracks that do not stand in the container of `copy` as they are, and streams that do not agree;
  /// nothing is written.
  ///
  /// - Returns: What would be left behind, a sentence each.
  /// - Throws: As `copyPackets(_:to:replacing:progress:)`.
  @discardableResult
  func check(_ copy: PacketCopy) async throws -> [String]

  /// `picture` as the bytes of a still image file, which says that its colors are sRGB's. Blocks.
  ///
  /// A picture of more than eight bits becomes a PNG of sixteen.
  ///
  /// - Parameter quality: From 0 for the smallest file to 1 for the best one, where `type` loses something; 1 makes a WebP
  ///   without loss, and a JPEG whose chroma is not halved.
  /// - Throws: `RenderError` with `.missingPlugin` or `.engineFailed`.
  func encodeImage(_ picture: PixelBuffer, as type: ImageType, quality: Double) throws -> [UInt8]
}

extension Renderer {
  /// `picture` as the bytes of a still image file, at a quality of 0.9.
  ///
  /// - Throws: As `encodeImage(_:as:quality:)` does.
  public func encodeImage(_ picture: PixelBuffer, as type: ImageType) throws -> [UInt8] {
    try encodeImage(picture, as: type, quality: ImageType.usualQuality)
  }

  /// `picture` as the bytes of a still image file: `encodeImage(_:as:quality:)` on a thread of its own.
  ///
  /// - Throws: As `encodeImage(_:as:quality:)` does.
  public func imageData(
    of picture: PixelBuffer, as type: ImageType, quality: Double = ImageType.usualQuality
  ) async throws -> [UInt8] {
    try await DedicatedThread.run(named: "image") { try encodeImage(picture, as: type, quality: quality) }
  }

  /// The pictures of `pictures(of:in:)`, which leave nothing open.
  public func pictures(
    of plan: RenderPlan, in format: PixelBuffer.Format?, using media: (any OpenMedia)?
  ) async throws -> any PictureReader {
    try await pictures(of: plan, in: format)
  }

  /// Nothing is kept open.
  public func openMedia() -> (any OpenMedia)? { nil }

  /// The samples of `samples(of:)`, which are exact.
  public func samples(of plan: RenderPlan, seeking: SampleSeeking) async throws -> any SampleReader {
    try await samples(of: plan)
  }

  /// Rejects every file.
  public func subtitles(of asset: AssetReference, charset: String?) async throws -> [StoredSubtitles] {
    throw RenderError(.unsupported, "This renderer reads no subtitles.", remedy: "Use another one.", asset: asset)
  }

  /// Refuses: an engine that lists no packets.
  public func sampleTable(
    of source: CompositionTrackSegment.Source, _ mediaType: MediaType
  ) async throws -> SampleTable {
    throw RenderError(.unsupported, "The engine lists no packets.", asset: source.asset)
  }

  /// Refuses: an engine that gives no bytes.
  public func bytes(of asset: AssetReference, at offset: UInt64, _ count: Int) throws -> [UInt8] {
    throw RenderError(.unsupported, "The engine gives no bytes.", asset: asset)
  }

  /// What a compositor takes that declares nothing.
  public func colorSupport(of reference: CompositorReference) async throws -> CompositorColorSupport {
    CompositorColorSupport()
  }

  /// None is known to be missing.
  public func fontSubstitutes(for families: Set<String>) async throws -> [String: String] { [:] }

  /// Nothing is remarked on.
  public func remarks(
    on tool: AnimationTool, in renderSize: Size, lasting duration: Rational
  ) async throws -> [ModelProblem] { [] }

  /// Rejects every custom compositor.
  public func check(_ videoComposition: VideoComposition) throws {
    guard let compositor = videoComposition.customCompositor else { return }
    throw RenderError(
      .unsupported, "There is no custom compositor “\(compositor.name)”.", remedy: "Remove customCompositor.")
  }
}

/// The kinds of still image file that can be written.
public enum ImageType: String, Hashable, Sendable, Codable, CaseIterable {
  /// Portable Network Graphics: without loss, with alpha.
  case png
  /// JPEG: with loss, without alpha.
  case jpeg
  /// WebP: with loss or without, with alpha.
  case webp

  /// The kind of the files whose names end in `pathExtension`, as png, jpg, jpeg and webp in any case; nil for others.
  public init?(pathExtension: String) {
    switch pathExtension.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    case "webp": self = .webp
    default: return nil
    }
  }

  /// How good images are unless something else is asked for, of 1.
  public static let usualQuality = 0.9
}
