import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// Watches whoever waits to append a buffer: while nothing moves in the whole writer, and another input gets nothing, the wait
/// has an end.
///
/// Threads: one at a time.
struct AppendingWait {
  private let run: WriterRun
  /// Whether inputs that somebody is asked for are waited for however long.
  private let isPatient: Bool
  private var takenCount: Int
  private var deadline: ContinuousClock.Instant

  /// A wait in `run`, which begins now; with `isPatient`, for inputs that somebody is asked for however long.
  init(for run: WriterRun, isPatient: Bool = false) {
    (self.run, self.isPatient) = (run, isPatient)
    takenCount = run.takenCount
    deadline = .now + run.stallLimit
  }

  /// How long to wait before the next check.
  var interval: Duration { min(run.stallLimit, .seconds(1)) }

  /// - Throws: `RenderError` with `.stalled` where nothing has moved for as long as is allowed, for want of other buffers.
  mutating func check() throws(RenderError) {
    let count = run.takenCount
    guard count == takenCount else {
      (takenCount, deadline) = (count, .now + run.stallLimit)
      return
    }
    guard ContinuousClock.now >= deadline, let starvation = run.starvation(isPatient: isPatient) else { return }
    throw starvation
  }
}

extension SampleBuffer {
  /// Where its samples end, if they are samples; nil of everything else, and where nothing says how many a second there are.
  var endOfSamples: Rational? {
    guard packetFormat == nil, let start = presentationTime.rational else { return nil }
    if let duration = duration.rational, samples != nil || sampleFormat != nil { return try? start + duration }
    guard let rate = formatDescription?.audio?.sampleRate, rate > 0 else { return nil }
    var count = samples?.count
    if let data, let sampleFormat, let channels = formatDescription?.audio?.channels, channels > 0 {
      count = data.count / (sampleFormat.bitDepth / 8) / channels
    }
    return count.flatMap { try? start + Rational(Int64($0), Int64(rate)) }
  }
}
