public import Compositing
import EditingModel
public import FoundationEssentials
public import MediaFormats
public import MediaTime
public import Subtitles

/// Writes a file: takes pictures, samples or packets, encodes what is to be encoded, and joins it.
///
/// ```
///  write(picture, at:)  ─► encoder ─► packets ─┐
///  write(samples)       ─► encoder ─► packets ─┼─► muxer ─► temporary file ─► header corrected, on the disk ─► the file
///  write(packet, to:)   ───────────────────────┤
///  write(segment)       ───────────────────────┘
/// ```
///
/// Each input is fed from its own thread, in order; a write waits while the encoder's or the muxer's queue is full, the latter for a moment
/// alone in a file that was begun with open tracks, whose packets are held. No file exists at the target before `finish()`, and nothing is
/// left behind by `cancel()` or an error.
///
/// Threads: one for each input, none of them of Swift's pool; `cancel()` from any.
public protocol MediaWriter: AnyObject, Sendable {
  /// Begins `track` of a file that was begun with open tracks (``WriterSettings/hasOpenTracks``), as `settings` say, which are those of a
  /// file of that track alone. What is written to it is encoded from now on; its packets are held, a few in memory and the others on the
  /// disk, until the file's header is written, and wherever other tracks come later.
  ///
  /// - Parameter track: By which number it is written to: not that in `settings`, where it is the first. The order of numbers is that in
  /// the
  ///   file, whichever tracks begin first.
  /// - Throws: As `write(_:at:duration:)`; `.unsupported` or `.missingPlugin` for what the engine does not encode.
  func begin(_ track: WriterTrack, as settings: WriterSettings) throws(RenderError)

  /// Says what a file is that was begun with open tracks: `settings` have those that have begun, in the order of their numbers, and no
  /// others. The header is written when each of them has its first packet.
  ///
  /// - Throws: As `write(_:at:duration:)`; `.unsupported` for what the container has no place for.
  func settle(_ settings: WriterSettings) throws(RenderError)

  /// Encodes `picture`, shown from `time` on for `duration`. Times rise, by any steps.
  ///
  /// - Throws: `RenderError` with `.writeFailed`, `.stalled`, `.cancelled`, `.engineFailed`, or `.outOfRange` where the
  ///   time does not rise.
  func write(_ picture: PixelBuffer, at time: Rational, duration: Rational) throws(RenderError)

  /// Sets, before the first segment, the description of all pictures by those of `segments`: where copied pictures are
  /// beside encoded ones, and the file's header must describe both.
  ///
  /// - Throws: As `write(_:)`.
  func describePictures(by segments: [EncodedSegment]) throws(RenderError)

  /// Adds the pictures of `segment`, which follow those before: of a file whose settings say that its pictures come in segments.
  ///
  /// - Throws: As `write(_:at:duration:)`; `.mediaUnreadable` where the segment's file is damaged, `.unsupported` where its
  ///   pictures are not encoded as those before.
  func write(_ segment: EncodedSegment) throws(RenderError)

  /// Has the next picture that is presented after `time`, in the file's time, begin a segment; where there are no pictures, the next
  /// packet of the first track. Of a movie that is handed over in segments, whose settings have no length of fragments, or before that
  /// is over. Nothing else is changed.
  ///
  /// - Throws: As `write(_:at:duration:)`.
  func beginSegment(after time: Rational) throws(RenderError)

  /// Ends the pictures.
  func endPictures() throws(RenderError)

  /// Encodes `samples`, which follow those before of sound number `sound` without a gap.
  ///
  /// - Throws: As `write(_:at:duration:)`.
  func write(_ samples: SampleBlock, to sound: Int) throws(RenderError)

  /// Ends the samples of sound number `sound`.
  func endSamples(of sound: Int) throws(RenderError)

  /// Writes `packet` unchanged, in track number `track` of the settings' packet tracks. Decode times rise.
  ///
  /// - Throws: As `write(_:at:duration:)`.
  func write(_ packet: MediaPacket, to track: Int) throws(RenderError)

  /// Ends packet track `track`.
  func endPackets(of track: Int) throws(RenderError)

