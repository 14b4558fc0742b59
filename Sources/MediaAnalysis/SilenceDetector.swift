public import EditServices
public import MediaTime
public import Rendering

#if canImport(Glibc)
  import Glibc
#endif

/// Finds where sound is silent: stretches in which no channel's sample lies above a level, as FFmpeg's `silencedetect`
/// does.
///
/// ```swift
/// var detector = SilenceDetector(of: talk)
/// detector.level = -45
/// for pause in try await detector.stretches().silent { print(pause.start, pause.duration) }
/// ```
///
/// A value. Threads: any; work is done on dedicated threads.
public struct SilenceDetector: Sendable {
  /// The subject that is searched.
  public var subject: AnalysisSubject
  /// The level up to which a sample counts as silence, in decibels below full scale (dBFS): 0 or less.
  public var level = -60.0
  /// Least duration of silence.
  public var minimumDuration = CMTime(value: 2, timescale: 1)
  /// The part that is searched; all of it if nil.
  public var timeRange: CMTimeRange?
  private let renderer: any Renderer

  /// Listens to `source`.
  public init(of source: some MediaSource, renderer: any Renderer) {
    subject = source.analysisSubject
    self.renderer = renderer
  }

  /// The silent and the audible stretches of a sound.
  public struct Stretches: Hashable, Sendable {
    /// The silent stretches, in order, exact to a sample.
    public var silent: [CMTimeRange]
    /// The stretches before, between and behind them.
    public var audible: [CMTimeRange]
  }

  /// The silent stretches, and the audible ones.
  ///
  /// - Throws: `RenderError`: as ``AnalysisSubject/measure(_:in:channels:renderer:progress:)``; `.invalidModel` for a level above 0
  ///   or a duration that is negative or not finite.
  public func stretches(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(RenderError) -> Stretches {
    guard level <= 0, let minimum = minimumDuration.rational, minimum >= .zero else {
      throw RenderError(
        .invalidModel, "Silence of \(level) dB that lasts \(minimumDuration) cannot be looked for.",
        remedy: "Give a level of 0 dB or less, and a time of 0 or more.")
    }
    let amplitude = pow(10, level / 20)
    return try await subject.measure(
      { plan throws(RenderError) in
        let least = (try? minimum.ceil(scaledBy: Int64(plan.grid.rate))) ?? .max
        return SilenceMeasurement(plan, amplitude: amplitude, minimumCount: max(1, least))
      }, in: timeRange, renderer: renderer, progress: progress)
  }
}

/// Silence that is being looked for.
private struct SilenceMeasurement: SoundMeasurement {
  private let plan: SoundPlan
  /// The largest amount of a silent sample.
  let amplitude: Double
  /// Samples that silence lasts at least.
  let minimumCount: Int64
  private var found: [Range<Int64>] = []
  /// The beginning of the silence at hand; nil while there is none.
  private var start: Int64?

  init(_ plan: SoundPlan, amplitude: Double, minimumCount: Int64) {
    self.plan = plan
    self.amplitude = amplitude
    self.minimumCount = minimumCount
  }

  mutating func add(_ block: SampleBlock) {
    let samples = block.interleaved.span
    for frame in 0..<block.count {
      var isSilent = true
      for index in frame * block.channels..<(frame + 1) * block.channels where abs(samples[index]) > amplitude {
        isSilent = false
      }
      let number = block.start + Int64(frame)
      if isSilent {
        start = start ?? number
      } else if start != nil {
        finish(before: number)
      }
    }
  }

  private mutating func finish(before number: Int64) {
    if let first = start, number - first >= minimumCount { found.append(first..<number) }
    start = nil
  }

  func result() -> SilenceDetector.Stretches {
    var whole = self
    whole.finish(before: plan.range.upperBound)
    let starts = [plan.range.lowerBound] + whole.found.map(\.upperBound)
    let ends = whole.found.map(\.lowerBound) + [plan.range.upperBound]
    return SilenceDetector.Stretches(
      silent: whole.found.map(time), audible: zip(starts, ends).filter { $0 < $1 }.map { time($0..<$1) })
  }

  private func time(_ samples: Range<Int64>) -> CMTimeRange {
    let scale = CMTimeScale(clamping: plan.grid.rate)
    return CMTimeRange(
      start: CMTime(value: samples.lowerBound, timescale: scale),
      end: CMTime(value: samples.upperBound, timescale: scale))
  }
}
