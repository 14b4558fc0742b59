import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// The frames of a film or of a media file's track, each once and in order, and when each is shown.
struct FrameSequence: Sendable {
  /// The plan of the reader's pictures.
  let plan: RenderPlan
  private let picture: PicturePlan
  /// The presentation times of the file's own frames; nil for a film, whose frames are the plan's.
  private let timing: FrameTiming?
  /// The frames: numbers of the plan, or of the file's track.
  private let numbers: Range<Int>

  /// The number of frames.
  var count: Int { numbers.count }

  /// The frames of `subject` that are shown in `timeRange`, or all of them; made no larger than `maximumSize` if there is one.
  ///
  /// - Throws: `RenderError`: what is wrong with the media or the edit; `.invalidModel` where there is no picture, or none in
  ///   the range.
  init(
    _ subject: AnalysisSubject.Kind, timeRange: CMTimeRange?, maximumSize: PixelSize?, renderer: any Renderer
  ) async throws(RenderError) {
    let edit: EditSnapshot
    var settings = RenderSettings(includesSound: false)
    switch subject {
    case .edit(let snapshot):
      (edit, timing) = (snapshot, nil)
      settings.timeRange = timeRange
    case .file(let asset, let track):
      let facts = try await MediaInspector(renderer: renderer).facts(of: asset)
      let track = track ?? facts.defaultVideoTrack
      edit = try EditSnapshot(wholeOf: facts, track: track)
      timing = facts.videoTracks[track].timing
    }
    plan = try await edit.plan(settings: settings, fittingIn: maximumSize, renderer: renderer)
    guard let picture = plan.picture else {
      throw RenderError(.invalidModel, "The film has no picture.", remedy: "Use one that has a video track.")
    }
    self.picture = picture
    numbers = try timing.map { timing throws(RenderError) in try timing.frames(in: timeRange) } ?? picture.range
  }

  /// The plan's frame that shows frame number `number` of the sequence, counted from 0.
  func plannedFrame(_ number: Int) throws(RenderError) -> Int {
    guard let timing else { return numbers.lowerBound + number }
    return try exactly { () throws(RationalError) in
      let start = try timing.start(of: numbers.lowerBound + number)
      return min(picture.frameCount - 1, try picture.timing.firstFrame(atOrAfter: start))
    }
  }

  /// The beginning of frame number `number` of the sequence.
  func start(of number: Int) throws(RenderError) -> Rational {
    try exactly { () throws(RationalError) in
      let frame = numbers.lowerBound + number
      guard let timing else { return try picture.origin + picture.time(of: frame) }
      return try timing.start(of: frame)
    }
  }

  /// The end of the last frame; of a still, its beginning.
  func end() throws(RenderError) -> Rational {
    try exactly { () throws(RationalError) in
      guard let timing else { return try picture.origin + picture.time(of: numbers.upperBound) }
      return try timing.end(of: numbers.upperBound - 1) ?? .zero
    }
  }

  /// `seconds` as a time.
  func time(_ seconds: Rational) throws(RenderError) -> CMTime {
    try exactly { () throws(RationalError) in try CMTime(exactly: seconds) }
  }
}

extension FrameTiming {
  /// The frames that are shown in `range`; all of them if nil.
  fileprivate func frames(in range: CMTimeRange?) throws(RenderError) -> Range<Int> {
    guard let range else { return 0..<count }
    let last = (try? self.end(of: count - 1)) ?? .zero
    guard count > 0, let start = range.start.rational, let end = range.end.rational, end > start, last > start,
      end > Rational.zero
    else {
      throw RenderError(
        .outOfRange, "The file shows nothing in that range.", remedy: "Give a range that begins before its end.")
    }
    let first = frame(at: start)
    let final = frame(at: end)
    // A frame that begins where the range ends lies behind it.
    let isBehind = (try? self.start(of: final)).map { $0 >= end } ?? false
    return first..<max(first + 1, isBehind ? final : final + 1)
  }
}
