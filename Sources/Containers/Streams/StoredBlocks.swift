/// What blocks of Matroska say of a stream's packets (RFC 9559 §5.1.3.5, §10), beside what libavformat counts in ticks; and where
/// reading can begin in a file that does not list its packets.
///
/// ```
///  block at t   │ packet │ packet │ packet │      several share a time (lacing): each begins where the one before it ends
///               t        t + d    t + 2d          d the track's own duration of a packet, which ticks round
/// ```
package struct StoredBlocks: Hashable, Sendable, Codable {
  /// How long a packet lasts, in nanoseconds, as the track says; nil where it does not.
  package var packetDuration: Int64?
  /// By how much times of Opus are later than the presentation, in nanoseconds, which is what its decoder gives before; 0 of others.
  package var opusDelay: Int64 = 0
  /// Samples a second in which libavformat counts those of Opus that are hidden.
  package var opusRate: Int64 = 48_000
  /// Where reading can begin, in order.
  package var places: [Place] = []
  /// How many ticks at least lie between two of them.
  package var placeDistance: Int64 = 1

  /// A packet with which reading can begin: one that no other precedes in its cluster, or, of pictures, a key frame.
  package struct Place: Hashable, Sendable, Codable {
    /// Its time in the file's order, in ticks.
    package var time: Int64
    /// When it is presented, in ticks.
    package var presentation: Int64
    /// Where its cluster of Matroska or its tag begins, in bytes from the file's beginning.
    package var cluster: Int64

    package init(time: Int64, presentation: Int64, cluster: Int64) {
      (self.time, self.presentation, self.cluster) = (time, presentation, cluster)
    }
  }

  /// What a track says of its packets; see the properties.
  package init(packetDuration: Int64? = nil, opusDelay: Int64 = 0, opusRate: Int64 = 48_000) {
    (self.packetDuration, self.opusDelay, self.opusRate) = (packetDuration, opusDelay, opusRate)
  }

  /// When what a block has at `time` is presented, in nanoseconds of stream time.
  package func presentation(at time: Int64) -> Int64 {
    // What begins before zero is cut there.
    opusDelay > 0 ? max(0, time.addingSaturated(-opusDelay)) : time
  }

  /// How long a packet lasts of which libavformat says that it lasts `ticks` of `tick` nanoseconds, be it that it shares its block with
  /// the one before it; nil where nothing is said.
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

  /// The clock of `stream`, of which no packet has passed.
  package init(_ stream: StoredStream) {
    self.stream = stream
  }

  /// The times of `packet` of `source`, the next one; nil where it and all behind it are not presented.
  package mutating func times(of packet: StoredPacket, in source: PacketSource) -> StoredStream.Times? {
    if stream.isCounted { return counted(packet) }
    guard let blocks = stream.blocks else { return stream.times(of: packet, in: source) }
    let sharesBlock = block != nil && packet.position == block?.position
    let duration = blocks.duration(packet.duration, tick: stream.nanoseconds(1), sharesBlock: sharesBlock)
    if sharesBlock, let last = block {
      block?.count += 1
      let start = duration.map { last.time.addingSaturated(Int64(clamping: Int128($0) * Int128(last.count))) }
      return StoredStream.Times(presentation: start.map(blocks.presentation), decoding: nil, duration: duration)
    }
    guard let listed = packet.presentation ?? packet.decoding else {
      return StoredStream.Times(presentation: nil, decoding: nil, duration: duration)
    }
    let time = stream.nanoseconds(listed.addingSaturated(stream.lead))
    block = packet.position.map { ($0, time, 1) }
    var times = StoredStream.Times(
      presentation: blocks.presentation(at: time),
      decoding: packet.decoding.map { stream.nanoseconds($0.addingSaturated(stream.lead)) }, duration: duration)
    if blocks.opusDelay > 0, time <= blocks.opusDelay {
      times.hidden.start = Self.samples(blocks.opusDelay)
      times.duration = duration.map { max(0, $0 - blocks.opusDelay) }
    }
    if stream.codec == "opus" {
      times.hidden.end = UInt64(clamping: Int128(packet.hiddenAtEnd) * 48_000 / Int128(max(1, blocks.opusRate)))
    }
    return times
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
  private static func samples(_ nanoseconds: Int64) -> UInt64 {
    UInt64(clamping: (Int128(nanoseconds) * 48_000 + 500_000_000) / 1_000_000_000)
  }
}
