package import Containers
package import EditingModel
import Foundation
package import GStreamer
package import MediaFormats
import Rendering
import Synchronization
import Waiting

/// Identifies one stream of a file and how it is decoded.
package struct StreamAddress: Hashable, Sendable {
  /// The file.
  package var asset: AssetReference
  /// The way to open the file.
  package var container: MediaContainer
  /// The stream's parser and decoder.
  package var codec: StreamCodec
  /// Whether it is picture or sound.
  package var mediaType: MediaType
  /// Its number among the streams of that type, from 0 on.
  package var index: Int
  /// Its stream of libavformat's packets; nil where a demuxer or a parser finds them.
  package var stored: StoredStream?
  /// The correction of the header's numbers.
  package var headerCorrection: HeaderCorrection?
  /// The delay of the container's times behind the presentation, in nanoseconds.
  package var codecDelay: Int64
  /// Ranges in which the demuxer's times are too early.
  var timeCorrections: [TimeCorrection]
  /// The offset added to the demuxer's times, in nanoseconds.
  var timeShift: Int64 = 0
  /// Whether the bytes that are read begin amid the stream.
  var beginsAmidStream: Bool { timeShift != 0 }
  /// The selection of the first of a frame's two fields; nil where frames hold none.
  package var field: FieldSelection?
  /// Presentation times of packets before which others are missing, in nanoseconds of stream time.
  var lossTimes: [Int64]
  /// Presentation times of incomplete packets.
  var damagedTimes: [Int64]

  package init(
    asset: AssetReference, container: MediaContainer, codec: StreamCodec, mediaType: MediaType, index: Int,
    stored: StoredStream? = nil, headerCorrection: HeaderCorrection? = nil, codecDelay: Int64 = 0,
    timeCorrections: [TimeCorrection] = [], field: FieldSelection? = nil, lossTimes: [Int64] = [],
    damagedTimes: [Int64] = []
  ) {
    (self.asset, self.container, self.codec, self.mediaType, self.index) = (asset, container, codec, mediaType, index)
    (self.stored, self.headerCorrection, self.codecDelay) = (stored, headerCorrection, codecDelay)
    (self.timeCorrections, self.field) = (timeCorrections, field)
    (self.lossTimes, self.damagedTimes) = (lossTimes, damagedTimes)
  }
}

