package import MediaTime

/// A packet with its exact times.
package struct SelectedPacket {
  /// The packet.
  package let packet: StoredPacket
  /// The number of its track in the new file.
  package let track: Int
  /// Its presentation time and its decode time, in the file's time.
  package var presentation: Rational
  package var decoding: Rational
  /// The duration of its presentation.
  package var duration: Rational
  /// Whether decoding can start with it.
  package let isKeyFrame: Bool
  /// The number of packets of its stream that were read before it, since the file's beginning or a search.
  package let number: Int

  /// The end of its presentation.
  package var end: Rational { (try? presentation + duration) ?? presentation }
}

/// Gives the packets of a stream their exact times: what a container rounded to milliseconds is put back on the grid of the
/// pictures or of the samples, and decode times that the file does not say are made up from those it does.
package struct PacketTimes {
  private let stream: PacketStream
  package let track: Int
  /// By how many ticks pictures are said to be decoded too late.
  private let lateness: Int64
  /// When pictures are presented that have no times; nil elsewhere.
  private let order: PictureOrder?
  /// When the first packet is presented.
  private var first: Rational?
  /// The end of the last sound.
  private var soundEnd: Rational?
  /// The beginning of the last sound.
  private var soundStart: Rational?
  /// The last decode time.
  private var decoded: Rational?
  /// Packets before the first whose decode time is known, or a frame whose second field may follow.
  private var waiting: [SelectedPacket] = []
  private var isStarted = false
  /// The number of packets.
  package private(set) var count = 0

  /// The times of `stream`, which is `track` of the new file, and whose pictures are said to be decoded `lateness` ticks too late, or
  /// are presented in `order`.
  init(_ stream: PacketStream, track: Int, lateness: Int64, order: PictureOrder?) {
    (self.stream, self.track, self.lateness, self.order) = (stream, track, max(0, lateness), order)
  }

  /// Begins with the first packet of the file, or with the one that a search finds.
  mutating func restart() {
    self = PacketTimes(stream, track: track, lateness: lateness, order: order)
  }

  /// The packets that are complete with `packet`; none as long as a decode time is missing.
  ///
  /// - Throws: `RationalError`.
  package mutating func next(_ packet: StoredPacket) throws -> [SelectedPacket] {
    let number = count
    count += 1
    guard stream.kind != .cover else {
      // A picture that stands for the file has no time.
      return [
        SelectedPacket(
          packet: packet, track: track, presentation: .zero, decoding: .zero, duration: .zero, isKeyFrame: true,
          number: number)
      ]
    }
    if let order { return try next(packet, number, in: order) }
    guard let shown = packet.presentation ?? packet.decoding else { return [] }
    let time = try exact(stream.seconds(shown), of: packet)
    var selected = SelectedPacket(
      packet: packet, track: track, presentation: time, decoding: time, duration: try duration(of: packet),
      isKeyFrame: packet.isKeyFrame, number: number)
    guard stream.kind == .pictures else {
      if stream.kind == .sound, selected.duration == .zero, let last = soundStart, last < time {
        // Without a duration in the file, a packet of sound is as long as the one before.
        selected.duration = try time - last
      }
      soundStart = time
      return [selected]
    }
    if let ticks = packet.decoding {
      selected.decoding = min(time, try snapped(stream.seconds(ticks.addingSaturated(-lateness))))
    } else if isStarted, let decoded {
      selected.decoding = min(time, try decoded + step(selected))
    } else {
      waiting.append(selected)
      return []
    }
    isStarted = true
    decoded = selected.decoding
    defer { waiting = [] }
    return try filled(before: selected) + [selected]
  }

  /// The frame that is complete with `packet`, whose number is `number`: the one before, to which a second field is added.
  private mutating func next(_ packet: StoredPacket, _ number: Int, in order: PictureOrder) throws -> [SelectedPacket] {
    if order.isSecondField(number), let first = waiting.last {
      try first.packet.append(packet)
      return []
    }
    guard let (presentation, decoding) = try order.times(of: number) else { return [] }
    defer {
      waiting = [
        SelectedPacket(
          packet: packet, track: track, presentation: presentation, decoding: decoding, duration: order.frameDuration,
          isKeyFrame: packet.isKeyFrame, number: number)
      ]
    }
    return rest()
  }

  /// The packets that still wait at the end of the file, decoded in its order.
  package mutating func rest() -> [SelectedPacket] {
    defer { waiting = [] }
    return waiting
  }

  private func filled(before known: SelectedPacket) throws -> [SelectedPacket] {
    var time = known.decoding
    var filled: [SelectedPacket] = []
    for var packet in waiting.reversed() {
      time = try time - step(packet)
      packet.decoding = min(packet.presentation, time)
      filled.insert(packet, at: 0)
    }
    return filled
  }

  private func step(_ packet: SelectedPacket) throws -> Rational {
    if let rate = stream.frameRate { return try .one / rate }
    return packet.duration > .zero ? packet.duration : stream.tick
  }

  private func duration(of packet: StoredPacket) throws -> Rational {
    if let length = try soundLength(of: packet) { return length }
    let duration = try stream.seconds(packet.duration)
    guard stream.kind == .pictures, isCoarse, let rate = stream.frameRate else { return duration }
    let frames = try (duration * rate).rounded()
    let whole = try Rational(frames) / rate
    let isNear = try abs(whole, duration) < stream.tick
    return frames > 0 && isNear ? whole : duration
  }

  /// The exact duration of the sound of `packet`, where its ticks do not state it; nil elsewhere.
  private func soundLength(of packet: StoredPacket) throws -> Rational? {
    guard stream.kind == .sound, stream.sampleRate > 0, isCoarse else { return nil }
    if stream.frameSize > 1 { return try Rational(Int64(stream.frameSize), Int64(stream.sampleRate)) }
    // A frame of AC-3 always has six blocks (ATSC A/52 §5.3.1); libavformat does not say it.
    if stream.codec == "ac3" { return try Rational(1_536, Int64(stream.sampleRate)) }
    // Opus has packets of whole milliseconds, but for those of 2.5.
    return stream.codec == "opus" && packet.duration > 0 ? try stream.seconds(packet.duration) : nil
  }

  /// Whether ticks are longer than what is exact.
  private var isCoarse: Bool { stream.tick.denominator <= 1_000 }

  private mutating func exact(_ time: Rational, of packet: StoredPacket) throws -> Rational {
    guard isCoarse else { return time }
    if let length = try soundLength(of: packet) {
      let near = try stream.tick * Rational(3, 2)
      // The first time is rounded, too; whole samples stand next to it.
      var start = try Rational((time * Rational(Int64(stream.sampleRate))).rounded(), Int64(stream.sampleRate))
      // The hidden beginning is known to the sample.
      let hidden = try Rational(Int64(-stream.initialPadding), Int64(stream.sampleRate))
      if let known = soundEnd ?? (stream.initialPadding > 0 ? hidden : nil), try abs(known, time) < near {
        start = known
      }
      soundEnd = try start + length
      return start
    }
    first = first ?? time
    return try snapped(time)
  }

  /// `time` on the grid of the frames, where it is as near to it as rounding leaves it.
  private func snapped(_ time: Rational) throws -> Rational {
    guard stream.kind == .pictures, isCoarse, let first, let rate = stream.frameRate else { return time }
    let frames = try ((time - first) * rate).rounded()
    let nearest = try first + Rational(frames) / rate
    return try abs(nearest, time) <= stream.tick ? nearest : time
  }

  private func abs(_ left: Rational, _ right: Rational) throws -> Rational {
    try left < right ? right - left : left - right
  }
}
