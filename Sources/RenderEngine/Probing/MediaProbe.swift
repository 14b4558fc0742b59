import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import PictureFiles
import Rendering

/// Finds out what a file holds: its streams, the exact times of every frame, and what the first decoded frame of each
/// looks like.
///
/// | container | what its index says | what is read |
/// |---|---|---|
/// | MP4, QuickTime | each packet's times, size and whether it is a key frame | header, first packets |
/// | the same in fragments, or MP3 | not what a demuxer delivers of it | all of it |
/// | Matroska, WebM | where some key frames are (cues): neither how many frames there are nor their times | all of it |
/// | AVI, transport and program streams, Ogg, raw streams | no times | all of it |
///
/// Threads: a dedicated one; blocks, and every wait is bounded.
struct MediaProbe {
  let asset: AssetReference
  private let mayUseTables: Bool
  let damagePolicy: DamagePolicy
  let cancellation: Cancellation

  /// A probe of `asset`, which reads all of a file where `mayUseTables` is false.
  init(
    _ asset: AssetReference, mayUseTables: Bool = true, damagePolicy: DamagePolicy = .refuse, cancellation: Cancellation
  ) {
    self.asset = asset
    self.damagePolicy = damagePolicy
    self.mayUseTables = mayUseTables
    self.cancellation = cancellation
  }

  /// The index of the file.
  ///
  /// - Throws: `RenderError` that names the file.
  func run() throws(RenderError) -> MediaIndex {
    try translating(asset: asset) {
      if let sequence = try sequenceIndex() { return sequence }
      let container = try identify()
      if let whole = try pictureIndex(container) ?? chainIndex(container) ?? dataIndex(container) { return whole }
      let (scan, found, correction) = try self.scan(container)
      return try index(of: scan, container: found, headerCorrection: correction)
    }
  }

