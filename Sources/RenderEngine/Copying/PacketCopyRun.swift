import EditingModel
import Foundation
import MediaFormats
import MediaTime
import PacketFiles
import Rendering

/// Makes a file of other files' packets.
///
/// ```
///  file ─► PartReader: which packets ─► CopiedTrack: when ─► PacketTarget ─► .NAME.part ─► edit lists, disk, NAME
/// ```
///
/// Threads: one; `cancellation` ends it between two packets.
final class PacketCopyRun {
  private let copy: PacketCopy
  private let container: CopyContainer
  private let damagePolicy: DamagePolicy
  private let cancellation: Cancellation
  private let progress: @Sendable (Double) -> Void
  private var notes: [String] = []
  private var damage: [MediaDamage] = []
  /// How far the sound of a part is from its time at most.
  private var soundOffset = Rational.zero
  private var tracks: [CopiedTrack] = []
  /// The numbers of the tracks of Matroska that are to be turned.
  private var turnedTracks: Set<UInt64> = []

  /// The work of `copy`, which does with damaged media as `damagePolicy` says; `progress` is called with the part that is
  /// done.
  ///
  /// - Throws: `RenderError` with `.unsupported` where packets are not copied into such a file.
  init(
    _ copy: PacketCopy, damagePolicy: DamagePolicy, cancellation: Cancellation,
    progress: @escaping @Sendable (Double) -> Void
  ) throws(RenderError) {
    self.copy = copy
    self.damagePolicy = damagePolicy
    self.cancellation = cancellation
    self.progress = progress
    container = try CopyContainer(copy.fileType)
  }

  /// Writes the file at `url`.
  ///
  /// - Throws: Any error; then nothing is left of the file.
  func run(to url: URL, replacing: Bool) throws -> CopiedFile {
    var parts = try feeds(of: copy.parts)
    var companions = try copy.beside.flatMap { try feeds(of: [PacketCopy.Part($0)]) }
    let output = try OutputFile(url, replacing: replacing)
    do {
      var file = try write(&parts, beside: &companions, to: output.temporary.path)
      if copy.isOptimizedForNetwork, container.isMovie { try FastStart(path: output.temporary.path).apply() }
      let bytes = try FileBytes(output.temporary.path)
      file.byteCount = Int64(bytes.count)
      try bytes.synchroniseAndClose()
      try output.commit()
      progress(1)
      return file
    } catch {
      output.discard()
      throw (error as? RenderError).map(output.naming) ?? error
    }
  }

  /// Finds out whether the file could be made; returns what would be left behind.
  ///
  /// - Throws: Any error.
  func check() throws -> [String] {
    _ = try feeds(of: copy.parts)
    for asset in copy.beside { _ = try feeds(of: [PacketCopy.Part(asset)]) }
    return notes
  }

  /// The files of `wanted`, whose streams agree.
  private func feeds(of wanted: [PacketCopy.Part]) throws -> [PacketFeed] {
    guard !wanted.isEmpty else {
      throw RenderError(.invalidModel, "A file is to be made of no other file.", remedy: "Name one.")
    }
    let sources = try wanted.map { part in
      try cancellation.check()
      guard FileManager.default.fileExists(atPath: part.asset.url.path) else {
        throw RenderError(.mediaMissing, "The file does not exist.", remedy: "Check its name.", asset: part.asset)
      }
      if !copy.isOfOwnFiles {
        let found = try CopiedFileCheck(asset: part.asset, damagePolicy: damagePolicy, cancellation: cancellation)
          .damage()
        damage += found.filter { !damage.contains($0) }
      }
      return try translating(asset: part.asset) { try PacketSource(part.asset.url.path) }
    }
    let agreement = try StreamAgreement(
      sources, names: wanted.map(\.asset.name), container: container, copy)
    notes += agreement.notes
    return try wanted.indices.map {
      try PacketFeed(
        sources[$0], wanted[$0], agreement.streams[$0], isJoined: wanted.count > 1, container: container,
        damagePolicy: damagePolicy)
    }
  }

  // MARK: Packets

