public import EditServices
import MediaFormats
public import MediaTime
public import Rendering

/// Measures waveforms.
///
/// ```swift
/// var generator = WaveformGenerator(of: song)
/// generator.resolution = .pointsPerSecond(50)
/// let waveform = try await generator.waveform()
/// print(waveform.channels[0].peak(of: 0))
/// ```
///
/// A value. Threads: any; work is done on dedicated threads.
public struct WaveformGenerator: Sendable {
  /// The subject that is measured.
  public var subject: AnalysisSubject
  /// The resolution.
  public var resolution = Waveform.Resolution.points(1_000)
  /// Whether the channels are mixed into one, their mean, before they are measured.
  public var mixesChannels = false
  /// The part that is measured; all of it if nil.
  public var timeRange: CMTimeRange?
  private let renderer: any Renderer

  /// Measures `source`.
  public init(of source: some MediaSource, renderer: any Renderer) {
    subject = source.analysisSubject
    self.renderer = renderer
  }

  /// The most points that a waveform may have.
  public static let maximumPointCount = 16_777_216

  /// The waveform.
  ///
  /// - Throws: `RenderError`: as ``AnalysisSubject/measure(_:in:channels:renderer:progress:)``; `.invalidModel` for a resolution
  ///   that is not positive or makes more than ``maximumPointCount`` points.
  public func waveform(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(RenderError) -> Waveform {
    let (resolution, mixes) = (resolution, mixesChannels)
    return try await subject.measure(
      { plan throws(RenderError) in
        try WaveformMeasurement(plan, pointCount: try resolution.pointCount(of: plan), mixesChannels: mixes)
      }, in: timeRange, renderer: renderer, progress: progress)
  }
}

extension Waveform.Resolution {
  func pointCount(of plan: SoundPlan) throws(RenderError) -> Int {
    let most = Double(WaveformGenerator.maximumPointCount)
    let wanted: Double =
      switch self {
      case .points(let count): Double(count)
      case .pointsPerSecond(let rate): (rate * Double(plan.range.count) / Double(plan.grid.rate)).rounded(.up)
      }
    guard wanted >= 1, wanted <= most else {
      throw RenderError(
        .invalidModel, "A waveform of \(wanted) points cannot be made.",
        remedy: "Ask for 1 to \(WaveformGenerator.maximumPointCount) of them.")
    }
    guard wanted * Double(plan.channels) <= 2 * most else {
      throw RenderError(
        .invalidModel, "A waveform of \(Int(wanted)) points of \(plan.channels) channels is too large.",
        remedy: "Ask for fewer points, or mix the channels.")
    }
    return Int(min(wanted, Double(plan.range.count)))
  }
}

/// A waveform in the making.
struct WaveformMeasurement: SoundMeasurement {
  private var waveform: Waveform
  private let mixesChannels: Bool
  /// The interval that the next sample belongs to, its first sample after it, and what its samples came to so far.
  private var point = 0
  private var pointEnd: Int64
  private var extremes: [Extremes]

  /// The extremes of some samples of a channel, in four sums side by side, which a processor adds at once.
  private struct Extremes {
    private var minimums = SIMD4(repeating: Double.infinity)
    private var maximums = SIMD4(repeating: -Double.infinity)
    private var sums = SIMD4<Double>(repeating: 0)

    var minimum: Double { minimums.min() }
    var maximum: Double { maximums.max() }
    var squares: Double { sums.sum() }

    /// Adds samples `first`, `first + step` … of `samples`: `count` of them.
    mutating func add(_ samples: Span<Double>, from first: Int, step: Int, count: Int) {
      var index = first
      for _ in 0..<count / 4 {
        add(
          SIMD4(
            samples[index], samples[index + step], samples[index + 2 * step], samples[index + 3 * step]))
        index += 4 * step
      }
      for _ in 0..<count % 4 {
        add(samples[index])
        index += step
      }
    }

    mutating func add(_ sample: Double) {
      minimums[0] = min(minimums[0], sample)
      maximums[0] = max(maximums[0], sample)
      sums[0] += sample * sample
    }

    private mutating func add(_ four: SIMD4<Double>) {
      minimums = pointwiseMin(minimums, four)
      maximums = pointwiseMax(maximums, four)
      sums += four * four
    }
  }

  init(_ plan: SoundPlan, pointCount: Int, mixesChannels: Bool) throws(RenderError) {
    let channels = mixesChannels ? 1 : plan.channels
    self.mixesChannels = mixesChannels
    let empty = Waveform.Channel(minimums: [], maximums: [], rootMeanSquares: [])
    waveform = Waveform(
      sampleRate: plan.grid.rate, samples: plan.range, pointCount: pointCount,
      layout: mixesChannels ? nil : plan.layout, channels: Array(repeating: empty, count: channels))
    pointEnd = waveform.samples(of: 0).upperBound
    extremes = Array(repeating: Extremes(), count: channels)
  }

  mutating func add(_ block: SampleBlock) {
    var first = 0
    while first < block.count {
      let end = min(block.count, Int(pointEnd - block.start))
      for channel in extremes.indices { measure(channel, of: block, first..<end) }
      first = end
      if block.start + Int64(end) == pointEnd { finishPoint() }
    }
  }

  private mutating func measure(_ channel: Int, of block: SampleBlock, _ frames: Range<Int>) {
    let count = block.channels
    var result = extremes[channel]
    let samples = block.interleaved.span
    if mixesChannels, count > 1 {
      for frame in frames {
        var sum = 0.0
        for index in frame * count..<(frame + 1) * count { sum += samples[index] }
        result.add(sum / Double(count))
      }
    } else {
      result.add(samples, from: frames.lowerBound * count + channel, step: count, count: frames.count)
    }
    extremes[channel] = result
  }

  private mutating func finishPoint() {
    let count = Double(waveform.samples(of: point).count)
    for (channel, result) in extremes.enumerated() {
      waveform.channels[channel].minimums.append(result.minimum)
      waveform.channels[channel].maximums.append(result.maximum)
      waveform.channels[channel].rootMeanSquares.append((result.squares / count).squareRoot())
      extremes[channel] = Extremes()
    }
    point += 1
    if point < waveform.pointCount { pointEnd = waveform.samples(of: point).upperBound }
  }

  func result() -> Waveform { waveform }
}
