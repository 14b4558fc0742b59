import Containers
import EditingModel
import FoundationEssentials
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// Facts about a movie beside what a demuxer delivers of it.
extension MediaProbe {
  /// Adds where the edit lists of `movie` say that `streams` end: a demuxer delivers pictures behind that, for those before may
  /// refer to them, and sound as far as its chunk goes.
  func hideEnds(of streams: inout [MediaScan.Stream], in movie: MovieTracks) {
    for (number, stream) in streams.enumerated() {
      guard let track = movie.track(numbered: stream.identity.number) else { continue }
      streams[number].hideEnd(of: track, in: movie)
      for (part, track) in track.shownParts.enumerated() where stream.parts.indices.contains(part) {
        var shown = stream.showing(stream.parts[part])
        shown.hideEnd(of: track, in: movie)
        streams[number].parts[part] = MediaScan.Stream.Part(shown)
      }
      if let first = streams[number].parts.first { streams[number] = streams[number].showing(first) }
    }
  }

  // QUIRK: MP4 in fragments: `qtdemux` ends each track's segment where the longest track's media end, whatever its edit list says. In:
  // GStreamer 1.22. Test: "sound in fragments ends where its edit list says".
  /// Ends the sounds of `streams` by the edit lists of `movie`, which is in fragments. Where a list ends elsewhere than
  /// in the last two packets, the sound ends with those: some programs write lists for the header's own media alone, or
  /// without an end.
  func declareEnds(of streams: inout [MediaScan.Stream], inFragmentsOf movie: MovieTracks) {
    for (number, stream) in streams.enumerated() where stream.mediaType == .audio {
      guard let track = movie.track(numbered: stream.identity.number) else { continue }
      streams[number].declareEnd(inFragmentsOf: track, of: movie)
    }
  }

  /// `streams` of `movie` with the packets that its sample tables list, as far as they are decoded before `lastTime`, in nanoseconds
  /// of the media; nil where they do not list all of them as a
  /// demuxer delivers them, and the file has to be read.
  func tabulated(
    _ streams: [MediaScan.Stream], of movie: MovieTracks, in file: FileBytes, until lastTime: Int64
  ) throws -> [MediaScan.Stream]? {
    var streams = streams
    for (number, stream) in streams.enumerated() {
      guard let track = movie.track(numbered: stream.identity.number), stream.codec.isDeliveredAsTabulated else {
        return nil
      }
      let bytesPerFrame = stream.codec.decoder == nil ? try AudioFormat(stream.caps).bytesPerFrame : nil
      if !stream.parts.isEmpty {
        guard
          let found = try tabulated(stream, partsOf: track, of: movie, in: file, bytesPerFrame: bytesPerFrame)
        else { return nil }
        streams[number] = found
        continue
      }
      guard
        let table = try MovieSampleTable(
          of: track, in: movie, file: file, lastTime: lastTime, bytesPerFrame: bytesPerFrame),
        // Where a parser is needed, so is its word on which packets are key frames, unless the table has one.
        stream.mediaType == .audio || stream.codec.parser == nil || table.saysKeyFrames
      else { return nil }
      streams[number].packets = table.packets
      streams[number].presentationEnd = table.presentationEnd
    }
    return streams
  }

  /// The same of `track` with several edits: `stream` with the packets of each.
  private func tabulated(
    _ stream: MediaScan.Stream, partsOf track: MovieTracks.Track, of movie: MovieTracks, in file: FileBytes,
    bytesPerFrame: Int?
  ) throws -> MediaScan.Stream? {
    var stream = stream
    for (part, track) in track.shownParts.enumerated() where stream.parts.indices.contains(part) {
      guard
        let table = try MovieSampleTable(
          of: track, in: movie, file: file, lastTime: .max, bytesPerFrame: bytesPerFrame)
      else { return nil }
      stream.parts[part].packets = table.packets
      stream.parts[part].presentationEnd = table.presentationEnd
    }
    guard let first = stream.parts.first, stream.parts.allSatisfy({ !$0.packets.isEmpty }) else { return nil }
    return stream.showing(first)
  }
}

