public import FoundationEssentials
public import MediaFormats
public import MediaTime

/// A piece of a movie that is handed over while it is written (`AVAssetWriterDelegate`).
///
/// ```
///  initialization   ftyp moov                   the tracks, without a sample: first, once
///  separable        moof mdat                   begins with a key frame of the pictures
/// ```
///
/// All of them, one behind the other, are a movie in fragments (ISO/IEC 14496-12 §8.8); each behind the first is a media segment as HTTP
/// Live Streaming and DASH have them.
public struct MovieSegment: Hashable, Sendable {
  /// The kind of a segment.
  public enum Kind: Hashable, Sendable {
    /// The header.
    case initialization
    /// Media.
    case separable
  }

  /// The part of a track in a segment.
  public struct Track: Hashable, Sendable {
    /// The track's number in the movie, from 1 on.
    public var trackID: Int
    /// Pictures or sound.
    public var mediaType: MediaType
    /// The presentation time of the first of its samples, in the time of the movie.
    public var earliestPresentation: Rational
    /// From there to the end of the last.
    public var duration: Rational
    /// The first picture, in the order of decoding; nil of sound.
    public var firstPicture: Picture?

    /// The part of track `trackID` that is presented from `earliestPresentation` on for `duration`.
    public init(
      trackID: Int, mediaType: MediaType, earliestPresentation: Rational, duration: Rational,
      firstPicture: Picture? = nil
    ) {
      (self.trackID, self.mediaType) = (trackID, mediaType)
      (self.earliestPresentation, self.duration) = (earliestPresentation, duration)
      self.firstPicture = firstPicture
    }
  }

  /// A picture of a segment.
  public struct Picture: Hashable, Sendable {
    /// Its presentation time.
    public var presentation: Rational
    /// Its place in the segment.
    public var bytes: Range<Int>
    /// Whether decoding can start with it.
    public var isKeyFrame: Bool

    /// A picture, presented at `presentation`, whose packet has those bytes of its segment.
    public init(presentation: Rational, bytes: Range<Int>, isKeyFrame: Bool) {
      (self.presentation, self.bytes, self.isKeyFrame) = (presentation, bytes, isKeyFrame)
    }
  }

  /// The segment's kind.
  public var kind: Kind
  /// Its bytes.
  public var data: Data
  /// Its part of each track; empty for the header.
  public var tracks: [Track]

  /// A segment of `data`.
  public init(_ kind: Kind, _ data: Data, tracks: [Track] = []) {
    (self.kind, self.data, self.tracks) = (kind, data, tracks)
  }
}

/// The destination of a writer's output.
public enum WriterOutput: Sendable {
  /// Into the file at a place, under a temporary name beside it until it is finished; one that is there is replaced only if
  /// `replacing`.
  case file(URL, replacing: Bool)
  /// A receiver of segments, called for one after the other, on any thread: a fragmented movie that the writer does not
  /// keep. During the call, nothing more is written.
  case segments(@Sendable (MovieSegment) -> Void)
}
