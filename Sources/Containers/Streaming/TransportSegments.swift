import MediaTime
import Rendering

/// Media segments of MPEG transport streams (RFC 8216 §3.2), of one track: parts of one stream, whose counters and clock go on
/// from one to the next.
///
/// ```
///  00001.ts  PAT PMT │ key frame │ …     00002.ts  PAT PMT │ key frame │ …
///            ╰── can be read by itself ──╯
/// ```
///
/// Threads: one at a time.
final class TransportSegments: MediaSegmentForm {
  private let target: PacketTarget
  private let number: Int
  private let isPictures: Bool
  private let tick: Rational
  private let delay: Int64
  /// The decode time of the last packet, in the file's ticks.
  private var lastDecoding: Int64?

  /// Seconds before the film's first moment, so that no time is negative.
  private static let lead = Rational.one

  /// Segments of `stream`, which stands `delay` of its ticks later in them than it is presented.
  init(_ stream: PacketStream, isPictures: Bool, delay: Int64) throws {
    (self.isPictures, self.delay, tick) = (isPictures, delay, stream.tick)
    target = try PacketTarget(inMemory: "mpegts")
    target.writesAtOnce = true
    number = try target.addStream(stream)
    if let language = stream.language { target.state("language", language, ofStream: number) }
    try target.begin()
  }

  var clockOffset: Rational {
    get throws { try Self.lead + Rational(delay) * tick + PacketTarget.transportDelay }
  }

  func initialization(hiding hidden: Int64) throws -> [UInt8]? { nil }

  func segment(
    _ number: Int, of packets: [SegmentPacket], from origin: Int64, until end: Int64
  ) throws -> (bytes: [UInt8], keyFrames: [MediaSegments.KeyFrame]) {
    var keyFrames: [MediaSegments.KeyFrame] = []
    try target.repeatTables()
    for packet in packets {
      let stored = try StoredPacket(copying: packet.packet.bytes.span, isKeyFrame: packet.packet.isKeyFrame)
      for data in packet.packet.sideData { try stored.attach(data) }
      let presentation = try ticks(packet.presentation)
      var decoding = min(presentation, try ticks(packet.decoding))
      if let lastDecoding, decoding <= lastDecoding { decoding = min(presentation, lastDecoding + 1) }
      lastDecoding = decoding
      try target.write(
        stored, to: self.number, presentation: presentation, decoding: decoding,
        duration: try ticks(packet.presentation + packet.duration) - presentation)
      // The decoder's parameters stand before the first packet alone.
      guard isPictures, keyFrames.isEmpty, packet.packet.isKeyFrame else { continue }
      keyFrames.append(MediaSegments.KeyFrame(tick: packet.presentation, bytes: 0..<target.position))
    }
    return (try target.takePart(), keyFrames)
  }

  /// `time` in the file's ticks.
  private func ticks(_ time: Int64) throws -> Int64 {
    try ((Rational(time + delay) * tick + Self.lead) / target.tick(of: number)).rounded()
  }
}
