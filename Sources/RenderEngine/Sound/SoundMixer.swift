import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaTime
import Rendering
import Synchronization
import Waiting

/// Strips, summed by GStreamer's `audiomixer`.
///
/// ```
///  strip 0 ─► appsrc ─► volume ─┐
///  strip 1 ─► appsrc ─► volume ─┼─► audiomixer ─► appsink       every strip is one continuous stream from the same sample
///  strip 2 ─► appsrc ─► volume ─┘   gain follows a curve        on; 64-bit floats, so that nothing is clipped or rounded
/// ```
///
/// Volumes are controlled over stream time, which is the output's time wherever reading starts: each stream's segment
/// carries its start time.
///
/// Threads: read from one; each strip is fed by its own thread.
final class SoundMixer {
  private let plan: SoundPlan
  /// Ends the feeding threads.
  private let cancellation: Cancellation
  private let pipeline: Pipeline
  private let sink: AppSink
  private let failure = OneShotChannel<RenderError>()
  /// The number of strips that are being read at this moment.
  private let reading = ReadingCount()
  private var feeds: [BackgroundTask<Void>] = []

  /// Samples that the mixer puts into one buffer.
  private static let block: Int64 = 4_096

  /// A strip to sum.
  struct Input {
    /// The strip.
    var strip: Strip
    /// The first sample whose media is read; before it there is silence.
    var start: Int64
    /// The processing of its sound; nil where there is none.
    var processing: SoundProcessing.Entry?
  }

  /// The first sample of the mixer's buffer that holds `sample`: its sums round alike only if its buffers begin at the
  /// same samples, since it adds buffer by buffer.
  static func blockStart(at sample: Int64) -> Int64 { sample / block * block }

  /// The sum of `strips` from sample `start` of `plan` on, which begins a buffer, from the files of `media`.
  init(
    _ strips: [Input], of plan: SoundPlan, from start: Int64, media: SourceMedia, cancellation: Cancellation
  ) throws(RenderError) {
    self.plan = plan
    self.cancellation = cancellation
    (pipeline, sink) = try translating { (try Pipeline(name: "mix-sound"), try AppSink(capacity: 8)) }
    try translating {
      let caps = try AudioConverter.caps(rate: plan.grid.rate, layout: plan.layout)
      let mixer = try ElementName.audioMixer.make()
      try mixer.set("output-buffer-duration-fraction", "\(Self.block)/\(plan.grid.rate)")
      let filter = try ElementName.capsFilter.make()
      try filter.set("caps", caps)
      try pipeline.add(mixer, filter, sink.element)
      try pipeline.link([mixer, filter, sink.element])
      let time = try plan.grid.nanoseconds(of: start)
      var inputs: [(source: AppSource, gate: InputGate)] = []
      for input in strips {
        let source = try AppSource(caps: caps, capacity: 0)
        let gate = InputGate(capacity: 4)
        let pad = try source.element.pad("src")
        pad.replaceSegment { (start: 0, time: time) }
        pad.probeBuffers { _, _ in
          gate.leave()
          return .pass
        }
        let volume = try ElementName.volume.make()
        if input.processing?.isBehindVolume != true { try setGain(input.strip.volume, on: volume) }
        try pipeline.add(source.element, volume)
        try pipeline.link([source.element, volume])
        try volume.pad("src").link(to: mixer.requestPad("sink_%u"))
        inputs.append((source, gate))
      }
      try pipeline.play()
      for (number, input) in strips.enumerated() {
        let feed = StripFeed(
          StripSource(
            input.strip, from: start, readingFrom: input.start, of: plan, media: media, cancellation: cancellation),
          of: plan, from: start, processing: input.processing.map { StripProcessing($0, input.strip, of: plan) },
          reading: reading)
        let (source, gate, failure) = (inputs[number].source, inputs[number].gate, failure)
        feeds.append(
          BackgroundTask(named: "strip") { feed.run(into: source, gate, cancellation, failure: failure) })
      }
    }
  }

  /// Stops everything, once it is cancelled; returns the tasks that are still stopping.
  func close() -> [BackgroundTask<Void>] {
    let stopping = feeds + [pipeline.stopInBackground()]
    feeds = []
    return stopping
  }

  /// The next samples, interleaved; nil after the last.
  ///
  /// - Throws: `RenderError` that names the clip where one is known.
  func next() throws(RenderError) -> [Double]? {
    try translating {
      var watchdog = Watchdog()
      while true {
        try cancellation.check()
        let pulled = sink.pull(nanoseconds: Cancellation.pollInterval)
        if let error = failure.take(within: 0) { throw error }
        switch pulled {
        case .sample(let buffer, _):
          return try buffer.samples()
        case .endOfStream:
          _ = try pipeline.checkMessages()
          return nil
        case .nothingYet:
          _ = try pipeline.checkMessages()
          // The decoder has a watchdog of its own; reading to a place far into a clip may take long.
          if reading.count.load(ordering: .relaxed) > 0 { watchdog.restart() }
          try watchdog.check(waitingFor: "the mixing of sound") { pipeline.graph }
        }
      }
    }
  }

