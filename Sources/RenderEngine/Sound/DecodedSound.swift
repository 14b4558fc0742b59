import EditingModel
import GStreamer
import MediaFormats
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
final class DecodedSound {
  private let reader: StreamReader
  private let sampleMap: SampleMap
  private let isContinuous: Bool
  private let isEndKnown: Bool
  /// One past the last sample, on the asset's count.
  private let end: Int64
  private let rate: Int
  private let codec: String
  private let layout: ChannelLayout
  private var channels: Int { layout.channels }
  /// The sample at the asset's time zero, counted from stream time 0.
  private let zero: Int64
  private var converter: (caps: String, converter: AudioConverter, format: AudioFormat)?
  /// The next sample to deliver, on the asset's count.
  private(set) var position: Int64
  /// The sample that the next decoded one must be, once decoding has begun.
  private var expected: Int64?
  /// Decoded samples after a hole, and the number of the first.
  private var pending: (start: Int64, samples: [Double])?

  /// How many samples of a hole are delivered at once.
  private static let silence: Int64 = 4_096

  /// How much is decoded before the first sample: decoders depend on preceding packets (MP3's bit reservoir, Opus' 80
  /// ms of convergence, RFC 7845 §4.6).
  private static let leadSeconds: Int64 = 1

  /// Opens track `track` of the media at sample `start`, counted from the asset's time zero, for the speakers of `layout`.
  /// While the media is being probed its end is not known yet.
  init(
    track: Int, of index: MediaIndex, from start: Int64, layout: ChannelLayout, isEndKnown: Bool = true,
    cancellation: Cancellation
  ) throws {
    self.isEndKnown = isEndKnown
    let access = index.audioAccess[track]
    sampleMap = access.sampleMap
    isContinuous = access.isContinuous
    let facts = index.facts.audioTracks[track]
    end = facts.firstSample + facts.sampleCount
    rate = facts.sampleRate
    codec = facts.codec
    self.layout = layout
    zero = try index.zero.rounded(scaledBy: Int64(rate))
    position = start
    // A whole second is a whole sample at every rate, so that no demuxer rounds it.
    let second = (start + zero).floorDivided(by: Int64(rate)) - Self.leadSeconds
    // Near the beginning, starting there is simpler and exact for every container.
    let seeks = access.sampleMap != .counted && second > Self.leadSeconds
    reader = try StreamReader(
      index.audioAddress(track), from: seeks ? second * 1_000_000_000 : nil, capacity: 8, threads: 1,
      cancellation: cancellation)
    if access.sampleMap == .counted { expected = facts.firstSample }
  }

  /// Stops decoding, on a background thread.
  @discardableResult
  func close() -> BackgroundTask<Void> { reader.close() }

  /// Some samples from `position` on, interleaved; nil at the end of the media.
  func next() throws -> [Double]? {
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
      guard let decoded = try reader.next() else {
        if isEndKnown { try checkHole(from: expected ?? position, to: end) }
        return nil
      }
      let (converter, format) = try converter(for: decoded.caps)
      guard format.rate == rate else {
        throw RenderError(
          .unsupported, "The sound's rate changes in mid-stream, from \(rate) to \(format.rate) Hz.",
          remedy: "Convert the file to one rate first.")
      }
      let samples = try converter.convert(decoded.buffer)
      let count = Int64(samples.count / channels)
      let start = firstSample(of: decoded, count: count)
      if let expected { try checkHole(from: expected, to: start) }
      expected = start + count
      pending = (start, samples)
    }
  }

  /// Half a second that is in the file but cannot be decoded is damage, not silence.
  private func checkHole(from start: Int64, to end: Int64) throws(RenderError) {
    guard isContinuous, end - max(start, position) > Int64(rate) / 2 else { return }
    let position = (try? Rational(start, Int64(rate)))?.timecode ?? "?"
    throw RenderError(
      .mediaUnreadable, "The sound of the media, from \(position) on, cannot be decoded.",
      remedy: "Check that the file plays from start to end; it may be damaged or cut short.")
  }

  /// The first sample of a decoded buffer, on the asset's count.
  private func firstSample(of decoded: StreamReader.Decoded, count: Int64) -> Int64 {
    guard sampleMap != .counted, let time = decoded.streamTime else { return expected ?? position }
    let mapped = sampleMap.firstSample(at: time, rate: rate) - zero
    guard let expected else { return mapped + sampleMap.lostFront(count: count) }
    // Packets lie end to end; only where the times are far off is there a hole.
    return abs(mapped - expected) <= Int64(rate) / 50 ? expected : mapped
  }

  private func converter(for caps: Caps) throws -> (AudioConverter, AudioFormat) {
    let text = caps.description
    if let converter, converter.caps == text { return (converter.converter, converter.format) }
    let format = try AudioFormat(caps)
    let speakers = DecodedLayout.speakers(codec: codec, channels: format.channels)
    let new = try AudioConverter(
      from: speakers.map { format.read(for: $0) } ?? format, rate: format.rate, layout: layout)
    converter = (text, new, format)
    return (new, format)
  }
}
