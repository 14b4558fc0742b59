import Containers
import EditingModel
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// The parts of a track's media that are shown one after another, each probed by itself: most tracks have one.
struct TrackParts<Probe> {
  /// The parts, in the order in which they are shown.
  let probes: [Probe]
  /// The first.
  let first: Probe

  /// The probes that `probe` makes of the parts of `stream`, read at `address`.
  init(
    of stream: MediaScan.Stream, at address: StreamAddress,
    _ probe: (MediaScan.Stream, StreamAddress) throws -> Probe
  ) throws {
    first = try probe(stream, address)
    var probes = [first]
    for part in stream.parts.dropFirst() {
      var address = address
      address.stored = part.stored
      probes.append(try probe(stream.showing(part), address))
    }
    self.probes = probes
  }
}

extension TrackParts<VideoTrackProbe> {
  /// The facts for planning, in the asset's time, whose zero is `zero` in stream time.
  func facts(zero: Rational) throws -> VideoTrackFacts {
    var facts = try first.facts(zero: zero)
    guard probes.count > 1, let last = probes.last else { return facts }
    let starts = try shown.flatMap { probe, count in
      try (0..<count).map { try probe.timing.start(of: $0).rounded(scaledBy: 1_000_000_000) }
    }
    let end = try last.timing.end(of: last.timing.count - 1)?.rounded(scaledBy: 1_000_000_000)
    let timing = FrameTiming.snapped(
      timestamps: starts, lastDuration: end.flatMap { end in starts.last.map { end - $0 } },
      hint: facts.timing.nominalFrameDuration)
    facts.timing = try timing.shifted(by: Rational.zero - zero)
    return facts
  }

  /// Access to its pictures.
  func access(zero: Rational) throws -> MediaIndex.VideoAccess {
    var access = first.access
    guard probes.count > 1 else { return access }
    access.keyTimes = []
    access.hiddenFrom = probes.last?.access.hiddenFrom
    var firstFrame = 0
    for (number, (probe, count)) in try shown.enumerated() {
      guard let stored = probe.access.stored, probe.access.isTimed else {
        throw RenderError(
          .mediaUnreadable,
          "The movie's picture is made of \(probes.count) parts of its media, whose frames have no times.",
          remedy: "Encode it anew.")
      }
      let start = try probe.timing.start(of: 0).floor(scaledBy: 1_000_000_000)
      let end =
        number + 1 < probes.count ? try probes[number + 1].timing.start(of: 0).floor(scaledBy: 1_000_000_000) : .max
      access.parts.append(
        MediaIndex.VideoPart(stored: stored, firstFrame: firstFrame, firstTime: probe.access.firstTime ?? start))
      // A decoder begins with each part, wherever the media's key frames lie.
      access.keyTimes += [start] + probe.access.keyTimes.filter { start < $0 && $0 < end }
      firstFrame += count
    }
    return access
  }

  /// Each part, and how many frames it shows before the next one begins.
  private var shown: [(probe: VideoTrackProbe, count: Int)] {
    get throws {
      try probes.enumerated().map { number, probe in
        guard number + 1 < probes.count else { return (probe, probe.timing.count) }
        let end = try probes[number + 1].timing.start(of: 0)
        // Half a frame of the next may be rounded into the one before.
        var count = probe.timing.count
        while count > 1, try probe.timing.start(of: count - 1) >= end { count -= 1 }
        return (probe, count)
      }
    }
  }
}

extension TrackParts<AudioTrackProbe> {
  /// Whether it is known without decoding where the sound ends: an edit list of several parts says it.
  var isEndDeclared: Bool { probes.count > 1 || first.isEndDeclared }

  /// The facts for planning, in the asset's time, whose zero is `zero` in stream time.
  func facts(zero: Rational) throws -> AudioTrackFacts {
    var facts = try first.facts(zero: zero)
    guard probes.count > 1, let last = try probes.last?.facts(zero: zero) else { return facts }
    facts.sampleCount = last.firstSample + last.sampleCount - facts.firstSample
    return facts
  }

  /// Access to its samples.
  func access(zero: Rational) throws -> MediaIndex.AudioAccess {
    var access = first.access
    guard probes.count > 1 else { return access }
    access.parts = try probes.map { probe in
      let facts = try probe.facts(zero: zero)
      return MediaIndex.AudioPart(
        access: probe.access, firstSample: facts.firstSample, sampleCount: facts.sampleCount)
    }
    return access
  }

  /// Notes on gaps between packets, in the asset's time, whose zero is `zero` in stream time.
  func notesOfHoles(zero: Rational) -> [String] { probes.compactMap { $0.noteOfHoles(zero: zero) } }
}

extension MediaScan.Stream {
  /// The state of a stream that belongs to a single one of its presented parts.
  struct Part: Sendable {
    /// The stream of libavformat's packets.
    var stored: StoredStream?
    /// Each packet's presentation, in the order of the file, up to the part's end.
    var packets: [MediaScan.Packet] = []
    /// The beginning and the end of its presentation, in nanoseconds of stream time.
    var shownStart: Int64
    var presentationEnd: Int64?
    /// From where on nothing is shown.
    var shownEnd: Int64?
    /// The precision of its end, in ticks a second.
    var endTimescale: UInt64?

    /// The part of `entry`, without its packets yet.
    init(_ entry: StoredFile.Entry) {
      stored = entry.stored
      (shownStart, presentationEnd) = (entry.presentationStart, entry.presentationEnd)
    }

    /// The part that `stream` shows.
    init(_ stream: MediaScan.Stream) {
      (stored, packets) = (stream.stored, stream.packets)
      (shownStart, presentationEnd) = (stream.shownStart, stream.presentationEnd)
      (shownEnd, endTimescale) = (stream.shownEnd, stream.endTimescale)
    }
  }

  /// The stream as `part` shows it.
  func showing(_ part: Part) -> Self {
    var stream = self
    (stream.stored, stream.packets) = (part.stored, part.packets)
    (stream.shownStart, stream.presentationEnd) = (part.shownStart, part.presentationEnd)
    (stream.shownEnd, stream.endTimescale) = (part.shownEnd, part.endTimescale)
    return stream
  }
}
