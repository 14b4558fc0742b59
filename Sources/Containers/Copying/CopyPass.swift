import EditingModel
import MediaFormats
package import MediaTime
package import Rendering

/// Goes through the packets of a copy, file by file, and decides which of them go along and where they stand: what is planned
/// and what is written are decided here alone.
///
/// ```
///  file ─► PartReader: which packets ─► CopiedTrack: when ─┬─► Writing: the new file, or nothing where it is planned
///                                                          └─► CopyRecord ─► CopyPlan
/// ```
///
/// Threads: one; `cancellation` ends it between two packets.
package struct CopyPass {
  /// The receiver of a packet for `track`, at these ticks of the new file.
  package typealias Writing = (StoredPacket, _ track: CopiedTrack, CopiedTrack.Place) throws -> Void

  private let copy: PacketCopy
  private let container: CopyContainer
  private let damagePolicy: DamagePolicy
  private let cancellation: Cancellation
  /// The files: the parts, then those beside them.
  private var feeds: [PacketFeed]
  private let partCount: Int
  /// The tracks of the new file: those of the parts, then those of the files beside them.
  package private(set) var tracks: [CopiedTrack] = []
  /// Notes on media that are left behind, a sentence each.
  private var notes: [String]
  private var sourceDamage: [MediaDamage]
  /// The largest deviation of a part's sound from its time.
  private var soundOffset = Rational.zero
  /// The beginning of each part in the new file, and the end of the last one.
  private var borders: [Rational] = [.zero]
  private var isExact = true
  /// Pictures of each file without a place, by the files' numbers.
  private var leftOut: [Int: Int] = [:]
  private var record: CopyRecord

  /// Damage of the files.
  package var damage: [MediaDamage] {
    sourceDamage + feeds.flatMap(\.damage).filter { !sourceDamage.contains($0) }
  }

  /// The packets of `sources`, which make the file of `copy`.
  package init(
    _ copy: PacketCopy, of sources: CopySources, in container: CopyContainer, damagePolicy: DamagePolicy,
    cancellation: Cancellation
  ) {
    self.copy = copy
    self.container = container
    self.damagePolicy = damagePolicy
    self.cancellation = cancellation
    feeds = sources.parts + sources.companions
    partCount = sources.parts.count
    notes = sources.notes
    sourceDamage = sources.damage
    record = CopyRecord(ofFiles: feeds.count)
  }

  // MARK: Tracks

  /// Adds the tracks to `target`, sets the file's metadata, and writes the header; returns the metadata of the file as
  /// a whole.
  package mutating func begin(in target: PacketTarget) throws -> StatedItems {
    let layout = CopyLayout(copy, in: container)
    for file in [0] + feeds.indices.dropFirst(partCount) {
      feeds[file].firstTrack = tracks.count
      feeds[file].shift = try .zero - feeds[file].start()
      tracks += try layout.addTracks(of: feeds[file], to: target)
    }
    try layout.renumberFrames(of: feeds.prefix(partCount), tracks, in: target)
    let media = tracks.indices.filter { [.pictures, .sound].contains(tracks[$0].stream.kind) }
    for (index, isEnabled) in zip(media, copy.enabledTracks) { tracks[index].isEnabled = isEnabled }
    let stated = try CopiedStatements(copy, container: container, cancellation: cancellation).state(
      Array(feeds.prefix(partCount)), shift: feeds[0].shift, tracks: tracks, in: target, &notes)
    do {
      try target.begin(layout.options(for: feeds.prefix(partCount), tracks))
    } catch let error as PacketFileError where error.kind == .unsupported {
      throw RefusedTracks(of: feeds, by: container).error(because: error)
    }
    for index in tracks.indices { tracks[index].tick = target.tick(of: tracks[index].target) }
    return stated
  }

  /// The tracks that the parts make.
  private var own: Range<Int> { 0..<(feeds[0].streams.count) }

  // MARK: Packets

  /// Goes through all packets, and has `write` take those that go along; `progress` is called with the part that is done.
  ///
  /// - Throws: Any error; `RenderError` with `.sourceRangeBeyondMedia` where a file has no packets in its part.
  package mutating func run(progress: (Double) -> Void, write: Writing) throws {
    if partCount > 1 {
      for index in own where tracks[index].stream.kind == .sound && tracks[index].stream.sampleRate > 0 {
        tracks[index].joinParts(in: container)
      }
    }
    let expected = try PacketFeed.duration(of: feeds.prefix(partCount))
    var time = Rational.zero
    for number in 0..<partCount {
      let start = try feeds[number].start()
      for index in own { try tracks[index].beginPart(at: time) }
      feeds[number].shift = try time - start
      try noteHidden(before: start, in: feeds[number])
      while let packet = try feeds[number].next() {
        try cancellation.check()
        let moment = try packet.decoding + feeds[number].shift
        for file in feeds.indices.dropFirst(partCount) { try pass(file, until: moment, write) }
        try pass(packet, of: number, write)
        progress(expected > .zero ? min(1, max(0, moment.seconds / expected.seconds)) : 0)
      }
      time = try endPart(number, begunAt: time, start: start)
    }
    for index in own {
      for placed in try tracks[index].endJoinedParts(at: time) { try pass(placed, to: index, write) }
    }
    for file in feeds.indices.dropFirst(partCount) { try pass(file, until: nil, write) }
    for file in feeds.indices.dropFirst(partCount) {
      let end = try feeds[file].end.map { try $0 + feeds[file].shift } ?? .endless
      let first = feeds[file].firstTrack
      for index in first..<first + feeds[file].streams.count {
        try tracks[index].endPart(at: container.hasEditLists ? end : .endless, next: nil)
      }
    }
    for track in tracks where track.count == 0 && track.stream.kind != .subtitles {
      notes.append("The \(track.stream.words) has no packets, and is left out.")
    }
    for (file, count) in leftOut.sorted(by: { $0.key < $1.key }) {
      notes.append(
        "\(count) \(count == 1 ? "picture" : "pictures") of \(feeds[file].asset.name) that would stand before those of the part before "
          + "\(count == 1 ? "is" : "are") left out: others may refer to \(count == 1 ? "it" : "them").")
    }
    if container.isMovie { notes += tracks[own].compactMap(\.noteOnEdits) }
  }

  /// Ends part number `number`, which begins at `time` in the new file and at `start` in its own; returns when the next one
  /// begins.
  private mutating func endPart(_ number: Int, begunAt time: Rational, start: Rational) throws -> Rational {
    let isLast = number == partCount - 1
    let limit = try feeds[number].end.map { try time + $0 - start } ?? .endless
    let end = ending(limit: container.hasEditLists ? limit : .endless, isLast: isLast) ?? time
    let isPartExact = feeds[number].isExact(end: min(end, limit), of: tracks[own], container)
    isExact = isExact && isPartExact
    try noteJoint(before: number)
    for index in own {
      try tracks[index].endPart(at: container.hasEditLists ? limit : .endless, next: isLast ? nil : end)
    }
    guard end > time else {
      throw RenderError(
        .sourceRangeBeyondMedia, "The file holds nothing of the wanted part.", remedy: "Choose an earlier one.",
        asset: feeds[number].asset)
    }
    borders.append(end)
    return end
  }

  /// The end of a part: with its pictures, unless its sound goes on for longer than a packet or a picture.
  private func ending(limit: Rational, isLast: Bool) -> Rational? {
    func end(_ kind: PacketStream.Kind) -> Rational? {
      tracks[own].filter { $0.stream.kind == kind }.compactMap(\.partEnd).max().map { min($0, limit) }
    }
    guard let pictures = end(.pictures) else { return end(.sound) ?? end(.subtitles) }
    guard let sound = end(.sound) else { return pictures }
    let rest = (try? sound - pictures) ?? .zero
    return sound > pictures && (isLast || rest.seconds > 0.1) ? sound : pictures
  }

  /// Passes the packets of file number `file` that are decoded before `moment`; all that are left if nil.
  private mutating func pass(_ file: Int, until moment: Rational?, _ write: Writing) throws {
    while let packet = try feeds[file].peek(),
      try moment.map({ try packet.decoding + feeds[file].shift <= $0 }) ?? true
    {
      try cancellation.check()
      _ = try feeds[file].next()
      try pass(packet, of: file, write)
    }
  }

  private mutating func pass(_ packet: SelectedPacket, of file: Int, _ write: Writing) throws {
    do {
      try place(packet, of: file, write)
    } catch let error as PacketFileError where error.kind == .unreadable {
      let words = tracks[feeds[file].firstTrack + packet.track].stream.words
      let sentence = "A packet of the \(words), at \(packet.presentation.timecode), is damaged: it cannot be copied."
      guard damagePolicy == .keep else {
        throw RenderError(
          .mediaUnreadable, sentence, remedy: DamagePolicy.remedy, asset: feeds[file].asset,
          underlying: error.underlying)
      }
      sourceDamage.append(MediaDamage(asset: feeds[file].asset, stretch: nil, cause: sentence))
    }
  }

  private mutating func place(_ packet: SelectedPacket, of file: Int, _ write: Writing) throws {
    let feed = feeds[file]
    let track = feed.firstTrack + packet.track
    if tracks[track].joined != nil {
      for placed in try tracks[track].join(packet, ofPart: file, shift: feed.shift) {
        try pass(placed, to: track, write)
      }
      return
    }
    guard let place = try tracks[track].place(packet, shift: feed.shift, in: container) else {
      // Where nothing stands before it, each packet has a place, unless its file goes back in time.
      guard partCount > 1 else {
        throw PacketFileError(.unreadable, "A packet is decoded before the one before it.")
      }
      if tracks[track].stream.kind == .pictures { leftOut[file, default: 0] += 1 }
      return
    }
    try write(packet.packet, tracks[track], place)
    record.add(packet, ofFile: file)
  }

  private mutating func pass(_ placed: JoinedSound.Placed, to track: Int, _ write: Writing) throws {
    let (start, duration) = try tracks[track].ticks(of: placed)
    try write(placed.packet, tracks[track], CopiedTrack.Place(presentation: start, decoding: start, duration: duration))
    if let source = placed.source { record.add(source.packet, ofFile: source.part) }
  }

  /// Notes what a movie hides before its beginning and a copy without edit lists shows, where all of `feed` is wanted, which begins at
  /// `start`: a part is known to begin with a key frame.
  private mutating func noteHidden(before start: Rational, in feed: PacketFeed) throws {
    let hidden = try feed.zero - start
    guard feed.range == nil, !container.hasEditLists, hidden > Self.longestLead else { return }
    notes.append(
      "What \(feed.asset.name) hides before its beginning, \(hidden.timecode), is shown: a file of type "
        + "\(container.fileType.rawValue) has no edit list.")
  }

  /// Longest lead of a decoder of sound over the presentation, in seconds.
  private static let longestLead = (try? Rational(1, 10)) ?? .zero

  // MARK: Joints

  /// Notes the deviation of the sound of part `number`, and the omitted sound of the part before.
  private mutating func noteJoint(before number: Int) throws {
    guard number > 0 else { return }
    let last = feeds[number - 1].asset
    for track in own {
      guard let joined = tracks[track].joined, let offset = try tracks[track].soundOffset() else { continue }
      soundOffset = max(soundOffset, offset < .zero ? try .zero - offset : offset)
      record.add(try joined.joint(offset: offset), ofFile: number, track: track)
      notes += joined.notes(on: tracks[track].stream, from: last.name, to: feeds[number].asset.name)
      if let sentence = joined.damage(of: tracks[track].stream, in: last.name) {
        guard damagePolicy == .keep else {
          throw RenderError(.mediaUnreadable, sentence, remedy: DamagePolicy.remedy, asset: last)
        }
        sourceDamage.append(MediaDamage(asset: last, stretch: nil, cause: sentence))
      }
    }
  }

  // MARK: The plan

  /// The plan of all that has passed. Packets are numbered where reading began at their file's beginning, and elsewhere where
  /// `countsPackets`, which reads the file up to there once more.
  package mutating func plan(countingPackets countsPackets: Bool) throws -> CopyPlan {
    let end = borders.last ?? .zero
    var parts: [CopyPlan.Part] = []
    for file in feeds.indices {
      let isPart = file < partCount
      let range = (isPart ? copy.parts[file] : copy.beside[file - partCount]).range.map {
        $0.start..<max($0.start, $0.end)
      }
      let first =
        countsPackets || feeds[file].landings == nil
        ? try PacketNumbering(feeds[file], cancellation: cancellation).first : [:]
      parts.append(
        CopyPlan.Part(
          feeds[file].asset, range: range, zero: feeds[file].zero, start: try feeds[file].start(),
          shift: feeds[file].shift, target: isPart ? borders[file]..<borders[file + 1] : .zero..<end,
          streams: record.streams(of: feeds[file], file, first: first)))
    }
    return CopyPlan(
      copy.fileType, tracks: try tracks.map { try $0.planned(in: container) }, parts: Array(parts.prefix(partCount)),
      companions: Array(parts.dropFirst(partCount)), start: try parts[0].start - parts[0].zero, duration: end,
      isExact: isExact && soundOffset == .zero, soundOffset: soundOffset, notes: notes,
      damage: damage.map(\.description))
  }
}

extension Rational {
  /// A time after every other.
  package static let endless = Rational(1 << 40)
}
