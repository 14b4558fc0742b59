package import Containers
import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
package import Rendering

/// Sound of a file that can be copied into another film.
extension MediaIndex {
  /// The sound of audio track `track` as it is encoded.
  package func codedSound(
    ofAudioTrack track: Int, cancellation: Cancellation
  ) throws -> Result<CodedSound, UncopiedMedia> {
    let facts = self.facts.audioTracks[track]
    guard links.isEmpty, let access = audioAccess.indices.contains(track) ? audioAccess[track] : nil else {
      return .failure(UncopiedMedia("The media is a chain of \(links.count) files."))
    }
    guard access.parts.isEmpty else {
      return .failure(UncopiedMedia("The media is heard in \(access.parts.count) parts."))
    }
    guard self.facts.damage.isEmpty else { return .failure(UncopiedMedia("The media is damaged.")) }
    guard let stored = access.stored, !stored.isCounted else {
      return .failure(unlisted(access.stored))
    }
    guard let codec = AudioCodec(rawValue: stored.codec) else {
      return .failure(UncopiedMedia("The media's sound is \(facts.codec), which is not written."))
    }
    var packets = try StoredPackets(self.facts.asset.url.path, stored)
    let described = packets.described.decoded(as: facts)
    // An MP4 calls all layers of MPEG audio alike.
    if codec == .mp3, let first = try packets.next(), MP3Frame(first.packet.bytes) == nil {
      return .failure(UncopiedMedia("The media's sound is MPEG audio of another layer than MP3's."))
    }
    // For AAC with band replication or parametric stereo, the header may give less than the decoder; Opus's header has
    // the source's rate.
    guard codec == .opus || described.sampleRate == facts.sampleRate, described.channels == facts.channels else {
      return .failure(UncopiedMedia("The media's header says another rate or other channels than its decoder gives."))
    }
    guard !access.isRearranged else {
      return .failure(UncopiedMedia("The media's channels change on the way."))
    }
    guard access.holes.isEmpty, access.silentStart == 0 else {
      return .failure(UncopiedMedia("The media's packets do not lie end to end."))
    }
    let table: SampleTable
    switch try packetTable(of: .audio, track, cancellation: cancellation) {
    case .success(let known): table = known
    case .failure(let reason): return .failure(reason)
    }
    guard let layout = try SoundLayout(table, of: access, facts, described, zero: zero, container) else {
      return .failure(UncopiedMedia("The media's packets do not lie end to end, or are not equally long."))
    }
    let preroll = try SoundPreroll.samples(
      of: described, sampleRate: facts.sampleRate, packetLength: layout.length,
      byteCounts: table.entries.map(\.byteCount))
    return .success(
      CodedSound(
        codec: codec, packetCount: table.entries.count, packetLength: layout.length, firstSample: layout.first,
        preroll: preroll))
  }

  /// The packets of track number `track` of `mediaType`, as the file lists them; why it does not, where that is so.
  func packetTable(
    of mediaType: MediaType, _ track: Int, cancellation: Cancellation
  ) throws -> Result<SampleTable, UncopiedMedia> {
    let source = CompositionTrackSegment.Source(asset: facts.asset, trackIndex: track)
    do {
      return .success(try StoredSamples(of: source, mediaType, self, cancellation: cancellation).table)
    } catch let error as RenderError where error.code == .unsupported {
      return .failure(UncopiedMedia(error.diagnostic.message))
    }
  }
}

extension PacketStream {
  /// The stream, a sound's, with the speakers of `facts`, which its decoder gives, where the file's header does not: an
  /// MP4's sample entry for MP3 always has two channels (ISO/IEC 14496-14 §5.6.1), and the real number is in the
  /// packets.
  package func decoded(as facts: AudioTrackFacts) -> PacketStream {
    guard codec == "mp3" else { return self }
    var stream = self
    (stream.channels, stream.layout) = (facts.channels, facts.layout.description)
    return stream
  }
}

/// The layout of a sound's packets: end to end, each of as many samples.
private struct SoundLayout {
  /// The first sample of the first packet, on the asset's count.
  let first: Int64
  /// The samples that a packet decodes to.
  let length: Int64

  /// The sound of the packets in `table`, which are read as `access` says and described as `described`; nil where they lie otherwise.
  init?(
    _ table: SampleTable, of access: MediaIndex.AudioAccess, _ facts: AudioTrackFacts, _ described: PacketStream,
    zero: Rational, _ container: MediaContainer
  ) throws {
    let rate = Rational(Int64(facts.sampleRate))
    let origin = try (zero * rate).rounded()
    let starts = try table.entries.map { try ((table.time($0.presentation) + zero) * rate).rounded() - origin }
    guard let start = starts.first else { return nil }
    // Matroska's times are rounded to milliseconds: up to one is lost at either end.
    let rounding = container.roundsTimes ? Int64(facts.sampleRate) / 500 : 0
    switch access.sampleMap {
    case _ where described.codec == "opus":
      // A decoder's lead is known to the sample; of a track that does not say it, times count from there on.
      let delay = access.stored?.blocks?.opusDelay ?? 0
      let said = Int64(OpusHead(described.configuration)?.preSkip ?? 0)
      let hidden = delay > 0 ? SampleMap.sample(at: delay, rate: 48_000) : said
      let late = container.isMatroska && delay == 0 ? said : 0
      first = container.isMatroska ? facts.firstSample - hidden : start
      guard let last = starts.last, last > start, abs(start - late - first) <= rounding else { return nil }
      // Packets of Opus have 2.5 ms or multiples.
      let step = Int64((Double(last - start) / Double(starts.count - 1) / 120).rounded()) * 120
      guard step > 0 else { return nil }
      let beginning = first
      guard
        starts.enumerated().allSatisfy({ abs($1 - late - beginning - Int64($0) * step) <= rounding })
      else { return nil }
      length = step
    case .uniform(let position, let step) where step > 0:
      let beginning = position - origin
      guard starts.enumerated().allSatisfy({ abs($1 - beginning - Int64($0) * step) <= rounding }) else { return nil }
      (first, length) = (beginning, step)
    case .byTime:
      guard starts.count > 1, starts[1] > start else { return nil }
      let step = starts[1] - start
      guard starts.enumerated().allSatisfy({ $1 == start + Int64($0) * step }) else { return nil }
      (first, length) = (start, step)
    case .uniform, .stretches, .counted: return nil
    }
  }
}
