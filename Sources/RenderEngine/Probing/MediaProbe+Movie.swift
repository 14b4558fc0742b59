import Containers
import EditingModel
import FoundationEssentials
import GStreamer
import MediaFormats
import MediaTime
import Rendering

/// What is known of a movie beside what a demuxer delivers of it.
extension MediaProbe {
  /// Adds where the edit lists of `movie` say that `streams` end: a demuxer delivers pictures behind that, for those before may
  /// refer to them, and sound as far as its chunk goes.
  func hideEnds(of streams: inout [MediaScan.Stream], in movie: MovieTracks) {
    for (number, stream) in streams.enumerated() {
      guard let track = movie.track(numbered: stream.identity.number),
        let end = MovieSampleTable.presentationEnd(of: track, in: movie)
      else { continue }
      // A demuxer may have been told a later one.
      streams[number].presentationEnd = stream.mediaType == .video ? end : stream.presentationEnd ?? end
      // What begins where the list ends is not shown, however coarse its ticks are.
      let isOnEnd = stream.packets.contains { abs(($0.time ?? .min / 2) - end) <= 1_000 }
      streams[number].shownEnd = isOnEnd ? end - 1_000 : movie.hiding(from: end)
      streams[number].endTimescale = movie.timescale
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
      guard let track = movie.track(numbered: stream.identity.number),
        stream.codec.isDeliveredAsTabulated,
        let table = try MovieSampleTable(
          of: track, in: movie, file: file, lastTime: lastTime,
          bytesPerFrame: stream.codec.decoder == nil ? AudioFormat(stream.caps).bytesPerFrame : nil),
        // Where a parser is needed, so is its word on which packets are key frames, unless the table has one.
        stream.mediaType == .audio || stream.codec.parser == nil || table.saysKeyFrames
      else { return nil }
      streams[number].packets = table.packets
      streams[number].presentationEnd = table.presentationEnd
    }
    return streams
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
  /// What a movie is that holds data, a timecode by itself, and no pictures and no sound. Nil of other files.
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
