import CEBUR128
public import EditServices
import MediaAnalysis
import MediaFormats
public import MediaTime
public import Rendering

// SAFETY: the state belongs to this object from `init` to `deinit`; libebur128 reads `frames` times the number of
// channels of the array, which the caller has counted, and keeps none.

#if canImport(Glibc)
  import Glibc
#endif

/// Measures the loudness of a film or a file, without writing one.
///
/// ```swift
/// let loudness = try await LoudnessMeter(of: song).loudness()
/// print(loudness.integrated ?? -.infinity, "LUFS", loudness.truePeak ?? -.infinity, "dBTP")
/// ```
///
/// Channels count by their speakers: those beside the listener 1.41 times, the low-frequency channel not at all. A single
/// channel counts once, as one loudspeaker does. C: libebur128.
///
/// A value. Threads: any; work is done on dedicated threads.
public struct LoudnessMeter: Sendable {
  /// The subject that is measured.
  public var subject: AnalysisSubject
  /// The part that is measured; if nil all of it, of a file from the track's first sample on.
  public var timeRange: CMTimeRange?
  /// The channels that the sound is brought to before it is measured; nil for its own.
  public var channels: Int?
  private let renderer: any Renderer

  /// Listens to `source`.
  public init(of source: some MediaSource, renderer: any Renderer) {
    subject = source.analysisSubject
    self.renderer = renderer
  }

  /// The loudness.
  ///
  /// - Throws: `RenderError`: as `AnalysisSubject.measure(_:in:renderer:progress:)`.
  public func loudness(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(RenderError) -> Loudness {
    var range = timeRange
    if range == nil { range = try await subject.presentedSound(renderer: renderer) }
    return try await subject.measure(
      { plan throws(RenderError) in try LoudnessMeasurement(plan) }, in: range, channels: channels, renderer: renderer,
      progress: progress)
  }
}

/// Loudness in the making.
private struct LoudnessMeasurement: SoundMeasurement {
  private let meter: Meter
  private let channels: Int
  /// Samples of each channel between two looks at the meter: 100 ms, as EBU Tech 3341 asks for.
  private let step: Int
  /// Samples until the next look.
  private var untilLook: Int
  private var looks = 0
  private var maximumMomentary = -Double.infinity
  private var maximumShortTerm = -Double.infinity
  private var shortTerm: [Double?] = []
  /// The short-term loudness at each look from the first 3 s on.
  private var levels: [Double] = []

  init(_ plan: SoundPlan) throws(RenderError) {
    channels = plan.channels
    meter = try Meter(channels: plan.channels, rate: plan.grid.rate)
    for (channel, role) in plan.layout.loudnessRoles.enumerated() { meter.set(role, of: channel) }
    step = max(1, plan.grid.rate / 10)
    untilLook = step
  }

  mutating func add(_ block: SampleBlock) throws(RenderError) {
    var first = 0
    while first < block.count {
      let count = min(untilLook, block.count - first)
      try meter.add(block.interleaved, from: first * channels, frames: count)
      first += count
      untilLook -= count
      if untilLook == 0 { look() }
    }
  }

  private mutating func look() {
    untilLook = step
    looks += 1
    if looks >= 4 { maximumMomentary = max(maximumMomentary, meter.momentary) }
    guard looks >= 30 else { return }
    let level = meter.shortTerm
    levels.append(level)
    maximumShortTerm = max(maximumShortTerm, level)
    if looks.isMultiple(of: 10) { shortTerm.append(level.audible) }
  }

  /// The loudness range of short-term levels (EBU Tech 3342): from the 10th to the 95th percentile of those above
  /// -70 LUFS and above 20 LU below their mean. The library's own looks at one level a second, and is off by up to 3 LU in
  /// short films.
  private static func range(of levels: [Double]) -> Double {
    let audible = levels.filter { $0 >= -70 }
    guard !audible.isEmpty else { return 0 }
    let mean = audible.reduce(0) { $0 + pow(10, $1 / 10) } / Double(audible.count)
    let gated = audible.filter { $0 >= 10 * log10(mean) - 20 }.sorted()
    guard let last = gated.indices.last else { return 0 }
    func percentile(_ part: Double) -> Double { gated[Int((Double(last) * part).rounded())] }
    return percentile(0.95) - percentile(0.10)
  }

