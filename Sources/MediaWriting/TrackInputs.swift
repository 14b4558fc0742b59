import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import PictureFiles
import Rendering
import Synchronization

/// A track of a file whose packets come from an encoder.
final class EncodedInput: Sendable {
  private let encoder: any PacketEncoder
  private let track: any PacketSink
  private let correction: BitstreamCorrection?
  /// The bytes put behind the last packet.
  private let tail: [UInt8]
  /// The lengths of packets, where the file must state the sound's end; nil where it need not.
  private let length: DecodedLength?
  /// Samples before the sound that the file's end is to state, with those behind it.
  private let hiddenAtStart: Int
  /// The end of a FLAC file's header; nil of others.
  private let flac: FLACEnd?
  /// Samples of each channel of the sound; nil before its end.
  private let sampleCount = Mutex<Int64?>(nil)
  /// The duration of the last picture, in nanoseconds, where the encoder does not know it: of uneven times.
  private let lastDuration = Mutex<Int64?>(nil)
  private let isUneven: Bool
  /// The segments of the encoder's stream.
  private let events: StreamEvents

  /// Writes the packets of `encoder`, whose segments are `events`, into `track`, with what `correction` puts into them, and `tail`
  /// behind the last.
  init(
    _ encoder: any PacketEncoder, _ events: StreamEvents, _ track: any PacketSink,
    correction: BitstreamCorrection? = nil, tail: [UInt8] = [], length: DecodedLength? = nil, hiddenAtStart: Int = 0,
    flac: FLACEnd? = nil, isUneven: Bool = false
  ) {
    self.isUneven = isUneven
    (self.encoder, self.events) = (encoder, events)
    self.track = track
    self.correction = correction
    self.tail = tail
    self.length = length
    self.hiddenAtStart = hiddenAtStart
    self.flac = flac
  }

  /// Encodes `buffer`. See `StreamEncoder.push`.
  func push(_ buffer: Buffer, asKeyFrame: Bool = false, while isWanted: () throws -> Void) throws {
    if isUneven { lastDuration.withLock { $0 = buffer.duration } }
    try encoder.push(buffer, asKeyFrame: asKeyFrame, while: isWanted)
  }

  /// Ends the stream, of a sound that has `sampleCount` samples of each channel.
  func finish(sampleCount count: Int64? = nil) {
    sampleCount.withLock { $0 = count }
    encoder.end()
  }

  /// A packet, and its side data.
  private typealias Encoded = (buffer: Buffer, sideData: [StoredPacket.SideData])

  /// Moves packets from the encoder into the track until the last; calls `notice` after each.
  ///
  /// - Throws: what `check` throws, which is called while nothing moves, and the error of an element.
  func pump(checking check: () throws -> Void, notice: () -> Void) throws {
    var isFirst = true
    var described: Caps?
    /// The packet that may be the last.
    var held: Encoded?
    var length = length
    /// The greatest time of a picture so far, on the encoder's clock.
    var latest: Int64?
    func pass(_ packet: Encoded) throws {
      let zero = events.segmentStart + encoder.timeOffset
      try track.push(packet.buffer, packet.sideData, caps: described, zero: zero, while: check)
      (isFirst, described) = (false, nil)
      notice()
    }
    while true {
      switch try encoder.pull(checking: check) {
      case .sample(let packet, let caps):
        let whole = try correction?.corrected(packet.compacted()) ?? packet.compacted()
        let encoded: Encoded = (whole, encoder.sideData)
        // The first packet's description goes with it, even if it is held back.
        if isFirst, held == nil { described = try caps.map { try correction?.corrected($0, of: whole) ?? $0 } }
        guard !tail.isEmpty || isUneven || length != nil || flac != nil else {
          try pass(encoded)
          continue
        }
        if isUneven, let time = whole.presentationTime { latest = max(latest ?? time, time) }
        try length?.add(whole, of: caps)
        try flac?.add(whole, of: caps)
        if let held { try pass(held) }
        held = encoded
      case .endOfStream:
        if var held {
          if isUneven { held.buffer = try ending(held.buffer, latest: latest) }
          if !tail.isEmpty { held.buffer = try held.buffer.holding(held.buffer.bytes() + tail) }
          let hidden = hiddenSamples(length) ?? 0
          if hidden > 0 || hiddenAtStart > 0 {
            held.sideData.append(.hiddenSamples(atStart: hiddenAtStart, atEnd: hidden))
          }
          if let bytes = try flac?.streamInfo() { held.sideData.append(.configuration(bytes)) }
          try pass(held)
        }
        return try track.end()
      case .nothingYet:
        try check()
      }
    }
  }

