import Containers
import EditingModel
import FoundationEssentials
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

// QUIRK: WebM: libavformat gives alpha in a stream of its own (AlphaMode) in a form that GStreamer's decoders do not take. In:
// FFmpeg 5.1. Test: "what libavformat reads worse keeps its demuxer".
// QUIRK: Matroska: libavformat does not say how raw pictures, WavPack, True Audio and QuickTime's own codecs lie. In: FFmpeg 5.1.
// Test: "what libavformat reads worse keeps its demuxer".

/// Matroska and WebM whose packets libavformat reads.
///
/// | file | read by `matroskademux`, since |
/// |---|---|
/// | damaged, cut short | how libavformat goes on behind damage is not tested |
/// | of tracks in the forms of AVI and WAVE (`V_MS/VFW/FOURCC`, `A_MS/ACM`) but FFV1 | times are those of decoding, and codecs are named by numbers |
/// | of codecs that are in no table here: raw pictures, WavPack, True Audio, QuickTime's own | only this demuxer knows their formats |
/// | of pictures with alpha in a stream of their own (`AlphaMode`, `BlockAdditions`) | decoders take that from its packets alone |
/// | encrypted | its error names the encryption |
/// | of tracks with a time scale of their own | libavformat has no exact ticks of them |
extension StoredFile {
  /// The Matroska file `file` at `asset`, with `extent` to be read; nil where a demuxer has to read it.
  init?(
    matroska file: FileBytes, at asset: AssetReference, extent: MediaScan.Extent, cancellation: Cancellation
  ) throws {
    guard let source = try? PacketSource(asset.url.path, for: .decoding), source.container.hasPrefix("matroska") else {
      return nil
    }
    // QUIRK: Matroska: libavformat does not number its streams as the file does: they have the order of the tracks. In: FFmpeg
    // 5.1. Test: "tracks have the file's own numbers and languages".
    let streams = source.streams.filter { [.pictures, .sound].contains($0.kind) }
    let all = try MatroskaTrack.all(in: file)
    let tracks = all.filter { $0.kind != nil }
    let duration = try MatroskaDuration.nanoseconds(of: file)
    guard streams.map(\.kind) == tracks.compactMap(\.kind) else { return nil }
    let announced = zip(streams, tracks).filter { $0.1.pictures?.hasAlpha == true }.map(\.0.index)
    guard try Self.areOpaque(Set(announced), of: source, extent, cancellation) else { return nil }
    var entries: [Entry] = []
    var left: [Int32: MediaType] = [:]
    for (stream, track) in zip(streams, tracks) {
      let number = track.number.flatMap(Int32.init(exactly:))
      if stream.codec == "none", let number {
        left[number] = stream.kind == .pictures ? .video : .audio
        continue
      }
      guard let number, !track.isEncrypted, !track.hasOwnTimescale,
        let tick = try? (stream.tick * Rational(1_000_000_000)), tick.denominator == 1, tick > .zero,
        let caps = stream.description(of: track, isOpaque: true)
      else { return nil }
      let isSound = stream.kind == .sound
      // libavformat takes the delay from times in whole ticks.
      let delay = Int64(clamping: track.codecDelay)
      let lead = (delay + tick.numerator / 2) / tick.numerator
      entries.append(
        Entry(
          mediaType: isSound ? .audio : .video,
          identity: TrackIdentity(number: number, language: track.language ?? (isSound ? "eng" : nil)),
          stored: StoredStream(
            index: stream.index, codec: stream.codec, caps: caps, timescale: 1_000_000_000, step: tick.numerator,
            lead: lead, decodingLead: 0, shift: 0, end: .max,
            blocks: StoredBlocks(
              packetDuration: track.packetDuration.map { Int64(clamping: $0) },
              opusDelay: stream.codec == "opus" ? delay : 0, opusRate: Int64(stream.sampleRate),
              lastPictureEnd: isSound || all.count > 1 ? nil : duration))))
    }
    guard !entries.isEmpty, Self.areAll(Set(left.values), beside: entries) else { return nil }
    if source.rewind() { entries = Self.stating(entries, in: source) }
    self.init(
      kind: .matroska, entries: entries, unread: Set(left.keys), duration: duration)
  }

  // QUIRK: WebM: `vp8alphadecodebin` and `vp9alphadecodebin` decode no packet without alpha beside it, and browsers announce alpha in
  // recordings that have none. In: GStreamer 1.22. Test: "pictures that announce alpha and have none are opaque".
  /// Whether those `streams` of `source` that announce alpha have none, as in recordings of browsers: in any packet of them, which are
  /// read up to the first that has, or in the first of each where the beginning of the file is all that is wanted.
  private static func areOpaque(
    _ streams: Set<Int>, of source: PacketSource, _ extent: MediaScan.Extent, _ cancellation: Cancellation
  ) throws -> Bool {
    var awaited = streams
    source.selectOnly(streams)
    while !awaited.isEmpty, let packet = try source.next() {
      try cancellation.check()
      if packet.hasBlockAddition, streams.contains(packet.stream) { return false }
      if extent == .beginning { awaited.remove(packet.stream) }
    }
    return true
  }
}

extension TrackIdentity {
  /// The track with the number `number`, in the file's `language` (ISO 639-2, or with a region behind it).
  fileprivate init(number: Int32, language: String?) {
    let code = language.map { $0.count >= 4 && Array($0.utf8)[3] == UInt8(ascii: "-") ? String($0.prefix(3)) : $0 }
    self.init(
      number: number, languageCode: code.flatMap(LanguageCode.terminological),
      extendedLanguageTag: code.flatMap(LanguageCode.shortest))
  }
}
