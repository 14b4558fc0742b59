import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

extension MediaScan.Stream {
  /// The stream's storage in the file, by its header and its packets.
  var storageOfPackets: TrackStorage {
    var storage = storage
    storage.dispositions = dispositions
    storage.codecType = storage.codecType ?? codec.movieType
    if storage.privateData.isEmpty { storage.privateData = caps.bytes("codec_data") ?? [] }
    // A movie's table lists packets that its edit list leaves out, too.
    storage.byteCount = max(storage.byteCount ?? 0, mediaPackets.reduce(Int64(0)) { $0 &+ Int64($1.byteCount) })
    let times = packets.lazy.compactMap { packet in packet.time.map { ($0, packet.duration ?? 0) } }
    if let first = times.map(\.0).min(), let last = times.map({ $0 + $1 }).max(), last > first {
      storage.seconds = storage.seconds ?? Double(last - first) / 1e9
    }
    // Packets stand in the order of decoding.
    var latest = Int64.min
    storage.isReordered =
      mediaType == .video
      && packets.contains { packet in
        defer { latest = max(latest, packet.time ?? .min) }
        return packet.time.map { $0 < latest } ?? false
      }
    return storage
  }

  /// The packets without those that hold no media: headers, which have no times, and MP3's tag, which has no duration.
  private var mediaPackets: ArraySlice<MediaScan.Packet> {
    let timed = packets.drop { $0.time == nil && $0.duration == nil }
    let isTag = codec.name == "MP3" && timed.first?.duration == 0
    return timed.isEmpty ? packets[...] : timed.dropFirst(isTag ? 1 : 0)
  }
}

extension MediaScan {
  /// Takes over what the entries of Matroska's tracks say (RFC 9559 §5.1.4.1).
  mutating func storeMatroskaEntries(of file: FileBytes) throws {
    let tracks = try MatroskaTrack.all(in: file)
    for track in tracks {
      guard let number = track.number.flatMap(Int32.init(exactly:)),
        let stream = streams.firstIndex(where: { $0.identity.number == number })
      else { continue }
      streams[stream].storage.isEnabled = tracks.plays(track)
      streams[stream].codecDelay = Self.codecDelay(of: streams[stream], track)
      if let privateData = track.privateData {
        streams[stream].storage.privateData = try privateData.bytes(of: file, most: MetadataCollection.longestText)
      }
      streams[stream].firstField = track.pictures?.firstField
      streams[stream].matrix = track.pictures?.matrix
      guard let cropped = track.pictures?.cropped else { continue }
      (streams[stream].cleanAperture, streams[stream].pixelAspect) = cropped
    }
  }

  // QUIRK: Matroska: `matroskademux` subtracts the CodecDelay from the times of Opus alone. In: GStreamer 1.22 and 1.26. Test:
  // "sound in Matroska ends with its last sample".
  /// The codec delay of `stream`, which is `track` (RFC 9559 §5.1.4.1.28, `CodecDelay`): it is subtracted from its
  /// times.
  private static func codecDelay(of stream: Stream, _ track: MatroskaTrack) -> Int64 {
    let isSubtracted = stream.mediaType == .audio && stream.codec.name != "Opus" && track.codecDelay < longestCodecDelay
    return isSubtracted ? Int64(track.codecDelay) : 0
  }

  /// More than any encoder puts before the sound; a larger number is none.
  private static let longestCodecDelay: UInt64 = 1_000_000_000
}

extension MediaScan {
  // QUIRK: Ogg: `oggdemux` leaves out what a decoder of Opus gives before zero, and none of it where the stream begins behind zero. In:
  // GStreamer 1.22. Test: "a part of a stream of Opus begins behind its pre-skip".
  /// Has streams of Opus in Ogg begin as `starts` says: what a decoder gives before is hidden, wherever the stream begins.
  mutating func hidePreSkip(in starts: OggOpusStarts) {
    let numbers = streams.indices.filter { streams[$0].codec.name == "Opus" }
    guard numbers.count == starts.samples.count else { return }
    for (number, sample) in zip(numbers, starts.samples) {
      guard let sample else { continue }
      streams[number].shownStart = Int64(clamping: Int128(sample) * 1_000_000_000 / 48_000)
    }
  }
}

extension MediaScan.Stream {
  /// Has raw samples that were taken for big-endian ones read as what they are.
  mutating func readAsLittleEndian() {
    guard codec.decoder == nil, let format = caps.string("format"), format.hasSuffix("BE") else { return }
    codec.streamCaps = "audio/x-raw,format=\(format.dropLast(2))LE"
  }
}

extension StreamCodec {
  /// The four letters by which movies name the codec (mp4ra.org, QuickTime File Format); nil where they have none.
  var movieType: String? {
    [
      "H.264": "avc1", "HEVC": "hvc1", "VP8": "vp08", "VP9": "vp09", "AV1": "av01", "MPEG-4 Visual": "mp4v",
      "MPEG-1 Video": "mp1v", "MPEG-2 Video": "mp2v", "ProRes": "apcn", "Motion JPEG": "jpeg", "FFV1": "FFV1",
      "AAC": "mp4a", "MP3": ".mp3", "Opus": "Opus", "FLAC": "fLaC", "ALAC": "alac", "AC-3": "ac-3", "E-AC-3": "ec-3",
      "PCM": "lpcm", "µ-law": "ulaw", "A-law": "alaw",
    ][name]
  }
}
