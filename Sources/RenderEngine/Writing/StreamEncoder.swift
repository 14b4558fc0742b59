import EditingModel
import GStreamer
import MediaTime
import Rendering

/// Encodes one stream in a pipeline of its own: raw pictures or samples in, packets out.
///
/// ```
///  push ─► appsrc ─► encoder ─► parser ─► appsink ─► pull        knows nothing of files
/// ```
///
/// Threads: pushed from one, pulled from another.
final class StreamEncoder: Sendable {
  private let pipeline: Pipeline
  private let source: AppSource
  private let sink: AppSink
  private let gate: InputGate

  /// How many packets wait at most until they are pulled.
  private static let packetCapacity = 4

  /// An encoder of what `caps` describe by `elements`, with at most `capacity` raw buffers waiting in front of them.
  ///
  /// - Parameters:
  ///   - accepted: what becomes of the packets takes these; anything if nil.
  ///   - events: where it is noted what the packets' stream says of itself.
  /// - Throws: `GStreamerError` if the elements do not go together.
  init(
    named name: String, caps: Caps, elements: [Element], capacity: Int, accepted: Caps? = nil,
    events: StreamEvents = StreamEvents()
  ) throws {
    pipeline = try Pipeline(name: "encode-\(name)")
    source = try AppSource(caps: caps, capacity: 0)
    sink = try AppSink(capacity: Self.packetCapacity, caps: accepted)
    gate = InputGate(capacity: capacity)
    let chain = [source.element] + elements + [sink.element]
    for element in chain { try pipeline.add(element) }
    try pipeline.link(chain)
    try sink.element.pad("sink").record(events)
    let gate = gate
    try source.element.pad("src").probeBuffers { _, _ in
      gate.leave()
      return .pass
    }
    try pipeline.play()
  }

  /// Encodes `buffer`; waits while enough is waiting, as long as `isWanted` allows.
  ///
  /// - Throws: what `isWanted` throws, or the error for which the encoder takes nothing more.
  func push(_ buffer: Buffer, while isWanted: () throws -> Void) throws {
    try gate.enter(while: isWanted)
    guard source.push(buffer) else {
      _ = try pipeline.checkMessages()
      throw GStreamerError.refused("The encoder takes nothing more.")
    }
  }

  /// Says that nothing follows.
  func end() {
    source.end()
  }

  /// The next packet, if it comes within the poll interval.
  ///
  /// - Throws: the error that an element reported.
  func pull() throws -> AppSink.Pulled {
    let pulled = sink.pull(nanoseconds: Cancellation.pollInterval)
    if case .sample = pulled { return pulled }
    _ = try pipeline.checkMessages()
    return pulled
  }

  /// The graph, for a report.
  var graph: String { pipeline.graph }

  /// Stops the pipeline, on a thread of its own.
  func stop() -> BackgroundTask<Void> { pipeline.stopInBackground() }
}
