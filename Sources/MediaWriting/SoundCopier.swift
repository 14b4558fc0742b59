import Containers
import EditingModel
import FoundationEssentials
package import MediaDecoding
import MediaFormats
import MediaTime
package import Rendering

/// Makes a sound of a film of packets of its media.
///
/// ```
///  media      │ 2 │ 3 │ 4 │ 5 │ 6 │ 7 │
///  track          │ 3 │ 4 │ 5 │ 6 │            unchanged, at whole samples of the film
///  presented            ├───────────┤          by the edit list; in Matroska by the hidden samples at either end
/// ```
///
/// Threads: one; blocks.
package struct SoundCopier: Sendable {
  /// The packets, and where they stand in the film.
  let copied: CopiedSound
  /// Its number among the film's sounds.
  private let number: Int
  private let settings: WriterSettings
  private let index: MediaIndex
  /// The times of the film's samples.
  let grid: SampleGrid
  /// Samples a second.
  private let rate: Int

  /// A copier for sound number `number` of a film of `settings`, which is `copied` of the file that `index` describes.
  ///
  /// - Throws: `RenderError` where the film has no such sound.
  package init(_ copied: CopiedSound, _ number: Int, _ settings: WriterSettings, of index: MediaIndex) throws {
    (self.copied, self.number, self.settings, self.index) = (copied, number, settings, index)
    guard settings.sounds.indices.contains(number) else { throw RenderError.noInput("packets of sound \(number)") }
    rate = settings.sounds[number].samples.sampleRate
    grid = try SampleGrid(rate: rate)
  }

  /// Puts the packets into `track`, and ends it; waits while there is no room for them, until `isWanted` throws. Calls `notice` for each.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` where the media is another one by now; what `isWanted` throws.
  func run(into track: PacketMuxer.Input, while isWanted: () throws -> Void, notice: () -> Void) throws {
    let number = copied.source.trackIndex
    guard index.audioAccess.indices.contains(number), let stored = index.audioAccess[number].stored,
      index.facts.audioTracks[number].sampleRate == rate
    else { throw changed }
    let asset = index.facts.asset
    var reading = try Reading(copied, index)
    var packets = try translating(asset: asset) {
      var packets = try StoredPackets(asset.url.path, stored)
      if let start = try reading.place() { try packets.seek(to: start) }
      return packets
    }
    track.describe(try stream(packets.described.decoded(as: index.facts.audioTracks[number])))
    track.hide(copied.hiddenAtStart)
    var next = copied.packets.lowerBound
    while next < copied.packets.upperBound, let (packet, times) = try translating(asset: asset, { try packets.next() })
    {
      try isWanted()
      guard let found = try reading.number(of: times) else { throw changed }
      guard found >= copied.packets.lowerBound else { continue }
      guard found == next, !packet.isCorrupt else { throw changed }
      try track.push(muxed(packet, next), while: isWanted)
      next += 1
      notice()
    }
    guard next == copied.packets.upperBound else { throw changed }
    try track.end()
  }

  /// Packet number `number` of the media's, as it goes into the film.
  private func muxed(_ packet: StoredPacket, _ number: Int) throws -> MuxedPacket {
    // The delay in the film from its place in the media.
    let shift = copied.start - copied.samples.lowerBound
    let first = copied.firstSample + Int64(number - copied.packets.lowerBound) * copied.packetLength + shift
    func nanoseconds(_ sample: Int64) throws -> Int64 { try grid.time(of: sample).rounded(scaledBy: 1_000_000_000) }
    let start = try nanoseconds(first)
    var muxed = MuxedPacket(
      packet.bytes, presentation: start, duration: try nanoseconds(first + copied.packetLength) - start,
      isKeyFrame: packet.isKeyFrame)
    if number == copied.packets.upperBound - 1, copied.hiddenAtEnd > 0,
      settings.export.fileType.needsSoundEnd(of: settings.sounds[self.number].encoding.codec)
    {
      muxed.sideData.append(.hiddenSamples(atEnd: Int(copied.hiddenAtEnd)))
    }
    return muxed
  }

  /// The stream's description in the film, for media `described`.
  private func stream(_ described: PacketStream) throws -> PacketStream {
    let codec = described.codec
    var stream = PacketStream(.sound, codec: codec, tick: try Rational(1, Int64(rate)))
    (stream.configuration, stream.profile) = (described.configuration, described.profile)
    (stream.sampleRate, stream.channels, stream.layout) = (rate, described.channels, described.layout)
    stream.frameSize = Int(copied.packetLength)
    if codec == "opus" {
      // Its header states the decoder's lead, too.
      if !settings.export.fileType.isMovie, stream.configuration.count > 11 {
        stream.configuration.setLittleEndian(UInt64(copied.hiddenAtStart), at: 10, 2)
      }
      stream.initialPadding = OpusHead(stream.configuration)?.preSkip ?? 0
    }
    let before = settings.pictures == nil ? 0 : 1
    stream.state(settings.header(ofTrack: before + number), in: settings.export.fileType)
    return stream
  }

  private var changed: RenderError {
    RenderError(
      .mediaUnreadable, "The packets of \(copied.source.asset.name) are not those that the film was planned with.",
      remedy: "Leave the file as it is, and export again; without smart rendering, if it happens again.",
      asset: copied.source.asset)
  }
}

