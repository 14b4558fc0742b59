import Containers
import EditingModel
import FoundationEssentials
import MediaDecoding
import MediaFormats
import Rendering

/// The check of a movie to be copied by its header, its tables and its first packets alone, without an element of GStreamer's: the
/// framework starts, and its decoders are loaded, for as long as most copies take.
///
/// ```
///  ftyp ─► moov: nothing refused ─► tables: each packet of each track ─► first packets: whole ─► nothing against a copy
///    └──────────┴───────────────────────────┴────────────────────────────────┴─► anything else: a probe (``MediaProbe``)
/// ```
///
/// A movie that passes is one that a probe finds nothing wrong with. One that does not may be whole nevertheless.
struct TabulatedMovieCheck {
  let asset: AssetReference
  let cancellation: Cancellation

  /// Whether the file passes. Errors are left to the probe, which has the words for them.
  var passes: Bool { (try? isWhole()) ?? false }

  private func isWhole() throws -> Bool {
    guard asset.frameRate == nil, let identity = FileSystem.Identity(path: asset.url.path) else { return false }
    try MediaProbe(asset, cancellation: cancellation).checkFile()
    let file = try FileBytes(asset.url.path, isReadOnly: true)
    let container = MediaContainer.packets(.movie, name: "MPEG-4")
    guard try Self.isMarked(file), try ContainerCheck(file, as: container).faults.isEmpty,
      let movie = try MovieTracks(of: file), !movie.isFragmented, movie.unannouncedFragment == nil
    else { return false }
    try movie.refuseUnreadable(in: file)
    try movie.refuseSeveralEntries()
    guard let stored = try StoredFile(movie, of: file, at: asset), stored.unread.isEmpty, !stored.entries.isEmpty else {
      return false
    }
    _ = try AncillaryTracks(of: file, movie: movie, in: container, unread: [])
    let source = try PacketSource(asset.url.path, for: .decoding)
    for entry in stored.entries {
      guard let track = movie.track(numbered: entry.identity.number), track.shownParts.isEmpty, entry.parts.isEmpty,
        let stream = source.streams.first(where: { $0.index == entry.stored.index }),
        try Self.isTabulated(entry, stream, as: track, of: movie, in: file)
      else { return false }
      _ = try MovieTrackStatements(of: track, in: movie, file)
    }
    let wanted = Set(stored.entries.map(\.stored.index))
    return try source.areBeginningsWhole(of: wanted, cancellation: cancellation)
      && FileSystem.Identity(path: asset.url.path) == identity
  }

  /// Brands of films and sounds, which are nothing else (mp4ra.org).
  private static let brands: Set<String> = [
    "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "qt  ", "M4V ", "M4A ",
  ]

  /// Whether `file` begins with the mark of a movie, and not of pictures that are no film.
  private static func isMarked(_ file: FileBytes) throws -> Bool {
    let head = try file.read(at: 0, 12)
    guard head.count == 12, (16..<256).contains(head.bigEndian(at: 0, 4)), head[4..<8].elementsEqual("ftyp".utf8) else {
      return false
    }
    return brands.contains(String(decoding: head[8...], as: UTF8.self))
  }

  /// Codecs by libav's names of which each packet in a table is one of the stream. VP8, VP9 and AV1 are decoded by other libraries, which
  /// refuse pictures that libavcodec takes.
  private static let compressed: Set<String> = [
    "h264", "hevc", "mpeg4", "prores", "mjpeg", "aac", "alac", "opus", "flac", "ac3", "eac3",
  ]
  private static let uncompressed: Set<String> = ["pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be"]
  /// Of these, the ones whose pictures are all key frames.
  private static let intra: Set<String> = ["prores", "mjpeg"]

  /// Latest time of a packet, in nanoseconds: two weeks.
  private static let latest: Int64 = 1 << 50

  /// Whether the table of `track`, which is `entry` and `stream`, lists packets, all of them with times, and pictures up to the end.
  private static func isTabulated(
    _ entry: StoredFile.Entry, _ stream: PacketStream, as track: MovieTracks.Track, of movie: MovieTracks,
    in file: FileBytes
  ) throws -> Bool {
    let isCompressed = compressed.contains(stream.codec)
    guard isCompressed || uncompressed.contains(stream.codec) && stream.frameByteCount > 0,
      let table = try MovieSampleTable(
        of: track, in: movie, file: file, lastTime: .max, bytesPerFrame: isCompressed ? nil : stream.frameByteCount),
      entry.mediaType == .audio || table.saysKeyFrames || intra.contains(stream.codec)
    else { return false }
    let times = table.packets.compactMap(\.time)
    guard times.count == table.packets.count, let first = times.min(), let last = times.max() else { return false }
    guard first >= -latest, last <= latest else { return false }
    // An edit list that shows nothing of the track takes a probe.
    guard last >= entry.presentationStart, first < table.presentationEnd else { return false }
    return entry.mediaType == .audio
      || VideoTrackProbe.lostEnd(
        from: first, to: last, shownFrom: entry.presentationStart, until: table.presentationEnd) == nil
  }
}
