import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// The probe of one audio track of a file: the positions of its samples, and their format.
struct AudioTrackProbe {
  /// Access to its samples.
  private(set) var access: MediaIndex.AudioAccess
  private let identity: TrackIdentity
  private let format: AudioFormat
  private let codec: String
  private let isLossless: Bool
  /// The first presented sample, counted from stream time 0.
  private let first: Int64
  /// One past the last presented sample.
  private let end: Int64
  /// Whether the file declares the length of its last packet; otherwise only decoding shows it.
  let isEndDeclared: Bool
  /// Decoded samples of padding at the end.
  let padding: Int64

  /// Longest duration of a packet of sound, in nanoseconds: with a hole behind it, a day.
  private static let longestPacket: Int64 = 86_400_000_000_000

  /// Longest hidden beginning before the first sample that is decoded all the same, in nanoseconds.
  private static let longHidden: Int64 = 3_000_000_000

  /// Samples that a demuxer may hold back at the end: a packet of AAC, or two.
  private static let heldBack: Int64 = 4_096

  /// Looks at `stream`, and decodes its beginning. Where the container is damaged, what is not there was lost.
  init(_ stream: MediaScan.Stream, at address: StreamAddress, isDamaged: Bool, cancellation: Cancellation) throws {
    let reader = try StreamReader(address, from: nil, capacity: 2, threads: 1, cancellation: cancellation)
    defer { [reader.close()].settle() }
    guard let decoded = try reader.next() else {
      throw RenderError(
        .mediaUnreadable, "No sound of the file can be decoded.",
        remedy: "Check that the file plays; it may be damaged or cut short.")
    }
    let format = try AudioFormat(decoded.caps)
    guard Self.sampleRates.contains(format.rate) else {
      throw RenderError(
        .mediaUnreadable, "The file says that its sound has \(format.rate) samples a second, which none has.",
        remedy: "Its header is damaged; copy or download it again.")
    }
    self.format = format
    identity = stream.identity
    codec = stream.codec.name
    isLossless = ["PCM", "FLAC", "ALAC", "WavPack", "True Audio"].contains(stream.codec.name)
    let rate = format.rate
    // The first buffer may be trimmed; the second has a packet's usual length, where packets have none. Vorbis has
    // none.
    let second = try reader.next().map { Int64($0.buffer.sampleCount(of: format)) }
    let usual = stream.codec.name == "Vorbis" ? nil : second
    // Decoders of other codecs leave out themselves what Matroska has left out.
    let takesDiscarded = ["MP3", "AAC", "AC-3", "E-AC-3", "Vorbis"].contains(stream.codec.name)
    var packets: [SampleMap.Packet] = []
    packets.reserveCapacity(stream.packets.count)
    // Of what is left out whole, Ogg's demuxer says that it lasts no time.
    let shortest: Int64 = stream.codec.name == "Opus" && address.container.parses(.opusParser) ? 0 : 1
    for (number, packet) in stream.packets.enumerated() {
      guard let time = packet.time else { continue }
      // Demuxers may compute lengths of nothing.
      let duration = packet.duration.flatMap { (shortest...Self.longestPacket).contains($0) ? $0 : nil }
      // Where a part of the last packet is left out, its duration may be that of the rest; else it may be rounded.
      let isWhole = stream.discardedEnd > 0 || duration.map { Self.isNear($0, usual ?? 0, rate: rate) } ?? true
      let isUsual = takesDiscarded && usual != nil && number == stream.packets.count - 1 && isWhole
      let length =
        stream.codec.decoder == nil
        ? Int64(packet.byteCount / format.bytesPerFrame)
        : stream.codec.isCompanded
          ? Int64(packet.byteCount / format.channels)
          : (isUsual ? nil : duration).flatMap { SampleMap.sample(at: $0, rate: rate) } ?? usual
      packets.append(SampleMap.Packet(time: time - stream.codecDelay, length: length))
    }
    let heard = Int64(decoded.buffer.sampleCount(of: format))
    let silent = max(0, min(reader.silentPackets, packets.count - 1))
    var trimmed: Int64 = 0
    if stream.codec.name == "Opus", address.container.roundsTimes, !packets.isEmpty {
      // Padding at the front may be several packets and a part of the next (RFC 7845 §4.2), which is presented from its first
      // sample that is heard on.
      let cut = packets[silent].length.map { max(0, $0 - heard) } ?? 0
      packets[silent].time = packets[silent].time.addingSaturated(
        -Int64(clamping: Int128(cut) * 1_000_000_000 / Int128(rate)))
      trimmed = packets.prefix(silent).reduce(cut) { $0 + ($1.length ?? 0) }
    }
    // Of the times that demuxers make up for codecs like ADPCM nothing is known.
    let isTimed = stream.codec.isKnown
    let wavering =
      isTimed && address.container.isMovie && stream.codec.hasEvenPackets
      ? usual.flatMap { SampleMap(wavering: packets, length: $0, rate: rate) } : nil
    let sampleMap =
      wavering
      ?? (isTimed
        ? SampleMap(
          packets: packets, isCoarse: address.container.roundsTimes,
          trimmed: stream.codec.name == "Opus" ? trimmed : SampleMap.sample(at: stream.codecDelay, rate: rate),
          rate: rate) : .counted)
    let isContinuous = isDamaged || address.container.isContinuous
    // Where the container is damaged, what is not there was lost.
    let holes =
      isContinuous
      ? []
      : [SoundGap](
        between: packets, usual: stream.codec.hasEvenPackets ? second : nil,
        isCounted: stream.codec.decoder == nil || stream.codec.isCompanded, map: sampleMap,
        isExact: address.container.isMovie, rate: rate)
    let earliest = packets.first.map { sampleMap.firstSample(at: $0.time, rate: rate) } ?? 0
    // The first sample's time is that of the first packet that gives samples, whatever the decoder says.
    let start =
      stream.codec.mayBeginWithSilence(in: address.container) && silent > 0
      ? sampleMap.firstSample(at: packets[silent].time, rate: rate) : earliest
    let last = packets.last.map { sampleMap.firstSample(at: $0.time, rate: rate) + ($0.length ?? second ?? 0) } ?? 0
    access = MediaIndex.AudioAccess(
      codec: stream.codec, stream: address.index, stored: stream.stored, sampleMap: sampleMap,
      isContinuous: isContinuous || Self.isContinuous(packets, usual: second ?? 0, rate: rate),
      holes: holes, codecDelay: stream.codecDelay, silentStart: start - earliest, speakerMask: stream.speakerMask)
    access.isRearranged = !stream.changes.isEmpty
    access.timeCorrections = stream.timeCorrections
    if case .streams(.transportStreamDemuxer, _) = address.container, !isDamaged {
      try Self.checkOrder(of: packets, usual: second ?? 0, rate: rate)
    }
    // For LAME's own files the parser already removes the gap, which shows in the lengths of the first packets.
    let isTaken = packets.prefix(3).contains { $0.length != second }
    let gap = isTaken ? (start: 0, end: 0) : stream.encoderGap
    // Priming lies before time 0, and padding after the presentation's end; a difference within rounding is ignored.
    first = max(
      SampleMap.sample(at: stream.shownStart, rate: rate),
      start + gap.start + (address.container.roundsTimes ? stream.preSkip : 0))
    access.hiddenStart = packets.first.map(\.time).flatMap { $0 < stream.shownStart - Self.longHidden ? $0 : nil }
    let declared =
      address.container.declaresPresentationEnd
      ? stream.presentationEnd.map { SampleMap.sample(at: $0, rate: rate) } : nil
    let discarded = takesDiscarded && gap.end == 0 ? SampleMap.sample(at: stream.discardedEnd, rate: rate) : 0
    let rounding = Self.rounding(ofEndsIn: stream.endTimescale, rate: rate)
    // The demuxer may hold back a last packet; a longer edit list exceeds its sound.
    end =
      declared.map { last - $0 > rounding || (rounding + 1...Self.heldBack).contains($0 - last) ? $0 : last }
      ?? last - gap.end - discarded
    // The last packets of FLAC and Opus are trimmed, MP3's according to the tag, Vorbis' and ALAC's where times are rounded; but where a
    // movie ends before them, or says how long the last one of Opus is, nothing else does.
    let isOpus = stream.codec.name == "Opus"
    let isCut = declared.map { last - $0 > rounding || isOpus && last - $0 >= -rounding } ?? false
    isEndDeclared =
      isTimed && (isCut || !["FLAC", "Opus", "MP3"].contains(stream.codec.name))
      && !(["Vorbis", "ALAC"].contains(stream.codec.name) && address.container.roundsTimes)
    padding = gap.end + discarded
  }

