import FoundationEssentials
import MediaFormats
import MediaTime
package import Rendering
import Synchronization

/// Writes the packets of one track as media segments, each in a file of its own.
///
/// ```
///  packets  K P B P B K P │ K P B P … │ K …        a segment's wait in memory until the next one begins
///                         ▼           ▼
///                    00001.m4s   00002.m4s
/// ```
///
/// Threads: fed by one; `finish` once it has ended. Lock order: only `state`.
package final class MediaSegmenter: PacketSink {
  package let track: WriterTrack
  package let settings: WriterSettings
  private let layout: MediaSegmentLayout
  private let folder: String
  private let state: Mutex<State>

  private struct State {
    var stream: PacketStream?
    var form: (any MediaSegmentForm)?
    /// The beginnings of segments, in the track's ticks.
    var starts: [Int64] = []
    /// The decoder's output before the sound, by which its media are later than presented.
    var priming: Int64 = 0
    /// The decode time of the first packet: the beginning of the media.
    var origin: Int64?
    /// The packets of the segment under way.
    var packets: [SegmentPacket] = []
    var written: [MediaSegments.Segment] = []
  }

  /// The segments of track `track` of a film of `settings`, laid out as `layout` says, in the folder at the path `folder`.
  package init(_ settings: WriterSettings, _ track: WriterTrack, _ layout: MediaSegmentLayout, into folder: String) {
    (self.settings, self.track, self.layout, self.folder) = (settings, track, layout, folder)
    state = Mutex(State())
  }

  package func describe(_ stream: PacketStream) { state.withLock { $0.stream = stream } }

  package func push(_ packet: MuxedPacket, while isWanted: () throws -> Void) throws {
    try isWanted()
    try state.withLock { state in
      try begin(&state)
      guard let stream = state.stream else { return }
      func ticks(_ time: Int64) throws -> Int64 { try (Rational(time, 1_000_000_000) / stream.tick).rounded() }
      let presentation = try ticks(packet.presentation)
      let decoding = min(presentation, try ticks(packet.decoding))
      let duration = max(0, try ticks(packet.presentation + packet.duration) - presentation)
      let next = state.written.count + 1
      if state.starts.indices.contains(next), !state.packets.isEmpty, packet.isKeyFrame,
        presentation - state.priming >= state.starts[next]
      {
        try close(&state, at: presentation)
      }
      state.origin = state.origin ?? decoding
      state.packets.append(
        SegmentPacket(packet: packet, presentation: presentation, decoding: decoding, duration: duration))
    }
  }

  package func end() throws {
    try state.withLock { state in
      guard let last = state.packets.map({ $0.presentation + $0.duration }).max() else { return }
      try close(&state, at: last)
    }
  }

  /// The segments that were written, once the track has ended.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where there was no packet.
  package func finish() throws -> MediaSegments {
    try state.withLock { state in
      guard let stream = state.stream, let form = state.form, !state.written.isEmpty else {
        throw RenderError(.engineFailed, "An encoder gave no packet for the segments in \(folder).")
      }
      var segments = MediaSegments(
        layout.format, codec: try CodecString(stream).text,
        timescale: stream.tick.denominator, segments: state.written)
      let shown = layout.format == .transportStream && track != .pictures ? state.priming : 0
      segments.clockOffset = try form.clockOffset + Rational(shown) * stream.tick
      let hidden = state.priming > 0 ? max(0, 0 - (state.origin ?? 0)) + state.priming : 0
      if let bytes = try form.initialization(hiding: hidden) {
        try write(bytes, MediaSegmentFormat.initializationName)
        segments.initializationByteCount = Int64(bytes.count)
      }
      return segments
    }
  }

  /// Settles what depends on the stream, before its first packet.
  private func begin(_ state: inout State) throws {
    guard state.form == nil else { return }
    guard let stream = state.stream else {
      throw RenderError(.engineFailed, "An encoder's first packet does not say what it is.")
    }
    // The name is settled before anything is written.
    _ = try CodecString(stream)
    state.starts = try layout.starts.map { try ($0 / stream.tick).rounded() }
    if case .sound(let number) = track { state.priming = settings.sounds[number].encoding.codec.priming }
    switch layout.format {
    case .fragmentedMP4:
      state.form = FragmentedSegments(
        stream, isPictures: track == .pictures, longest: try (layout.longestPicture / stream.tick).ceil())
    case .transportStream:
      state.form = try TransportSegments(stream, isPictures: track == .pictures, delay: try delay(stream))
    }
  }

  /// The delay of pictures in a transport stream, which has no edit list: that of the sound, whose decoder gives
  /// as much before it.
  private func delay(_ stream: PacketStream) throws -> Int64 {
    guard track == .pictures, let sound = settings.sounds.first else { return 0 }
    return try (Rational(sound.encoding.codec.priming, Int64(sound.samples.sampleRate)) / stream.tick).rounded()
  }

  /// Writes the segment under way, behind which the next one begins at tick `end`.
  private func close(_ state: inout State, at end: Int64) throws {
    guard let start = state.packets.map(\.presentation).min(), let form = state.form else { return }
    let number = state.written.count + 1
    // Media of sound begin with the first packet, those of pictures where the film does.
    let origin = track == .pictures ? 0 : state.origin ?? 0
    let (bytes, keyFrames) = try form.segment(number, of: state.packets, from: origin, until: end)
    let name = layout.format.fileName(number)
    try write(bytes, name)
    state.written.append(
      MediaSegments.Segment(
        name: name, ticks: (start - origin)..<max(end - origin, start - origin + 1), byteCount: Int64(bytes.count),
        keyFrames: keyFrames))
    state.packets.removeAll(keepingCapacity: true)
  }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    let path = "\(folder)/\(name)"
    if let failure = FileSystem.create(path) {
      throw RenderError(
        .writeFailed, "No file can be created in \(folder): \(failure.words).",
        remedy: failure.isDiskFull ? "Make room, or write to another disk." : "Check the folder.",
        underlying: failure.words)
    }
    let file = try FileBytes(path)
    try file.write(bytes, at: 0)
    try file.synchroniseAndClose()
  }
}

/// A packet of a media segment, with its times in its track's ticks.
struct SegmentPacket {
  var packet: MuxedPacket
  var presentation: Int64
  var decoding: Int64
  var duration: Int64
}

/// A form of media segments, which makes their bytes of packets.
///
/// Threads: one at a time.
protocol MediaSegmentForm {
  /// The offset of times in the segments from those of the packets, in seconds.
  var clockOffset: Rational { get throws }

  /// The initialization section, which hides the first `hidden` ticks of the media; nil where there is none.
  func initialization(hiding hidden: Int64) throws -> [UInt8]?

  /// Segment number `number`, from 1 on, of `packets`, of media that begin at tick `origin`, which the next one follows at tick `end`;
  /// and its key frames, where it is of pictures.
  func segment(
    _ number: Int, of packets: [SegmentPacket], from origin: Int64, until end: Int64
  ) throws -> (bytes: [UInt8], keyFrames: [MediaSegments.KeyFrame])
}
