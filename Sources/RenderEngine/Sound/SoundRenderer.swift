import Containers
import EditingModel
import GStreamer
import MediaDecoding
import Rendering

/// The samples of a sound plan, from a certain one on and in order.
///
/// ```
///  one strip that sounds as it is     its own samples
///  any others                         summed by a mixer (`SoundMixer`)
/// ```
///
/// Threads: read from one.
final class SoundRenderer {
  private let plan: SoundPlan
  private let cancellation: Cancellation
  /// Ends what feeds the mixer without cancelling the reader.
  private let feeding: Cancellation
  private let blocks: Blocks
  /// The next sample to deliver.
  private(set) var position: Int64
  /// Samples to deliver, interleaved, and how many of them have been delivered.
  private var waiting: [Double] = []
  private var taken = 0
  /// Samples of each channel that are discarded before the first wanted one.
  private var surplus: Int64
  private var isAtEnd = false
  /// The sample that is made next.
  private var made: Int64

  /// The source of samples.
  private enum Blocks {
    /// Nothing sounds.
    case silence
    /// The only strip, at full volume.
    case strip(StripSource)
    /// The sum of all strips.
    case mixer(SoundMixer)
  }

  /// The samples of `plan`, changed by `processing`, from `first` on, from the files of `media`.
  init(
    _ plan: SoundPlan, _ processing: SoundProcessing, from first: Int64, media: SourceMedia, cancellation: Cancellation
  ) throws(RenderError) {
    self.plan = plan
    self.cancellation = cancellation
    feeding = Cancellation(partOf: cancellation)
    position = first
    // Strips that are silent from here on add nothing.
    let strips = plan.strips.filter { strip in
      strip.pieces.contains { $0.sound != nil && $0.samples.upperBound > first }
    }
    let starts = strips.map { StripSource.blockStart(at: first, of: $0) }
    let start = SoundMixer.blockStart(at: starts.min() ?? first)
    surplus = first - start
    made = start
    if strips.isEmpty {
      blocks = .silence
      isAtEnd = true
    } else if let strip = strips.first, strips.count == 1, strip.volume.constant == 1,
      processing.tracks[strip.trackID] == nil
    {
      // A mixer's output of a single input at full volume is that input.
      blocks = .strip(
        StripSource(
          strip, from: start, readingFrom: starts[0], of: plan, media: media, cancellation: feeding))
    } else {
      blocks = .mixer(
        try SoundMixer(
          zip(strips, starts).map {
            SoundMixer.Input(strip: $0, start: $1, processing: processing.tracks[$0.trackID])
          }, of: plan, from: start, media: media,
          cancellation: feeding))
    }
  }

  deinit { _ = close() }

  /// Stops everything; returns the tasks that are still stopping.
  func close() -> [BackgroundTask<Void>] {
    feeding.cancel()
    return switch blocks {
    case .silence: []
    case .strip(let strip): strip.close()
    case .mixer(let mixer): mixer.close()
    }
  }

  /// The next `count` samples of every channel, interleaved; silence after the last strip's end.
  ///
  /// - Throws: `RenderError` that names the clip where one is known.
  func next(_ count: Int) throws(RenderError) -> [Double] {
    let wanted = count * plan.channels
    while !isAtEnd, waiting.count - taken < wanted {
      let made = try fetch()
      // A block that is just what is wanted is passed on as it is.
      if taken == waiting.count, made.count == wanted {
        position += Int64(count)
        return made
      }
      waiting.append(contentsOf: made)
    }
    let there = min(wanted, waiting.count - taken)
    var samples = Array(waiting[taken..<taken + there])
    taken += there
    samples.append(contentsOf: repeatElement(0, count: wanted - there))
    if taken > 1 << 16 || taken == waiting.count {
      waiting.removeFirst(taken)
      taken = 0
    }
    position += Int64(count)
    return samples
  }

  /// The next samples that are made, interleaved; none at the end.
  private func fetch() throws(RenderError) -> [Double] {
    switch blocks {
    case .silence: break
    case .strip(let strip):
      try cancellation.check()
      if let block = try strip.next() { return wanted(of: block.samples) }
    case .mixer(let mixer):
      if let samples = try mixer.next() { return wanted(of: samples) }
    }
    isAtEnd = true
    guard made == plan.sampleCount else {
      throw RenderError(.engineFailed, "The sound ended after \(made) of \(plan.sampleCount) samples.")
    }
    return []
  }

  private func wanted(of samples: [Double]) -> [Double] {
    let skipped = Int(min(surplus, Int64(samples.count / plan.channels)))
    surplus -= Int64(skipped)
    made += Int64(samples.count / plan.channels)
    return skipped == 0 ? samples : Array(samples[(skipped * plan.channels)...])
  }
}