  /// The tolerance in samples of an end in ticks of 1/`timescale` s: a tick where it is fine; two milliseconds where
  /// most programs count whole ones, or it is unknown.
  private static func rounding(ofEndsIn timescale: UInt64?, rate: Int) -> Int64 {
    let usual = Int64(rate) / 500
    guard let timescale, timescale >= MovieTracks.fineTimescale else { return usual }
    return timescale % UInt64(rate) == 0 ? 0 : min(usual, Int64(UInt64(rate) / timescale) + 1)
  }

  /// The sample rates that sound has: from 1 kHz, far below a telephone's, to twice that of the finest converters.
  private static let sampleRates = 1_000...1_536_000

  /// Whether `duration`, in nanoseconds, is that of `count` samples to the millisecond.
  private static func isNear(_ duration: Int64, _ count: Int64, rate: Int) -> Bool {
    abs(duration - Int64(clamping: Int128(count) * 1_000_000_000 / Int128(rate))) < 1_000_000
  }

  /// Whether no packet begins more than 20 ms before the end of the one before it.
  private static func isContinuous(_ packets: [SampleMap.Packet], usual: Int64, rate: Int) -> Bool {
    zip(packets, packets.dropFirst()).allSatisfy { packet, next in
      let length = Int128(packet.length ?? usual) * 1_000_000_000 / Int128(max(1, rate))
      return Int128(next.time) - Int128(packet.time) - length > -20_000_000
    }
  }