  /// Adds `cue`, in the file's time, to track number `track` of the settings' tracks of text. It is in the file when that is
  /// finished.
  ///
  /// - Throws: As `write(_:at:duration:)`.
  func write(_ cue: SubtitleCue, to track: Int) throws(RenderError)

  /// Adds `sample`, in the file's time, to track number `track` of the settings' tracks of data. It is in the file when that is finished.
  ///
  /// - Throws: As `write(_:at:duration:)`.
  func write(_ sample: DataTrack.Sample, to track: Int) throws(RenderError)

  /// Adds `chapter`, in the file's time, behind those of the settings. It is in the file when that is finished.
  ///
  /// - Throws: As `write(_:at:duration:)`; `.unsupported` where the file takes no more.
  func write(_ chapter: Chapter) throws(RenderError)

  /// Ends the presentation at `end`, in the file's time, before `finish()`: what lies behind it and was written stays in the
  /// file, hidden by the tracks' edit lists; text and chapters end there.
  ///
  /// - Throws: As `write(_:at:duration:)`; `.unsupported` where the container has no edit lists, and pictures or samples were
  ///   written that lie behind the end.
  func endPresentation(at end: Rational) throws(RenderError)

  /// Waits until everything is in the file, gives it its name, and says how large it is. Every input has ended. Blocks.
  ///
  /// - Throws: As `write(_:at:duration:)`, and `.outputExists`; then nothing is left of the file.
  func finish() throws(RenderError) -> WrittenFile

  /// Abandons the file and removes what was written; calls under way end with `.cancelled` within a second. After
  /// `finish()` has returned, it changes nothing.
  func cancel()

  /// Bytes of the packets that are encoded, and held until they can be in the file.
  var heldByteCount: Int64 { get }
}

extension MediaWriter {
  /// 0: of writers that hold nothing.
  public var heldByteCount: Int64 { 0 }

  /// Encodes `samples` in the first sound: `write(_:to:)`.
  public func write(_ samples: SampleBlock) throws(RenderError) { try write(samples, to: 0) }

  /// Ends the samples of the first sound.
  public func endSamples() throws(RenderError) { try endSamples(of: 0) }
}

/// The settings of a file: its tracks, its metadata, and its form.
public struct WriterSettings: Hashable, Sendable {
  /// The container and the encodings, complete.
  public var export: ExportSettings
  /// Whether tracks of media are still to be added, one by one, as it becomes known what they are (``MediaWriter/begin(_:as:)``): the
  /// settings have no tracks then, and those of text and data come with ``MediaWriter/settle(_:)``.
  public var hasOpenTracks = false
  /// The format of the pictures; nil in a file without pictures to encode.
  public var pictures: Pictures?
  /// The format of the samples; nil in a file without samples to encode.
  public var samples: Samples?
  /// The packets that the sound of `samples` is made of; nil where it is encoded.
  public var copiedSound: CopiedSound?
  /// The sounds beside that of `samples`, in order.
  public var otherSounds: [Sound] = []
  /// The tracks of packets, in order, behind pictures and sounds.
  public var packets: [PacketFormat]
  /// The tracks of text, behind packets.
  public var subtitles: [SubtitleTrack]
  /// The tracks of data, behind all others, of a movie.
  public var dataTracks: [DataTrack] = []
  /// The headers of the tracks, in the file's order: pictures, sounds, packets; without those that are left out.
  public var headers: [TrackHeader] = []
  /// Associations of tracks, each counted in the file's order: pictures, sounds, packets, text, data.
  public var associations: [TrackAssociation] = []
  /// The file's metadata, and its chapters.
  public var metadata = FileMetadata()
  /// Whether statements without a place in the container are left behind, and listed in ``WrittenFile/notes``;
  /// otherwise they are an error.
  public var leavesStatementsBehind = false
  /// The duration of each fragment of a movie, which is written under its own name at once, so that it can be played as
  /// far as its last complete fragment whatever happens; nil for a file that is there when it is finished.
  public var fragmentDuration: Rational?
  /// The duration of the first of them; nil for that of the others.
  public var firstFragmentDuration: Rational?
  /// Whether a movie in fragments whose writing fails is left as far as it is, to be played as far as its last complete fragment;
  /// otherwise nothing is left. One that is cancelled never is.
  public var keepsFragments = false
  /// Whether a movie in fragments is so when it is finished, too (ISO/IEC 14496-12 §8.8): each begins with a key frame of the pictures,
  /// and lasts until the first one at or behind its duration. It is written under a temporary name.
  public var staysFragmented = false
  /// From where on the borders are counted of a movie that is handed over in segments: they stand at multiples of the fragments' duration,
  /// in the movie's time; nil for zero.
  public var fragmentOrigin: Rational?
  /// The number of the first fragment of a movie that is handed over in segments.
  public var firstFragmentNumber = 1
  /// The folder for packets that wait for others, where they are too many for memory; nil for the folder of the file,
  /// and the system's for temporary files where there is no file.
  public var folderForHeldPackets: URL?
  /// Ticks a second of the movie's own header; nil for those in which all lengths are exact.
  public var movieTimescale: Int64?
  /// Whether the header stands before the media, so that playing can begin before all of the file is there.
  public var isOptimizedForNetwork = false

