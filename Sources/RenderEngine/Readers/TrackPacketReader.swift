import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// Reads the packets of one track of a file with GStreamer.
///
/// Times are the exact times of the track's frames or samples: what the container rounded is snapped back to the grid
/// of the track's facts.
///
/// Threads: any; `state` is held while a packet is read. Lock order: only `state`.
final class TrackPacketReader: PacketReader {
  let format: PacketFormat
  private let index: MediaIndex
  private let track: Int
  private let address: StreamAddress
  private let cancellation: Cancellation
  /// ``State/lead`` at the beginning of the track.
  private let lead: Int64?
  private let state: Mutex<State>

  /// The stream reader; nil once this reader is closed.
  private struct State {
    var reader: StreamReader?
    /// The first packet, which was read to learn the format.
    var first: StreamReader.Decoded?
    /// The first sample of the next packet, counted from stream time 0, while those of Opus in Ogg pass that are left out: Ogg's demuxer
    /// gives all of them time zero. Nil elsewhere.
    var lead: Int64?
  }

  /// The packets of track number `track` of `mediaType` in the file that `index` describes.
  ///
  /// - Throws: `RenderError` with `.invalidModel` where there is no such track.
  init(_ mediaType: MediaType, track: Int, of index: MediaIndex, cancellation: Cancellation) throws {
    let count = mediaType == .video ? index.videoAccess.count : index.audioAccess.count
    guard (0..<count).contains(track) else {
      throw RenderError(
        .invalidModel, "The file has no \(mediaType.rawValue) track number \(track).",
        remedy: "Ask for one of its \(count) tracks of that kind.", asset: index.facts.asset)
    }
    guard index.links.isEmpty else {
      throw RenderError(
        .unsupported, "The file is a chain of \(index.links.count) files, whose packets are no single stream.",
        remedy: "Make one file of it first, as with: ffmpeg -i FILE -c:a flac NEW.flac.", asset: index.facts.asset)
    }
    let parts = mediaType == .video ? index.videoAccess[track].parts.count : index.audioAccess[track].parts.count
    guard parts == 0 else {
      throw RenderError(
        .unsupported, "The track is made of \(parts) parts of its media, whose packets are no single stream.",
        remedy: "Read its samples, or encode it anew first.", asset: index.facts.asset)
    }
    self.index = index
    self.track = track
    self.cancellation = cancellation
    var address = mediaType == .video ? index.videoAddress(track) : index.audioAddress(track)
    let codec = address.codec
    address.codec = codec.undecoded
    address.field = nil
    self.address = address
    let reader = try StreamReader(address, from: nil, capacity: 8, threads: 1, cancellation: cancellation)
    let first = try Self.next(of: reader)
    guard let first else {
      [reader.close()].settle()
      throw RenderError(.mediaUnreadable, "The track has no packets.", remedy: "Check the file.")
    }
    format = PacketFormat(mediaType: mediaType, codec: codec.name, description: first.caps.description)
    lead = try Self.lead(of: first, track, of: index)
    state = Mutex(State(reader: reader, first: first, lead: lead))
  }

  deinit { close() }

  func blockingPacket() throws(RenderError) -> MediaPacket? {
    try state.withLock { state throws(RenderError) in
      try translating(asset: index.facts.asset) {
        guard let reader = state.reader else { throw RenderError.closedReader }
        try cancellation.check()
        let next = try state.first ?? Self.next(of: reader)
        state.first = nil
        return try next.map { try packet($0, lead: &state.lead) }
      }
    }
  }

  func seek(to time: Rational) throws(RenderError) {
    try state.withLock { state throws(RenderError) in
      try translating(asset: index.facts.asset) {
        guard let reader = state.reader else { throw RenderError.closedReader }
        try cancellation.check()
        let start = try keyTime(before: time)
        // Near the beginning the demuxer begins with the first packet all the same, at time zero.
        (state.first, state.lead) = (nil, lead)
        [reader.close()].settle()
        let (entrance, cancellation) = (try index.entrance(of: address, at: start), cancellation)
        state.reader = try BackgroundTask(named: "open") {
          try StreamReader(entrance.address, from: entrance.start, capacity: 8, threads: 1, cancellation: cancellation)
        }.value(cancellation)
      }
    }
  }

  func cancel() {
    cancellation.cancel()
  }

  func close() {
    cancellation.cancel()
    let reader = state.withLock { state in
      defer { state = State() }
      return state.reader
    }
    if let reader { [reader.close()].settle() }
  }

