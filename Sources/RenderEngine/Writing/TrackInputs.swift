import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// A track of a file whose packets come out of an encoder.
final class EncodedInput: Sendable {
  private let encoder: StreamEncoder
  private let track: PacketMuxer.Input

  /// What `encoder` makes, in `track`.
  init(_ encoder: StreamEncoder, _ track: PacketMuxer.Input) {
    self.encoder = encoder
    self.track = track
  }

  /// Encodes `buffer`. See `StreamEncoder.push`.
  func push(_ buffer: Buffer, while isWanted: () throws -> Void) throws {
    try encoder.push(buffer, while: isWanted)
  }

  /// Says that nothing follows.
  func end() {
    encoder.end()
  }

  /// Moves packets from the encoder into the track until the last; calls `notice` for each.
  ///
  /// - Throws: what `check` throws, which is called while nothing moves, and the error of an element.
  func pump(checking check: () throws -> Void, muxer: PacketMuxer, notice: () -> Void) throws {
    var isFirst = true
    while true {
      switch try encoder.pull() {
      case .sample(let packet, let caps):
        try track.push(packet, caps: isFirst ? caps : nil) {
          try check()
          try muxer.check()
        }
        isFirst = false
        notice()
      case .endOfStream:
        return track.end()
      case .nothingYet:
        try check()
      }
    }
  }

  /// The graph of the encoder, for a report.
  var graph: String { encoder.graph }

  /// Stops the encoder, on a thread of its own.
  func stop() -> BackgroundTask<Void> { encoder.stop() }
}

/// A track of a file whose packets are given as they are.
///
/// What is presented before zero is hidden by the edit list in MP4 and QuickTime; other containers here do not hold it.
/// Threads: one at a time.
final class PacketInput: Sendable {
  /// What the packets are.
  let format: PacketFormat

  private let track: PacketMuxer.Input
  private let caps: Caps

  /// Nanoseconds of the stream's own time at its zero: room for pictures that are decoded before it.
  private static let lead: Int64 = 3_600_000_000_000
  private let place = Mutex(Place())

  /// What the packets so far came to.
  private struct Place {
    /// What is added to all times so that none is negative.
    var shift: Rational?
    /// Where the last packet's presentation ends.
    var end = Rational.zero
  }

  /// Packets of `format` into a track of `muxer`.
  ///
  /// - Throws: `RenderError` with `.unsupported` where `format` is not this engine's.
  init(_ format: PacketFormat, into muxer: PacketMuxer) throws {
    self.format = format
    do {
      caps = try Caps(format.description)
    } catch {
      throw RenderError(
        .unsupported, "These packets of \(format.codec) were not read by this engine.",
        remedy: "Take the format from a packet reader of the same renderer.", underlying: error.description)
    }
    track = try muxer.addTrack(format.mediaType, events: StreamEvents(segmentStart: Self.lead))
  }

  /// Puts `packet` into the track. See `PacketMuxer.Input.push`.
  func push(_ packet: MediaPacket, while isWanted: () throws -> Void) throws {
    let decodeTime = packet.decodeTime ?? packet.presentationTime
    // Sound that is presented before zero is moved behind it, and hidden by the edit list.
    let before = format.mediaType == .audio ? try .zero - packet.presentationTime : .zero
    let (shift, isFirst) = place.withLock { place in
      let isFirst = place.shift == nil
      let shift = place.shift ?? max(.zero, before)
      place.shift = shift
      return (shift, isFirst)
    }
    let end = try packet.presentationTime + (packet.duration ?? .zero)
    place.withLock { $0.end = max($0.end, end) }
    func nanoseconds(_ time: Rational) throws -> Int64 {
      try (time + shift).rounded(scaledBy: 1_000_000_000) + Self.lead
    }
    let start = try nanoseconds(packet.presentationTime)
    let buffer = try Buffer(
      bytes: packet.data, presentationTime: start, decodeTime: try nanoseconds(decodeTime),
      duration: try packet.duration.map { _ in try nanoseconds(end) - start }, isKeyframe: packet.isKeyFrame)
    try track.push(buffer, caps: isFirst ? caps : nil, while: isWanted)
  }

  /// Says that no packet follows.
  func end() {
    track.end()
  }

  /// What the track's edit list shall say.
  var edit: MovieHeader.Edit {
    let (shift, end) = place.withLock { ($0.shift ?? .zero, $0.end) }
    let rate = caps.integer("rate").map(Int64.init)
    let hidden = format.mediaType == .audio ? rate.flatMap { try? shift.rounded(scaledBy: $0) } : nil
    return MovieHeader.Edit(start: hidden == 0 ? nil : hidden, duration: end)
  }
}
