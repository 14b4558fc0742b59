/// A stream of a file as libavformat reads it: the address and the times of its packets.
///
/// ```
///  presented   ticks + lead          × step/timescale ► nanoseconds of the media  + shift ► stream time
///  decoded     ticks + decodingLead  ▲ rounded down              ▲ what is decoded at `end` or later is not presented
/// ```
///
/// Blocks of Matroska have more to say (``StoredBlocks``).
package struct StoredStream: Hashable, Sendable, Codable {
  /// Its place among the file's streams.
  package var index: Int
  /// The codec by libav's name, which shows whether the file is still the same.
  package var codec: String
  /// The stream's caps for parser and decoder.
  package var caps: String
  /// The container's colorimetry, for a reader of packets: decoders know it from the stream itself.
  package var colorimetry: String?
  /// Units a second; a tick has `step` of them.
  package var timescale: Int64
  /// The length of a tick in units of 1/`timescale` s.
  package var step: Int64 = 1
  /// The offset added to presentation times, in ticks, so that none is before zero.
  package var lead: Int64
  /// The offset that libavformat has taken from decoding times, in ticks, so that none is after its packet's presentation.
  package var decodingLead: Int64
  /// The offset added to nanoseconds of the media for stream time.
  package var shift: Int64
  /// The time from which on no decoded packet is presented, in nanoseconds of the media.
  package var end: Int64
  /// Its blocks of Matroska or tags of Flash video; nil of movies.
  package var blocks: StoredBlocks?
  /// Whether the file but counts packets in the order of decoding, as AVI does: of pictures, it says of key frames alone when they are
  /// presented.
  package var isCounted = false
  /// Bytes of a counted packet per tick; 0 where each packet lasts one tick, nil where the file states neither.
  package var tickByteCount: Int?

  /// The presentation time and the decode time of a packet, in nanoseconds of stream time, and its duration, as far as
  /// the file states them.
  package struct Times {
    /// The presentation time of its first sample that is heard, where a part of it is hidden at its front; where all of it is, of its first
    /// one.
    package var presentation: Int64?
    package var decoding: Int64?
    package var duration: Int64?
    /// Samples of Opus at its front and at its end that are not presented, at 48 kHz.
    package var hidden: (start: UInt64, end: UInt64) = (0, 0)

    package init(presentation: Int64?, decoding: Int64?, duration: Int64?) {
      (self.presentation, self.decoding, self.duration) = (presentation, decoding, duration)
    }
  }

  /// Whether it is picture or sound.
  package var kind: PacketStream.Kind { caps.hasPrefix("audio/") ? .sound : .pictures }

  /// Stream `index` of a file, of `codec` and `caps`; see the properties.
  package init(
    index: Int, codec: String, caps: String, colorimetry: String? = nil, timescale: Int64, step: Int64 = 1, lead: Int64,
    decodingLead: Int64, shift: Int64, end: Int64, blocks: StoredBlocks? = nil
  ) {
    (self.index, self.codec, self.caps, self.colorimetry) = (index, codec, caps, colorimetry)
    (self.timescale, self.step, self.lead, self.decodingLead) = (timescale, step, lead, decodingLead)
    (self.shift, self.end, self.blocks) = (shift, end, blocks)
  }

  /// The times of `packet` of `source`; nil where it and all behind it are not presented.
  package func times(of packet: StoredPacket, in source: PacketSource) -> Times? {
    guard let listed = packet.decoding ?? packet.presentation else { return nil }
    let decoding = listed.addingSaturated(decodingLead)
    let start = nanoseconds(decoding)
    guard start < end else { return nil }
    let duration =
      source.listedDuration(of: packet, lead: decodingLead) ?? (packet.duration > 0 ? packet.duration : nil)
    return Times(
      presentation: streamTime(packet.presentation ?? listed), decoding: start.addingSaturated(shift),
      duration: duration.map { Int64(clamping: Int128(nanoseconds(decoding.addingSaturated($0))) - Int128(start)) })
  }

  /// `ticks` of the media in nanoseconds of it, rounded down.
  package func nanoseconds(_ ticks: Int64) -> Int64 {
    let (parts, overflows) = (Int128(ticks) * Int128(step)).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflows else { return (ticks < 0) == (step < 0) ? .max : .min }
    let (quotient, remainder) = parts.quotientAndRemainder(dividingBy: Int128(max(1, timescale)))
    return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
  }

  /// The stream time of `ticks` of the media's presentation, in nanoseconds.
  package func streamTime(_ ticks: Int64) -> Int64 {
    let time = nanoseconds(ticks.addingSaturated(lead)).addingSaturated(shift)
    return blocks.map { $0.presentation(at: time) } ?? time
  }

  /// The last tick of the media that is presented by `time` nanoseconds of stream time.
  package func ticks(until time: Int64) -> Int64 {
    let scaled = (Int128(time) - Int128(shift) + 1) * Int128(max(1, timescale)) - 1
    return Int64(clamping: scaled / (1_000_000_000 * Int128(max(1, step))) - Int128(lead))
  }

  /// Caps of the stream for a decoder, or with `showsColors` for a reader of its packets.
  package func description(showsColors: Bool) -> String {
    caps + (showsColors ? colorimetry.map { ",colorimetry=(string)\($0)" } ?? "" : "")
  }
}

extension Int64 {
  /// The sum, or the least or the greatest number where there is none.
  package func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
