import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import Rendering
import Synchronization

/// One track of a file whose packets libavformat reads, as they pass.
///
/// ```
///  packet ─┬─► noted                                   where packets are what a decoder takes
///          └─► appsrc ─► parser ─► noted ─► fakesink   where a parser says what they are
/// ```
///
/// Threads: packets are taken on one, all else is asked for on another. Lock order: only `state`.
final class StoredTrackScan: Sendable {
  let entry: StoredFile.Entry
  private let codec: StreamCodec
  private let caps: Caps
  private let extent: MediaScan.Extent
  private let parsing: Parsing?
  private let state: Mutex<State>

  /// The way through a parser.
  private struct Parsing: Sendable {
    var pipeline: Pipeline
    var source: AppSource
    var recorder: MediaScan.PacketRecorder
  }

  fileprivate struct State {
    var clock: StoredClock
    var packets: [MediaScan.Packet] = []
    /// The beginning of the first.
    var head: [UInt8] = []
    /// Places at which reading can begin.
    var places: [StoredBlocks.Place] = []
    /// Whether everything has left the parser.
    var isParsed = false
  }

  /// The track `entry` of the file at `asset`, before its first packet.
  init(_ entry: StoredFile.Entry, of asset: AssetReference, extent: MediaScan.Extent) throws {
    (self.entry, self.extent) = (entry, extent)
    caps = try Caps(entry.stored.description(showsColors: true))
    codec = try StreamCodec(streamCaps: caps)
    state = Mutex(State(clock: StoredClock(entry.stored)))
    guard let parser = try codec.parser?.make() else {
      try SampleDepth(caps)?.check(codec.name)
      parsing = nil
      return
    }
    let pipeline = try Pipeline(name: "scan-\(asset.name)")
    let source = try AppSource(caps: caps, capacity: Self.capacity)
    if entry.stored.isCounted { try source.forgetPresentationOfDeltaUnits() }
    let chain = [source.element] + (try codec.streamCaps.map { [try Element.capsSetter($0)] } ?? []) + [parser]
    for element in chain { try pipeline.add(element) }
    try pipeline.link(chain + [MediaScan.PacketRecorder.sink(in: pipeline)])
    let recorder = try MediaScan.PacketRecorder(behind: parser.pad("src"), entry.mediaType, codec, caps, extent: extent)
    parsing = Parsing(pipeline: pipeline, source: source, recorder: recorder)
    try pipeline.play()
  }

  /// Limit of the packets that wait for the parser.
  private static let capacity = 64

  /// The number of packets so far.
  var count: Int { parsing?.recorder.count ?? state.withLock { $0.packets.count } }

  /// Takes `packet` of `source`, the next one; false where no other is wanted.
  func take(_ packet: StoredPacket, of source: PacketSource) throws -> Bool {
    let times = state.withLock { $0.note(packet, of: source, entry, isParsed: parsing != nil) }
    guard let times else { return false }
    guard let parsing else { return extent == .whole }
    return parsing.source.push(try times.buffer(of: packet))
  }

  /// Notes that there are no others.
  func end() { parsing?.source.end() }

  /// Whether all packets have passed that were taken before `end()`, after a wait of `nanoseconds` at most.
  ///
  /// - Throws: `GStreamerError` where the parser fails.
  func isOver(within nanoseconds: Int64) throws -> Bool {
    guard let parsing, !state.withLock(\.isParsed) else { return true }
    let isOver = try parsing.pipeline.awaitMessages(nanoseconds: nanoseconds).endOfStream
    if isOver { state.withLock { $0.isParsed = true } }
    return isOver
  }

  /// Takes no more.
  func stop() { parsing?.pipeline.stop() }

  /// The description of its pipeline, for error reports.
  var graph: String { parsing?.pipeline.graph ?? "" }

  /// The stream.
  func stream() throws -> MediaScan.Stream {
    let (packets, head, places) = state.withLock { ($0.packets, $0.head, $0.places) }
    var stream =
      try parsing?.recorder.stream(entry.identity)
      ?? MediaScan.Stream(
        mediaType: entry.mediaType, identity: entry.identity, codec: codec, caps: caps,
        profile: caps.string("profile"), packets: packets, head: head)
    stream.caps = caps
    stream.stored = entry.stored
    stream.stored?.blocks?.places = places
    stream.presentationEnd = entry.presentationEnd
    stream.shownStart = entry.presentationStart
    (stream.sideData, stream.dispositions) = (entry.sideData, entry.dispositions)
    stream.parts = entry.parts.map(MediaScan.Stream.Part.init)
    return stream
  }
}

extension StoredTrackScan.State {
  /// Notes `packet` of `source` and gives its times; nil where it and all behind it are not presented.
  fileprivate mutating func note(
    _ packet: StoredPacket, of source: PacketSource, _ entry: StoredFile.Entry, isParsed: Bool
  ) -> StoredStream.Times? {
    // A packet that was cut off is none.
    guard !packet.isCorrupt, let times = clock.times(of: packet, in: source) else { return nil }
    if let blocks = entry.stored.blocks {
      notePlace(of: packet, in: source, entry.mediaType, distance: blocks.placeDistance)
    }
    if !isParsed {
      if packets.isEmpty { head = Array(packet.bytes.prefix(MediaScan.headLength)) }
      packets.append(
        MediaScan.Packet(
          time: times.presentation, duration: times.duration, byteCount: packet.byteCount, isKey: packet.isKeyFrame))
    }
    return times
  }

  /// Notes that reading can begin with `packet`, if it can: with every key frame, or with the first packet of sound in a cluster.
  private mutating func notePlace(
    of packet: StoredPacket, in source: PacketSource, _ mediaType: MediaType, distance: Int64
  ) {
    guard packet.isKeyFrame, let time = packet.decoding ?? packet.presentation else { return }
    let presentation = packet.presentation ?? time
    if let last = places.last {
      guard time >= last.time.addingSaturated(distance), presentation > last.presentation else { return }
    }
    guard let cluster = source.cluster(of: packet), mediaType == .video || cluster != places.last?.cluster else {
      return
    }
    places.append(StoredBlocks.Place(time: time, presentation: presentation, cluster: cluster))
  }
}
