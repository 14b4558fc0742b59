import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaTime
import Rendering

/// An encoder of raw pictures or samples into packets.
///
/// Threads: pushed from one, pulled from another.
protocol PacketEncoder: Sendable {
  /// Encodes `buffer`, `asKeyFrame` where decoding is to be able to start with it; waits while the queue is full, until `isWanted` throws.
  func push(_ buffer: Buffer, asKeyFrame: Bool, while isWanted: () throws -> Void) throws
  /// Ends the stream.
  func end()
  /// The next packet, if it comes within the poll interval; `check` is called where a part of it is waited for.
  func pull(checking check: () throws -> Void) throws -> AppSink.Pulled
  /// The offset of the packets' times from those of their pictures or samples, in nanoseconds.
  var timeOffset: Int64 { get }
  /// The side data of the last pulled packet, where the container has a place for it.
  var sideData: [StoredPacket.SideData] { get }
  /// The graph, for error reports.
  var graph: String { get }
  /// Stops everything, on background threads.
  func stopAll() -> [BackgroundTask<Void>]
}

extension PacketEncoder {
  var timeOffset: Int64 { 0 }

  /// Encodes `buffer`; waits while the queue is full, until `isWanted` throws.
  func push(_ buffer: Buffer, while isWanted: () throws -> Void) throws {
    try push(buffer, asKeyFrame: false, while: isWanted)
  }

  var sideData: [StoredPacket.SideData] { [] }
}

extension StreamEncoder: PacketEncoder {
  func pull(checking check: () throws -> Void) throws -> AppSink.Pulled { try pull() }
  func stopAll() -> [BackgroundTask<Void>] { [stop()] }
}

/// Encodes one stream in its own pipeline: raw pictures or samples in, packets out.
///
/// ```
///  push ─► appsrc ─► encoder ─► parser ─► appsink ─► pull        independent of files
/// ```
///
/// Threads: pushed from one, pulled from another.
final class StreamEncoder: Sendable {
  private let pipeline: Pipeline
  private let source: AppSource
  private let sink: AppSink
  private let gate: InputGate
  /// The pad at which packets leave the last element.
  private let exit: Pad
  let timeOffset: Int64

  // QUIRK: Key frames, asked for: encoders that make room for negative times move the pictures' by 1,000 hours, and compare a request
  // with moved times until the first packet is there, and afterwards with those that were given; no request for an earlier time than
  // that of the last is taken. Times that have that room are not moved. In: GStreamer 1.22. Test: "segments begin at the borders,
  // each with a key frame, and are the movie together".
  /// The room that encoders make for negative times, in nanoseconds.
  private static let roomForNegativeTimes: Int64 = 1_000 * 3_600 * 1_000_000_000

  /// Limit of the packets that wait to be pulled.
  private static let packetCapacity = 4

  /// An encoder of buffers of `caps` with `elements`, and a queue of at most `capacity` raw buffers in front.
  ///
  /// - Parameters:
  ///   - accepted: the caps that the packets must have; any if nil.
  ///   - events: records the segments and tags of the packets' stream.
  ///   - takesKeyFrames: whether buffers may be asked for as key frames.
  /// - Throws: `GStreamerError` if the elements do not go together.
  init(
    named name: String, caps: Caps, elements: [Element], capacity: Int, accepted: Caps? = nil,
    events: StreamEvents = StreamEvents(), takesKeyFrames: Bool = false
  ) throws {
    timeOffset = takesKeyFrames ? Self.roomForNegativeTimes : 0
    pipeline = try Pipeline(name: "encode-\(name)")
    source = try AppSource(caps: caps, capacity: 0)
    // Large pictures have a short queue in front, and a short one behind.
    sink = try AppSink(capacity: capacity == 1 ? 1 : Self.packetCapacity, caps: accepted)
    gate = InputGate(capacity: capacity)
    let chain = [source.element] + elements + [sink.element]
    for element in chain { try pipeline.add(element) }
    try pipeline.link(chain)
    try sink.element.pad("sink").record(events)
    exit = try (elements.last ?? source.element).pad("src")
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
  func push(_ buffer: Buffer, asKeyFrame: Bool, while isWanted: () throws -> Void) throws {
    try pipeline.checkFailure()
    try gate.enter(while: isWanted)
    let moved = try buffer.presentationTime.map { try shifted(buffer, to: $0 + timeOffset) } ?? buffer
    // The request goes up from the last element, and the encoder notes it for the first picture at that time or later.
    if asKeyFrame, let time = moved.presentationTime { exit.requestKeyFrame(at: time) }
    guard source.push(moved) else {
      _ = try pipeline.checkMessages()
      throw GStreamerError.refused("The encoder takes nothing more.")
    }
  }

  private func shifted(_ buffer: Buffer, to time: Int64) throws -> Buffer {
    try timeOffset == 0 ? buffer : buffer.restamped(presentationTime: time, duration: buffer.duration ?? 0)
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
