import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering
import Synchronization
import Waiting

/// Reads a file without decoding it: which streams there are, and when each of their packets is presented.
///
/// Threads: one; blocks, and every wait is bounded.
struct MediaScan {
  typealias Packet = IndexedPacket

  /// One stream.
  struct Stream: Sendable {
    /// Picture or sound.
    var mediaType: MediaType
    /// The file's number of the stream, and its language.
    var identity: TrackIdentity
    /// The transform of its pictures in a movie's header; nil where tags state it.
    var matrix: DisplayMatrix?
    /// The pixel aspect in the file's header, which has precedence over the stream's.
    var pixelAspect: Rational?
    /// The first field of each frame in the file's header; nil where it has none.
    var firstField: FieldParity?
    /// The part of the pictures that the file's header says is meant to be seen.
    var cleanAperture: CleanAperture?
    /// The pictures' colorimetry in a movie's header.
    var colors: Colorimetry?
    /// The mastering light in a movie's header.
    var light: MasteringLight?
    /// What the file says of its pictures beside their samples, and what it is for.
    var sideData: [PictureSideData] = []
    var dispositions: [TrackDisposition] = []
    /// Its stream of libavformat's packets; nil where a demuxer or a parser finds them.
    var stored: StoredStream?
    /// Parser and decoder.
    var codec: StreamCodec
    /// The container's description of the stream.
    var caps: Caps
    /// The codec's profile, by GStreamer's name; nil where neither the container nor a parser says it.
    var profile: String?
    /// Each packet's presentation, in the order of the file; of a scan of beginnings the first ones.
    var packets: [Packet]
    /// The beginning of the first packet.
    var head: [UInt8]
    /// Presentation times of packets that the container has lost a part of, in nanoseconds of stream time.
    var damagedTimes: [Int64] = []
    /// The same of packets before which the container has lost another.
    var lossTimes: [Int64] = []
    /// Presentation times of packets whose bytes are not those that were written, as a checksum shows.
    var suspectTimes: [Range<Int64>] = []
    /// The presentation time of each packet, in nanoseconds of stream time, where the demuxer loses it and the file
    /// states it.
    var storedTimes: [Int64] = []
    /// Ranges in which the demuxer's times are too early; those of `packets` are right.
    var timeCorrections: [TimeCorrection] = []
    /// The delay of the container's times behind the presentation, by the decoder's output before it, in nanoseconds.
    var codecDelay: Int64 = 0
    /// The end that the container has players leave out, in nanoseconds.
    var discardedEnd: Int64 = 0
    /// Changes of size, sample rate or channel count in mid-stream.
    var changes: [StreamChange] = []
    /// The speakers of its channels, by the bits of a WAVE file's mask, where comments or the header name other ones than usual.
    var speakerMask: UInt64?
    /// The beginning of its presentation, in nanoseconds of stream time: behind an edit list's empty edits. Earlier
    /// packets are hidden.
    var shownStart: Int64 = 0
    /// The end of its presentation, in nanoseconds of stream time, where the file states it.
    var presentationEnd: Int64?
    /// The precision of that in ticks a second, where a movie's edit list states it; nil elsewhere.
    var endTimescale: UInt64?
    /// The same where the edit list of a movie without fragments says it: what is presented from there on is hidden.
    var shownEnd: Int64?
    /// Properties of the track in the file's header.
    var storage = TrackStorage()
    /// The presented parts of the media, one after another, this one first; empty for a single part.
    var parts: [Part] = []
  }

  /// The part of a file that is read.
  enum Extent {
    /// Everything.
    case whole
    /// The part of the file that lists the streams.
    case beginning

    /// Nanoseconds between two looks at what was read; the end of the file ends the wait at once.
    var pollInterval: Int64 { self == .whole ? Cancellation.pollInterval : 2_000_000 }
  }

