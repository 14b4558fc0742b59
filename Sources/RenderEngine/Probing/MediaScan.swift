import EditingModel
import GStreamer
import MediaFormats
import Rendering
import Synchronization

/// Reads a whole file without decoding it: which streams there are, and when each of their packets is presented.
///
/// Threads: one; blocks, and every wait is bounded.
struct MediaScan {
  /// One stream.
  struct Stream: Sendable {
    /// Picture or sound.
    var mediaType: MediaType
    /// Parser and decoder.
    var codec: StreamCodec
    /// The container's description of the stream.
    var caps: Caps
    /// Each packet's presentation, in the order of the file.
    var packets: [Packet]
    /// The beginning of the first packet.
    var head: [UInt8]
    /// Where its presentation ends, in nanoseconds of stream time, where the file says so.
    var presentationEnd: Int64?
  }

  /// One packet.
  struct Packet: Sendable {
    /// Nanoseconds of stream time; nil if unknown.
    var time: Int64?
    /// Nanoseconds; nil if unknown.
    var duration: Int64?
    /// Bytes.
    var byteCount: Int
    /// Whether decoding can start here.
    var isKey: Bool
  }

  /// The streams, in the order in which the container gives them.
  private(set) var streams: [Stream] = []
  /// The rotation in the file's tags ("rotate-90"), if there is one.
  private(set) var imageOrientation: String?

  /// Reads the file at `asset`.
  ///
  /// - Throws: `RenderError` if it cannot be read to its end, or stalls.
  init(
    _ asset: AssetReference, container: MediaContainer, movieDuration: MovieDuration?, cancellation: Cancellation
  ) throws {
    let pipeline = try Pipeline(name: "scan-\(asset.name)")
    defer { pipeline.stop() }
    let source = try Element.fileSource(asset, movieDuration: movieDuration)
    try pipeline.add(source)
    let recorders = Mutex<[PacketRecorder]>([])
    let failure = OneShotChannel<any Error>()
    var latePad: Pad?
    // The demuxer keeps this closure, and the pipeline keeps the demuxer.
    let attach: @Sendable (Pad) -> Void = { [weak pipeline] pad in
      guard let pipeline else { return }
      do {
        guard let recorder = try PacketRecorder(pad, of: container, in: pipeline) else { return }
        recorders.withLock { $0.append(recorder) }
      } catch { failure.send(error) }
    }
    switch container {
    case .streams(let demuxer, _):
      let element = try demuxer.make()
      try pipeline.add(element)
      try pipeline.link([source, element])
      element.onPadAdded(attach)
    case .single(let parsers, _):
      let elements = try parsers.map { try $0.make() }
      for element in elements { try pipeline.add(element) }
      try pipeline.link([source] + elements)
      if let last = elements.last {
        // The pad exists before its caps, which are read when everything has passed.
        let pad = try last.pad("src")
        let sink = try PacketRecorder.sink(in: pipeline)
        let recorder = PacketRecorder(late: pad, of: container)
        try pad.link(to: sink.pad("sink"))
        recorders.withLock { $0.append(recorder) }
        latePad = pad
      }
    case .still:
      return
    }
    try pipeline.play()
    var watchdog = Watchdog()
    var passed = 0
    while true {
      let reports: Pipeline.Reports
      do {
        reports = try pipeline.awaitMessages(nanoseconds: Cancellation.pollInterval)
      } catch {
        // A stream that could not be recorded is the cause of the demuxer's failure, and has the clearer error.
        throw failure.take(within: 0) ?? error
      }
      imageOrientation = reports.imageOrientation ?? imageOrientation
      if let error = failure.take(within: 0) { throw error }
      if reports.endOfStream { break }
      try cancellation.check()
      let count = recorders.withLock { $0.reduce(0) { $0 + $1.count } }
      if count != passed { watchdog.restart() }
      passed = count
      try watchdog.check(waitingFor: "the packets of \(asset.name)") { pipeline.graph }
    }
    if let latePad { recorders.withLock { $0.forEach { $0.note(latePad.caps) } } }
    streams = try recorders.withLock { $0 }.compactMap { try $0.stream() }
  }
}