  /// The beginning of reading for the key frame at or before `time`, in nanoseconds of stream time; nil for the
  /// track's.
  ///
  /// Demuxers search by decode times, which lie before a frame's own: so they are sent to a key frame's time, which is known,
  /// and not to one between two.
  private func keyTime(before time: Rational) throws -> Int64? {
    let wanted = try (time + index.zero).floor(scaledBy: 1_000_000_000)
    switch format.mediaType {
    case .video:
      let keyTimes = index.videoAccess[track].keyTimes
      guard !keyTimes.isEmpty else { return wanted > 0 ? wanted : nil }
      let next = keyTimes.partitioningIndex { $0 > wanted + 1_000 }
      return next > 1 ? keyTimes[next - 1] + 1_000 : nil
    case .audio:
      guard index.audioAccess[track].timeCorrections.isEmpty else { return nil }
      let facts = index.facts.audioTracks[track]
      let last = try Rational(facts.firstSample + facts.sampleCount - 1, Int64(facts.sampleRate)) + index.zero
      let start = min(wanted, try last.floor(scaledBy: 1_000_000_000))
      return start > 0 ? start : nil
    }
  }

  /// The next packet of `reader`, behind the headers that Ogg has among them, which have no times; nil at the end.
  private static func next(of reader: StreamReader) throws -> StreamReader.Decoded? {
    while let read = try reader.next() {
      guard case .streams(.oggDemuxer, _) = reader.address.container, read.streamTime == nil,
        read.buffer.decodeTime == nil
      else { return read }
    }
    return nil
  }

  /// The first sample of what is `first` of audio track `track`, where that is Opus in Ogg; nil elsewhere.
  private static func lead(of first: StreamReader.Decoded, _ track: Int, of index: MediaIndex) throws -> Int64? {
    guard case .streams(.oggDemuxer, _) = index.container,
      let head = first.caps.buffers("streamheader").first, let preSkip = OpusHead(head)?.preSkip,
      head.starts(with: "OpusHead".utf8)
    else { return nil }
    return try index.facts.audioTracks[track].firstSample + index.zero.rounded(scaledBy: 48_000) - Int64(preSkip)
  }

  /// The packet of `read`; `lead` is the first sample of the next one, where that is known otherwise than by its time.
  private func packet(_ read: StreamReader.Decoded, lead: inout Int64?) throws -> MediaPacket {
    let bytes = try read.buffer.bytes()
    let decoded = read.buffer.decodeTime.map { $0 - TimestampRebase.lead - address.codecDelay }
    guard let presented = read.streamTime ?? decoded else {
      throw RenderError(
        .unsupported, "The container does not say when its packets are presented.", remedy: "Convert the file first.")
    }
    if presented == 0, let start = lead, let length = OpusPacket(bytes)?.sampleCount {
      lead = start.addingSaturated(length)
      return MediaPacket(
        presentationTime: try Rational(start, 48_000) - index.zero, duration: try Rational(length, 48_000),
        isKeyFrame: read.buffer.isKeyframe, data: bytes)
    }
    let time = try exact(presented)
    return MediaPacket(
      presentationTime: time, decodeTime: try decoded.map { try exact($0) },
      duration: try read.buffer.duration.map { try exact(presented + $0) - time },
      isKeyFrame: read.buffer.isKeyframe, data: bytes)
  }

  /// The exact time in the asset for the container's `nanoseconds` of stream time.
  private func exact(_ nanoseconds: Int64) throws -> Rational {
    let time = try Rational(nanoseconds, 1_000_000_000) - index.zero
    guard format.mediaType == .video else {
      let rate = index.facts.audioTracks[track].sampleRate
      let nearest = SampleMap.sample(at: nanoseconds, rate: rate)
      // The place of its packet, where times are rounded; where a packet is shorter than others, its end is amid what they have.
      let mapped = index.audioAccess[track].sampleMap.firstSample(at: nanoseconds, rate: rate)
      let sample = abs(mapped - nearest) <= Int64(rate) / 500 ? mapped : nearest
      return try Rational(sample - index.zero.rounded(scaledBy: Int64(rate)), Int64(rate))
    }
    guard case .constant(let start, let frameDuration, _) = index.facts.videoTracks[track].timing else {
      let timing = index.facts.videoTracks[track].timing
      return try timing.frame(presentedAt: time).map { try timing.start(of: $0) } ?? time
    }
    let frames = try ((time - start) / frameDuration).rounded()
    let nearest = try start + Rational(frames) * frameDuration
    return try (nearest - time).magnitude < FrameTiming.rounding ? nearest : time
  }
}

extension Rational {
  fileprivate var magnitude: Rational { get throws { try self < .zero ? -self : self } }
}