  /// The samples of the packets behind the sound's end; nil where there are none.
  private func hiddenSamples(_ length: DecodedLength?) -> Int? {
    guard let length, let count = sampleCount.withLock({ $0 }) else { return nil }
    let excess = length.sampleCount - count
    return excess > 0 ? Int(clamping: excess) : nil
  }

  /// The last packet in the order of decoding, with the duration up to the end of the last picture: its encoder has the
  /// usual duration alone. `latest` is that picture's time on the encoder's clock.
  private func ending(_ packet: Buffer, latest: Int64?) throws -> Buffer {
    guard let time = packet.presentationTime, let latest, let duration = lastDuration.withLock({ $0 }),
      latest + duration > time
    else { return packet }
    return try packet.lasting(latest + duration - time)
  }

  /// The encoder's graph, for error reports.
  var graph: String { encoder.graph }

  /// Stops the encoder, on background threads.
  func stop() -> [BackgroundTask<Void>] { encoder.stopAll() }
}

extension ExportSettings {
  /// Whether alpha is a stream of its own beside the colors'.
  var hasAlphaBesideColor: Bool {
    guard let video, video.codec == .vp8 || video.codec == .vp9 else { return false }
    return video.pixelFormat?.hasAlpha == true
  }
}

extension FileType {
  /// Whether a file of the type must say where its sound in `codec` ends, and its muxer cannot know it. It is not said of AC-3: FFmpeg,
  /// whose parser is a packet behind there, would leave out the end of the packet before.
  func needsSoundEnd(of codec: AudioCodec) -> Bool {
    switch self {
    case .mkv, .webm: [.aac, .mp3, .vorbis, .opus].contains(codec)
    case .mp3: true
    case .mp4, .mov, .m4a, .ts, .wav, .aiff, .flac, .ogg, .gif, .png, .jpg, .webp: false
    }
  }
}

extension Caps {
  /// The same caps with what `light` says.
  func with(_ light: MasteringLight?) throws -> Caps {
    var text = description
    if let display = light?.display {
      let numbers = display.chromaticities + [display.maximum, display.minimum]
      text += ",mastering-display-info=(string)" + numbers.map(String.init).joined(separator: ":")
    }
    if let content = light?.content {
      text += ",content-light-level=(string)\(content.maximum):\(content.average)"
    }
    return try Caps(text)
  }
}

extension EncodedInput {
  /// The input for `pictures`, encoded as `video` into `track`, and the factory of their buffers. Single buffers may be
  /// asked for as key frames if it `takesKeyFrames`.
  static func pictures(
    _ pictures: WriterSettings.Pictures, _ video: VideoSettings, into track: some PacketSink,
    takesKeyFrames: Bool = false
  ) throws -> (input: EncodedInput, factory: PixelBufferFactory) {
    let settings = track.settings
    let factory = try PixelBufferFactory(pictures, for: video.codec)
    let events = StreamEvents()
    let isUneven = pictures.timescale != nil
    guard !settings.export.hasAlphaBesideColor else {
      let streams = try TranslucentStreams(
        video, of: pictures, factory.format, accepted: track.acceptedCaps, events: events)
      return (EncodedInput(streams, events, track, isUneven: isUneven), factory)
    }
    guard video.codec != .gif else {
      let stream = try GIFStream(pictures.pixelFormat, factory.format.video)
      return (EncodedInput(stream, events, track, tail: GIFEncoder.trailer), factory)
    }
    let correction = BitstreamCorrection(video.codec, pictures.colorimetry)
    if let coding = try LibraryEncoding.coding(video, of: pictures) {
      let stream = try LibraryStream(coding, video.codec, of: pictures, factory.format)
      return (EncodedInput(stream, events, track, correction: correction, isUneven: isUneven), factory)
    }
    let encoder = try StreamEncoder(
      named: "pictures", caps: try factory.format.caps.with(pictures.light),
      elements: VideoEncoding(video, of: pictures, in: settings.export.fileType).elements,
      capacity: pictures.size.width * pictures.size.height > 1 << 23 ? 1 : 3,
      accepted: track.acceptedCaps, events: events, takesKeyFrames: takesKeyFrames)
    return (EncodedInput(encoder, events, track, correction: correction, isUneven: isUneven), factory)
  }
}