  private func write(
    _ parts: inout [PacketFeed], beside companions: inout [PacketFeed], to path: String
  ) throws -> CopiedFile {
    let target = try PacketTarget(path, format: container.format)
    for part in parts.indices.prefix(1) { try addTracks(of: &parts[part], to: target) }
    try renumberFrames(of: parts, in: target)
    let own = 0..<tracks.count
    for index in companions.indices { try addTracks(of: &companions[index], to: target) }
    let media = tracks.indices.filter { [.pictures, .sound].contains(tracks[$0].stream.kind) }
    for (index, isEnabled) in zip(media, copy.enabledTracks) { tracks[index].isEnabled = isEnabled }
    let stated = try CopiedStatements(copy, container: container, cancellation: cancellation).state(
      parts, shift: try .zero - parts[0].start(), tracks: tracks, in: target, &notes)
    do {
      try target.begin(options(for: parts))
    } catch let error as PacketFileError where error.kind == .unsupported {
      throw RefusedTracks(of: parts + companions, by: container).error(because: error)
    }
    for index in tracks.indices { tracks[index].tick = target.tick(of: tracks[index].target) }
    if parts.count > 1 {
      for index in own where tracks[index].stream.kind == .sound && tracks[index].stream.sampleRate > 0 {
        tracks[index].joinParts(in: container)
      }
    }

    let expected = try PacketFeed.duration(of: parts)
    var (time, isExact) = (Rational.zero, true)
    for number in parts.indices {
      let start = try parts[number].start()
      for index in own { try tracks[index].beginPart(at: time) }
      parts[number].shift = try time - start
      while let packet = try parts[number].next() {
        try cancellation.check()
        let moment = try packet.decoding + parts[number].shift
        for index in companions.indices { try write(&companions[index], until: moment, to: target) }
        try write(packet, of: parts[number], to: target)
        progress(expected > .zero ? min(1, max(0, moment.seconds / expected.seconds)) : 0)
      }
      let isLast = number == parts.count - 1
      let limit = try parts[number].range.map { try time + $0.end - start } ?? .endless
      let end = ending(of: own, limit: container.hasEditLists ? limit : .endless, isLast: isLast) ?? time
      isExact = isExact && parts[number].isExact(end: min(end, limit), of: tracks[own], container)
      try noteJoint(before: number, of: parts, own)
      for index in own {
        try tracks[index].endPart(at: container.hasEditLists ? limit : .endless, next: isLast ? nil : end)
      }
      guard end > time else {
        throw RenderError(
          .sourceRangeBeyondMedia, "The file holds nothing of the wanted part.", remedy: "Choose an earlier one.",
          asset: parts[number].asset)
      }
      time = end
    }
    for index in own {
      for placed in try tracks[index].endJoinedParts(at: time) { try write(placed, to: index, of: target) }
    }
    for index in companions.indices { try write(&companions[index], until: nil, to: target) }
    for index in tracks.indices.dropFirst(own.count) { try tracks[index].endPart(at: .endless, next: nil) }
    try target.finish()
    for track in tracks where track.count == 0 && track.stream.kind != .subtitles {
      notes.append("The \(track.stream.words) has no packets, and is left out.")
    }
    if !turnedTracks.isEmpty { try MatroskaTurns(tracks: turnedTracks).correct(FileBytes(path)) }
    if container.isMatroska { try completeEntries(in: path) }
    try complete(stated, in: path)
    if container.isMovie { notes += tracks[own].compactMap(\.noteOnEdits) }
    if container.isMovie {
      // The muxer leaves out tracks without packets.
      let written = tracks.filter { $0.stream.kind != .cover && $0.count > 0 }
      try MovieEdits(tracks: written.map(\.edits), isEnabled: written.map(\.isEnabled)).correct(FileBytes(path))
    }
    var file = CopiedFile(
      start: try parts[0].start() - parts[0].zero, duration: time, isExact: isExact && soundOffset == .zero,
      packetCounts: tracks.map(\.count), byteCount: 0, notes: notes)
    file.soundOffset = soundOffset
    file.damage = damage + (parts + companions).flatMap(\.damage).filter { !damage.contains($0) }
    return file
  }

  /// Writes out what `stated` has and the muxer has left out of the file at `path`, and notes what it has no place for.
  private func complete(_ stated: StatedItems, in path: String) throws {
    var missing = try stated.missing(in: path, cancellation: cancellation)
    if container.isMovie, !missing.isEmpty {
      try MovieKeys(missing, in: copy.fileType).insert(into: FileBytes(path))
      missing = missing.filter { !MovieKeys.holds($0) }
    }
    if let note = StatedItems.note(on: missing) { notes.append(note) }
  }

