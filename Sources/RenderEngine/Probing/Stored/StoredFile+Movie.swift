import Containers
import EditingModel
import FoundationEssentials
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

// QUIRK: MP4 in fragments: libavformat moves the times of movies whose fragments show some pictures before they are decoded
// (`trun`). In: FFmpeg 5.1. Test: "what libavformat reads worse keeps its demuxer".
// QUIRK: QuickTime: libavformat does not say how the rows of raw pictures lie. In: FFmpeg 5.1. Test: "what libavformat reads
// worse keeps its demuxer".

/// Movies whose packets libavformat reads.
///
/// | movie | read by `qtdemux`, since |
/// |---|---|
/// | in fragments | libavformat moves times where some are shown before they are decoded (`trun`) |
/// | of several descriptions of one track | libavformat does not say the second one's size |
/// | of raw pictures, of codecs of QuickTime's own | nothing but its table says how their rows lie, or what they are called |
/// | of pictures that are no film (HEIF) | its items are read in another way |
/// | of more ticks a second than nanoseconds | a time in nanoseconds does not lead back to its tick |
/// | of PCM as MP4 has it, unless it is integers of 16 bits | libavformat takes it for those, or has no name for it |
extension StoredFile {
  /// `movie` in the file at `asset`; nil where a demuxer has to read it.
  init?(_ movie: MovieTracks, of file: FileBytes, at asset: AssetReference) throws {
    guard !movie.isFragmented, movie.timescale > 0, try PictureTracks(of: file).fields.isEmpty,
      try movie.tracks.allSatisfy({ try PCMConfiguration(of: $0, in: file)?.isReadAsIntegers16 ?? true }),
      let source = try? PacketSource(asset.url.path, for: .decoding)
    else { return nil }
    var unread = movie.tracks.filter { ["vide", "soun"].contains($0.handler) }.map(\.number)
    var entries: [Entry] = []
    var left: [Int32: MediaType] = [:]
    for stream in source.streams where [.pictures, .sound].contains(stream.kind) {
      guard let track = Int32(exactly: stream.identifier).flatMap({ movie.track(numbered: $0) }),
        let place = unread.firstIndex(of: track.number)
      else { return nil }
      if stream.codec == "none" {
        left[track.number] = stream.kind == .pictures ? .video : .audio
        unread.remove(at: place)
        continue
      }
      guard let timescale = Int64(exactly: track.timescale), timescale <= 1_000_000_000,
        try track.descriptionCount(in: file) == 1,
        let listing = source.listing(ofStream: stream.index),
        listing.first > -(1 << 32),
        let caps = stream.description(
          rate: stream.kind == .pictures ? Self.rate(of: listing, timescale: track.timescale) : nil,
          aspect: try track.pixelAspect(in: file) ?? .one)
      else { return nil }
      unread.remove(at: place)
      let colors = stream.kind == .pictures ? try track.colors(in: file) : nil
      let parts = track.shownParts
      let shown = (parts.isEmpty ? [track] : parts).compactMap { MovieSampleTable.clock(of: $0, in: movie) }
      let found = shown.map { clock in
        Entry(
          mediaType: stream.kind == .pictures ? .video : .audio, identity: track.identity,
          stored: StoredStream(
            index: stream.index, codec: stream.codec, caps: caps, colorimetry: colors?.capsField,
            timescale: timescale, lead: clock.lead, decodingLead: -listing.first, shift: clock.shift, end: clock.end),
          presentationStart: clock.presentation.lowerBound, presentationEnd: clock.presentation.upperBound)
      }
      guard var entry = found.first, found.count == max(1, parts.count) else { return nil }
      if found.count > 1 { entry.parts = found }
      entries.append(entry)
    }
    guard unread.isEmpty, Self.areAll(Set(left.values), beside: entries) else { return nil }
    let duration = Int64(clamping: UInt128(movie.duration) * 1_000_000_000 / UInt128(movie.timescale))
    entries = Self.stating(entries, in: source)
    self.init(kind: .movie, entries: entries, unread: Set(left.keys), duration: duration)
  }

  /// The average frame rate of a track of `listing`, without the first picture, which is sometimes cut; nil where there
  /// are no two.
  private static func rate(
    of listing: PacketSource.Listing, timescale: UInt64
  ) -> (numerator: Int, denominator: Int)? {
    guard timescale > 0, let second = listing.second else { return nil }
    let rest = Int128(listing.duration) - (Int128(second) - Int128(listing.first))
    let ticks = Int128(listing.count - 1) * Int128(timescale)
    return FrameRate.usual(lasting: Int64(clamping: (rest * 1_000_000_000 + ticks / 2) / ticks))
  }
}