  /// The streams of the file, how it is opened, and what is read instead of its header's numbers.
  ///
  /// - Parameter extent: how much of the file is read where it has no tables that say everything.
  /// - Throws: `RenderError` if bytes are missing at the file's end, or it cannot be read.
  func scan(
    _ found: MediaContainer, extent: MediaScan.Extent = .whole
  ) throws -> (scan: MediaScan, container: MediaContainer, headerCorrection: HeaderCorrection?) {
    var container = found
    let file = try FileBytes(asset.url.path, isReadOnly: true)
    let check = try ContainerCheck(file, as: container)
    let movie = container.isMovie ? try MovieTracks(of: file) : nil
    var faults = check.faults
    if let offset = movie?.unannouncedFragment {
      faults.append(ContainerFault(offset: offset, finding: "its header does not announce the fragments behind it"))
    }
    try refuse(faults)
    if let movie {
      try movie.refuseUnreadable(in: file)
    } else if container.isMovie {
      try MovieProtection.refuseSegment(file)
    }
    let stored =
      try movie.flatMap { try StoredFile($0, of: file, at: asset) }
      ?? (faults.isEmpty
        ? StoredFile(container, check, of: file, at: asset, extent: extent, cancellation: cancellation) : nil)
    if let stored { container = .packets(stored.kind, name: container.name) }
    // Only its tables assign packets to parts.
    if stored == nil || !mayUseTables { try movie?.refuseSeveralParts() }
    var correction =
      try stored != nil
      ? nil
      : PictureTracks(of: file).with(
        movie.flatMap { HeaderCorrection(of: $0) } ?? container.waveCorrection(of: file)
          ?? container.windowAfterTags(of: file) ?? check.transport?.correction)
    if stored == nil, let movie { correction = try .naming(pcmOf: movie, in: file, besides: correction) }
    func read(_ extent: MediaScan.Extent) throws -> MediaScan {
      do {
        if let stored {
          return try MediaScan(
            stored, at: asset, extent: extent, endsAtErrors: damagePolicy == .keep, cancellation: cancellation)
        }
        return try MediaScan(
          asset, container: container, headerCorrection: correction, extent: extent,
          endsAtErrors: damagePolicy == .keep, cancellation: cancellation)
      } catch let error as GStreamerError {
        if let unread = check.transport?.codecs.tracks(besides: []).unreadableStreamsError { throw unread }
        throw faults.first.map { $0.error(leavingNothing: error.description) as any Error } ?? error
      }
    }
    var scan: MediaScan
    if let movie, mayUseTables, !movie.isFragmented {
      scan = try read(.beginning)
      if let streams = try tabulated(
        scan.streams, of: movie, in: file, until: stored == nil ? movie.reach(correction) : .max)
      {
        scan.streams = streams
        scan.isTabulated = true
      } else {
        try movie.refuseSeveralParts()
        if extent == .whole { scan = try read(.whole) }
      }
      if scan.isTabulated || extent == .whole { hideEnds(of: &scan.streams, in: movie) }
    } else {
      scan = try read(extent)
      if case .single = container, let count = try scan.streams.first?.countCorrection(of: file, besides: correction) {
        correction = count
        scan = try read(extent)
      }
    }
    if let movie, movie.isFragmented {
      // A fragmented movie's header declares the first fragment's duration, if any.
      scan.declaredDuration = nil
      if extent == .whole { declareEnds(of: &scan.streams, inFragmentsOf: movie) }
      scan.keepsTimes = try movie.tracks.allSatisfy { track in
        try MovieSampleTable.SampleSizes(in: MovieBoxes(file, inside: track.sampleTable), of: file) != nil
      }
    }
    scan.faults = faults + scan.faults
    if extent == .whole {
      scan.faults += try scan.streams.flatMap { try $0.faults(of: file, in: container, correction?.window) }
    }
    try refuse(scan.faults)
    if scan.hasLosses, let packets = check.transport {
      for (number, stream) in scan.streams.enumerated() {
        guard let identifier = stream.identity.number else { continue }
        let losses = packets.losses(of: Int(identifier), among: stream.packets.compactMap(\.time))
        (scan.streams[number].damagedTimes, scan.streams[number].lossTimes) = (losses.damaged, losses.following)
      }
    }
    if check.transport != nil { try scan.correctWrappedTimes() }
    if extent == .whole { try check.transport?.refuseOtherTimes(in: scan) }
    scan.clock = check.transport?.clock
    if let blocks = check.matroska {
      for (number, stream) in scan.streams.enumerated() {
        scan.streams[number].suspectTimes = blocks.suspectTimes
        if let identifier = stream.identity.number {
          scan.streams[number].discardedEnd = blocks.discardedEnds[UInt64(identifier)] ?? 0
        }
      }
    }
    for (number, stream) in scan.streams.enumerated() {
      guard let movie, let track = movie.track(numbered: stream.identity.number) else { continue }
      try MovieTrackStatements(of: track, in: movie, file).complete(&scan.streams[number])
    }
    if container.isMatroska {
      if extent == .whole { try scan.storeTimes(of: file, cancellation: cancellation) }
      try scan.storeMatroskaEntries(of: file)
      if stored == nil { correction = try .prolonging(file, besides: correction) }
    }
    if let pages = check.ogg {
      scan.correctTimes(behindLossesIn: pages)
      try scan.hidePreSkip(in: OggOpusStarts(of: file))
    }
    try scan.checkRawPictures()
    scan.ancillaryTracks = try AncillaryTracks(
      of: file, movie: movie, in: container, unread: scan.unread
    ).tracks
    if let transport = check.transport {
      let found = extent == .whole ? scan.streams.filter { !$0.packets.isEmpty } : scan.streams
      let read = found.compactMap { $0.identity.number.map(Int.init) }
      scan.ancillaryTracks = transport.codecs.tracks(besides: Set(read))
    }
    return (scan, container, correction)
  }