  /// Rejects sound that plays over itself, as where recordings were joined whose sound is ahead of its times.
  private static func checkOrder(of packets: [SampleMap.Packet], usual: Int64, rate: Int) throws(RenderError) {
    for (packet, next) in zip(packets, packets.dropFirst()) {
      let length = Int128(packet.length ?? usual) * 1_000_000_000 / Int128(max(1, rate))
      let overlap = Int128(packet.time) + length - Int128(next.time)
      guard overlap > 100_000_000 else { continue }
      let place = (try? Rational(max(0, next.time), 1_000_000_000))?.timecode ?? "?"
      throw RenderError(
        .unsupported, "The sound's times go back by \(overlap / 1_000_000) ms in mid-stream, at \(place).",
        remedy: "The file was joined from several: join them anew, as with: ffmpeg -f concat -i LIST NEW.mkv.")
    }
  }

  /// The note on gaps between packets, in the asset's time, whose zero is `zero` in stream time; nil where there are
  /// none.
  func noteOfHoles(zero: Rational) -> String? {
    access.holes.note(
      zero: zero, rate: format.rate, isEven: access.codec.decoder == nil || access.codec.hasEvenPackets)
  }

  /// The presentation time of the first sample, in stream time.
  func start() throws -> Rational {
    try Rational(first, Int64(format.rate))
  }

  /// The presentation time of the first packet, in stream time, whether or not a decoder makes samples of it.
  func firstPacketStart() throws -> Rational {
    try Rational(first - access.silentStart, Int64(format.rate))
  }

  /// The facts for planning, in the asset's time, whose zero is `zero` in stream time.
  func facts(zero: Rational) throws -> AudioTrackFacts {
    AudioTrackFacts(
      identity: identity, codec: codec, sampleRate: format.rate, channels: format.channels, layout: layout,
      firstSample: first - (try zero.rounded(scaledBy: Int64(format.rate))), sampleCount: end - first,
      losslessFormat: isLossless ? losslessFormat : nil)
  }

  private var layout: ChannelLayout {
    let speakers = DecodedLayout.speakers(codec: codec, channels: format.channels, mask: access.speakerMask)
    return speakers.map { format.read(for: $0) }?.layout ?? format.layout
  }

  private var losslessFormat: AudioTrackFacts.LosslessFormat {
    if format.isFloat { return .float }
    return format.depth <= 16 ? .integer16 : format.depth <= 24 ? .integer24 : .integer32
  }
}

extension MediaScan.Stream {
  /// The encoder's delay and padding in decoded samples at the ends of an MP3 stream, from the tag that LAME and its
  /// successors write into the first frame; zero without a tag.
  ///
  /// Both are 12-bit numbers, 21 bytes after the encoder's name (Mp3 Info Tag, revision 1). A decoder adds a delay, which is part of the
  /// padding.
  var encoderGap: (start: Int64, end: Int64) {
    guard codec.name == "MP3", let tag = MP3Tag.start(in: head), let encoder = MP3Tag.encoder(in: head, behind: tag),
      head.count >= encoder + 24,
      ["LAME", "Lavc", "Lavf", "L3.9"].contains(where: { head[encoder..<(encoder + 4)].elementsEqual($0.utf8) })
    else { return (0, 0) }
    let bits = head[(encoder + 21)..<(encoder + 24)].reduce(0) { $0 << 8 | Int64($1) }
    return ((bits >> 12) + MP3Tag.decoderDelay, max(0, (bits & 0xFFF) - MP3Tag.decoderDelay))
  }

  /// The samples at the beginning of Opus that are no sound of the file's, wherever it begins (RFC 7845 §4.2).
  fileprivate var preSkip: Int64 {
    guard codec.name == "Opus", let head = caps.bytes("streamheader"), head.starts(with: "OpusHead".utf8) else {
      return 0
    }
    return Int64(head.littleEndian(at: 10, 2))
  }

  /// The number of packets that follow the tag of an MP3 stream, where the tag has it.
  var declaredFrames: Int? {
    guard codec.name == "MP3", let tag = MP3Tag.start(in: head), head.count >= tag + 12, head[tag + 7] & 1 != 0 else {
      return nil
    }
    return Int(head.bigEndian(at: tag + 8, 4))
  }
}
