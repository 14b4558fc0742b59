public import EditingModel
public import MediaFormats

/// Files as they are: facts, statements, subtitles, key frames, packets and bytes, before anything is planned.
///
/// Threads: any. The asynchronous calls do their blocking work on dedicated threads and honor task cancellation within
/// a second. `blockingFacts(of:)` and `bytes(of:at:_:)` block the calling thread; encoders and decoders of sound work
/// on the calling thread.
public protocol MediaReading: Sendable {
  /// Finds out what the files hold, each once, in any order.
  ///
  /// - Throws: `RenderError` with `.mediaMissing`, `.mediaUnreadable`, `.missingPlugin`, `.stalled` or `.cancelled`.
  func facts(of assets: [AssetReference]) async throws -> [AssetReference: MediaFacts]

  /// Facts about a file. Blocks until they are known, on threads outside of Swift's pool.
  ///
  /// - Throws: As `facts(of:)`.
  func blockingFacts(of asset: AssetReference) throws -> MediaFacts

  /// The file's facts by its beginning, for files that take long to read to their end. ``MediaFacts/isPrecise`` is set
  /// where precise facts take no longer.
  ///
  /// - Throws: As `facts(of:)`.
  func estimatedFacts(of asset: AssetReference) async throws -> MediaFacts

  /// The file's metadata: titles, dates, places, chapters. Pictures and other data are counted; their bytes are read
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

  /// The samples of a movie's track of data, timecode or metadata, which the movie calls `number`, in the asset's time.
  ///
  /// - Throws: As `facts(of:)`; `.unsupported` where there is no such track, or its samples are more than can be held.
  func data(of asset: AssetReference, track number: Int32) async throws -> DataTrack

  /// The frames of a file's video track at which decoding can start, by their numbers in the track, in order.
  ///
  /// - Throws: As `facts(of:)`; `.invalidModel` where the file has no such track.
  func keyFrames(of source: CompositionTrackSegment.Source) async throws -> [Int]

  /// The coded pictures of a file's video track; or why none of its packets can stand in another film as they are.
  ///
  /// - Throws: As `keyFrames(of:)`.
  func codedPictures(of source: CompositionTrackSegment.Source) async throws -> Result<CodedPictures, UncopiedMedia>

  /// The coded sound of a file's audio track; or why none of its packets can stand in another film as they are.
  ///
  /// - Throws: As `facts(of:)`; `.invalidModel` where the file has no such track.
  func codedSound(of source: CompositionTrackSegment.Source) async throws -> Result<CodedSound, UncopiedMedia>

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

  /// A decoder of packets to pictures for `format`, which comes from a packet reader, or has the same contents.
  ///
  /// - Throws: `RenderError` with `.missingPlugin` or `.unsupported`.
  func pictureDecoder(of format: PacketFormat) throws -> any PictureDecoder

  /// An encoder of pictures by `coding` into packets, which need not go into a file.
  ///
  /// - Throws: `RenderError` with `.missingPlugin` where the encoder is not there, `.unsupported` for what it does not encode.
  func pictureEncoder(_ coding: PicturePacketCoding) throws -> any PicturePacketEncoder

  /// A converter of sound from `input` to `output`, as the samples of an asset are read at another rate and in other channels.
  ///
  /// - Throws: `RenderError` with `.unsupported` where there is no such conversion.
  func soundConverter(from input: SoundFormat, to output: SoundFormat) throws -> any SoundConverter

  /// An encoder of sound by `coding`.
  ///
  /// - Throws: `RenderError` with `.unsupported` where the codec has no such sound, `.missingPlugin` where its encoder is not there.
  func soundEncoder(_ coding: SoundCoding) throws -> any SoundPacketEncoder

  /// A decoder of packets of `format`.
  ///
  /// - Throws: `RenderError` with `.unsupported` for a codec that is not decoded, or a configuration that is not its.
  func soundDecoder(_ format: SoundPacketFormat) throws -> any SoundPacketDecoder
}