  /// Throws the first of `faults`, unless damage is kept.
  func refuse(_ faults: [ContainerFault]) throws(RenderError) {
    if damagePolicy == .refuse, let first = faults.first { throw first.error }
  }

  func stillIndex(_ container: MediaContainer) throws -> MediaIndex {
    let file = try FileBytes(asset.url.path, isReadOnly: true)
    try StillPictureSize(file).check(container.name)
    let faults = try ContainerCheck(file, as: container).faults
    try refuse(faults)
    let reader = try openStill(container)
    defer { [reader.close()].settle() }
    guard let picture = try reader.next() else {
      throw RenderError(.mediaUnreadable, "The picture cannot be decoded.", remedy: "Check the file.")
    }
    var index = try index(
      container, codec: container.name, picture: picture, timing: .still, orientation: try reader.orientation())
    index.facts.damage = faults.map(\.sentence)
    return index
  }

  /// The streams of `scan`, each with how it is decoded.
  func addresses(
    of scan: MediaScan, container: MediaContainer, headerCorrection: HeaderCorrection?
  ) -> [(MediaScan.Stream, StreamAddress)] {
    var counts: [MediaType: Int] = [:]
    return scan.streams.map { stream in
      let number = counts[stream.mediaType, default: 0]
      counts[stream.mediaType] = number + 1
      let address = StreamAddress(
        asset: asset, container: container, codec: stream.codec, mediaType: stream.mediaType, index: number,
        stored: stream.stored, headerCorrection: headerCorrection, codecDelay: stream.codecDelay)
      return (stream, address)
    }
  }

  /// The index of a file of the streams in `scan`.
  func index(
    of scan: MediaScan, container: MediaContainer, headerCorrection: HeaderCorrection?
  ) throws -> MediaIndex {
    var pictures: [TrackParts<VideoTrackProbe>] = []
    var sounds: [TrackParts<AudioTrackProbe>] = []
    var storages: [MediaType: [TrackStorage]] = [:]
    for (stream, address) in addresses(of: scan, container: container, headerCorrection: headerCorrection)
    where !stream.packets.isEmpty {
      storages[stream.mediaType, default: []].append(stream.storageOfPackets)
      switch stream.mediaType {
      case .video:
        pictures.append(
          try TrackParts(of: stream, at: address) {
            try VideoTrackProbe(
              $0, at: $1, tag: scan.imageOrientation, isDamaged: scan.hasLosses, cancellation: cancellation)
          })
      case .audio:
        sounds.append(
          try TrackParts(of: stream, at: address) {
            try AudioTrackProbe($0, at: $1, isDamaged: scan.hasLosses, cancellation: cancellation)
          })
      }
    }
    // A film's zero is that of its container, by which its chapters and texts go; a sound by itself begins with its first sample.
    let starts =
      try pictures.map { try $0.first.timing.start(of: 0) }
      + sounds.map { try pictures.isEmpty ? $0.first.start() : $0.first.firstPacketStart() }
    guard let zero = starts.min() else {
      throw scan.ancillaryTracks.unreadableStreamsError ?? scan.faults.first?.error(leavingNothing: nil)
        ?? RenderError(
          .mediaUnreadable, "The file holds neither picture nor sound.", remedy: "Check what the file is.")
    }
    var end = Rational.zero
    var audioTracks: [AudioTrackFacts] = []
    var notes: [String] = []
    for sound in sounds {
      let facts = try sound.facts(zero: zero)
      audioTracks.append(facts)
      notes += sound.notesOfHoles(zero: zero)
      end = max(end, try Rational(facts.firstSample + facts.sampleCount, Int64(facts.sampleRate)))
    }
    var videoTracks: [VideoTrackFacts] = []
    for picture in pictures {
      var facts = try picture.facts(zero: zero)
      facts.timing = facts.timing.composable(besideRates: audioTracks.map(\.sampleRate))
      videoTracks.append(facts)
      end = max(end, try facts.timing.end(of: facts.timing.count - 1) ?? .zero)
    }
    var facts = MediaFacts(
      asset: asset, container: container.name, duration: end, videoTracks: videoTracks, audioTracks: audioTracks)
    facts.damage = scan.faults.map(\.sentence)
    (facts.videoStorage, facts.audioStorage) = (storages[.video] ?? [], storages[.audio] ?? [])
    facts.ancillaryTracks = scan.ancillaryTracks
    // Metadata of other files counts from the first presented sample.
    if container.isMovie || container.isMatroska { facts.origin = zero }
    facts.notes = notes
    for change in scan.streams.flatMap(\.changes) {
      if let note = try change.note() { facts.notes.append(note) }
    }
    var index = MediaIndex(
      facts: facts, container: container, headerCorrection: headerCorrection, zero: zero, keepsTimes: scan.keepsTimes,
      videoAccess: try pictures.map { try $0.access(zero: zero) },
      audioAccess: try sounds.map { try $0.access(zero: zero) })
    if !scan.keepsTimes { try addFragments(to: &index) }
    index.clock = scan.clock
    return try withTrueEnds(index, of: sounds)
  }

