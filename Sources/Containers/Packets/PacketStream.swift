public import MediaTime

/// A stream of a file, as the file describes it: what has to agree where streams are joined.
public struct PacketStream: Hashable, Sendable, Codable {
  /// The kind of a stream's media.
  public enum Kind: String, Hashable, Sendable, Codable {
    case pictures, sound, subtitles
    /// A picture that stands for the file.
    case cover
    /// Anything else: timecodes, telemetry, fonts.
    case other
  }

  /// Its place among the file's streams.
  public var index: Int
  /// The number that its file gives it: a movie's or Matroska's of its track; 0 where it gives none.
  public var identifier = 0
  /// The kind of its media.
  public var kind: Kind
  /// The codec by libav's name: "h264".
  public var codec: String
  /// The four letters, or the number, by which its file calls the codec.
  public var tag = ""
  /// The codec's profile by libav's number.
  public var profile: Int
  /// Parameter sets and the like, which stand in the file's header.
  public var configuration: [UInt8]
  /// Pixels from left to right; 0 of sound.
  public var width = 0
  /// Pixels from top to bottom; 0 of sound.
  public var height = 0
  /// The format of samples of pictures or sound, by libav's name: "yuv420p".
  public var format = ""
  /// Matrix, primaries, transfer, range: code points of ITU-T H.273, and 1 or 2 for the range.
  public var color: [Int] = []
  /// The pixel aspect ratio, width to height.
  public var pixelAspect = Rational.one
  /// Whether the file's header states the pixel aspect.
  public var isPixelAspectStated = false
  /// Bits a pixel as the file's header says; 0 where it does not.
  public var bitsPerPixel = 0
  /// Pictures a second as the file says; nil where it does not.
  public var frameRate: Rational?
  /// Samples a second; 0 of pictures.
  public var sampleRate = 0
  /// The number of channels; 0 of pictures.
  public var channels = 0
  /// Bits a sample where sound is not compressed, or compressed without loss; 0 elsewhere, and where nothing says it.
  public var bitsPerSample = 0
  /// Bytes of a moment of all channels where sound is not compressed; 0 elsewhere.
  public var frameByteCount = 0
  /// The speakers: "stereo".
  public var layout = ""
  /// Samples of a packet where all have as many; 0 otherwise.
  public var frameSize = 0
  /// Samples that a decoder gives before the sound.
  public var initialPadding = 0
  /// Seconds a tick of its times.
  public var tick: Rational
  /// The presentation time of its first packet, as far as the file's header and beginning state it, in ticks.
  public var start: Int64?
  /// The language as the file names it.
  public var language: String?
  /// The file's statements of it, its language and title included.
  public var statements: [FileStatement] = []
  /// Whether a movie has it played by default; nil of other files.
  public var isEnabled: Bool?
  /// The nine numbers of the matrix by which the file turns or mirrors its pictures, as in a movie; empty where it has none.
  public var matrix: [Int32] = []
  /// Whether pictures surround the viewer, as the file says (360°).
  public var surroundsViewer = false
  /// Whether text is shown whatever a person chooses.
  public var isForced = false
  /// The four letters by which a file calls the codec, where its name does not say all; empty elsewhere.
  public var fourCC = ""
  /// Bits a second as an encoder was asked for; 0 where nothing says it.
  public var bitRate = 0
  /// The display that pictures were mastered on: x and y of red, green, blue and white in 1/50,000, the brightest and the darkest
  /// light in 1/10,000 cd/m²; nil where nothing says it.
  public var masteringDisplay: [Int]?
  /// The light that pictures reach; nil where nothing says it.
  public var contentLight: ContentLight?

  /// The light that pictures reach, in cd/m² (CTA-861.3): a pixel at most, and the mean of a picture.
  public struct ContentLight: Hashable, Sendable, Codable {
    /// MaxCLL.
    public var maximum: Int
    /// MaxFALL.
    public var average: Int

    /// Pixels up to `maximum`, pictures up to `average`.
    public init(maximum: Int, average: Int) {
      (self.maximum, self.average) = (maximum, average)
    }
  }

  /// A stream of `kind` that is to be written, in `codec` by libav's name, whose times are in units of `tick` seconds.
  public init(_ kind: Kind, codec: String, tick: Rational) {
    self.init(index: 0, kind: kind, codec: codec, profile: -99, configuration: [], tick: tick)
  }

  /// Stream number `index` of a file.
  init(index: Int, kind: Kind, codec: String, profile: Int, configuration: [UInt8], tick: Rational) {
    (self.index, self.kind, self.codec, self.profile) = (index, kind, codec, profile)
    (self.configuration, self.tick) = (configuration, tick)
  }

  /// `ticks` in seconds.
  public func seconds(_ ticks: Int64) throws(RationalError) -> Rational { try Rational(ticks) * tick }

  /// The decoder's output before the sound, in nanoseconds.
  var paddingInNanoseconds: Int64 {
    sampleRate > 0 ? Int64(initialPadding) * 1_000_000_000 / Int64(sampleRate) : 0
  }
}