  func result() -> Loudness {
    let peaks = (0..<channels).map(meter.truePeak(of:))
    let samples = (0..<channels).map(meter.samplePeak(of:))
    return Loudness(
      integrated: meter.integrated.audible, range: Self.range(of: levels), maximumMomentary: maximumMomentary.audible,
      maximumShortTerm: maximumShortTerm.audible, truePeak: (20 * log10(peaks.max() ?? 0)).audible,
      samplePeak: (20 * log10(samples.max() ?? 0)).audible, shortTerm: shortTerm)
  }
}

extension Double {
  /// The level, or nil for that of silence.
  fileprivate var audible: Double? { isFinite ? self : nil }
}

/// The library's state. C: `ebur128_state`.
@safe private final class Meter: @unchecked Sendable {
  // @unchecked: a measurement is used by one thread at a time.
  private var state: UnsafeMutablePointer<ebur128_state>?

  init(channels: Int, rate: Int) throws(RenderError) {
    let mode = EBUR128_MODE_I.rawValue | EBUR128_MODE_S.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue
    unsafe state = ebur128_init(UInt32(channels), UInt(rate), Int32(mode))
    guard unsafe state != nil else {
      throw RenderError(
        .unsupported, "The loudness of \(channels) channels at \(rate) Hz cannot be measured.",
        remedy: "Measure up to 64 channels, at 16 Hz to 2.8 MHz.")
    }
  }

  deinit { unsafe ebur128_destroy(&state) }

  func set(_ role: channel, of number: Int) {
    unsafe ebur128_set_channel(state, UInt32(number), Int32(role.rawValue))
  }

  func add(_ samples: [Double], from first: Int, frames: Int) throws(RenderError) {
    let outcome = unsafe samples.withUnsafeBufferPointer { samples in
      unsafe samples.baseAddress.map { unsafe ebur128_add_frames_double(state, $0 + first, frames) }
    }
    guard outcome == Int32(EBUR128_SUCCESS.rawValue) else {
      throw RenderError(.engineFailed, "There is no memory to measure loudness with.")
    }
  }

  var integrated: Double { value { unsafe ebur128_loudness_global(state, &$0) } }
  var momentary: Double { value { unsafe ebur128_loudness_momentary(state, &$0) } }
  var shortTerm: Double { value { unsafe ebur128_loudness_shortterm(state, &$0) } }
  func truePeak(of channel: Int) -> Double { value { unsafe ebur128_true_peak(state, UInt32(channel), &$0) } }
  func samplePeak(of channel: Int) -> Double { value { unsafe ebur128_sample_peak(state, UInt32(channel), &$0) } }

  private func value(_ read: (inout Double) -> Int32) -> Double {
    var value = 0.0
    return read(&value) == Int32(EBUR128_SUCCESS.rawValue) ? value : 0
  }
}

extension ChannelLayout {
  /// The role of each channel for the listener (ITU-R BS.1770-4, table 4), by the bits of its speakers: where they have none,
  /// each is in front.
  fileprivate var loudnessRoles: [channel] {
    guard mask != 0 else { return Array(repeating: EBUR128_Mp000, count: channels) }
    return (0..<64).filter { mask & (1 << $0) != 0 }.map { bit in
      switch bit {
      case 0: EBUR128_Mp030
      case 1: EBUR128_Mm030
      case 2: EBUR128_Mp000
      case 3, 9: EBUR128_UNUSED
      // Behind stands what is 110 degrees to the side, unless there are loudspeakers at the sides as well.
      case 4: hasSides ? EBUR128_Mp135 : EBUR128_Mp110
      case 5: hasSides ? EBUR128_Mm135 : EBUR128_Mm110
      case 6: EBUR128_MpSC
      case 7: EBUR128_MmSC
      case 8: EBUR128_Mp180
      case 10: withSidesBehind == self ? EBUR128_Mp090 : EBUR128_Mp110
      case 11: withSidesBehind == self ? EBUR128_Mm090 : EBUR128_Mm110
      default: EBUR128_Up000
      }
    }
  }

  private var hasSides: Bool { mask & 0xC00 != 0 }
}
