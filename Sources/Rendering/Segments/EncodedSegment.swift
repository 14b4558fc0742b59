public import Compositing
public import FoundationEssentials
public import MediaTime

/// The pictures of a segment as packets, in a file of the engine's own.
public struct EncodedSegment: Hashable, Sendable {
  /// The file.
  public var url: URL
  /// The identity of the packets' source, as it was stated when they were made: what is not the same is another segment.
  public var identity: String
  /// The number of pictures.
  public var frameCount: Int
  /// The beginning of the first in the film, and the end of the last, in seconds.
  public var times: Range<Rational>
  /// The file's size.
  public var byteCount: Int64
  /// The findings while they were made.
  public var findings: Findings

  /// `frameCount` pictures made from what `identity` says and shown in `times`, in the file at `url`.
  public init(
    at url: URL, identity: String, frameCount: Int, times: Range<Rational>, byteCount: Int64,
    findings: Findings = Findings()
  ) {
    (self.url, self.identity, self.frameCount) = (url, identity, frameCount)
    (self.times, self.byteCount, self.findings) = (times, byteCount, findings)
  }

  /// Faults that let the work go on.
  public struct Findings: Hashable, Sendable, Codable {
    /// The errors of frames that a custom compositor failed to make.
    public var compositorFailures: [RenderError]
    /// Damage of the media.
    public var damage: [MediaDamage]

    /// These findings; none by default.
    public init(compositorFailures: [RenderError] = [], damage: [MediaDamage] = []) {
      (self.compositorFailures, self.damage) = (compositorFailures, damage)
    }

    /// Whether nothing was found.
    public var isEmpty: Bool { compositorFailures.isEmpty && damage.isEmpty }
  }
}

/// Encodes the pictures of one segment.
///
/// ```
///  write(picture, at:) ─► encoder ─► packets ─► temporary file ─► finish ─► the segment's file
/// ```
///
/// The file is there when it is finished, and not before; an error or a cancellation leaves nothing behind. What was there under
/// its name is replaced: two that make the same segment at the same time make the same file.
///
/// Threads: one of its own, none of Swift's pool; `cancel()` from any.
public protocol SegmentWriter: AnyObject, Sendable {
  /// Encodes `picture`, shown from `time` of the film on for `duration`. Times rise, by any steps.
  ///
  /// - Throws: `RenderError`, as `MediaWriter.write(_:at:duration:)` does.
  func write(_ picture: PixelBuffer, at time: Rational, duration: Rational) throws(RenderError)

  /// Waits until all packets are in the file, which says `findings`, and gives it its name. Blocks.
  ///
  /// - Throws: As `write(_:at:duration:)`; then nothing is left of the file.
  func finish(_ findings: EncodedSegment.Findings) throws(RenderError) -> EncodedSegment

  /// Abandons the file; calls under way end with `.cancelled` within a second.
  func cancel()
}
