package import MediaTime
package import Rendering

/// Reads the packets of a file that belong to a part of it.
///
/// ```
///  pictures   K · · · · · A ─────────── B · ·     K: the key frame before; behind B: what those before it need
///  sound            · · · A ─────────── B         what the decoder needs to be right at A
/// ```
///
/// Where nothing hides packets, the part begins at K, and its pictures end where none is missing.
package struct PartReader {
  /// The selection of packets of one of the part's tracks.
  fileprivate struct Track {
    let stream: PacketStream
    var times: PacketTimes
    /// Packets behind the end of the part, or hidden by the edit list behind a shown one, as long as one that is shown may follow.
    var behind: [SelectedPacket] = []
    /// Up to where pictures are needed; nil for the rest.
    var limit: Rational?
    var isDone = false
    /// Whether something that is presented has come.
    var isShown = false
    /// The presentation time of the key frame with which the track begins.
    var firstKey: Rational?
  }

  private let source: PacketSource
  private let container: CopyContainer
  /// The wanted part, in the file's time; nil for all of it.
  private let range: RationalRange?
  private var tracks: [Int: Track] = [:]
  /// The stream whose key frames say where the part begins.
  private let leader: Int?
  private var ready: [SelectedPacket] = []
  private var place = 0
  private var isAtEnd = false
  private var isStarted = false
  /// The beginning of the part, in the file's time; right once packets come.
  package private(set) var start: Rational
  private let damagePolicy: DamagePolicy
  /// Damage of the part that was found during reading, a sentence each.
  package private(set) var damage: [String] = []
  /// The first packets that were read after a search, by their streams' numbers; nil where reading began at the file's
  /// beginning.
  package private(set) var landings: [Int: PacketNumbering.Landing]?

  /// The packets of the part `range` of `source`, whose presentation ends at `end` and whose media begin at
  /// `beginning`. `streams` maps the source's streams to the new file's tracks.
  package init(
    _ source: PacketSource, _ streams: [Int: Int], range: RationalRange?, end: Rational?, beginning: Rational,
    container: CopyContainer, damagePolicy: DamagePolicy
  ) {
    self.source = source
    self.damagePolicy = damagePolicy
    self.range = range
    self.container = container
    start = range?.start ?? beginning
    for (track, stream) in streams {
      let stream = source.streams[stream]
      tracks[stream.index] = Track(
        stream: stream,
        times: PacketTimes(
          stream, track: track, lateness: source.lateness[stream.index] ?? 0, order: source.pictureOrders[stream.index]),
        limit: end)
    }
    leader = tracks.keys.sorted().first { source.streams[$0].kind == .pictures }
    source.select(Set(tracks.keys))
  }

  /// The next packet of the part; nil after the last.
  package mutating func next() throws -> SelectedPacket? {
    if !isStarted { try begin() }
    while place >= ready.count {
      guard !isAtEnd else { return nil }
      ready.removeAll(keepingCapacity: true)
      place = 0
      for packet in try read() { try choose(packet) }
      // Covers and subtitles may have none that ends them.
      if range != nil, tracks.values.allSatisfy({ $0.isDone || !$0.isTimed }) { isAtEnd = true }
    }
    defer { place += 1 }
    let packet = ready[place]
    if packet.packet.isCorrupt, let stream = tracks[packet.packet.stream]?.stream {
      try note("A packet of the \(stream.words), at \(packet.presentation.timecode), is damaged or cut short.")
    }
    return packet
  }

  /// - Throws: `sentence` where damage is refused.
  private mutating func note(_ sentence: String, underlying: String? = nil) throws(RenderError) {
    guard damagePolicy == .keep else {
      throw RenderError(.mediaUnreadable, sentence, remedy: DamagePolicy.remedy, underlying: underlying)
    }
    if damage.count < ContainerFault.capacity, !damage.contains(sentence) { damage.append(sentence) }
  }

  /// The next packets of the file; at its end all that were waiting.
  private mutating func read() throws -> [SelectedPacket] {
    guard let packet = try nextPacket() else {
      isAtEnd = true
      return tracks.keys.sorted().flatMap { tracks[$0]?.times.rest() ?? [] }
    }
    let stream = packet.stream
    if landings != nil, landings?[stream] == nil, let time = packet.presentation, let track = tracks[stream] {
      landings?[stream] = PacketNumbering.Landing(
        number: track.times.count, presentation: time, byteCount: packet.byteCount)
    }
    return try tracks[stream]?.times.next(packet) ?? []
  }

  /// The number of packets of stream number `stream` that were read.
  package func packetCount(of stream: Int) -> Int { tracks[stream]?.times.count ?? 0 }

  /// The next packet of the file; nil at its end, or where nothing more of it can be read and damage is kept.
  private mutating func nextPacket() throws -> StoredPacket? {
    do throws(PacketFileError) {
      return try source.next()
    } catch {
      try note("The file cannot be read to its end.", underlying: error.underlying)
      return nil
    }
  }

  // MARK: The beginning

  /// Finds where the part begins, and lays the packets ready that were read for that.
  private mutating func begin() throws {
    isStarted = true
    guard let range else { return try beginWhole() }
    let distances = [try Rational(1, 2), Rational(10), nil]
    for distance in distances {
      if let distance {
        guard try seek(to: range.start - distance) else { continue }
      } else {
        _ = source.rewind()
      }
      restartTimes()
      landings = distance == nil ? nil : [:]
      let head = try self.head(before: range.start)
      // A search may have ended behind the key frame that is wanted.
      guard head.isRight || distance == nil else { continue }
      if !head.isRight, let skipped = head.skipped {
        try note("The pictures at \(skipped.timecode) need a key frame before them, and there is none.")
      }
      start = try beginning(of: head.packets, wanted: range.start)
      for packet in head.packets { try choose(packet) }
      return
    }
  }

  /// All of the file: where nothing hides what comes before its presentation, it begins with the first picture.
  private mutating func beginWhole() throws {
    guard !container.hasEditLists, let leader else { return }
    var head: [SelectedPacket] = []
    while !isAtEnd {
      head += try read()
      if head.contains(where: { $0.packet.stream == leader }) { break }
    }
    if let first = head.first(where: { $0.packet.stream == leader }) { start = min(start, first.presentation) }
    for packet in head { try choose(packet) }
  }

  private func seek(to time: Rational) throws -> Bool {
    guard let index = leader ?? tracks.keys.min() else { return false }
    let stream = source.streams[index]
    return source.seek(to: try (time / stream.tick).floor(), stream: index)
  }

  private mutating func restartTimes() {
    isAtEnd = false
    for index in tracks.keys { tracks[index]?.times.restart() }
  }

  /// The packets from the last key frame at or before `time` on, until the pictures are past it; `isRight` where there is
  /// such a key frame, `skipped` the first picture from `time` on that comes before any.
  private mutating func head(
    before time: Rational
  ) throws -> (packets: [SelectedPacket], isRight: Bool, skipped: Rational?) {
    var head: [SelectedPacket] = []
    var isRight = leader == nil
    var skipped: Rational?
    var hasBegun: Set<Int> = []
    while !isAtEnd {
      for packet in try read() {
        let stream = packet.packet.stream
        guard tracks[stream]?.stream.kind == .pictures else {
          head.append(packet)
          if leader == nil, packet.presentation > time { return (head, head[0].presentation <= time, nil) }
          continue
        }
        if packet.isKeyFrame, packet.presentation <= time {
          head.removeAll { $0.packet.stream == stream }
          hasBegun.insert(stream)
          if stream == leader { isRight = true }
        } else if !hasBegun.contains(stream) {
          guard packet.isKeyFrame else {
            if stream == leader, packet.end > time {
              skipped = min(skipped ?? packet.presentation, packet.presentation)
            }
            continue
          }
          hasBegun.insert(stream)
        }
        head.append(packet)
        if stream == leader, packet.decoding > time { return (head, isRight, skipped) }
      }
    }
    return (head, isRight, skipped)
  }

  /// The beginning of a part whose wanted start is `time` and whose first packets are `head`.
  private func beginning(of head: [SelectedPacket], wanted time: Rational) throws -> Rational {
    if container.hasEditLists { return time }
    if let leader { return head.first { $0.packet.stream == leader }?.presentation ?? time }
    guard let first = head.first(where: { $0.end > time }), let earliest = head.first else { return time }
    // What is hidden at the beginning of the new file is before the part, but for the file's first packets.
    guard let stream = tracks[earliest.packet.stream]?.stream else { return first.presentation }
    return try max(first.presentation, min(time, earliest.presentation + padding(of: stream)))
  }

  // MARK: Choosing

  private mutating func choose(_ packet: SelectedPacket) throws(RationalError) {
    guard var track = tracks[packet.packet.stream], !track.isDone else { return }
    defer { tracks[packet.packet.stream] = track }
    switch track.stream.kind {
    case .pictures: choosePicture(packet, &track)
    case .sound: chooseSound(packet, &track)
    case .subtitles:
      var packet = packet
      if range != nil, packet.presentation < start {
        // A cue that is seen when the part begins is seen from there on.
        guard packet.end > start else { return }
        packet.duration = try packet.end - start
        (packet.presentation, packet.decoding) = (start, start)
      }
      if let limit = track.limit, packet.presentation >= limit {
        track.isDone = true
      } else {
        ready.append(packet)
      }
    case .cover, .other: ready.append(packet)
    }
  }

  private mutating func choosePicture(_ packet: SelectedPacket, _ track: inout Track) {
    if range != nil {
      if track.firstKey == nil {
        guard packet.isKeyFrame else { return }
        track.firstKey = packet.presentation
      }
      // Pictures before the key frame that are decoded behind it need what is not there.
      if let first = track.firstKey, packet.presentation < first { return }
    }
    if let limit = track.limit, packet.decoding >= limit {
      track.isDone = true
      return
    }
    let isHidden = packet.packet.isHidden
    guard !(isHidden && track.isShown), track.limit.map({ packet.presentation < $0 }) ?? true else {
      return track.behind.append(packet)
    }
    if let last = track.behind.map(\.presentation).max() {
      ready += track.behind
      track.behind = []
      // Nothing hides what had to come along, so that what is shown before it is shown, too. Pictures hidden at the beginning
      // end nothing.
      if !container.hasEditLists, let limit = track.limit { track.limit = max(limit, last) }
    }
    track.isShown = track.isShown || !isHidden
    ready.append(packet)
  }

  private mutating func chooseSound(_ packet: SelectedPacket, _ track: inout Track) {
    if let limit = track.limit, packet.presentation >= limit {
      track.isDone = true
      return
    }
    if range != nil {
      guard isNeeded(packet, track.stream) else { return }
    }
    ready.append(packet)
  }
}

extension PartReader {
  /// Whether sound that is presented at the part's start or later needs `packet`.
  private func isNeeded(_ packet: SelectedPacket, _ stream: PacketStream) -> Bool {
    if container.hasEditLists { return (try? start - stream.preroll).map { packet.end > $0 } ?? true }
    return (try? packet.presentation + padding(of: stream)).map { $0 >= start } ?? true
  }

  /// What the new file hides at the beginning of a track like `stream`.
  private func padding(of stream: PacketStream) throws -> Rational {
    stream.sampleRate > 0 ? try Rational(container.padding(of: stream), Int64(stream.sampleRate)) : .zero
  }
}

extension PartReader.Track {
  /// Whether packets come all the time.
  fileprivate var isTimed: Bool { stream.kind == .pictures || stream.kind == .sound }
}