  /// Places at which the file violates its container's rules.
  var faults: [ContainerFault] = []
  /// Whether packets may be missing between others.
  var hasLosses: Bool { faults.contains { !$0.isEnd } }
  /// The clock of a transport stream.
  var clock: TransportClock?
  /// Whether packets have these times after a seek as well.
  var keepsTimes = true
  /// Whether the packets are those that the file's own tables list.
  var isTabulated = false
  /// The streams, in the order in which the container gives them.
  var streams: [Stream] = []
  /// The file's other tracks.
  var ancillaryTracks: [AncillaryTrack] = []
  /// The numbers of tracks of pictures or sound whose codec nothing reads.
  var unread: Set<Int32> = []
  /// The rotation in the file's tags ("rotate-90"), if there is one.
  private(set) var imageOrientation: String?
  /// The duration of the file, in nanoseconds, as its container declares or estimates it.
  var declaredDuration: Int64?

  /// Bytes of a stream's first packet that are kept.
  static let headLength = 256

  /// A scan that has found nothing yet.
  init() {}

  /// Reads `extent` of the file at `asset`; with `endsAtErrors`, up to where it cannot be read any more.
  ///
  /// - Throws: `RenderError` if it cannot be read to its end, or stalls.
  init(
    _ asset: AssetReference, container: MediaContainer, headerCorrection: HeaderCorrection?, extent: Extent = .whole,
    endsAtErrors: Bool = false, cancellation: Cancellation
  ) throws {
    if case .listed(let kind, _) = container {
      let (stream, duration) =
        switch kind {
        case .flac: try Stream.flac(asset, extent: extent, cancellation: cancellation)
        case .samples: try Stream.samples(asset, cancellation: cancellation)
        }
      (streams, declaredDuration) = ([stream], duration)
      return
    }
    let pipeline = try Pipeline(name: "scan-\(asset.name)")
    defer { pipeline.stop() }
    let source = try Element.fileSource(asset, headerCorrection: headerCorrection)
    try pipeline.add(source)
    let recorders = Mutex<[(recorder: PacketRecorder, pad: Pad)]>([])
    let failure = OneShotChannel<any Error>()
    let hasAllPads = Atomic(false)
    // The demuxer keeps this closure, and the pipeline keeps the demuxer.
    let attach: @Sendable (Pad) -> Void = { [weak pipeline] pad in
      guard let pipeline else { return }
      do {
        guard let recorder = try PacketRecorder(pad, of: container, extent: extent, in: pipeline) else { return }
        recorders.withLock { $0.append((recorder, pad)) }
      } catch { failure.send(error) }
    }
    switch container {
    case .streams(let demuxer, _):
      let element = try demuxer.make()
      try pipeline.add(element)
      try pipeline.link([source, element])
      element.onPadAdded(attach)
      element.onNoMorePads { hasAllPads.store(true, ordering: .releasing) }
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
        recorders.withLock { $0.append((recorder, pad)) }
        hasAllPads.store(true, ordering: .releasing)
      }
    case .listed, .packets, .still, .pictures:
      return
    }
    try pipeline.play()
    var watchdog = Watchdog()
    while true {
      let reports: Pipeline.Reports
      do {
        reports = try pipeline.awaitMessages(nanoseconds: extent.pollInterval)
      } catch {
        // A stream that could not be recorded is the cause of the demuxer's failure, and has the clearer error.
        if let cause = failure.take(within: 0) { throw cause }
        // A demuxer whose streams are not linked fails.
        if hasAllPads.load(ordering: .acquiring), recorders.withLock(\.isEmpty) { break }
        if endsAtErrors, recorders.withLock({ $0.contains { $0.recorder.count > 0 } }) {
          faults.append(
            ContainerFault(offset: 0, finding: "it cannot be read any further: \(error.message)", isEnd: true))
          break
        }
        throw error
      }
      imageOrientation = reports.imageOrientation ?? imageOrientation
      if let error = failure.take(within: 0) { throw error }
      if reports.endOfStream { break }
      try cancellation.check()
      let (streamCount, count) = recorders.withLock { ($0.count, $0.reduce(0) { $0 + $1.recorder.count }) }
      // A file of subtitles alone need not be read to know that it has neither picture nor sound.
      let isEnough = streamCount == 0 || extent == .beginning && count > 0
      if isEnough, hasAllPads.load(ordering: .acquiring) { break }
      watchdog.note(count)
      try watchdog.check(waitingFor: "the packets of \(asset.name)") { pipeline.graph }
    }
    declaredDuration = pipeline.duration
    streams = try recorders.withLock { $0 }.compactMap { recorder, pad in
      recorder.note(pad.caps)
      return try recorder.stream(TrackIdentity(of: pad, in: container))
    }
  }
}

