public import EditingModel
public import MediaFormats
import MediaTime

/// Divides the frames of a film among encoders: a pure function of the plan, the settings and the media's key frames.
///
/// ```
///  from the last border on    0        fewest                    most       frames
///                             ├──────────┼──────────┬──────┬───────┤
///                                                  cut   key frame          the last of these becomes the next border
/// ```
///
/// A segment begins where the picture changes, or where the media can be decoded from, so that nothing is decoded for it that it
/// does not show; where neither comes within reach, after as many frames as an encoder goes from one key frame to the next by
/// itself. So borders cost what the file would have had to pay anyway. Cuts between short pieces of the same media have a border each
/// where that saves decoding (`CutList`).
public struct SegmentPlanner {
  private let picture: PicturePlan
  private let settings: ExportSettings
  private let keyFrames: [CompositionTrackSegment.Source: [Int]]
  /// The media's packets, where those are copied that can be; nil where all pictures are encoded.
  private let coded: CodedMedia?

  /// The most frames of a segment.
  private static let most = 250
  /// The fewest frames of a segment, the film's last one included.
  private static let fewest = 50

  /// A planner for `picture`, encoded as `settings`, complete, whose media can be decoded from `keyFrames` on. Packets
  /// in `coded` are copied where possible.
  public init(
    _ picture: PicturePlan, as settings: ExportSettings, keyFrames: [CompositionTrackSegment.Source: [Int]],
    coded: CodedMedia? = nil
  ) {
    (self.picture, self.settings, self.keyFrames, self.coded) = (picture, settings, keyFrames, coded)
  }

  /// The media whose key frames a plan of segments depends on: none where the film is not divided.
  public static func sources(
    of picture: PicturePlan, as settings: ExportSettings
  ) -> Set<CompositionTrackSegment.Source> {
    guard picture.range.count > most, settings.reasonForOneEncoder == nil else { return [] }
    return Set(picture.runs.map(\.source))
  }

  /// The media whose packets a plan of segments depends on, where those are copied that can be.
  public static func copiedSources(
    of picture: PicturePlan, as settings: ExportSettings
  ) -> Set<CompositionTrackSegment.Source> {
    guard settings.reasonToEncode == nil else { return [] }
    return Set(
      picture.spans.compactMap { span in
        guard case .passthrough(let run) = span.method, span.frames.overlaps(picture.range) else { return nil }
        return picture.runs[run].source
      })
  }

  /// The plan.
  public func plan() -> SegmentPlan {
    guard let coded else { return encodedPlan() }
    let (stretches, smart) = SmartRenderPlanner(picture, as: settings, coded).plan()
    guard stretches.contains(where: { $0.copied != nil }) else {
      // Without copies, segments are those of a film that is encoded throughout.
      var plan = encodedPlan()
      plan.smart = smart
      return plan
    }
    return SegmentPlan(segments(of: stretches), smart: smart)
  }

  /// `stretches` as segments. Short copied stretches are merged up to the longest segment: cuts of media with key
  /// frames alone give as many stretches as there are cuts.
  private func segments(of stretches: [SmartRenderPlanner.Stretch]) -> [SegmentPlan.Segment] {
    var segments: [SegmentPlan.Segment] = []
    for stretch in stretches {
      guard let copied = stretch.copied else {
        for part in division(of: stretch.frames) {
          segments.append(SegmentPlan.Segment(number: segments.count, frames: part))
        }
        continue
      }
      if let last = segments.last, last.isCopied, last.frames.count + stretch.frames.count <= Self.most {
        segments[segments.count - 1].frames = last.frames.lowerBound..<stretch.frames.upperBound
        segments[segments.count - 1].copies.append(copied)
      } else {
        segments.append(SegmentPlan.Segment(number: segments.count, frames: stretch.frames, copies: [copied]))
      }
    }
    return segments
  }

  /// The plan of a film whose pictures are all encoded.
  private func encodedPlan() -> SegmentPlan {
    let range = picture.range
    let whole = SegmentPlan.Segment(number: 0, frames: range)
    guard range.count > Self.most else { return SegmentPlan([whole]) }
    if let reason = settings.reasonForOneEncoder { return SegmentPlan([whole], reasonForOne: reason) }
    let cuts = hasOwnInterval ? [] : CutList(picture, keyFrames).borders
    let segments = division(of: range, at: cuts).enumerated().map { SegmentPlan.Segment(number: $0, frames: $1) }
    guard segments.count > 1 else {
      return SegmentPlan(segments, reasonForOne: "A custom compositor may go on from what it made before.")
    }
    return SegmentPlan(segments)
  }

