import Containers
import GStreamer
import MediaDecoding
import MediaFormats

extension MediaScan {
  /// Longest part of its last packet that a stream may leave out, in nanoseconds.
  private static let longestPadding: Int64 = 120_000_000

  // QUIRK: Ogg: `oggdemux` has the packets of the page behind a missing one follow those before it. In: GStreamer 1.22. Test: "packets
  // behind a lost page of Ogg keep their times".
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
      let corrections = [TimeCorrection](of: packets, behind: losses.map(time).sorted())
      streams[number].timeCorrections = corrections
      for place in packets.indices {
        streams[number].packets[place].time = packets[place].time.map { corrections.corrected($0) }
      }
    }
  }
}

extension MediaScan.Stream {
  /// The time of a granule position of Ogg, in nanoseconds of stream time; nil of a codec whose positions are no
  /// samples.
  fileprivate var granuleTime: ((Int64) -> Int64)? {
    let head = caps.buffers("streamheader").first ?? []
    let isOpus = codec.name == "Opus"
    guard ["Opus", "Vorbis", "FLAC"].contains(codec.name), let rate = isOpus ? 48_000 : caps.integer("rate"), rate > 0
    else { return nil }
    let hidden = isOpus ? Int64(OpusHead(head)?.preSkip ?? 0) : 0
    return { Int64(clamping: Int128($0.addingSaturated(-hidden)) * 1_000_000_000 / Int128(rate)) }
  }
}
