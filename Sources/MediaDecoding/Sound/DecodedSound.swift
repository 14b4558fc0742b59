package import Containers
import EditingModel
import GStreamer
package import MediaFormats
import MediaTime
import Rendering

/// The samples of a media track from a certain one on, without a hole, at the media's own rate.
///
/// ```
///  packets            │   k   │  k+1  │           │  k+4  │      positions from the sample map, then counted
///  samples         ░░░│▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 0 0 0 0 0 0 ▓▓▓▓▓▓▓     trimmed to the first wanted one; holes are silent
///                     ▲ start
/// ```
///
/// Threads: one at a time.
package final class DecodedSound {
  private let reader: StreamReader
  private let sampleMap: SampleMap
  private let isContinuous: Bool
  private let holes: [SoundGap]
  private let isEndKnown: Bool
  /// The first sample, and one past the last, on the asset's count.
  private let first: Int64
  private let end: Int64
  private let rate: Int
  private let codec: String
  private let speakerMask: UInt64?
  /// The samples by which the first packet's time is early, where decoding begins with it.
  private let silentStart: Int64
  private let layout: ChannelLayout
  private var channels: Int { layout.channels }
  /// The sample at the asset's time zero, counted from stream time 0.
  private let zero: Int64
  private var converter: (caps: Caps, converter: AudioConverter, format: AudioFormat)?
  /// The next sample to deliver, on the asset's count.
  package private(set) var position: Int64
  /// The sample that the next decoded one must be, once decoding has begun.
  private var expected: Int64?
  /// The number of decoded buffers.
  private var made = 0
  /// Decoded samples after a hole, and the number of the first.
  private var pending: (start: Int64, samples: [Double])?
  private let source: CompositionTrackSegment.Source
  /// The sample of the asset at the link's own time zero, and the track's first one.
  private let linkStart: Int64
  private let firstOfTrack: Int64
  /// The record of damage, with its policy.
  private let damage: DamageRecord
  /// The framework's words for why decoding ended early.
  private var failure: String?

  /// Samples of a hole that are delivered at once.
  private static let silence: Int64 = 4_096

  /// Limit of the decoded packets that wait: a second and a half, so that the reader is seldom woken.
  private static let capacity = 64

  /// The lead of decoding over the first sample, in seconds: decoders depend on preceding packets (MP3's bit reservoir,
  /// Opus' 80 ms of convergence, RFC 7845 §4.6).
  private static let leadSeconds: Int64 = 1

  /// Opens track `track` of the media at sample `start`, counted from the asset's time zero, for the speakers of `layout`.
  /// While the media is being probed its end is not known yet. Of a link in a chain of files, samples are counted from its
  /// own time zero, at which the asset has sample `linkStart`, of a track whose first is `firstOfTrack`.
  package init(
    track: Int, of index: MediaIndex, from start: Int64, linkStart: Int64 = 0, firstOfTrack: Int64? = nil,
    layout: ChannelLayout, isEndKnown: Bool = true, damage: DamageRecord, cancellation: Cancellation
  ) throws {
    self.isEndKnown = isEndKnown
    self.linkStart = linkStart
    self.damage = damage
    source = CompositionTrackSegment.Source(asset: index.facts.asset, trackIndex: track)
    let access = index.audioAccess[track]
    sampleMap = access.sampleMap
    isContinuous = access.isContinuous
    holes = access.holes
    speakerMask = access.speakerMask
    let facts = index.facts.audioTracks[track]
    first = facts.firstSample
    self.firstOfTrack = firstOfTrack ?? first
    end = first + facts.sampleCount
    rate = facts.sampleRate
    codec = facts.codec
    self.layout = layout
    zero = try index.zero.rounded(scaledBy: Int64(rate))
    position = start
    // A whole second is a whole sample at every rate, so that no demuxer rounds it.
    let second = (start + zero).floorDivided(by: Int64(rate)) - Self.leadSeconds
    // Near the beginning, starting there is simpler and exact for every container.
    let beginning = min(
      (first + zero).floorDivided(by: Int64(rate)), access.hiddenStart?.floorDivided(by: 1_000_000_000) ?? .max)
    let seeks =
      access.sampleMap != .counted && access.timeCorrections.isEmpty && second > beginning + Self.leadSeconds
    let entrance = try index.entrance(of: index.audioAddress(track), at: seeks ? second * 1_000_000_000 : nil)
    silentStart = seeks ? 0 : access.silentStart
    reader = try StreamReader(
      entrance.address, from: entrance.start, capacity: Self.capacity, threads: 1, cancellation: cancellation)
    if access.sampleMap == .counted { expected = facts.firstSample }
  }

  /// Stops decoding, on a background thread.
  @discardableResult
  package func close() -> BackgroundTask<Void> { reader.close() }

  /// Some samples from `position` on, interleaved; nil at the end of the media.
  package func next() throws -> [Double]? {
    while true {
      if let pending {
        let hole = pending.start - position
        if hole > 0 {
          let count = min(hole, Self.silence)
          position += count
          return [Double](repeating: 0, count: Int(count) * channels)
        }
        self.pending = nil
        let skipped = min(-hole * Int64(channels), Int64(pending.samples.count))
        guard skipped < pending.samples.count else { continue }
        position += (Int64(pending.samples.count) - skipped) / Int64(channels)
        return skipped == 0 ? pending.samples : Array(pending.samples[Int(skipped)...])
      }
      guard let decoded = try nextDecoded() else {
        let reached = expected ?? position
        if isEndKnown, holes.hole(from: reached + zero, to: end + zero) == nil {
          try checkHole(from: reached, to: end, tolerance: edge)
        }
        return nil
      }
      let (converter, format) = try converter(for: decoded.caps)
      guard format.rate == rate else {
        throw RenderError(
          .unsupported, "The sound's rate changes in mid-stream, from \(rate) to \(format.rate) Hz.",
          remedy: "Convert the file to one rate first.")
      }
      var samples = try converter.convert(decoded.buffer)
      let count = Int64(samples.count / channels)
      let (start, isBehindHole) = firstSample(of: decoded, count: count)
      // A decoder's first output may be late by a packet that yields nothing.
      if !isBehindHole { try checkHole(from: expected ?? first, to: start, tolerance: made < 2 ? edge : 0) }
      made += 1
      expected = start + count
      if let cause = decoded.damage, start + count > max(position, first), start < end {
        try report(max(start, first)..<min(start + count, end), cause: cause)
        samples = [Double](repeating: 0, count: samples.count)
      }
      pending = (start, samples)
    }
  }

  /// The decoder's next output; nil at the end, and where damage is kept at an error.
  private func nextDecoded() throws -> StreamReader.Decoded? {
    do {
      return try reader.next()
    } catch let error as GStreamerError where damage.policy == .keep {
      failure = error.message
      return nil
    }
  }

  /// Limit of the samples that a decoder may lack at either end of the packets' sound: two of the longest packets.
  private var edge: Int64 { max(Int64(rate) / 20, 2 * 2_048) }

  /// Samples that the packets promise and no decoder makes are damage, not silence, if they are longer than `tolerance`.
  private func checkHole(from start: Int64, to end: Int64, tolerance: Int64) throws(RenderError) {
    let start = max(start, position)
    guard isContinuous, end - start > tolerance else { return }
    try report(start..<end, cause: failure ?? "No samples come out of the packets.")
  }

  /// - Throws: the error of damaged `samples`, on the asset's count, where damage is refused.
  private func report(_ samples: Range<Int64>, cause: String) throws(RenderError) {
    guard damage.policy == .refuse else {
      let start = linkStart - firstOfTrack
      return damage.note(
        samples.lowerBound + start..<samples.upperBound + start, of: .audio, source, cause: cause)
    }
    let time = (try? Rational(linkStart + samples.lowerBound, Int64(rate)))?.timecode ?? "?"
    throw RenderError(
      .mediaUnreadable, "The sound of the media, from \(time) on, cannot be decoded: the file is damaged or cut short.",
      remedy: DamagePolicy.remedy, underlying: cause)
  }

  /// The first sample of a decoded buffer, on the asset's count, and whether the file holds none between it and those before.
  private func firstSample(of decoded: StreamReader.Decoded, count: Int64) -> (sample: Int64, isBehindHole: Bool) {
    guard sampleMap != .counted, let time = decoded.streamTime else { return (expected ?? position, false) }
    let mapped = sampleMap.firstSample(at: time, rate: rate) - zero
    if let hole = holes.ending(at: mapped + zero, after: (expected ?? position) + zero) {
      return (hole.end - zero, true)
    }
    guard let expected else {
      let lost = sampleMap.lostFront(count: count)
      guard codec == "Opus", lost > 0 else { return (mapped + silentStart + lost, false) }
      // A packet of Opus in which the sound begins has the time of its first sample that is heard.
      let start = time.addingSaturated(-Int64(clamping: Int128(lost) * 1_000_000_000 / Int128(rate)))
      return (sampleMap.firstSample(at: start, rate: rate) - zero + lost, false)
    }
    // Packets lie end to end; only where the times are far off is there a hole. A decoder that counts from the first packet's
    // time on is as early everywhere.
    let isNear = [mapped, mapped + silentStart].contains { abs($0 - expected) <= SoundGap.tolerance(rate: rate) }
    return (isNear ? expected : mapped, false)
  }

  private func converter(for caps: Caps) throws -> (AudioConverter, AudioFormat) {
    if let converter, converter.caps.isEqual(to: caps) { return (converter.converter, converter.format) }
    let format = try AudioFormat(caps)
    let speakers = DecodedLayout.speakers(codec: codec, channels: format.channels, mask: speakerMask)
    let new = try AudioConverter(
      from: speakers.map { format.read(for: $0) } ?? format, rate: format.rate, layout: layout)
    converter = (caps, new, format)
    return (new, format)
  }
}