  /// The format of a file's pictures.
  public struct Pictures: Hashable, Sendable {
    /// Their size.
    public var size: PixelSize
    /// Their pixel format.
    public var pixelFormat: PixelFormat
    /// Their colorimetry.
    public var colorimetry: Colorimetry
    /// Their mastering light, in high dynamic range; nil without one.
    public var light: MasteringLight?
    /// The usual duration of a picture: the file's frame rate, and the unit of its times.
    public var frameDuration: Rational
    /// The duration of all of them, where it is known beforehand.
    public var expectedDuration: Rational?
    /// Ticks a second of their track, where the container leaves it open; nil for those of `frameDuration`.
    public var timescale: Int64?
    /// The encoder's pass, where there are two; nil for a single one.
    public var pass: EncodingPass?
    /// The number of segments, which come as encoded packets; nil where the writer encodes.
    public var segmentCount: Int?
    /// The decode times of a segment's packets, in the order of decoding; nil for its encoder's.
    public var decodingTimes: [Rational]?
    /// The number by which an encoder calls its parameter sets: of H.264.
    public var parameterSet = 0
    /// Whether key frames in a segment have their parameter sets with them.
    public var repeatsParameterSets = false
    /// Whether pictures of another size are scaled to `size`; otherwise they are refused.
    public var isScaled = false
    /// The most bits a second that a constant quality may take, in each second; nil for as many as it takes.
    public var maximumBitrate: Int?

    /// Pictures of `size`.
    public init(
      size: PixelSize, pixelFormat: PixelFormat, colorimetry: Colorimetry, frameDuration: Rational,
      expectedDuration: Rational? = nil, light: MasteringLight? = nil
    ) {
      self.size = size
      self.pixelFormat = pixelFormat
      self.colorimetry = colorimetry
      self.frameDuration = frameDuration
      self.expectedDuration = expectedDuration
      self.light = light
    }
  }

  /// The format of a file's samples.
  public struct Samples: Hashable, Sendable {
    /// Samples a second.
    public var sampleRate: Int
    /// The channels and their speakers.
    public var layout: ChannelLayout
    /// The widest lossless format of what they were made from, where all of it is lossless: what a lossless codec
    /// keeps.
    public var losslessFormat: AudioTrackFacts.LosslessFormat?
    /// The number of samples, where it is known beforehand.
    public var expectedCount: Int64?
    /// The format of given samples, where that has another rate or other speakers and is converted; nil for samples as they are written.
    public var given: SoundFormat?

    /// The number of channels.
    public var channels: Int { layout.channels }

    /// Samples at `sampleRate` for the speakers of `layout`.
    public init(
      sampleRate: Int, layout: ChannelLayout, losslessFormat: AudioTrackFacts.LosslessFormat? = nil,
      expectedCount: Int64? = nil
    ) {
      self.sampleRate = sampleRate
      self.layout = layout
      self.losslessFormat = losslessFormat
      self.expectedCount = expectedCount
    }
  }

