import Containers
import EditingModel
import FoundationEssentials
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// Flash video whose packets libavformat reads.
///
/// | file | read by `flvdemux`, since |
/// |---|---|
/// | damaged, cut short | how libavformat goes on behind damage is not tested |
/// | of streams whose codec or its header changes on the way | the decoder gets them once |
/// | of VP6 | libavformat takes the byte that says how much of it is seen from each packet |
/// | of Speex | only this demuxer makes the header that a decoder needs |
/// | encrypted | its error names the encryption |
extension StoredFile {
  /// The Flash video file at `asset` that has `tags`; nil where a demuxer has to read it.
  init?(_ tags: FlashTags, at asset: AssetReference) throws {
    let contents: [(PacketStream.Kind, FlashTags.Content)] = [
      tags.pictures.map { (.pictures, $0) }, tags.sound.map { (.sound, $0) },
    ].compactMap(\.self)
    let kinds = Set(contents.map(\.0))
    guard !kinds.isEmpty, !tags.isEncrypted, !contents.contains(where: \.1.changes),
      let source = try? PacketSource(asset.url.path, for: .decoding, finding: kinds), source.container == "flv"
    else { return nil }
    let streams = source.streams.filter { [.pictures, .sound].contains($0.kind) }
    guard streams.count == contents.count, Set(streams.map(\.kind)) == kinds else { return nil }
    var entries: [Entry] = []
    for stream in streams {
      guard let caps = stream.description(of: tags) else { return nil }
      var blocks = StoredBlocks()
      // Decoding of sound can begin anywhere; not every packet need be remembered.
      blocks.placeDistance = stream.kind == .sound ? Self.ticksPerSecond : 1
      entries.append(
        Entry(
          mediaType: stream.kind == .sound ? .audio : .video, identity: TrackIdentity(),
          stored: StoredStream(
            index: stream.index, codec: stream.codec, caps: caps, timescale: Self.ticksPerSecond, lead: 0,
            decodingLead: 0, shift: 0, end: .max, blocks: blocks)))
    }
    let duration = try source.duration.map { try $0.rounded(scaledBy: 1_000_000_000) }
    self.init(kind: .flash, entries: entries, unread: [], duration: duration)
  }

  /// Times are in milliseconds.
  private static let ticksPerSecond: Int64 = 1_000
}