extension MediaScan {
  /// Records the packets that pass one pad.
  final class PacketRecorder: Sendable {
    private struct State {
      var packets: [Packet] = []
      var caps: Caps?
      /// The parser's caps of the stream.
      var parsed: Caps?
      var head: [UInt8] = []
      var shape: StreamChange.Shape?
      var changes: [StreamChange] = []
    }

    private let state = Mutex(State())
    private let rebase: TimestampRebase
    private let mediaType: MediaType?
    private let codec: StreamCodec?
    private let extent: Extent

    /// A recorder behind a demuxer's new pad; nil where the pad carries neither picture nor sound.
    ///
    /// - Throws: `RenderError` if there is no decoder for the stream, `GStreamerError` if it cannot be linked.
    init?(_ pad: Pad, of container: MediaContainer, extent: Extent, in pipeline: Pipeline) throws {
      self.extent = extent
      rebase = container.timestampRebase()
      if pad.caps?.mediaType == "application/x-cenc" { throw MovieProtection.error() }
      if pad.caps?.mediaType == "application/x-webm-enc" { throw MovieProtection.error("WebM Encryption") }
      guard let mediaType = StreamCounter.mediaType(of: pad), let caps = pad.caps else { return nil }
      if caps.mediaType == "audio/x-opus", case .streams(.transportStreamDemuxer, _) = container {
        throw RenderError(
          .unsupported, "The sound is Opus in a transport stream, which would be read wrong.",
          remedy: "Put it into another container, as with: ffmpeg -i FILE -c copy NEW.mkv.")
      }
      self.mediaType = mediaType
      let codec = try StreamCodec(streamCaps: caps)
      self.codec = codec
      state.withLock { $0.caps = caps }
      pad.rebaseTimestamps(rebase)
      let parser = try codec.parser.flatMap { container.parses($0) ? nil : $0 }?.make()
      var chain = try [parser, Self.sink(in: pipeline)].compactMap(\.self)
      if let caps = codec.streamCaps { chain.insert(try .capsSetter(caps), at: 0) }
      for element in chain.dropLast() { try pipeline.add(element) }
      try pipeline.link(chain)
      for element in chain.reversed() { pipeline.synchronise(element) }
      record(at: try parser?.pad("src") ?? pad)
      try pad.link(to: chain[0].pad("sink"))
    }

    /// A recorder at a pad whose caps are not known yet.
    init(late pad: Pad, of container: MediaContainer) {
      // A parser that is not let on fails, as if it had found nothing.
      extent = .whole
      rebase = container.timestampRebase()
      mediaType = nil
      codec = nil
      pad.rebaseTimestamps(rebase)
      record(at: pad)
    }

    /// A recorder at a pad behind which packets of `codec` and `caps` flow that were stamped by this engine.
    init(behind pad: Pad, _ mediaType: MediaType, _ codec: StreamCodec, _ caps: Caps, extent: Extent) {
      (self.mediaType, self.codec, self.extent) = (mediaType, codec, extent)
      rebase = TimestampRebase()
      state.withLock { $0.caps = caps }
      record(at: pad)
    }

    /// A sink that discards everything.
    static func sink(in pipeline: Pipeline) throws -> Element {
      let sink = try ElementName.fakeSink.make()
      try sink.set("sync", false)
      try sink.set("async", false)
      try pipeline.add(sink)
      return sink
    }

    /// Packets so far.
    var count: Int { state.withLock { $0.packets.count } }