extension MovieTracks {
  /// Rejects the movie in `file` where it is encrypted or an animation with alpha, has its media in other files or not at all, or edit
  /// lists that are not read.
  ///
  /// - Throws: `RenderError`.
  func refuseUnreadable(in file: FileBytes) throws {
    try refuseProtection(of: file)
    try refuseTransparentAnimation()
    try refuseInitializationSegment()
    try refuseMediaElsewhere()
    try refuseUnreadableEdits()
  }
}

extension MediaScan.Stream {
  /// Hides what is presented behind the end of `track` of `movie`, which it is.
  fileprivate mutating func hideEnd(of track: MovieTracks.Track, in movie: MovieTracks) {
    guard let end = MovieSampleTable.presentationEnd(of: track, in: movie) else { return }
    // A demuxer may have got a later end.
    presentationEnd = mediaType == .video ? end : presentationEnd ?? end
    // A packet that begins where the list ends is not shown, however coarse its ticks are.
    let isOnEnd = packets.contains { abs(($0.time ?? .min / 2) - end) <= 1_000 }
    shownEnd = isOnEnd ? end - 1_000 : movie.hiding(from: end)
    endTimescale = track.edits?.last?.mediaDuration == nil ? movie.timescale : track.timescale
  }
}

extension MediaScan.Stream {
  /// Sets the sound's end to that of the edit list of `track` (of `movie`), if it is in the last two packets, since an
  /// encoder may fill the last one with silence; or to the last packet's own end, if the list has the same in coarser
  /// ticks. No sound ends behind its last packet.
  fileprivate mutating func declareEnd(inFragmentsOf track: MovieTracks.Track, of movie: MovieTracks) {
    let timed = packets.suffix(2).compactMap { packet in packet.time.map { (time: $0, duration: packet.duration ?? 0) }
    }
    guard let listed = MovieSampleTable.presentationEnd(of: track, in: movie), let first = timed.first,
      let last = timed.last
    else { return }
    // Demuxers compute times and lengths of any size from damaged tables.
    let (start, tick) = (Int128(last.time), 1_000_000_000 / Int128(movie.timescale) + 1)
    let whole = start + Int128(last.duration)
    if last.duration > 0, abs(whole - Int128(listed)) <= tick {
      (presentationEnd, endTimescale) = (Int64(clamping: whole), track.timescale)
    } else if first.time < listed, Int128(listed) <= start + Int128(max(first.duration, last.duration)) {
      (presentationEnd, endTimescale) = (listed, movie.timescale)
    } else if let end = presentationEnd, Int128(end) > whole {
      presentationEnd = nil
    }
  }
}

extension MovieTracks.Track {
  /// The number and the language.
  var identity: TrackIdentity {
    TrackIdentity(
      number: number > 0 ? number : nil, languageCode: LanguageCode.terminological(language),
      extendedLanguageTag: extendedLanguage.flatMap { $0.isEmpty ? nil : $0 } ?? LanguageCode.shortest(language))
  }
}

extension MediaProbe {
  /// The index of a movie that holds data, a timecode by itself, and no pictures and no sound. Nil of other files.
  func dataIndex(_ container: MediaContainer) throws -> MediaIndex? {
    guard container.isMovie else { return nil }
    let file = try FileBytes(asset.url.path, isReadOnly: true)
    // Of other movies the tables are read once, where they are scanned.
    let handlers = try MovieBoxes.handlers(of: file).map(\.letters)
    guard handlers.contains(where: { AncillaryTrack.Kind(dataHandler: $0) != nil }),
      !handlers.contains(where: ["vide", "soun", "pict", "auxv"].contains), let movie = try MovieTracks(of: file)
    else { return nil }
    var facts = MediaFacts(
      asset: asset, container: container.name, duration: try movie.end ?? .zero, videoTracks: [], audioTracks: [])
    facts.ancillaryTracks = try AncillaryTracks(of: file, movie: movie, in: container, unread: []).tracks
    return MediaIndex(
      facts: facts, container: container, headerCorrection: nil, zero: .zero, videoAccess: [], audioAccess: [])
  }
}
