import Containers
import EditingModel
import FoundationEssentials
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// AVI whose packets libavformat reads.
///
/// | file | read by `avidemux`, since |
/// |---|---|
/// | damaged, cut short | how libavformat goes on behind damage is not tested |
/// | without an index | libavformat takes every picture for a key frame |
/// | of DV that holds its sound itself | libavformat lists no packets of it |
/// | of raw pictures, of sound of more than two channels, of ADPCM and Windows Media Audio | only this demuxer knows their formats |
/// | of codecs that are in no table here | only this demuxer has their names, needed also in errors |
extension StoredFile {
  /// The AVI file at `asset`; nil where a demuxer has to read it.
  init?(avi asset: AssetReference) throws {
    guard let source = try? PacketSource(asset.url.path, for: .decoding), source.container == "avi" else { return nil }
    var entries: [Entry] = []
    var duration = Rational.zero
    for stream in source.streams where [.pictures, .sound].contains(stream.kind) {
      guard stream.tick > .zero, let listing = source.listing(ofStream: stream.index),
        let caps = stream.descriptionInAVI
      else { return nil }
      duration = max(duration, try Rational(listing.duration) * stream.tick)
      var stored = StoredStream(
        index: stream.index, codec: stream.codec, caps: caps, timescale: stream.tick.denominator,
        step: stream.tick.numerator, lead: 0, decodingLead: 0, shift: 0, end: .max)
      stored.isCounted = true
      if stream.kind == .pictures || stream.codec == "aac" {
        stored.tickByteCount = 0
      } else if try stream.frameByteCount > 0 && stream.tick * Rational(Int64(stream.sampleRate)) == .one {
        stored.tickByteCount = stream.frameByteCount
      }
      entries.append(
        Entry(mediaType: stream.kind == .sound ? .audio : .video, identity: TrackIdentity(), stored: stored))
    }
    guard !entries.isEmpty else { return nil }
    let length = try duration > .zero ? duration.rounded(scaledBy: 1_000_000_000) : nil
    self.init(kind: .avi, entries: entries, unread: [], duration: length)
  }
}
