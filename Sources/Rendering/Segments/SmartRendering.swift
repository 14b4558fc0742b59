public import EditingModel
public import MediaTime

/// A film with unchanged packets of its media for some pictures; only the others are encoded: those around cuts, in
/// fades and under titles (smart rendering).
///
/// ```
///  film      ├─ clip ────────────────────────┤├─ clip ─ …
///  media     · K · · · · K · · · · K · · · ·     K: a picture with which decoding can begin
///  segments  ├ e ┤├────── copied ────────┤├ e ┤├─ …
/// ```
public struct SmartRendering: Hashable, Sendable, Codable {
  /// The delay of the film's pictures in packets behind the first: the most that a copied or an encoded one needs.
  public var decodingDelay: Int
  /// The number by which encoders call their parameter sets, which no copied picture uses.
  public var parameterSet: Int
  /// Whether key frames have their parameter sets with them, since encoders call theirs as the media's are called: of HEVC. All else
  /// in the packets is the media's.
  public var repeatsParameterSets: Bool
  /// Reasons for which frames are encoded that are not copied, in order.
  public var reasons: [Reason]

  /// A reason for which frames are not copied.
  public struct Reason: Hashable, Sendable, Codable {
    /// The frames, by the numbers that they have in the plan.
    public var frames: Range<Int>
    /// A sentence.
    public var sentence: String

    /// `frames` are encoded, for what `sentence` says.
    public init(_ frames: Range<Int>, _ sentence: String) {
      (self.frames, self.sentence) = (frames, sentence)
    }
  }

  /// Copied pictures beside those that are encoded with parameter sets of number `parameterSet`.
  public init(decodingDelay: Int, parameterSet: Int, repeatsParameterSets: Bool = false, reasons: [Reason]) {
    (self.decodingDelay, self.parameterSet) = (decodingDelay, parameterSet)
    (self.repeatsParameterSets, self.reasons) = (repeatsParameterSets, reasons)
  }
}

/// Pictures of a media track whose packets stand in a film as they are.
public struct CopiedPictures: Hashable, Sendable, Codable {
  /// The media track.
  public var source: CompositionTrackSegment.Source
  /// Its frames, by their numbers in the track.
  public var frames: Range<Int>

  /// `frames` of `source`.
  public init(_ source: CompositionTrackSegment.Source, frames: Range<Int>) {
    (self.source, self.frames) = (source, frames)
  }
}

extension SegmentPlan.Segment {
  /// The decode times of the segment's packets, in the order of decoding: `delay` frames before a picture is due if
  /// none were decoded out of order. In seconds of the output of `picture`, less than zero at its beginning.
  ///
  /// ```
  ///  presented          0   1   2   3   4
  ///  decoded   −2  −1   0   1   2             with a delay of two frames
  /// ```
  ///
  /// - Throws: `RationalError.overflow` where a time does not fit in 64 bits, as in no planned picture.
  public func decodingTimes(in picture: PicturePlan, delay: Int) throws(RationalError) -> [Rational] {
    let first = picture.range.lowerBound
    let step = try picture.outputTime(of: first + 1) - picture.outputTime(of: first)
    var times: [Rational] = []
    times.reserveCapacity(frames.count)
    for frame in (frames.lowerBound - delay)..<(frames.upperBound - delay) {
      let missing = max(0, first - frame)
      let time = try picture.outputTime(of: max(first, frame))
      times.append(missing == 0 ? time : try time - Rational(Int64(missing)) * step)
    }
    return times
  }
}