/// A sound of a file that is written.
enum WrittenSound: Sendable {
  /// Samples that are encoded.
  case encoded(SoundInput)
  /// Packets that are copied into a track.
  case copied(SoundCopier, PacketMuxer.Input)

  /// The input of samples; nil where packets are copied.
  var input: SoundInput? {
    if case .encoded(let input) = self { input } else { nil }
  }

  /// The times of its samples.
  var grid: SampleGrid {
    switch self {
    case .encoded(let input): input.grid
    case .copied(let copier, _): copier.grid
    }
  }

  /// The samples by now, from the film's beginning on.
  var sampleCount: Int64 {
    switch self {
    case .encoded(let input): input.sampleCount
    case .copied(let copier, _): copier.copied.end
    }
  }
}

extension SoundCopier {
  /// The numbers of packets that are read, among those of their track.
  private struct Reading {
    private let copied: CopiedSound
    private let access: MediaIndex.AudioAccess
    private let rate: Int
    /// Stream time 0, on the asset's count.
    private let origin: Int64
    /// The first sample of the track's first packet, on the asset's count.
    private let first: Int64
    /// The number of the next packet; nil where it has to be found out by its time.
    private var next: Int?

    init(_ copied: CopiedSound, _ index: MediaIndex) throws {
      self.copied = copied
      access = index.audioAccess[copied.source.trackIndex]
      rate = index.facts.audioTracks[copied.source.trackIndex].sampleRate
      origin = try index.zero.rounded(scaledBy: Int64(rate))
      first = copied.firstSample - Int64(copied.packets.lowerBound) * copied.packetLength
      next = 0
    }

    /// The beginning of reading, in nanoseconds of stream time; nil for the track's beginning, which is taken where it
    /// is near.
    mutating func place() throws -> Int64? {
      guard Int64(copied.packets.lowerBound) * copied.packetLength > Int64(rate) else { return nil }
      next = nil
      // Amid the packet: times are rounded.
      let sample = copied.firstSample + copied.packetLength / 2 + origin
      return try Rational(sample, Int64(rate)).floor(scaledBy: 1_000_000_000).addingSaturated(access.codecDelay)
    }

    /// The number of the next packet, which has `times`; nil where it does not lie among the others as it did.
    mutating func number(of times: StoredStream.Times) throws -> Int? {
      guard let presentation = times.presentation else { return nil }
      // A packet in which the sound begins is presented from there on; one that lies before it, from its first sample on.
      let cut = Int64(clamping: times.hidden.start) < copied.packetLength ? Int64(clamping: times.hidden.start) : 0
      let sample = SampleMap.sample(at: presentation.addingSaturated(-access.codecDelay), rate: rate) - cut - origin
      let number = Int((Double(sample - first) / Double(copied.packetLength)).rounded())
      let found = next ?? number
      next = found + 1
      return number == found ? found : nil
    }
  }
}