    /// The recorded stream; nil where it was neither picture nor sound.
    func stream(_ identity: TrackIdentity) throws -> Stream? {
      let (packets, caps, parsed, head, changes) = state.withLock {
        ($0.packets, $0.caps, $0.parsed, $0.head, $0.changes)
      }
      guard let caps else { return nil }
      let kind = mediaType ?? (caps.mediaType.hasPrefix("audio/") ? .audio : .video)
      let codec = try (codec ?? StreamCodec(streamCaps: caps)).named(by: parsed ?? caps)
      try SampleDepth(parsed ?? caps)?.check(codec.name)
      // Ogg's demuxer passes headers, too, which have no times.
      let media = codec.name == "Opus" ? packets.filter { $0.time != nil } : packets
      return Stream(
        mediaType: kind, identity: identity, codec: codec, caps: caps,
        profile: (parsed ?? caps).string("profile"), packets: media, head: head, changes: changes,
        presentationEnd: rebase.presentationEnd)
    }

    /// Sets the caps of a recorder that was created before they were known.
    func note(_ caps: Caps?) {
      state.withLock { $0.caps = $0.caps ?? caps }
    }

    /// The probe retains the recorder, so the recorder must not retain the pad.
    private func record(at pad: Pad) {
      pad.probeBuffers { [self] buffer, caps in
        let shape = caps.flatMap { StreamChange.Shape($0) }
        let packet = Packet(
          time: buffer.presentationTime.map { $0 - TimestampRebase.lead }, duration: buffer.duration,
          byteCount: buffer.byteCount, isKey: buffer.isKeyframe, offset: buffer.offset)
        state.withLock { state in
          if state.packets.isEmpty { (state.head, state.parsed) = (Self.head(of: buffer), caps) }
          state.packets.append(packet)
          if let shape, shape != state.shape {
            if let before = state.shape, state.changes.count < StreamChange.capacity {
              state.changes.append(StreamChange(time: packet.time, before: before, after: shape))
            }
            state.shape = shape
          }
        }
        // The demuxer ends when all of its streams have enough.
        return extent == .whole ? .pass : .end
      }
    }

    private static func head(of buffer: Buffer) -> [UInt8] {
      (try? buffer.withBytes { bytes in (0..<min(MediaScan.headLength, bytes.count)).map { bytes[$0] } }) ?? []
    }
  }
}

extension TrackIdentity {
  /// The identity of the track behind `pad` in `container`; its first packet has passed.
  fileprivate init(of pad: Pad, in container: MediaContainer) {
    let language = pad.languageCode
    self.init(
      number: container.trackNumber(ofStreamID: pad.streamID ?? ""),
      languageCode: language.flatMap(LanguageCode.terminological),
      extendedLanguageTag: language.flatMap(LanguageCode.shortest))
  }
}

extension MediaScan {
  // QUIRK: MPEG transport stream: `tsdemux` has packets behind a clock that began anew (every 26.5 hours) too late by a tick of
  // 1/90,000 s, less what rounding takes, and 1.26 too early by that. In: GStreamer 1.22 and 1.26. Test: "a transport stream
  // whose clock begins anew is at its constant rate".
  /// Corrects the times of a transport stream's packets after its clock began anew.
  ///
  /// - Throws: `RenderError` where it has one of them a day away, as it may where the clock does so between the time of
  ///   decoding and that of showing.
  mutating func correctWrappedTimes() throws(RenderError) {
    for (number, stream) in streams.enumerated() {
      guard let first = stream.packets.lazy.compactMap(\.time).min() else { continue }
      for (place, packet) in stream.packets.enumerated() {
        // Where the time lies between two ticks, in units of 1/100,000 of one; rounding moves others by some ten.
        guard let time = packet.time else { continue }
        switch (time - first) * 9 % 100_000 {
        case 99_300...99_360: streams[number].packets[place].time = time - Self.wrapError
        case 99_640...99_680: streams[number].packets[place].time = time + Self.wrapRounding
        default: break
        }
      }
      let times = stream.packets.compactMap(\.time).sorted()
      guard zip(times, times.dropFirst()).contains(where: { $1 - $0 > Self.day / 2 }) else { continue }
      throw RenderError(
        .unsupported,
        "The transport stream's clock begins anew inside it, and some of it would be read a day too late.",
        remedy: "Write it anew, as with: ffmpeg -i FILE -c copy NEW.mkv.")
    }
  }

  private static let wrapError: Int64 = 11_037
  private static let wrapRounding: Int64 = 38
  private static let day: Int64 = 86_400_000_000_000
}
