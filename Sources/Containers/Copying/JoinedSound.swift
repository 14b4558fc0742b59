import MediaTime

/// The sound of several parts as one run of packets, presented by one edit: readers differ in their treatment of
/// several edits, and decoders in that of packets with a shortened duration.
///
/// ```
///  first part    │ a0 │ a1 │ a2 │ a3 ┊ (a4)           left out: the next part's sound begins there
///  second part             (b0) │ b1 │ b2 │ b3 │      b1: the decoder's preroll for the part's first sample
///                               ▲ the border that is nearest to the part's own time
/// ```
///
/// So a part's sound is early or late by half a packet at most, whatever the number of parts. Uncompressed sound is cut
/// to the sample.
package struct JoinedSound {
  /// A packet and its place among the track's media, in ticks.
  package struct Placed {
    package let packet: StoredPacket
    package let start: Int64
    package var duration: Int64
    /// The samples of its block, where blocks overlap; 0 elsewhere.
    package var block: Int64 = 0
    /// The packet's origin; nil of silence.
    package var source: Source?
    package var end: Int64 { start + duration }
  }

  /// A packet of a file.
  package struct Source {
    /// The number of the part.
    package let part: Int
    package let packet: SelectedPacket
  }

  private let traits: JoinTraits
  /// The last packets, which may have to give way to the next part's.
  private var held: [Placed] = []
  /// The end of the packets that are not held any more, nil before the first, and the last one's block.
  private var end: Int64?
  private var endBlock: Int64 = 0
  /// The usual duration of a packet.
  private var usual: Int64 = 0
  /// The beginning of the part, and the delay of its packets behind their own times.
  private var partStart: Int64 = 0
  package private(set) var slack: Int64 = 0
  private var isAtJoint = false
  /// The beginning of the first packet of all.
  package private(set) var origin: Int64?
  /// The omitted end of the part before, whose sound goes on behind its pictures, and the silent gap before the part,
  /// where no packet of silence is known.
  package private(set) var (lost, gap): (Int64, Int64) = (0, 0)
  /// The silence that fills the gap, and the cuts from the packet before the joint and from the one behind it.
  package private(set) var (silence, cutBefore, cutAfter): (Int64, Int64, Int64) = (0, 0, 0)
  /// Packets of the part before without room: their times are nearly one, as in a damaged stream.
  package private(set) var crowded = 0

  /// Ticks a second.
  package let rate: Int64
  /// The time for which packets are held: longer than the sound of a part may go on behind its pictures.
  private let horizon: Int64

  /// The sound of a stream that joins as `traits` say, with `rate` ticks a second.
  package init(_ traits: JoinTraits, rate: Int64) {
    self.traits = traits
    self.rate = rate
    horizon = rate / 2
  }

  /// The end of all packets.
  package var mediaEnd: Int64 { held.last?.end ?? end ?? 0 }

  /// Begins a part whose presentation begins at `time`.
  package mutating func beginPart(at time: Int64) {
    partStart = time
    isAtJoint = origin != nil
    if !isAtJoint { slack = 0 }
    (lost, gap, crowded) = (0, 0, 0)
    (silence, cutBefore, cutAfter) = (0, 0, 0)
  }

  /// Adds `source`, which should begin at `time` and lasts for `duration`; returns those that have their places for good.
  package mutating func add(_ source: Source, at time: Int64, lasting duration: Int64) throws -> [Placed] {
    let packet = source.packet.packet
    var (time, duration) = (time, duration)
    let block = traits.block(of: packet)
    usual = traits.hasConstantPacketDuration || block > 0 ? max(usual, duration) : duration
    var placed: [Placed] = []
    if isAtJoint {
      let lead = Int64(traits.leadingPackets)
      if let size = traits.frameSize {
        let hidden = partStart - time
        guard hidden < duration else { return [] }
        if hidden > 0 {
          packet.cut(front: Int(hidden) * size, keeping: packet.byteCount - Int(hidden) * size)
          (time, duration, cutAfter) = (partStart, duration - hidden, hidden)
        }
      } else if time < partStart - lead * usual - usual / 2 {
        return []
      }
      placed = try joint(to: time, lasting: duration, block)
      let more = overlap(block, behind: held.last?.block ?? endBlock, usually: duration)
      (time, duration) = (time - more, duration + more)
      isAtJoint = false
    }
    origin = origin ?? time
    let start = max(time + slack, held.last.map { $0.start + 1 } ?? end ?? time + slack)
    held.append(Placed(packet: packet, start: start, duration: duration, block: block, source: source))
    while let first = held.first, held.count > 2, first.end < start - horizon { placed.append(release(first)) }
    return placed
  }

  /// The packets that are still held: after the last part.
  package mutating func rest() -> [Placed] {
    defer { held = [] }
    end = mediaEnd
    endBlock = held.last?.block ?? endBlock
    return held
  }

  private mutating func release(_ first: Placed) -> Placed {
    held.removeFirst()
    (end, endBlock) = (first.end, first.block)
    return first
  }

  // MARK: Joints

  /// Lets what is held end where the next packet begins, which should do so at `time`; returns what fills a gap.
  private mutating func joint(to time: Int64, lasting duration: Int64, _ block: Int64) throws -> [Placed] {
    let before = mediaEnd
    var time = time
    if let size = traits.frameSize {
      while let last = held.last, last.start >= time { held.removeLast() }
      if let last = held.last, last.end > time {
        last.packet.cut(front: 0, keeping: Int(time - last.start) * size)
        cutBefore = last.end - time
        held[held.count - 1].duration = time - last.start
      }
    } else {
      // Decoders give whole packets, whatever the stated duration of the last one.
      if traits.hasConstantPacketDuration, let last = held.last {
        held[held.count - 1].duration = max(last.duration, usual)
      }
      let borders = held.map(\.start) + [mediaEnd]
      // The overlap that the first packet gives more behind one packet than behind another.
      let more = ([endBlock] + held.map(\.block)).map { overlap(block, behind: $0, usually: duration) }
      func error(_ index: Int) -> Int64 { distance(borders[index], time - more[index]) }
      let nearest = borders.indices.min { error($0) < error($1) } ?? 0
      let removed = held.suffix(from: nearest)
      let length = (removed.last?.start ?? 0) - (removed.first?.start ?? 0)
      // No codec's packets are a millisecond apart.
      crowded = removed.count > 3 && length < Int64(removed.count) * horizon / 500 ? removed.count : 0
      held.removeSubrange(nearest...)
      time -= more[nearest]
    }
    lost = max(0, before - partStart - usual)
    let rest = time - mediaEnd
    guard rest > usual / 2 || rest > 0 && traits.frameSize != nil else {
      slack = mediaEnd - time
      return []
    }
    if let placed = try fill(rest, until: time) {
      slack = mediaEnd - time
      return placed
    }
    // The last packet lasts until then.
    (slack, gap) = (0, rest)
    return []
  }

  /// The samples that a packet with `block` behind one of `last` decodes to beyond its duration.
  private func overlap(_ block: Int64, behind last: Int64, usually duration: Int64) -> Int64 {
    block > 0 && last > 0 ? (last + block) / 4 - duration : 0
  }

  private func distance(_ border: Int64, _ time: Int64) -> Int64 { border > time ? border - time : time - border }

  /// Puts silence into a `gap` that ends at `time`; returns what stands before it, nil where no packet of silence is known.
  private mutating func fill(_ gap: Int64, until time: Int64) throws -> [Placed]? {
    guard let length = traits.silenceLength(usual: usual, gap: gap), length > 0 else { return nil }
    let placed = rest()
    var position = mediaEnd
    let count = (gap + length / 2) / length
    for _ in 0..<count {
      let duration = traits.frameSize == nil ? length : min(length, time - position)
      guard duration > 0, let bytes = traits.silence(lasting: duration) else { break }
      held.append(Placed(packet: try StoredPacket(bytes), start: position, duration: duration))
      position += duration
      silence += duration
    }
    return placed
  }
}
