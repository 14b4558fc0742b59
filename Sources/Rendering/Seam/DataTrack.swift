public import EditingModel
public import MediaFormats
public import MediaTime

/// A track of a movie whose samples mean something to programs: timecode, metadata that holds for a while (`AVMEDIA_TYPE_DATA`), or text as
/// its format has it.
public struct DataTrack: Hashable, Sendable {
  /// Timecode, metadata, text, subtitles or captions.
  public var kind: AncillaryTrack.Kind
  /// The format of its samples.
  public var format: DataFormat
  /// The samples, in the order of their times.
  public var samples: [Sample]
  /// The language, a BCP 47 tag; nil where unknown.
  public var languageTag: String?
  /// Whether the track is played by default.
  public var isEnabled = true
  /// Ticks a second of its times; nil for those in which all are exact.
  public var timescale: Int64?
  /// Its metadata in the movie, by QuickTime's keys and in its user data.
  public var items: [MetadataItem] = []
  /// Tracks with the same number above 0 stand for one another: one of them is played.
  public var alternateGroup = 0
  /// The transform of its visible content.
  public var transform = Transform.identity
  /// The size that text is laid out for, in pixels; nil for that of its format's box.
  public var size: PixelSize?

  /// A sample.
  public struct Sample: Hashable, Sendable {
    /// The contents in the track's format.
    public var bytes: [UInt8]
    /// From when on it holds.
    public var start: Rational
    /// The end of the sample's validity; nil for the next one's start, or the end of the film.
    public var end: Rational?

    /// `bytes`, from `start` to `end`.
    public init(_ bytes: [UInt8], from start: Rational, to end: Rational?) {
      (self.bytes, self.start, self.end) = (bytes, start, end)
    }
  }

  /// A track of `samples` in `format`.
  public init(_ kind: AncillaryTrack.Kind, _ format: DataFormat, samples: [Sample] = []) {
    (self.kind, self.format, self.samples) = (kind, format, samples)
  }

  /// The end of sample number `number`: its own, or the beginning of the next; nil for the last one without an end.
  public func end(ofSample number: Int) -> Rational? {
    samples[number].end ?? (number + 1 < samples.count ? samples[number + 1].start : nil)
  }
}