  /// Notes by how much the sound of part `number` is not where it should be, and what of the one before is left out.
  private func noteJoint(before number: Int, of parts: [PacketFeed], _ own: Range<Int>) throws {
    guard number > 0 else { return }
    let (name, last) = (parts[number].asset.name, parts[number - 1].asset.name)
    for track in tracks[own] {
      guard let joined = track.joined, let offset = try track.soundOffset() else { continue }
      func milliseconds(_ ticks: Int64) -> String {
        "\(((Double(ticks) / Double(track.stream.sampleRate) * 10_000).rounded() / 10).magnitude) ms"
      }
      soundOffset = max(soundOffset, offset < .zero ? try .zero - offset : offset)
      if offset != .zero {
        notes.append(
          "The \(track.stream.words) of \(name) is \(milliseconds(joined.slack)) \(offset > .zero ? "late" : "early"): "
            + "it follows the one before by whole packets.")
      }
      if Double(joined.lost) / Double(track.stream.sampleRate) > Self.leastLoss {
        notes.append(
          "The last \(milliseconds(joined.lost)) of the \(track.stream.words) of \(last) are left out: its pictures end "
            + "before.")
      }
      if joined.crowded > 0 {
        let sentence =
          "The last \(joined.crowded) packets of the \(track.stream.words) of \(last) are said to begin at nearly one time: "
          + "they are damaged."
        guard damagePolicy == .keep else {
          throw RenderError(.mediaUnreadable, sentence, remedy: DamagePolicy.remedy, asset: parts[number - 1].asset)
        }
        damage.append(MediaDamage(asset: parts[number - 1].asset, stretch: nil, cause: sentence))
      }
      if joined.gap > 0 {
        notes.append(
          "Nothing sounds for \(milliseconds(joined.gap)) before \(name) in the \(track.stream.words), which not every program "
            + "keeps to.")
      }
    }
  }

  /// Seconds of sound that are not left out without a word.
  private static let leastLoss = 0.03

  /// Writes the packets of `feed` that are decoded before `moment`; all that are left if nil.
  private func write(_ feed: inout PacketFeed, until moment: Rational?, to target: PacketTarget) throws {
    while let packet = try feed.peek(), try moment.map({ try packet.decoding + feed.shift <= $0 }) ?? true {
      try cancellation.check()
      _ = try feed.next()
      try write(packet, of: feed, to: target)
    }
  }

  private func write(_ packet: SelectedPacket, of feed: PacketFeed, to target: PacketTarget) throws {
    do {
      try place(packet, of: feed, in: target)
    } catch let error as PacketFileError where error.kind == .unreadable {
      let words = tracks[feed.firstTrack + packet.track].stream.words
      let sentence = "A packet of the \(words), at \(packet.presentation.timecode), is damaged: it cannot be copied."
      guard damagePolicy == .keep else {
        throw RenderError(
          .mediaUnreadable, sentence, remedy: DamagePolicy.remedy, asset: feed.asset, underlying: error.underlying)
      }
      damage.append(MediaDamage(asset: feed.asset, stretch: nil, cause: sentence))
    }
  }

  private func place(_ packet: SelectedPacket, of feed: PacketFeed, in target: PacketTarget) throws {
    let track = feed.firstTrack + packet.track
    if tracks[track].joined != nil {
      for placed in try tracks[track].join(packet, shift: feed.shift) { try write(placed, to: track, of: target) }
      return
    }
    if copy.metadataFilter != .all, tracks[track].stream.codec == "mjpeg" || tracks[track].stream.kind == .cover {
      if let bytes = CoverStatements.removed(from: packet.packet.bytes) { try packet.packet.replaceBytes(with: bytes) }
    }
    guard let times = try tracks[track].place(packet, shift: feed.shift, in: container) else {
      // Where nothing stands before it, each packet has a place, unless it has the time of another.
      guard copy.parts.count > 1 else {
        throw PacketFileError(.unreadable, "A packet has the time of the one before it.")
      }
      return
    }
    try target.write(
      packet.packet, to: tracks[track].target, presentation: times.presentation, decoding: times.decoding,
      duration: times.duration)
  }

  private func write(_ placed: JoinedSound.Placed, to track: Int, of target: PacketTarget) throws {
    let (start, duration) = try tracks[track].ticks(of: placed)
    try target.write(
      placed.packet, to: tracks[track].target, presentation: start, decoding: start, duration: duration)
  }

  // MARK: Tracks