/// Decodes one stream of one file in order, from one position on.
///
/// ```
///  filesrc ─► demuxer ─┤rebase├─► parser ─► decoder ─► appsink    one pipeline a reader, which seeks once at most
///                       ▲ timestamps become stream time, nothing is clipped
/// ```
///
/// Threads: opened and read from one thread at a time; it decodes ahead on its own.
package final class StreamReader: Sendable {
  package let address: StreamAddress
  private let pipeline: Pipeline
  private let sink: AppSink
  private let cancellation: Cancellation
  /// Whether it does not begin with the stream's first packet.
  private let startsAfterSeek: Bool
  private let passed = Passed()
  /// The decoder's damage; nil for decoders that report none.
  private let damage: PacketDamage?
  /// Wakes the reader for batches of decoded sound; nil for pictures, for each of which the reader wakes.
  private let batch: BatchSignal?

  /// The count of packets and pictures that have passed, wanted or not: shows whether the decoder makes progress.
  private final class Passed: Sendable {
    let count = Atomic(0)
    /// Whether anything was decoded.
    let isDecoding = Atomic(false)
    /// The number of packets with a time that were decoded up to the first output, that output's packet included.
    let untilFirst = Atomic(0)
  }

  /// Opens the stream, at the key frame at or before `start` (nanoseconds of stream time; nil for the beginning), and
  /// begins to decode at most `capacity` buffers ahead. With `wanted`, only the pictures that it selects are delivered.
  ///
  /// - Throws: `RenderError` if the file cannot be opened or has no such stream.
  package init(
    _ address: StreamAddress, from start: Int64?, capacity: Int, threads: Int, cancellation: Cancellation,
    wanting wanted: FrameFilter? = nil
  ) throws {
    self.address = address
    self.cancellation = cancellation
    startsAfterSeek = start != nil || address.beginsAmidStream
    pipeline = try Pipeline(name: "decode-\(address.asset.name)")
    sink = try AppSink(capacity: capacity, handsOver: address.mediaType == .video)
    let chain = try Self.decodeChain(address, threads: threads) + [sink.element]
    let decoder = address.codec.decoder.flatMap { decoder in chain.first { $0.factory == decoder.factory } }
    let errors = decoder.flatMap { DecoderErrors(of: $0) }
    let isWhole = address.lossTimes.isEmpty && address.damagedTimes.isEmpty
    damage =
      errors == nil && isWhole && address.codec.name != "FLAC"
      ? nil
      : PacketDamage(
        errors, threads: threads, lossTimes: address.lossTimes, damagedTimes: address.damagedTimes)
    let sinkPad = try sink.element.pad("sink")
    sinkPad.acceptVideoMeta()
    batch = address.mediaType == .audio ? BatchSignal(size: max(1, capacity / 2)) : nil
    if let batch {
      sinkPad.probeBuffers { _, _ in
        batch.noteBuffer()
        return .pass
      }
      sinkPad.onEndOfStream { batch.noteEnd() }
    }
    let entry = try chain[0].pad("sink")
    try watch(decoder, wanted: wanted)
    watch(sinkPad, wanted: wanted)
    for element in chain { try pipeline.add(element) }
    try pipeline.link(chain)
    if let stored = address.stored {
      let feed = try StoredStreamFeed(address.asset, stored, from: start, isDecoded: address.codec.decoder != nil)
      try pipeline.add(feed.source.element)
      try feed.source.element.pad("src").link(to: entry)
      try pipeline.play()
      feed.run()
      return
    }
    if case .listed(let kind, _) = address.container {
      try feed(kind, into: entry, from: start)
      return
    }
    let source = try Element.fileSource(address.asset, headerCorrection: address.headerCorrection)
    try pipeline.add(source)
    switch address.container {
    case .still(let parser, _, _):
      try pipeline.link([source] + (try addHead([parser].compactMap(\.self))) + [chain[0]])
      try pipeline.play()
    case .pictures(_, let name), .listed(_, let name), .packets(_, let name):
      throw RenderError(.unsupported, "\(name) has no packets.", remedy: "Decode its pictures.")
    case .single(let parsers, _):
      let head = try addHead(parsers)
      try pipeline.link([source] + head)
      try open(try (head.last ?? source).pad("src"), into: entry, at: start)
    case .streams(let demuxer, _):
      let head = try addHead([demuxer])
      try pipeline.link([source] + head)
      try seek(awaitPad(of: head[0], blocks: start != nil, into: entry), to: start)
    }
  }

  /// Stops decoding and frees everything, on a background thread.
  @discardableResult
  package func close() -> BackgroundTask<Void> { pipeline.stopInBackground() }

  /// Packets before the first decoded buffer that gave nothing, once there is one.
  package var silentPackets: Int { max(0, passed.untilFirst.load(ordering: .relaxed) - 1) }

  /// The next decoded buffer with its stream time, or nil at the end of the stream.
  ///
  /// - Throws: `RenderError` if decoding fails, stalls or is cancelled.
  package func next() throws -> Decoded? {
    var watchdog = Watchdog()
    while true {
      try cancellation.check()
      let isInBatches = batch.map { !$0.hasEnded } ?? false
      switch sink.pull(nanoseconds: isInBatches ? 0 : Cancellation.pollInterval) {
      case .sample(let buffer, let caps):
        guard let caps else { throw GStreamerError.refused("A decoder gave a buffer without caps.") }
        let time = buffer.presentationTime.map { $0 - TimestampRebase.lead }
        let single = try address.field?.deepPicture(in: buffer, of: caps) ?? buffer
        let isOpaque =
          try address.codec.premultiplies
          && TIFFDirectory(FileBytes(address.asset.url.path, isReadOnly: true))?.hasExtraSamples == false
        let picture = address.codec.premultiplies && !isOpaque ? try single.unpremultiplied(caps) : single
        return Decoded(
          buffer: picture, streamTime: time.map { address.timeCorrections.corrected($0 - address.codecDelay) },
          caps: try isOpaque ? caps.withoutAlpha() : caps.namedByMatrix(),
          damage: damage?.cause(at: time))
      case .endOfStream:
        _ = try hasEndedWithoutFrames()
        return nil
      case .nothingYet:
        if isInBatches { batch?.wait(nanoseconds: Cancellation.pollInterval) }
        if try hasEndedWithoutFrames() { return nil }
        watchdog.note(passed.count.load(ordering: .relaxed))
        try watchdog.check(waitingFor: "the decoder of \(address.asset.name)") { pipeline.graph }
      }
    }
  }

  /// Whether the decoder has reached the end from amid the stream without giving anything: nothing is wrong then. Throws what else
  /// the elements report.
  private func hasEndedWithoutFrames() throws -> Bool {
    do {
      try check()
      return false
    } catch let error as GStreamerError where startsAfterSeek && error.isWithoutFrames {
      return true
    }
  }

  /// Throws the elements' errors, with a sentence of its own where the decoder's pictures have pixels that no element
  /// of GStreamer supports.
  private func check() throws {
    do {
      _ = try pipeline.checkMessages()
    } catch let error {
      if address.codec.fetching != nil, let decoder = address.codec.decoder {
        throw RenderError(
          .mediaUnreadable,
          "\(decoder.factory), which decodes \(address.codec.name) in hardware, failed: \(error.message)",
          remedy: "Read it without hardware.", underlying: error.description)
      }
      let isUnknown = error.debug?.contains("not-negotiated") == true && !passed.isDecoding.load(ordering: .relaxed)
      guard isUnknown, address.mediaType == .video, let decoder = address.codec.decoder,
        decoder.factory.hasPrefix("avdec_")
      else { throw error }
      throw RenderError(
        .unsupported,
        "The pictures, coded as \(address.codec.name), have pixels of a kind that \(decoder.factory) does not hand on: "
          + (decoder == .motionJPEGDecoder ? "of 4:4:0 or 4:1:1." : "of 9, 14 or 16 bits, or gray of more than 8."),
        remedy: "Convert the file first, as with: ffmpeg -i FILE -c:v ffv1 -pix_fmt yuv444p12le -c:a copy NEW.mkv.",
        underlying: error.description)
    }
  }

  /// A decoded buffer.
  package struct Decoded: Sendable {
    /// The picture or the samples.
    package var buffer: Buffer
    /// Its presentation time, in nanoseconds of the file's stream time; nil where the file does not state it.
    package var streamTime: Int64?
    /// The caps of the buffer.
    package var caps: Caps
    /// The fault that the decoder found in the packets that it was made of; nil where there was none.
    package var damage: String?
  }

  /// The reports of the elements since the last call.
  func reports() throws -> Pipeline.Reports {
    try pipeline.checkMessages()
  }

  /// Drops pictures that are not `wanted` before the sink, and notes the decoder's reports on all.
  private func watch(_ sinkPad: Pad, wanted: FrameFilter?) {
    sinkPad.probeBuffers { [passed, damage] picture, _ in
      passed.count.add(1, ordering: .relaxed)
      passed.isDecoding.store(true, ordering: .relaxed)
      let time = picture.presentationTime.map { $0 - TimestampRebase.lead }
      damage?.noteDecoded(at: time)
      guard let wanted, let time else { return .pass }
      return wanted.verdict(onPictureAt: time)
    }
  }

  /// Drops packets that are not needed for what is `wanted` before `decoder`, and notes the others.
  private func watch(_ decoder: Element?, wanted: FrameFilter?) throws {
    guard let decoder else { return }
    let (isPicture, isFLAC) = (address.mediaType == .video, address.codec.name == "FLAC")
    // Libav's decoder has the headers of FLAC from its caps, and takes those among the packets for damaged frames.
    let dropsHeaders = isFLAC && address.codec.decoder == .libavFLACDecoder
    let pad = try decoder.pad("sink")
    pad.probeBuffers { [passed, damage] packet, caps in
      if dropsHeaders, FLACFrame.isHeader(packet) { return .drop }
      passed.count.add(1, ordering: .relaxed)
      let time = packet.presentationTime.map { $0 - TimestampRebase.lead }
      if time != nil, !passed.isDecoding.load(ordering: .relaxed) { passed.untilFirst.add(1, ordering: .relaxed) }
      if let wanted, let time {
        let verdict = wanted.verdict(onPacket: packet, of: caps, at: time)
        guard verdict == .pass else { return verdict }
      }
      // Sound depends on no packet but its own and those just before.
      if isPicture { damage?.note(packet, of: caps, at: time) }
      return .pass
    }
    guard isFLAC else { return }
    let repair = FLACRepair()
    pad.replaceBuffers { [damage] packet in
      let isIntact = FLACFrame.isIntact(packet)
      if !isIntact { damage?.noteDamaged(cause: "A frame's checksum is wrong.") }
      return repair.replacement(for: packet, isIntact: isIntact)
    }
  }

  private static func decodeChain(_ address: StreamAddress, threads: Int) throws -> [Element] {
    var chain: [Element] = []
    if let caps = address.codec.streamCaps { chain.append(try .capsSetter(caps)) }
    if let parser = address.codec.parser, !address.container.parses(parser) { chain.append(try parser.make()) }
    if let decoder = address.codec.decoder {
      if let caps = address.codec.decoderCaps { chain.append(try .capsSetter(caps)) }
      chain.append(try decoder.makeDecoder(threads: threads))
      if let caps = address.codec.decodedCaps {
        let filter = try ElementName.capsFilter.make()
        try filter.set("caps", Caps(caps))
        chain.append(filter)
      }
      if let fetching = address.codec.fetching { chain += try fetching.elements() }
    }
    if let field = address.field {
      let element = try ElementName.deinterlace.make()
      // Where a stream mixes both, its progressive frames keep all their lines.
      try element.set("mode", field.appliesToAllFrames ? "interlaced" : "auto")
      try element.set("fields", field.parity.rawValue)
      chain.append(element)
    }
    return chain
  }

  private func addHead(_ names: [ElementName]) throws -> [Element] {
    let elements = try names.map { try $0.make() }
    for element in elements { try pipeline.add(element) }
    return elements
  }

  /// Feeds `entry` with packets of a file of `kind` that code of this engine finds, from about `start` nanoseconds of stream time on.
  private func feed(_ kind: PacketListKind, into entry: Pad, from start: Int64?) throws {
    let feed = try ListedPacketFeed(kind, at: address, from: start)
    try pipeline.add(feed.source.element)
    let pad = try feed.source.element.pad("src")
    pad.rebaseTimestamps(address.container.timestampRebase(shift: address.timeShift))
    try pad.link(to: entry)
    try pipeline.play()
    feed.run()
  }

  /// Rebases and links a pad that exists from the start, and seeks once its first packet has arrived.
  private func open(_ pad: Pad, into entry: Pad, at start: Int64?) throws {
    pad.rebaseTimestamps(address.container.timestampRebase(shift: address.timeShift))
    let blocked = start == nil ? nil : BlockedPad(pad)
    try pad.link(to: entry)
    try pipeline.play()
    try seek(blocked, to: start)
  }

  private func seek(_ blocked: BlockedPad?, to start: Int64?) throws {
    guard let blocked, let start else { return }
    try blocked.awaitFirstPacket(of: pipeline, named: address.asset.name, cancellation: cancellation)
    defer { blocked.lift() }
    try blocked.seek(to: start)
  }

  /// Starts the pipeline and waits until the demuxer has added the pad; with `blocks`, the pad is blocked at its first
  /// packet.
  private func awaitPad(of demuxer: Element, blocks: Bool, into entry: Pad) throws -> BlockedPad? {
    let arrival = OneShotChannel<Result<BlockedPad?, GStreamerError>>()
    let counter = StreamCounter()
    let (mediaType, index) = (address.mediaType, address.index)
    let (container, shift) = (address.container, address.timeShift)
    let hidesColorimetry = address.codec.decoder != nil && container.misreadsRange
    demuxer.onPadAdded { pad in
      guard counter.number(of: pad, as: mediaType) == index else { return }
      pad.rebaseTimestamps(container.timestampRebase(hidesColorimetry: hidesColorimetry, shift: shift))
      let blocked = blocks ? BlockedPad(pad) : nil
      do throws(GStreamerError) {
        try pad.link(to: entry)
        arrival.send(.success(blocked))
      } catch {
        arrival.send(.failure(error))
      }
    }
    try pipeline.play()
    let watchdog = Watchdog()
    while true {
      if let result = arrival.take(within: Cancellation.pollInterval) { return try result.get() }
      if try pipeline.checkMessages().endOfStream {
        throw RenderError(
          .mediaUnreadable, "The file has no \(address.mediaType.rawValue) track number \(address.index).",
          remedy: "Check the file.")
      }
      try cancellation.check()
      try watchdog.check(waitingFor: "the streams of \(address.asset.name)") { pipeline.graph }
    }
  }
}
