/// The times that blocks of Matroska give a stream's packets (RFC 9559 §5.1.3.5, §10), beside what libavformat counts in ticks; and where
/// reading can begin in a file that does not list its packets.
///
/// ```
///  block at t   │ packet │ packet │ packet │      several share a time (lacing): each begins where the one before it ends
///               t        t + d    t + 2d          d the track's own duration of a packet, which ticks round
///
///  Opus         │ packet │ packet │ packet │      a decoder gives `opusDelay` before the sound, which may be several packets
///              -d        0        d               (RFC 7845 §4.2): those lie before zero
/// ```
package struct StoredBlocks: Hashable, Sendable, Codable {
  /// The duration of a packet in nanoseconds, as the track states it; nil without a statement.
  package var packetDuration: Int64?
  /// The delay of Opus' times behind the presentation, in nanoseconds: its decoder's output before the sound; 0 of
  /// others.
  package var opusDelay: Int64 = 0
  /// Samples a second in which libavformat counts those of Opus that are hidden.
  package var opusRate: Int64 = 48_000
  /// The time until which the last picture of a file without other tracks is shown, in nanoseconds; nil where it is not
  /// known. Muxers write no duration with a block of pictures, and count that of the last one in the file's own.
  package var lastPictureEnd: Int64?
  /// Places at which reading can begin, in order.
  package var places: [Place] = []
  /// Least distance of two of them, in ticks.
  package var placeDistance: Int64 = 1

  /// A packet with which reading can begin: one that no other precedes in its cluster, or, of pictures, a key frame.
  package struct Place: Hashable, Sendable, Codable {
    /// Its time in the file's order, in ticks.
    package var time: Int64
    /// Its presentation time, in ticks.
    package var presentation: Int64
    /// The offset of its cluster of Matroska or its tag, in bytes from the file's beginning.
    package var cluster: Int64

    package init(time: Int64, presentation: Int64, cluster: Int64) {
      (self.time, self.presentation, self.cluster) = (time, presentation, cluster)
    }
  }

  /// A track's statements of its packets; see the properties.
  package init(
    packetDuration: Int64? = nil, opusDelay: Int64 = 0, opusRate: Int64 = 48_000, lastPictureEnd: Int64? = nil
  ) {
    (self.packetDuration, self.opusDelay, self.opusRate) = (packetDuration, opusDelay, opusRate)
    self.lastPictureEnd = lastPictureEnd
  }

  /// The presentation time of a block's packet at `time`, in nanoseconds of stream time: before zero within the output
  /// of a decoder of Opus before the sound.
  package func presentation(at time: Int64) -> Int64 { time.addingSaturated(-opusDelay) }

  /// The duration of a packet for which libavformat gives `ticks` of `tick` nanoseconds, and which may share its block
  /// with the one before it; nil where none is given.
  fileprivate func duration(_ ticks: Int64, tick: Int64, sharesBlock: Bool) -> Int64? {
    // It counts the track's own in whole ticks, and gives the last packet of a block what is left.
    if let packetDuration, sharesBlock || ticks == 0 || ticks == packetDuration / max(1, tick) { return packetDuration }
    return ticks > 0 ? Int64(clamping: Int128(ticks) * Int128(tick)) : nil
  }
}

/// The times of a stream's packets, one after another.
package struct StoredClock {
  private let stream: StoredStream
  /// The last block of Matroska, when it is presented as it says, and how many packets of it have passed.
  private var block: (position: Int64, time: Int64, count: Int64)?
  /// The lead of a decoder of Opus, as far as it has not passed yet; nil before the first packet.
  private var lead: Lead?

  /// The decoder's output before the sound.
  private struct Lead {
    /// Samples of it that are left, at 48 kHz; a count, since times are rounded.
    var count: Int64
    /// The beginning of the sound behind it, in nanoseconds of stream time.
    var end: Int64
  }

  /// The clock of `stream`, before its first packet.
  package init(_ stream: StoredStream) {
    self.stream = stream
  }

  /// The times of `packet` of `source`, the next one; nil where it and all behind it are not presented.
  package mutating func times(of packet: StoredPacket, in source: PacketSource) -> StoredStream.Times? {
    if stream.isCounted { return counted(packet) }
    guard let blocks = stream.blocks else { return stream.times(of: packet, in: source) }
    let sharesBlock = block != nil && packet.position == block?.position
    let duration = blocks.duration(packet.duration, tick: stream.nanoseconds(1), sharesBlock: sharesBlock)
    var times: StoredStream.Times
    if sharesBlock, let last = block {
      block?.count += 1
      let start = duration.map { last.time.addingSaturated(Int64(clamping: Int128($0) * Int128(last.count))) }
      times = StoredStream.Times(presentation: start.map(blocks.presentation), decoding: nil, duration: duration)
    } else {
      guard let listed = packet.presentation ?? packet.decoding else {
        return StoredStream.Times(presentation: nil, decoding: nil, duration: duration)
      }
      let time = stream.nanoseconds(listed.addingSaturated(stream.lead))
      block = packet.position.map { ($0, time, 1) }
      times = StoredStream.Times(
        presentation: blocks.presentation(at: time),
        decoding: packet.decoding.map { stream.nanoseconds($0.addingSaturated(stream.lead)) }, duration: duration)
    }
    if stream.codec == "opus" {
      if blocks.opusDelay > 0 { hide(packet, with: blocks.opusDelay, in: &times) }
      times.hidden.end = UInt64(clamping: Int128(packet.hiddenAtEnd) * 48_000 / Int128(max(1, blocks.opusRate)))
    }
    return times
  }

  /// Notes in `times` how much of `packet` of Opus its decoder gives before the sound, which is `delay` nanoseconds in all. The packet in
  /// which the sound begins is presented from there on.
  private mutating func hide(_ packet: StoredPacket, with delay: Int64, in times: inout StoredStream.Times) {
    let start = times.presentation ?? 0
    // A reader that knows the start of a sound behind zero cuts it there; a reader in mid-stream begins behind the
    // lead.
    var lead = lead ?? Lead(count: start <= 0 ? Self.samples(delay) : 0, end: start.addingSaturated(delay))
    let length = OpusPacket(packet.bytes)?.sampleCount ?? 0
    let hidden = min(lead.count, length)
    lead.count -= hidden
    self.lead = lead
    times.hidden.start = UInt64(hidden)
    if hidden > 0, hidden < length, times.presentation != nil {
      times.presentation = lead.end
      times.duration = times.duration.map { max(0, $0 - hidden * 1_000_000_000 / 48_000) }
    }
    if times.decoding != nil { times.decoding = times.presentation }
  }

  /// The times of `packet` of a file that counts packets.
  private func counted(_ packet: StoredPacket) -> StoredStream.Times {
    guard let count = packet.decoding ?? packet.presentation else {
      return StoredStream.Times(presentation: nil, decoding: nil, duration: nil)
    }
    let time = stream.streamTime(count)
    let length = stream.tickByteCount.map { $0 > 0 ? Int64(packet.byteCount / $0) : 1 }
    return StoredStream.Times(
      presentation: packet.isKeyFrame ? time : nil, decoding: time,
      duration: length.map { max(0, stream.streamTime(count.addingSaturated($0)) &- time) })
  }

  /// `nanoseconds` in samples of Opus.
  private static func samples(_ nanoseconds: Int64) -> Int64 {
    Int64(clamping: (Int128(nanoseconds) * 48_000 + 500_000_000) / 1_000_000_000)
  }
}
