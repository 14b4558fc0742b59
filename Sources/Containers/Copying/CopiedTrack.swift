package import MediaTime
package import Rendering

/// A track of a file of copied packets, while it is made.
package struct CopiedTrack {
  /// The place of a packet, in ticks of the new file.
  package struct Place {
    package var presentation: Int64
    package var decoding: Int64
    package var duration: Int64
  }

  /// The stream it is like.
  package let stream: PacketStream
  /// The stream's number in the new file.
  package var target: Int
  /// Seconds a tick of the new file.
  package var tick: Rational
  /// Samples before the presentation that the file itself says are hidden.
  package var padding: Int64 = 0
  /// Whether the track is enabled in a movie; nil without a statement.
  package var isEnabled: Bool?
  /// Whether Matroska says by the viewer's pose how its flat pictures are turned.
  package var turnsViewer = false
  /// The number of its packets.
  package private(set) var count = 0
  /// The entries of its edit list.
  package private(set) var edits: [MovieEdits.Entry] = []
  /// Samples of the last packet that its own file says are hidden.
  private var hiddenAtEnd: Int64 = 0

  /// The decode times of the first packet, and of the last one, in ticks.
  private var firstDecoding: Int64?
  private var lastDecoding: Int64?
  /// The presentation time and the decode time of the last packet in its own file, where others may have its time,
  /// which are ticks apart here.
  private var lastTimestamps: (presentation: Int64, decoding: Int64)?
  /// The end of the media of all packets so far, in ticks, as they are decoded and as they are presented.
  private var decodedEnd: Int64 = 0
  private var presentedEnd: Int64 = 0
  /// Ticks by which the media of the part lies later than its presentation.
  private var slack: Int64 = 0
  /// The beginning of the part in the new file, the presentation time of its first packet there, and the end of the
  /// last one.
  private var partStart = Rational.zero
  private var partFirst: Rational?
  package private(set) var partEnd: Rational?
  /// The presentation time of the first picture that begins with the part, or behind its beginning.
  private var partPicture: Rational?
  /// Whether the part before ends with packets that are not presented.
  private var hidesEnd = false
  /// Whether the part ends with packets that its own file does not present.
  private var hidesMore = false
  /// The packets of a sound that several parts make, one after another; nil elsewhere.
  package private(set) var joined: JoinedSound?
  /// The presentation time of such a sound's first packet, and the delay of its packets' times behind that.
  private var joinedFirst: Rational?
  private var lead = Rational.zero

  /// Whether the part's first sample is presented when the part begins.
  package var beginsOnTime: Bool {
    guard let partFirst else { return true }
    return (try? partFirst + hidden) == partStart
  }

  /// The duration of the samples that the file states as hidden.
  private var hidden: Rational { padding > 0 ? (try? Rational(padding, Int64(stream.sampleRate))) ?? .zero : .zero }

  /// A track for packets like those of `stream`.
  package init(_ stream: PacketStream, target: Int) {
    self.stream = stream
    self.target = target
    isEnabled = stream.isEnabled
    tick = stream.tick
  }

  /// Begins a part that begins at `time` in the new file.
  package mutating func beginPart(at time: Rational) throws {
    partStart = time
    (partFirst, partEnd, partPicture, hidesMore) = (nil, nil, nil, false)
    let start = try ((time + lead) / sampleTick).rounded()
    joined?.beginPart(at: start)
  }

  /// Makes one run of the packets of several parts, which one edit presents.
  package mutating func joinParts(in container: CopyContainer) {
    // Blocks of Matroska count from what is hidden on.
    lead = container.isMatroska ? hidden : .zero
    joined = JoinedSound(JoinTraits(stream), rate: Int64(stream.sampleRate))
  }

  /// The delay of the part's sound in seconds (less than zero where it is early); nil where it is no such sound, or has
  /// none.
  package func soundOffset() throws -> Rational? {
    guard let joined, partFirst != nil else { return nil }
    return try Rational(joined.slack) * sampleTick
  }

  /// Adds `packet` of such a sound, of part number `part`, which is presented `shift` later than in its file; returns those that
  /// have their places.
  package mutating func join(_ packet: SelectedPacket, ofPart part: Int, shift: Rational) throws -> [JoinedSound.Placed]
  {
    let shown = try packet.presentation + shift
    let end = try shownEnd(of: packet, shift: shift)
    let time = try ((shown + lead) / sampleTick).rounded()
    let duration = try max(1, ((packet.end + shift + lead) / sampleTick).rounded() - time)
    let source = JoinedSound.Source(part: part, packet: packet)
    let placed = try joined?.add(source, at: time, lasting: duration) ?? []
    partFirst = min(partFirst ?? shown, shown)
    partEnd = max(partEnd ?? end, end)
    joinedFirst = joinedFirst ?? max(partStart, shown)
    hiddenAtEnd = Int64(packet.packet.hiddenAtEnd)
    count += placed.count
    return placed
  }

  /// The last packets of such a sound; `end` is when the film ends.
  package mutating func endJoinedParts(at end: Rational) throws -> [JoinedSound.Placed] {
    guard let placed = joined?.rest(), let joined, let origin = joined.origin, let first = joinedFirst else {
      return []
    }
    count += placed.count
    let (start, last) = (
      try (first / sampleTick).rounded(), try min(joined.mediaEnd, (end / sampleTick).rounded())
    )
    guard start < last else { return placed }
    if first > .zero { append(.init(duration: first, mediaTime: nil)) }
    let media = try (Rational(start - origin) * sampleTick / tick).rounded()
    append(.init(duration: try Rational(last - start) * sampleTick, mediaTime: media))
    return placed
  }

  /// The times of `placed` in ticks of the new file.
  package mutating func ticks(of placed: JoinedSound.Placed) throws -> (start: Int64, duration: Int64) {
    let start = try (Rational(placed.start) * sampleTick / tick).rounded()
    let end = try (Rational(placed.end) * sampleTick / tick).rounded()
    let later = max(start, lastDecoding.map { $0 + 1 } ?? start)
    lastDecoding = later
    return (later, max(0, end - later))
  }

  /// A sample in seconds.
  private var sampleTick: Rational { (try? Rational(1, Int64(max(1, stream.sampleRate)))) ?? tick }

  /// The times of `packet`, which is presented `shift` later than in its file, in ticks; nil where it has no place.
  package mutating func place(_ packet: SelectedPacket, shift: Rational, in container: CopyContainer) throws -> Place? {
    // Blocks of Matroska count from what is hidden on; elsewhere that stands before zero.
    let moved = try container.isMatroska ? shift + hidden : shift
    func ticks(_ time: Rational) throws -> Int64 { try ((time + moved) / tick).rounded() }
    var presentation = try ticks(packet.presentation)
    var decoding = try min(presentation, ticks(packet.decoding))
    let duration = max(0, try ticks(packet.end) - presentation)
    let shown = try packet.presentation + shift
    if partFirst == nil, let last = lastDecoding {
      if container.hasEditLists {
        let isSeamless = !hidesEnd && shown >= partStart
        slack = max(0, (isSeamless ? decodedEnd : max(decodedEnd, presentedEnd)) - decoding)
      } else if stream.kind == .sound, shown < partStart || decoding <= last {
        // A decoder's output before the sound would be heard.
        return nil
      }
    }
    presentation += slack
    decoding += slack
    let given = (presentation: presentation, decoding: decoding)
    // In Matroska packets may have one time: the first of Vorbis decodes to nothing, a picture that VP8 does not show precedes one
    // that it does, pictures whose times were rounded are all shown, and so are subtitles that appear together.
    let isShared =
      container.isMatroska && decoding == lastDecoding && (stream.kind != .pictures || presentation == decoding)
    if let last = lastDecoding, decoding <= last, !isShared {
      // Of packets that are decoded at one time each is a tick later than the one before, and so is a picture that is shown by then;
      // what follows them in its file follows them here, however many they are.
      let isInOrder =
        lastTimestamps.map { given.decoding >= $0.decoding && given.presentation >= $0.presentation } ?? false
      guard presentation > last || isInOrder || stream.kind == .pictures && presentation == last else { return nil }
      decoding = last + 1
      presentation = max(presentation, decoding)
    }
    lastTimestamps = given
    firstDecoding = firstDecoding ?? decoding
    lastDecoding = decoding
    decodedEnd = max(decodedEnd, decoding + max(1, duration))
    presentedEnd = max(presentedEnd, presentation + max(1, duration))
    partFirst = min(partFirst ?? shown, shown)
    if stream.kind == .pictures, shown >= partStart { partPicture = min(partPicture ?? shown, shown) }
    let end = try shownEnd(of: packet, shift: shift)
    // A packet that an edit list of its file hides is hidden here, too: before the first picture that is shown, or behind the last.
    if stream.kind == .pictures, packet.packet.isHidden {
      hidesMore = hidesMore || partEnd.map { end > $0 } ?? false
    } else {
      partEnd = max(partEnd ?? end, end)
    }
    count += 1
    if stream.kind == .sound { hiddenAtEnd = Int64(packet.packet.hiddenAtEnd) }
    return Place(presentation: presentation, decoding: decoding, duration: duration)
  }

  /// The end of the presentation of `packet`, which is `shift` later than in its file.
  private func shownEnd(of packet: SelectedPacket, shift: Rational) throws -> Rational {
    let end = try packet.end + shift
    guard stream.sampleRate > 0, packet.packet.hiddenAtEnd > 0 else { return end }
    let hidden = try Rational(Int64(packet.packet.hiddenAtEnd), Int64(stream.sampleRate))
    if stream.codec == "opus", let whole = OpusPacket(packet.packet.bytes) {
      // Ogg states only the presented part of its last packet, Matroska all of it.
      return try min(end, packet.presentation + shift + Rational(whole.sampleCount, 48_000) - hidden)
    }
    return try end - hidden
  }

  /// Ends a part whose presentation ends at `end` in the new file; `next` is when the next part begins, nil for none.
  package mutating func endPart(at end: Rational, next: Rational?) throws {
    guard joined == nil else { return }
    let last = min(end, partEnd ?? partStart, next ?? end)
    hidesEnd = hidesMore || partEnd.map { $0 > last } ?? false
    let first = beginning(before: last)
    guard first < last, let firstDecoding else {
      if let next, partStart < next { append(.init(duration: try next - partStart, mediaTime: nil)) }
      return
    }
    if first > partStart { append(.init(duration: try first - partStart, mediaTime: nil)) }
    // Before subtitles that begin later the muxer writes an empty one at zero.
    let origin = stream.kind == .subtitles ? min(0, firstDecoding) : firstDecoding
    let media = try (first / tick).rounded() + slack - origin
    append(.init(duration: try last - first, mediaTime: media))
    if let next, last < next { append(.init(duration: try next - last, mediaTime: nil)) }
  }

  /// The first presentation time of the part, which ends at `last`. A film begins with a whole picture where one comes
  /// soon: where an edit begins amid a picture, FFmpeg shows the next one at its beginning, and all of them early.
  private func beginning(before last: Rational) -> Rational {
    guard let partFirst, partFirst < partStart else { return max(partStart, partFirst ?? partStart) }
    guard edits.isEmpty, let partPicture, partPicture < last, ((try? partPicture - partStart) ?? .zero) < Self.longest
    else { return partStart }
    return partPicture
  }

  /// Longest gap in the picture at the beginning of a film, in seconds: a longer one is no part of a usual picture.
  private static let longest = (try? Rational(1, 10)) ?? .zero

  /// Adds `entry`, or makes the last one longer where it goes on without a seam; a picture stays where nothing else is shown.
  private mutating func append(_ entry: MovieEdits.Entry) {
    if stream.kind == .pictures, edits.count > 1, entry.mediaTime != nil, let gap = edits.last, gap.mediaTime == nil {
      var whole = edits[edits.count - 2]
      if let sum = try? whole.duration + gap.duration {
        whole.duration = sum
        if whole.mediaTime != nil, isContinued(whole, by: entry) {
          edits.removeLast()
          edits[edits.count - 1] = whole
        }
      }
    }
    if let last = edits.last, isContinued(last, by: entry), let sum = try? last.duration + entry.duration {
      edits[edits.count - 1].duration = sum
    } else {
      edits.append(entry)
    }
  }

  /// The note on a track whose edit list has several parts of its media; nil for one part.
  package var noteOnEdits: String? {
    let parts = edits.filter { $0.mediaTime != nil }.count
    guard parts > 1, stream.kind == .pictures || stream.kind == .sound else { return nil }
    return
      "The \(stream.words) is made of \(parts) parts of its media, which not every program plays: GStreamer's players show the "
      + "first."
  }

  // MARK: The plan

  /// The track as a plan has it, once all packets have passed.
  package func planned(in container: CopyContainer) throws -> CopyPlan.Track {
    var planned = CopyPlan.Track(
      stream.kind.planned, codec: stream.codec, tick: tick, packetCount: count, sampleRate: stream.sampleRate)
    guard count > 0 else { return planned }
    if container.hasEditLists, stream.kind != .cover {
      planned.edits = try edits.map {
        CopyPlan.Edit(duration: $0.duration, mediaTime: try $0.mediaTime.map { try Rational($0) * tick })
      }
    }
    guard stream.kind == .sound, stream.sampleRate > 0 else { return planned }
    guard container.hasEditLists else {
      planned.hiddenAtStart = padding
      planned.hiddenAtEnd = container.hidesEnds ? hiddenAtEnd : 0
      return planned
    }
    let shown = planned.edits.filter { $0.mediaTime != nil }
    guard let first = shown.first?.mediaTime, let last = shown.last, let start = last.mediaTime else { return planned }
    planned.hiddenAtStart = max(0, try (first / sampleTick).rounded())
    planned.hiddenAtEnd = max(0, try ((mediaLength() - start - last.duration) / sampleTick).rounded())
    return planned
  }

  /// The length from the first packet's beginning to the last one's end.
  private func mediaLength() throws -> Rational {
    if let joined, let origin = joined.origin { return try Rational(joined.mediaEnd - origin) * sampleTick }
    return try Rational(presentedEnd - (firstDecoding ?? 0)) * tick
  }

  private func isContinued(_ last: MovieEdits.Entry, by next: MovieEdits.Entry) -> Bool {
    guard let time = last.mediaTime, let other = next.mediaTime else { return last.mediaTime == next.mediaTime }
    return (try? (last.duration / tick).rounded()).map { time + $0 == other } ?? false
  }
}