  /// A file as `export` says, of `pictures`, `samples` and `packets`.
  public init(
    _ export: ExportSettings, pictures: Pictures? = nil, samples: Samples? = nil, packets: [PacketFormat] = [],
    subtitles: [SubtitleTrack] = []
  ) {
    self.export = export
    self.pictures = pictures
    self.samples = samples
    self.packets = packets
    self.subtitles = subtitles
  }

  /// The file that `plan`, rendered as `export` says, becomes.
  ///
  /// - Throws: `RationalError.overflow` where a length does not fit in 64 bits, as in no planned render.
  public init(_ export: ExportSettings, for plan: RenderPlan) throws(RationalError) {
    self.init(export, subtitles: plan.renderedSubtitles)
    if let picture = plan.picture, let video = export.video {
      let asked = video.pixelFormat ?? video.codec.format.pixelFormats.first
      pictures = Pictures(
        size: picture.size, pixelFormat: asked.flatMap { $0.isRGB ? $0 : nil } ?? picture.pixelFormat,
        colorimetry: picture.colorimetry,
        frameDuration: picture.grid.frameDuration, expectedDuration: try picture.outputDuration,
        light: picture.light)
      pictures?.timescale = picture.timescale
    }
    if let sound = plan.sound, let audio = export.audio {
      samples = Samples(
        sampleRate: sound.grid.rate, layout: sound.layout, losslessFormat: audio.sampleFormat ?? sound.losslessFormat,
        expectedCount: Int64(sound.range.count))
    }
  }
}

extension PicturePlan {
  /// Ticks a second of the pictures' track; nil for those of the usual frame duration, where frames are on its grid from zero on.
  /// Where no ticks suit all times, there are a million, in which times are rounded.
  fileprivate var timescale: Int64? {
    if case .constant(.zero, _, _) = timing { return nil }
    guard var timescale = timing.timescale else { return 1_000_000 }
    let fewest: Int64 = 10_000
    while timescale < fewest { timescale *= 10 }
    return timescale
  }
}

/// One of two passes over the same pictures: the first notes what each costs, and the last shares the bits out by it.
public enum EncodingPass: Hashable, Sendable {
  /// The first, which writes no file; its notes are in the file at this path, and others whose names begin so.
  case first(statistics: String)
  /// The last, after those notes.
  case last(statistics: String)
}

/// The encoder of a file's pictures.
public struct EncoderUse: Hashable, Sendable {
  /// The engine's name of it: "x264enc".
  public var name: String
  /// Whether it is the machine's hardware.
  public var isHardware: Bool
  /// The reason for an encoder without hardware, where hardware was preferred: a sentence.
  public var note: String?

  /// The encoder called `name`.
  public init(name: String, isHardware: Bool = false, note: String? = nil) {
    (self.name, self.isHardware, self.note) = (name, isHardware, note)
  }
}

/// The progress of a file.
public struct WriterProgress: Hashable, Sendable {
  /// Encoded pictures.
  public var frameCount: Int
  /// Accepted samples.
  public var sampleCount: Int64

  /// `frameCount` pictures and `sampleCount` samples.
  public init(frameCount: Int = 0, sampleCount: Int64 = 0) {
    self.frameCount = frameCount
    self.sampleCount = sampleCount
  }
}

/// A file that was written.
public struct WrittenFile: Hashable, Sendable {
  /// Pictures in it, those that an edit list hides included.
  public var frameCount: Int
  /// Samples a channel in it, those that an edit list hides included.
  public var sampleCount: Int64
  /// Its size.
  public var byteCount: Int64
  /// The encoder of the pictures; nil in a file without any, and where the engine encodes them by itself.
  public var encoder: EncoderUse?
  /// Notes on what the container has no place for, a sentence each.
  public var notes: [String] = []

  /// A file of `byteCount` bytes.
  public init(frameCount: Int, sampleCount: Int64, byteCount: Int64) {
    self.frameCount = frameCount
    self.sampleCount = sampleCount
    self.byteCount = byteCount
  }
}