/// A track of a file whose packets are copied unchanged.
///
/// Packets presented before zero are hidden by the edit list in MP4 and QuickTime; other containers here do not hold it.
/// Threads: one at a time.
final class PacketInput: Sendable {
  /// The format of the packets.
  let format: PacketFormat

  private let track: PacketMuxer.Input
  private let caps: Caps
  private let extent = Mutex(Extent())

  /// The times of the packets so far.
  private struct Extent {
    /// The offset of every time, so that none is negative.
    var shift: Rational?
    /// The end of the last packet's presentation.
    var end = Rational.zero
  }

  /// Packets of `format` into `track`.
  ///
  /// - Throws: `RenderError` with `.unsupported` where `format` does not come from this engine.
  init(_ format: PacketFormat, into track: PacketMuxer.Input) throws {
    (self.format, self.track) = (format, track)
    do {
      caps = try Caps(format.description)
    } catch {
      throw RenderError(
        .unsupported, "These packets of \(format.codec) were not read by this engine.",
        remedy: "Take the format from a packet reader of the same renderer.", underlying: error.description)
    }
  }

  /// Puts `packet` into the track. See ``PacketMuxer/Input/push(_:while:)``.
  func push(_ packet: MediaPacket, while isWanted: () throws -> Void) throws {
    let decodeTime = packet.decodeTime ?? packet.presentationTime
    let before = try shift(before: packet)
    let (shift, isFirst) = extent.withLock { extent in
      defer { extent.shift = before }
      return (before, extent.shift == nil)
    }
    let end = try packet.presentationTime + (packet.duration ?? .zero)
    extent.withLock { $0.end = max($0.end, end) }
    func nanoseconds(_ time: Rational) throws -> Int64 {
      try (time + shift).rounded(scaledBy: 1_000_000_000)
    }
    let start = try nanoseconds(packet.presentationTime)
    if isFirst {
      track.describe(try PacketStream(track.track, caps, of: track.settings))
      track.hide(edit.start)
    }
    try track.push(
      MuxedPacket(
        packet.data, presentation: start, decodeTime: try nanoseconds(decodeTime),
        duration: try packet.duration.map { _ in try nanoseconds(end) - start } ?? 0, isKeyFrame: packet.isKeyFrame),
      while: isWanted)
  }

  /// The offset of `packet` in the track from its presentation: sound that is presented before zero is moved behind it,
  /// and hidden by the edit list.
  func shift(before packet: MediaPacket) throws -> Rational {
    if let known = extent.withLock(\.shift) { return known }
    return format.mediaType == .audio ? max(.zero, try .zero - packet.presentationTime) : .zero
  }

  /// Ends the track.
  func end() throws {
    try track.end()
  }

  /// The entry of the track's edit list.
  var edit: MovieHeader.Edit {
    let (shift, end) = extent.withLock { ($0.shift ?? .zero, $0.end) }
    let rate = caps.integer("rate").map(Int64.init)
    let hidden = format.mediaType == .audio ? rate.flatMap { try? shift.rounded(scaledBy: $0) } : nil
    return MovieHeader.Edit(start: hidden ?? 0, duration: end)
  }
}