  private func addTracks(of feed: inout PacketFeed, to target: PacketTarget) throws {
    feed.firstTrack = tracks.count
    let start = try feed.start()
    let turns = try MatroskaPictures.turns(in: feed.source, at: feed.asset.url.path)
    for (_, index) in feed.streams.sorted(by: { $0.key < $1.key }) {
      var stream = feed.source.streams[index]
      if stream.matrix.isEmpty, let matrix = turns[index] {
        stream.matrix = matrix.numbers(width: stream.width, height: stream.height)
      }
      var track = CopiedTrack(stream, target: 0)
      // A single file of Matroska may say it of any codec; where several are joined, few read it.
      let isSaid = copy.isOfOwnFiles || copy.parts.count == 1 && feed.source.container.hasPrefix("matroska")
      track.padding = container.padding(of: stream, isSaid: isSaid)
      track.target = try target.addStream(
        like: feed.source, index, tick: tick(of: stream), padding: stream.kind == .sound ? Int(track.padding) : nil)
      try turn(track, in: target)
      try track.beginPart(at: .zero)
      tracks.append(track)
    }
    feed.shift = try .zero - start
  }

  /// Has `target` say how the pictures of `track` are turned, if it can.
  private func turn(_ track: CopiedTrack, in target: PacketTarget) throws {
    let matrix = DisplayMatrix(numbers: track.stream.matrix)
    guard !track.stream.matrix.isEmpty, container.holds(matrix) else { return }
    try target.turn(track.target, by: track.stream.matrix)
    guard container.isMatroska, let pose = matrix.pose, pose.yaw != 0 || pose.roll != 0 else { return }
    try target.turnViewer(of: track.target, yaw: pose.yaw, roll: pose.roll)
    turnedTracks.insert(UInt64(track.target + 1))
  }

  /// Says in the file at `path` what the muxer leaves out of its tracks.
  private func completeEntries(in path: String) throws {
    var delays: [UInt64: UInt32] = [:]
    for track in tracks where track.padding > 0 && track.stream.codec != "opus" && track.stream.sampleRate > 0 {
      let time = try Rational(track.padding, Int64(track.stream.sampleRate)).rounded(scaledBy: 1_000_000_000)
      delays[UInt64(track.target + 1)] = UInt32(clamping: time)
    }
    try MatroskaTrackEntries(delays: delays).complete(FileBytes(path))
  }

  /// Has the frames of FLAC be those of one stream where they are a part of one, or several make it.
  private func renumberFrames(of parts: [PacketFeed], in target: PacketTarget) throws {
    guard let first = parts.first, parts.count > 1 || first.range != nil else { return }
    for (number, index) in first.streams where first.source.streams[index].codec == "flac" {
      let streams = parts.compactMap { part in part.streams[number].map { part.source.streams[$0] } }
      try target.renumberFrames(ofStream: tracks[number].target, joining: streams)
    }
  }

  /// The ticks that the track of `stream` would have: those of the file it comes from, or of its own rate where those are
  /// coarse.
  private func tick(of stream: PacketStream) throws -> Rational {
    if stream.kind == .sound, stream.sampleRate > 0 { return try Rational(1, Int64(stream.sampleRate)) }
    guard stream.kind == .pictures, stream.tick.denominator <= 1_000, let rate = stream.frameRate else {
      return stream.tick
    }
    return try Rational(1, rate.numerator)
  }

  private func options(for parts: [PacketFeed]) throws -> [(String, String)] {
    guard container.isMovie else { return [] }
    let seconds = max(1, try PacketFeed.duration(of: parts).ceil())
    let ticks = try tracks.map { try tick(of: $0.stream).denominator }
    // Such that all lengths are whole, as long as they fit into 32 bits.
    var common: Int64 = 1_000
    for tick in ticks {
      guard let multiple = common.leastCommonMultiple(with: tick) else { continue }
      if multiple <= Int64(Int32.max) / seconds { common = multiple }
    }
    return [("movie_timescale", "\(common)")]
  }

  /// Where a part ends: with its pictures, unless its sound goes on for longer than a packet or a picture.
  private func ending(of own: Range<Int>, limit: Rational, isLast: Bool) -> Rational? {
    func end(_ kind: PacketStream.Kind) -> Rational? {
      tracks[own].filter { $0.stream.kind == kind }.compactMap(\.partEnd).max().map { min($0, limit) }
    }
    guard let pictures = end(.pictures) else { return end(.sound) ?? end(.subtitles) }
    guard let sound = end(.sound) else { return pictures }
    let rest = (try? sound - pictures) ?? .zero
    return sound > pictures && (isLast || rest.seconds > 0.1) ? sound : pictures
  }
}

extension Rational {
  /// A time after every other.
  static let endless = Rational(1 << 40)
}