  /// Adds where the movie's fragments stand, which a demuxer does not find its way to.
  private func addFragments(to index: inout MediaIndex) throws {
    let file = try FileBytes(asset.url.path, isReadOnly: true)
    guard let movie = try MovieTracks(of: file) else { return }
    for (number, facts) in index.facts.videoTracks.enumerated() {
      guard let track = movie.track(numbered: facts.identity.number) else { continue }
      index.videoAccess[number].fragments = try MovieFragments(of: track, in: file)
    }
  }

  /// Checks that a FLAC file has as many samples as its header says (RFC 9639 §8.2), if it does, and that the blocks of
  /// ADPCM in a WAVE file were decoded to the last: the decoder ends at a damaged one.
  private func checkEnd(of facts: AudioTrackFacts, in index: inout MediaIndex) throws {
    let file = try FileBytes(asset.url.path, isReadOnly: true)
    let declared: Int64
    if case .listed(.flac, _) = index.container, let header = try FLACFile(file) {
      declared = header.streamInfo.sampleCount
    } else if index.container.parses(.waveParser), let count = try WaveFile.blockSamples(of: file) {
      declared = count
    } else {
      return
    }
    let missing = declared - facts.firstSample - facts.sampleCount
    guard missing > 0 else { return }
    let fault = ContainerFault(
      offset: file.count, finding: "\(missing) of its samples are missing at the end", isEnd: true)
    try refuse([fault])
    index.facts.damage.append(fault.sentence)
  }

  /// The same index with the exact length of each sound, found by decoding its last packets.
  private func withTrueEnds(_ index: MediaIndex, of sounds: [TrackParts<AudioTrackProbe>]) throws -> MediaIndex {
    guard !sounds.allSatisfy(\.isEndDeclared) else { return index }
    var index = index
    var end = Rational.zero
    for (track, sound) in sounds.enumerated() {
      var facts = index.facts.audioTracks[track]
      if !sound.isEndDeclared {
        let near = max(facts.firstSample, facts.firstSample + facts.sampleCount - 2 * Int64(facts.sampleRate))
        let tail = try DecodedSound(
          track: track, of: index, from: near, layout: facts.layout, isEndKnown: false,
          damage: DamageRecord(.keep), cancellation: cancellation)
        defer { [tail.close()].settle() }
        while try tail.next() != nil {}
        facts.sampleCount = tail.position - sound.first.padding - facts.firstSample
        try checkEnd(of: facts, in: &index)
        index.facts.audioTracks[track] = facts
      }
      end = max(end, try Rational(facts.firstSample + facts.sampleCount, Int64(facts.sampleRate)))
    }
    for facts in index.facts.videoTracks {
      end = max(end, try facts.timing.end(of: facts.timing.count - 1) ?? .zero)
    }
    index.facts.duration = end
    return index
  }
}
