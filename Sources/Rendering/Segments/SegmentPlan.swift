public import MediaTime

/// How the pictures of a film are encoded: in segments, each by an encoder of its own, whose packets follow one another in the
/// file.
///
/// ```
///  frames     0             250           431           681
///  segments   ├── 0 ─────────┼── 1 ────────┼── 2 ────────┼── …
///             key            key           key                 each begins with a key frame and refers to none before it
/// ```
///
/// Borders follow from the film, its media and its settings, never from the machine: so the bytes of a file depend neither on
/// how many segments are encoded at a time nor on who encodes them. Made by ``SegmentPlanner``.
public struct SegmentPlan: Hashable, Sendable, Codable {
  /// The segments, in order: contiguous, and together the rendered frames. At least one.
  public var segments: [Segment]
  /// Why one encoder makes all frames, where more would not be allowed to: a sentence; nil where the film is divided, or only
  /// too short.
  public var reasonForOne: String?
  /// How copied pictures stand beside encoded ones; nil where all are encoded.
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
    /// The pictures of its media whose packets it is made of, one for each frame; nil where they are encoded.
    public var copied: CopiedPictures?

    /// Segment number `number`, of `frames`, which are encoded unless they are `copied`.
    public init(number: Int, frames: Range<Int>, copied: CopiedPictures? = nil) {
      (self.number, self.frames, self.copied) = (number, frames, copied)
    }
  }

  /// Whether the pictures come in segments, not from one encoder.
  public var isDivided: Bool { segments.count > 1 || hasCopies }

  /// Whether some pictures are copied.
  public var hasCopies: Bool { segments.contains { $0.copied != nil } }
}

extension SegmentPlan.Segment {
  /// When it begins in the output of `picture`, and how long it is, in seconds.
  ///
  /// - Throws: `RationalError.overflow` where a time does not fit in 64 bits, as in no planned picture.
  public func times(in picture: PicturePlan) throws(RationalError) -> (start: Rational, duration: Rational) {
    let (start, end) = (try picture.outputTime(of: frames.lowerBound), try picture.outputTime(of: frames.upperBound))
    return (start, try end - start)
  }
}

extension RenderPlan {
  /// The same film of which only `segment` is rendered, without sound: every value in it is what it is in the whole.
  public func pictures(of segment: SegmentPlan.Segment) -> RenderPlan {
    var part = RenderPlan(picture: picture, sound: nil)
    part.picture?.range = segment.frames
    return part
  }
}
