public import MediaTime

/// The plan of the pictures' encoding: in segments, each by an encoder of its own; their packets follow one another in
/// the file.
///
/// ```
///  frames     0             250           431           681
///  segments   ├── 0 ─────────┼── 1 ────────┼── 2 ────────┼── …
///             key            key           key                 each begins with a key frame and refers to none before it
/// ```
///
/// Borders follow from the film, its media and its settings, never from the machine: so the bytes of a file depend
/// neither on how many segments are encoded at a time nor on which process encodes them. Made by ``SegmentPlanner``.
public struct SegmentPlan: Hashable, Sendable, Codable {
  /// The segments, in order: contiguous, and together the rendered frames. At least one.
  public var segments: [Segment]
  /// The reason for which one encoder makes all frames, where more would not be allowed to: a sentence; nil where the
  /// film is divided, or only too short.
  public var reasonForOne: String?
  /// The packets that are copied beside encoded ones; nil where all are encoded.
  public var smart: SmartRendering?

  /// `segments`, which are one alone for `reasonForOne`.
  public init(_ segments: [Segment], reasonForOne: String? = nil, smart: SmartRendering? = nil) {
    (self.segments, self.reasonForOne, self.smart) = (segments, reasonForOne, smart)
  }

  /// A run of frames that one encoder makes, or that are copied.
  public struct Segment: Hashable, Sendable, Codable {
    /// Its place among the segments, from 0.
    public var number: Int
    /// Its frames, by the numbers that they have in the plan.
    public var frames: Range<Int>
    /// The pictures of media whose packets it is made of, one run after another, together as many as there are frames; empty where the
    /// frames are encoded.
    public var copies: [CopiedPictures]

    /// Segment number `number`, of `frames`, which are encoded unless they are `copies`.
    public init(number: Int, frames: Range<Int>, copies: [CopiedPictures] = []) {
      (self.number, self.frames, self.copies) = (number, frames, copies)
    }

    /// Whether its frames are copied.
    public var isCopied: Bool { !copies.isEmpty }
  }

  /// Whether the pictures come in segments, not from one encoder.
  public var isDivided: Bool { segments.count > 1 || hasCopies }

  /// Whether some pictures are copied.
  public var hasCopies: Bool { segments.contains(where: \.isCopied) }

  /// A note on a smart rendering without a single copied picture: a sentence, with the reason that holds for most
  /// frames. Nil of every other film.
  public var noteOnCopies: String? {
    guard let smart, !hasCopies else { return nil }
    var counts: [String: Int] = [:]
    for reason in smart.reasons { counts[reason.sentence, default: 0] += reason.frames.count }
    // Of equally many the first.
    let most = counts.values.max()
    guard let reason = smart.reasons.first(where: { counts[$0.sentence] == most }) else { return nil }
    return "No picture is copied, all are encoded. \(reason.sentence)"
  }
}

extension SegmentPlan.Segment {
  /// Its beginning in the output of `picture`, and its duration, in seconds.
  ///
  /// - Throws: `RationalError.overflow` where a time does not fit in 64 bits, as in no planned picture.
  public func times(in picture: PicturePlan) throws(RationalError) -> (start: Rational, duration: Rational) {
    let (start, end) = (try picture.outputTime(of: frames.lowerBound), try picture.outputTime(of: frames.upperBound))
    return (start, try end - start)
  }
}

extension RenderPlan {
  /// The same film with `segment` alone to render, without sound: every value in it is that of the whole film.
  public func pictures(of segment: SegmentPlan.Segment) -> RenderPlan {
    var part = RenderPlan(picture: picture, sound: nil)
    part.picture?.range = segment.frames
    return part
  }
}