  /// Converts a volume's pieces to points: linear inside a piece, a step between pieces with different values.
  private func setGain(_ gain: VolumeCurve, on volume: Element) throws {
    let pieces = gain.pieces
    guard !pieces.isEmpty else { return }
    if let constant = gain.constant {
      try volume.set("volume", constant)
      return
    }
    var points: [ControlCurve.ControlPoint] = []
    for (number, piece) in pieces.enumerated() {
      points.append(.init(time: try plan.grid.nanoseconds(of: piece.range.lowerBound), value: piece.first))
      let isContinuous = number + 1 < pieces.count && pieces[number + 1].first == piece.last
      if !isContinuous {
        points.append(
          .init(time: try plan.grid.nanoseconds(of: piece.range.upperBound) - 1, value: piece.last))
      }
    }
    try volume.control("volume", with: ControlCurve(.linear, points: points))
  }
}

/// The number of strips that are being read at a moment. Threads: any.
private final class ReadingCount: Sendable {
  let count = Atomic(0)

  /// Counts the strip that `body` reads.
  func counting<Result>(_ body: () throws -> Result) rethrows -> Result {
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    return try body()
  }
}

/// A strip's processor, and its volume where that comes before.
private struct StripProcessing: Sendable {
  private let processor: any SoundProcessor
  private let volume: VolumeCurve?
  private let channels: Int

  /// The processor that `entry` makes for the strip `strip` of `plan`.
  init(_ entry: SoundProcessing.Entry, _ strip: Strip, of plan: SoundPlan) {
    processor = entry.make(SoundFormat(sampleRate: plan.grid.rate, layout: plan.layout))
    volume = entry.isBehindVolume && strip.volume.constant != 1 ? strip.volume : nil
    channels = plan.channels
  }

  /// The processed `block`; never a gap, since a processor may sound on through silence.
  func process(_ block: StripSource.Block) throws(RenderError) -> StripSource.Block {
    var samples = block.samples
    if let volume {
      for index in 0..<samples.count / channels {
        let gain = volume.value(at: block.start + Int64(index)) ?? 1
        for channel in 0..<channels { samples[index * channels + channel] *= gain }
      }
    }
    let made = processor.process(SampleBlock(start: block.start, channels: channels, interleaved: samples))
    guard made.count == samples.count else {
      throw RenderError(
        .outOfRange, "A processor of sound makes \(made.count) samples of \(samples.count).",
        remedy: "Return as many as it is given.")
    }
    return StripSource.Block(samples: made, start: block.start, isGap: false)
  }
}

/// Feeds a strip into a mixer, on a dedicated thread.
private struct StripFeed: @unchecked Sendable {
  // @unchecked: only the thread uses the source once it has begun.
  private let source: StripSource
  private let plan: SoundPlan
  private let start: Int64
  private let processing: StripProcessing?
  private let reading: ReadingCount

  /// The feed of `source`, whose first sample is number `start` of `plan`, changed by `processing`.
  init(
    _ source: StripSource, of plan: SoundPlan, from start: Int64, processing: StripProcessing?, reading: ReadingCount
  ) {
    self.processing = processing
    self.reading = reading
    self.source = source
    self.plan = plan
    self.start = start
  }

  /// Pushes every block into `target`, until the last or until `cancellation` ends it.
  func run(
    into target: AppSource, _ gate: InputGate, _ cancellation: Cancellation, failure: OneShotChannel<RenderError>
  ) {
    do {
      let zero = try plan.grid.nanoseconds(of: start)
      while var block = try reading.counting({ try source.next() }) {
        if let processing { block = try processing.process(block) }
        let first = try plan.grid.nanoseconds(of: block.start)
        let end = try plan.grid.nanoseconds(of: block.start + Int64(block.samples.count / plan.channels))
        let buffer = try Buffer(samples: block.samples).restamped(
          presentationTime: first - zero, duration: end - first, isGap: block.isGap)
        try gate.enter { try cancellation.check() }
        guard target.push(buffer) else { break }
      }
    } catch let error as RenderError {
      failure.send(error)
    } catch {
      failure.send(RenderError(.engineFailed, "The sound cannot be fed: \(error)"))
    }
    target.end()
    source.close().settle()
  }
}
