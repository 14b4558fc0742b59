import EditingModel
import GStreamer
import MediaTime
import Rendering
import Synchronization

/// All samples of a sound plan, in order, summed by GStreamer's `audiomixer`.
///
/// ```
///  strip 0 ─► appsrc ─► volume ─┐
///  strip 1 ─► appsrc ─► volume ─┼─► audiomixer ─► appsink       every strip is one continuous stream from sample 0 on;
///  strip 2 ─► appsrc ─► volume ─┘   gain follows a curve         64-bit floats, so that nothing is clipped or rounded
/// ```
///
/// Threads: read from one; each strip is fed by a thread of its own.
final class SoundStream {
  private let plan: SoundPlan
  private let cancellation: Cancellation
  private let pipeline: Pipeline
  private let sink: AppSink
  private let failure = OneShotChannel<RenderError>()
  private var feeds: [BackgroundTask<Void>] = []
  private var delivered: Int64 = 0

  /// The samples of `plan`, from the media that `indexes` describe.
  init(_ plan: SoundPlan, indexes: [AssetReference: MediaIndex], cancellation: Cancellation) throws(RenderError) {
    self.plan = plan
    self.cancellation = cancellation
    (pipeline, sink) = try translating { (try Pipeline(name: "mix-sound"), try AppSink(capacity: 8)) }
    try translating {
      let caps = try AudioConverter.caps(rate: plan.grid.rate, channels: plan.channels)
      let mixer = try ElementName.audioMixer.make()
      let filter = try ElementName.capsFilter.make()
      try filter.set("caps", caps)
      try pipeline.add(mixer, filter, sink.element)
      try pipeline.link([mixer, filter, sink.element])
      var sources: [AppSource] = []
      for strip in plan.strips {
        let source = try AppSource(caps: caps, capacity: 8)
        let volume = try ElementName.volume.make()
        try setGain(strip.volume, on: volume)
        try pipeline.add(source.element, volume)
        try pipeline.link([source.element, volume])
        try volume.pad("src").link(to: mixer.requestPad("sink_%u"))
        sources.append(source)
      }
      try pipeline.play()
      feeds = zip(plan.strips, sources).map { strip, source in
        let feed = FeedBox(StripSource(strip, of: plan, indexes: indexes, cancellation: cancellation))
        return BackgroundTask(named: "strip") { [plan, failure] in feed.run(into: source, of: plan, failure: failure) }
      }
    }
  }

  deinit {
    // A stopped pipeline takes no more buffers, which ends the threads that feed it.
    pipeline.stop()
    for feed in feeds { try? feed.value() }
  }

  /// The caps of every buffer.
  func caps() throws -> Caps { try AudioConverter.caps(rate: plan.grid.rate, channels: plan.channels) }

  /// The next samples, stamped on the output's grid, or nil after the last.
  ///
  /// - Throws: `RenderError` that names the clip where there is one to name.
  func next() throws(RenderError) -> Buffer? {
    guard !plan.strips.isEmpty else { return try silence() }
    return try translating {
      let stopwatch = Watchdog()
      while true {
        let pulled = sink.pull(nanoseconds: Cancellation.patience)
        if let error = failure.take(within: 0) { throw error }
        switch pulled {
        case .sample(let buffer, _):
          return try stamped(buffer)
        case .endOfStream:
          _ = try pipeline.checkMessages()
          guard delivered == plan.sampleCount else {
            throw RenderError(
              .engineFailed, "The sound ended after \(delivered) of \(plan.sampleCount) samples.")
          }
          return nil
        case .nothingYet:
          _ = try pipeline.checkMessages()
          try cancellation.check()
          try stopwatch.check(waitingFor: "the mixing of sound") { pipeline.graph }
        }
      }
    }
  }

  private func stamped(_ buffer: Buffer) throws -> Buffer {
    let count = Int64(buffer.byteCount / (8 * plan.channels))
    let start = try plan.grid.nanoseconds(of: delivered)
    delivered += count
    return try buffer.restamped(
      presentationTime: start, duration: try plan.grid.nanoseconds(of: delivered) - start)
  }

  /// A sound of no strips is silence of the planned length.
  private func silence() throws(RenderError) -> Buffer? {
    try translating {
      try cancellation.check()
      let count = min(4_800, plan.sampleCount - delivered)
      guard count > 0 else { return nil }
      return try stamped(Buffer(samples: [Double](repeating: 0, count: Int(count) * plan.channels)))
    }
  }

  /// A volume's pieces as points: linear inside a piece, a step between two that do not meet.
  private func setGain(_ pieces: [VolumePiece], on volume: Element) throws {
    guard let first = pieces.first else { return }
    if pieces.allSatisfy({ $0.from == first.from && $0.to == first.from }) {
      try volume.set("volume", first.from)
      return
    }
    var points: [ControlCurve.ControlPoint] = []
    for (number, piece) in pieces.enumerated() {
      points.append(.init(time: try plan.grid.nanoseconds(of: piece.samples.lowerBound), value: piece.from))
      let meetsNext = number + 1 < pieces.count && pieces[number + 1].from == piece.to
      if !meetsNext {
        points.append(
          .init(time: try plan.grid.nanoseconds(of: piece.samples.upperBound) - 1, value: piece.to))
      }
    }
    try volume.control("volume", with: ControlCurve(.linear, points: points))
  }
}

/// Hands a strip's feed to the thread that reads it, and reads it there.
private struct FeedBox: @unchecked Sendable {
  // @unchecked: nobody else holds the feed.
  private let feed: StripSource

  init(_ feed: StripSource) {
    self.feed = feed
  }

  /// Pushes every block into `source`, until the last or until nobody wants more.
  func run(into source: AppSource, of plan: SoundPlan, failure: OneShotChannel<RenderError>) {
    do {
      while let block = try feed.next() {
        let start = try plan.grid.nanoseconds(of: block.start)
        let end = try plan.grid.nanoseconds(of: block.start + Int64(block.samples.count / plan.channels))
        let buffer = try Buffer(samples: block.samples).restamped(
          presentationTime: start, duration: end - start, isGap: block.isGap)
        guard source.push(buffer) else { return }
      }
    } catch let error as RenderError {
      failure.hand(error)
    } catch {
      failure.hand(RenderError(.engineFailed, "The sound cannot be fed: \(error)"))
    }
    source.end()
  }
}
