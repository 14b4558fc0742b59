public import MediaTime

/// The formats of a presentation's media segments, as HLS and DASH know them.
public enum MediaSegmentFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// Fragmented MP4, with an initialization section of its own (ISO/IEC 14496-12 §8.8; RFC 8216 §3.3).
  case fragmentedMP4 = "fmp4"
  /// MPEG transport streams (RFC 8216 §3.2), which DASH in browsers does not support.
  case transportStream = "ts"

  /// The files' extension.
  public var pathExtension: String { self == .fragmentedMP4 ? "m4s" : "ts" }

  /// The name of the file of segment number `number`, from 1 on: "00001.m4s".
  public func fileName(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, Self.digitCount - digits.count)) + digits + ".\(pathExtension)"
  }

  /// Digits that a number has at least.
  public static let digitCount = 5

  /// The name of the file of the initialization section.
  public static let initializationName = "init.mp4"
}

/// The layout of one track of a presentation in media segments.
public struct MediaSegmentLayout: Hashable, Sendable {
  /// The format of the segments.
  public var format: MediaSegmentFormat
  /// The beginnings of segments, in seconds of the film, in order; the first is that of the film.
  ///
  /// Pictures begin there exactly. A packet of sound is in the segment in which it begins.
  public var starts: [Rational]
  /// The duration of the film's longest picture, in seconds; 0 of a film without pictures.
  public var longestPicture: Rational

  /// Segments of `format` that begin at `starts`.
  public init(_ format: MediaSegmentFormat, startingAt starts: [Rational], longestPicture: Rational = .zero) {
    (self.format, self.starts, self.longestPicture) = (format, starts, longestPicture)
  }
}

/// Writes one track of a presentation as media segments, each in a file of its own.
///
/// ```
///  write(segment)  ─► packets ─┐
///                              ├─► a segment at a time, in memory ─► 00001.m4s, 00002.m4s, …; init.mp4
///  write(samples) ─► encoder ──┘
/// ```
///
/// The files are in the caller's folder; the caller removes it after a failure. Threads: one, none of Swift's pool;
/// `cancel()` from any.
public protocol MediaSegmentWriter: AnyObject, Sendable {
  /// Adds the pictures of `segment`, which follow those before.
  ///
  /// - Throws: `RenderError`, as `MediaWriter.write(_:)` does.
  func write(_ segment: EncodedSegment) throws(RenderError)

  /// Encodes `samples`, which follow those before without a gap.
  ///
  /// - Throws: `RenderError`, as `MediaWriter.write(_:to:)` does.
  func write(_ samples: SampleBlock) throws(RenderError)

  /// Ends the track, waits until all of it is on the disk, and says what was written. Blocks.
  ///
  /// - Throws: As `write(_:)`; `.engineFailed` where there was nothing to write.
  func finish() throws(RenderError) -> MediaSegments

  /// Abandons the track; calls under way end with `.cancelled` within a second.
  func cancel()
}

/// A track of a presentation that was written as media segments.
public struct MediaSegments: Hashable, Sendable, Codable {
  /// The format of the segments.
  public var format: MediaSegmentFormat
  /// The codec with its profile and level, as RFC 6381 names it: "avc1.64001F".
  public var codec: String
  /// Ticks a second of its times.
  public var timescale: Int64
  /// Bytes of the initialization section, which stands in a file of its own; nil where there is none.
  public var initializationByteCount: Int64?
  /// The offset of times in the segments from the film's, in seconds: of transport streams, whose clock begins before
  /// the film.
  public var clockOffset = Rational.zero
  /// The segments, in order.
  public var segments: [Segment]

  /// A track in `codec` of `segments`, with times in ticks of `timescale` a second.
  public init(
    _ format: MediaSegmentFormat, codec: String, timescale: Int64, initializationByteCount: Int64? = nil,
    segments: [Segment] = []
  ) {
    (self.format, self.codec, self.timescale) = (format, codec, timescale)
    (self.initializationByteCount, self.segments) = (initializationByteCount, segments)
  }

  /// One segment.
  public struct Segment: Hashable, Sendable, Codable {
    /// Its file, in the track's folder.
    public var name: String
    /// Its presentation, in ticks of the track's media.
    public var ticks: Range<Int64>
    /// Its size.
    public var byteCount: Int64
    /// The key frames in it that can be read by themselves, in order; of pictures alone.
    public var keyFrames: [KeyFrame]

    /// The segment in the file `name`, presented in `ticks`.
    public init(name: String, ticks: Range<Int64>, byteCount: Int64, keyFrames: [KeyFrame] = []) {
      (self.name, self.ticks, self.byteCount, self.keyFrames) = (name, ticks, byteCount, keyFrames)
    }
  }

  /// A key frame that can be decoded by itself.
  public struct KeyFrame: Hashable, Sendable, Codable {
    /// Its presentation time, in ticks of the track's media.
    public var tick: Int64
    /// Its place in the segment's file, with what a decoder has to know of it.
    public var bytes: Range<Int64>

    /// The key frame at `tick`, in `bytes` of its segment.
    public init(tick: Int64, bytes: Range<Int64>) { (self.tick, self.bytes) = (tick, bytes) }
  }

  /// `ticks` in seconds.
  public func seconds(_ ticks: Int64) -> Rational { (try? Rational(ticks, timescale)) ?? .zero }
}
