import Containers
import GStreamer
import MediaFormats

/// Where a demuxer's times of packets are too early, in nanoseconds of stream time.
///
/// ```
///  packets         │ 1 │ 2 │ lost │ 4 │ 5 │ 6 │ 7 │      a page ends with 2, the next one is lost, that behind it ends with 6
///  the demuxer's   │ 1 │ 2 │ 4 │ 5 │      │ 6 │ 7 │      4 begins where 2 ends; the last packet of a page has the page's time
///                          ▲ start ▲ end
/// ```
struct TimeCorrection: Hashable, Sendable, Codable {
  /// Up to where the demuxer's times are right, and from where on they are again.
  var start: Int64
  var end: Int64
  /// What is to be added between them.
  var shift: Int64

  /// How far times of what lies end to end may be apart.
  private static let rounding: Int64 = 1_000_000

  /// What has to be added to the times of those of `packets` that follow a loss at `start`; nil where nothing has.
  init?(of packets: [IndexedPacket], behind start: Int64) {
    let following = packets.drop { $0.time.map { $0 < start.addingSaturated(-Self.rounding) } ?? true }
    guard var end = following.first?.time, end <= start.addingSaturated(Self.rounding) else { return nil }
    for packet in following {
      guard let time = packet.time, let duration = packet.duration else { return nil }
      guard time <= end.addingSaturated(Self.rounding) else {
        (self.start, self.end, shift) = (start, end, time.addingSaturated(-end))
        return
      }
      end = time.addingSaturated(duration)
    }
    return nil
  }

  /// Whether the demuxer's `time` is too early.
  fileprivate func contains(_ time: Int64) -> Bool {
    let place = time.addingSaturated(Self.rounding / 2)
    return start <= place && place < end
  }
}

extension [TimeCorrection] {
  /// The demuxer's `time`, corrected.
  func corrected(_ time: Int64) -> Int64 { first { $0.contains(time) }.map { time.addingSaturated($0.shift) } ?? time }
}

extension MediaScan {
  /// How much of its last packet a stream may leave out, in nanoseconds.
  private static let longestPadding: Int64 = 120_000_000

  // QUIRK: Ogg: `oggdemux` has the packets of the page behind a missing one follow those before it. In: GStreamer 1.22. Test: "what
  // follows a page of Ogg that is lost is where it was".
  /// Corrects the times of what follows a page that is missing: up to the next one the demuxer counts on from the one before.
  mutating func correctTimes(behindLossesIn pages: OggPages) {
    guard pages.streams.count == streams.count else { return }
    for (number, serial) in pages.streams.enumerated() where streams[number].mediaType == .audio {
      let packets = streams[number].packets
      // A stream that was cut out of another one begins behind zero, and its times do not.
      guard let losses = pages.losses[serial], let time = streams[number].granuleTime, let last = packets.last,
        let end = pages.end(of: serial).map(time), let start = last.time,
        abs(end.addingSaturated(-start).addingSaturated(-(last.duration ?? 0))) < Self.longestPadding
      else { continue }
      let corrections = losses.compactMap { TimeCorrection(of: packets, behind: time($0)) }
      streams[number].timeCorrections = corrections
      for place in packets.indices {
        streams[number].packets[place].time = packets[place].time.map { corrections.corrected($0) }
      }
    }
  }
}

extension MediaScan.Stream {
  /// When what ends at a granule position of Ogg does, in nanoseconds of stream time; nil of a codec whose positions are no samples.
  fileprivate var granuleTime: ((Int64) -> Int64)? {
    let head = caps.buffers("streamheader").first ?? []
    let isOpus = codec.name == "Opus"
    guard ["Opus", "Vorbis", "FLAC"].contains(codec.name), let rate = isOpus ? 48_000 : caps.integer("rate"), rate > 0
    else { return nil }
    let hidden = isOpus ? Int64(OpusHead(head)?.preSkip ?? 0) : 0
    return { Int64(clamping: Int128($0.addingSaturated(-hidden)) * 1_000_000_000 / Int128(rate)) }
  }
}
