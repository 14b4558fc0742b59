import Containers
import EditingModel
import GStreamer
import MediaTime
import Rendering

/// What makes packets of raw pictures or samples.
///
/// Threads: pushed from one, pulled from another.
protocol PacketEncoder: Sendable {
  /// Encodes `buffer`; waits while the queue is full, until `isWanted` throws.
  func push(_ buffer: Buffer, while isWanted: () throws -> Void) throws
  /// Ends the stream.
  func end()
  /// The next packet, if it comes within the poll interval; `check` is called where a part of it is waited for.
  func pull(checking check: () throws -> Void) throws -> AppSink.Pulled
  /// What goes along with the packet that was pulled last, where the container has a place for it.
  var sideData: [StoredPacket.SideData] { get }
  /// The graph, for error reports.
  var graph: String { get }
  /// Stops everything, on background threads.
  func stopAll() -> [BackgroundTask<Void>]
}

extension PacketEncoder {
  var sideData: [StoredPacket.SideData] { [] }
}

extension StreamEncoder: PacketEncoder {
  func pull(checking check: () throws -> Void) throws -> AppSink.Pulled { try pull() }
  func stopAll() -> [BackgroundTask<Void>] { [stop()] }
}

/// Encodes one stream in its own pipeline: raw pictures or samples in, packets out.
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

  /// How many packets may wait to be pulled.
  private static let packetCapacity = 4

  /// An encoder of buffers of `caps` with `elements`, in front of which at most `capacity` raw buffers wait.
  ///
  /// - Parameters:
  ///   - accepted: the caps that the packets must have; any if nil.
  ///   - events: records the segments and tags of the packets' stream.
  /// - Throws: `GStreamerError` if the elements do not go together.
  init(
    named name: String, caps: Caps, elements: [Element], capacity: Int, accepted: Caps? = nil,
    events: StreamEvents = StreamEvents()
  ) throws {
    pipeline = try Pipeline(name: "encode-\(name)")
    source = try AppSource(caps: caps, capacity: 0)
    // Of large pictures, of which few wait in front, few wait behind.
    sink = try AppSink(capacity: capacity == 1 ? 1 : Self.packetCapacity, caps: accepted)
    gate = InputGate(capacity: capacity)
    let chain = [source.element] + elements + [sink.element]
    for element in chain { try pipeline.add(element) }
    try pipeline.link(chain)
    try sink.element.pad("sink").record(events)
    let gate = gate
    if let first = elements.first { pipeline.close(try first.pad("sink")) }
    try source.element.pad("src").probeBuffers { _, _ in
      gate.leave()
      return .pass
    }
    try pipeline.play()
  }

  /// Encodes `buffer`; waits while the queue is full, until `isWanted` throws.
  ///
  /// - Throws: what `isWanted` throws, or the error that stopped the encoder.
  func push(_ buffer: Buffer, while isWanted: () throws -> Void) throws {
    try pipeline.checkFailure()
    try gate.enter(while: isWanted)
    guard source.push(buffer) else {
      _ = try pipeline.checkMessages()
      throw GStreamerError.refused("The encoder takes nothing more.")
    }
  }

  /// Ends the stream.
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

  /// The pipeline's graph, for error reports.
  var graph: String { pipeline.graph }

  /// Stops the pipeline, on a background thread.
  func stop() -> BackgroundTask<Void> { pipeline.stopInBackground() }
}