  /// Whether the settings ask for an interval of key frames, which is kept to, other than the codec's.
  private var hasOwnInterval: Bool {
    guard let video = settings.video else { return false }
    return (video.keyframeInterval ?? Self.most) != video.codec.format.keyframeInterval
  }

  /// The parts of `frames` that are encoded each by itself; all of `cuts`, in order, are borders.
  private func division(of frames: Range<Int>, at cuts: [Int] = []) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = frames.lowerBound
    let places = Places(picture, keyFrames)
    for cut in cuts + [frames.upperBound] {
      while start < cut {
        let end = border(after: start, before: cut, places) ?? cut
        parts.append(start..<end)
        start = end
      }
    }
    return parts
  }

  /// The border after the one at `start`; nil where those frames that end at `end` do first.
  private func border(after start: Int, before end: Int, _ places: Places) -> Int? {
    let interval = settings.video?.keyframeInterval ?? Self.most
    guard end - start > Self.most else { return nil }
    if hasOwnInterval {
      let step = interval >= Self.most ? interval : Self.most / interval * interval
      guard end - start > step else { return nil }
      return places.allowed(from: start + step, to: end, by: interval)
    }
    let last = min(start + Self.most, end - Self.fewest)
    if let good = places.last(in: (start + Self.fewest)...last) { return good }
    return places.allowed(from: last, to: end, by: 1)
  }
}

extension SegmentPlanner {
  /// Places at which segments may begin.
  private struct Places {
    private let picture: PicturePlan
    private let keyFrames: [CompositionTrackSegment.Source: [Int]]

    init(_ picture: PicturePlan, _ keyFrames: [CompositionTrackSegment.Source: [Int]]) {
      (self.picture, self.keyFrames) = (picture, keyFrames)
    }

    /// The last frame of `range` at which a run begins or decoding of one can; nil where there is none.
    func last(in range: ClosedRange<Int>) -> Int? {
      var frame = range.upperBound
      while frame >= range.lowerBound, let span = picture.span(at: frame) {
        let first = max(span.frames.lowerBound, range.lowerBound)
        let keys = span.method.runs.compactMap { lastKeyFrame(of: picture.runs[$0], in: first...frame) }
        let starts = span.method.runs.map { picture.runs[$0].frames.lowerBound } + [span.frames.lowerBound]
        if let best = (keys + starts).filter({ $0 >= first && $0 <= frame && isAllowed($0) }).max() { return best }
        frame = span.frames.lowerBound - 1
      }
      return nil
    }

    /// The last frame in `range` that shows a key frame of `run` for the first time.
    private func lastKeyFrame(of run: SourceRun, in range: ClosedRange<Int>) -> Int? {
      guard let keys = keyFrames[run.source], run.frames.contains(range.upperBound) else { return nil }
      let low = max(range.lowerBound, run.frames.lowerBound)
      var next = keys.partitioningIndex { $0 > run.sourceFrame(at: range.upperBound) }
      while next > 0 {
        next -= 1
        guard keys[next] >= run.sourceFrame(at: low) else { return nil }
        // The first output frame that shows it or a later one.
        var (from, to) = (low, range.upperBound)
        while from < to {
          let middle = (from + to) / 2
          if run.sourceFrame(at: middle) >= keys[next] { to = middle } else { from = middle + 1 }
        }
        if run.sourceFrame(at: from) == keys[next] { return from }
      }
      return nil
    }

    /// The first allowed frame from `first` on, in steps of `step`, before `end`.
    func allowed(from first: Int, to end: Int, by step: Int) -> Int? {
      stride(from: first, to: end, by: step).first(where: isAllowed)
    }

    /// Whether a segment may begin with `frame`: a custom compositor may go on from what it made before, and a fault of its own
    /// shows the last good frame.
    private func isAllowed(_ frame: Int) -> Bool {
      guard let span = picture.span(at: frame), case .custom = span.method else { return true }
      guard frame == span.frames.lowerBound, let before = picture.span(at: frame - 1) else { return false }
      if case .custom = before.method { return false }
      return true
    }
  }
}

extension ExportSettings {
  /// The reason for which the pictures of such a file are encoded by one encoder, however long they are: a sentence;
  /// nil where several may.
  public var reasonForOneEncoder: String? {
    guard let video else { return "There are no pictures." }
    if fileType.isPictureSequence || video.codec == .gif { return "Each picture is encoded by itself." }
    if let hardware = video.hardware, hardware != .off { return "The machine's hardware encodes it." }
    if video.passes == 2 { return "Two passes share the bits out over the whole film." }
    if video.rateControl?.bitrate != nil { return "A bit rate is kept over the whole film." }
    if video.level != nil { return "A level bounds the bits of each second, across borders." }
    return nil
  }
}
