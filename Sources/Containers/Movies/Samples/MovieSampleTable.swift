import MediaTime
import Rendering

/// The packets of a movie's track as its sample table lists them (ISO/IEC 14496-12 §8.5–8.7), with the times at which
/// `qtdemux` delivers them: the media itself is not read.
///
/// ```
///  stts  how long each sample lasts    ──► decode times ─┐
///  ctts  how much later it is shown    ──────────────────┴─► presentation times ─► edit list ─► stream time
///  stss  which are key frames          stsz  how large each is
///  stsc, stco, co64   which chunk holds which samples, and where: all must lie within the file
/// ```
///
/// Only tables that say everything are used: what a demuxer would have to guess, or would leave out, is found by reading
/// the file.
package struct MovieSampleTable {
  /// The packets, in the order of the file.
  package let packets: [IndexedPacket]
  /// The end of the presentation, in nanoseconds of stream time.
  package let presentationEnd: Int64
  /// Whether the table says which samples are key frames; otherwise all of them count as such.
  package let saysKeyFrames: Bool

  /// Limit of a track's packets: thirteen hours of samples of 1/400 s, or some days of pictures.
  static let largest = 20_000_000

  /// The packets of `track` of the movie in `file`, as far as `lastTime`, in nanoseconds of the media, which is all that
  /// the demuxer reads; nil where the table does not suffice.
  ///
  /// - Parameter bytesPerFrame: bytes in a moment of all channels, for sound that is not compressed: a demuxer delivers
  ///   whole chunks of it.
  package init?(
    of track: MovieTracks.Track, in movie: MovieTracks, file: FileBytes, lastTime: Int64, bytesPerFrame: Int?
  ) throws {
    guard track.timescale > 0, movie.timescale > 0, let presentation = Presentation(of: track, in: movie) else {
      return nil
    }
    let boxes = try MovieBoxes(file, inside: track.sampleTable)
    guard let sizes = try SampleSizes(in: boxes, of: file),
      let durations = try Entries("stts", in: boxes, of: file)?.pairs(from: 8),
      let offsets = try ShiftedOffsets(in: boxes, of: file),
      let chunks = try Chunks(in: boxes, of: file)?.filled(with: sizes.count)
    else { return nil }
    let keys = try Entries("stss", in: boxes, of: file)
    saysKeyFrames = keys != nil
    presentationEnd = presentation.end
    let times = Times(
      track: track, shift: presentation.time - presentation.start(shift: offsets.lead, of: track),
      end: track.edits?.isEmpty == true ? lastTime : min(lastTime, presentation.mediaEnd))
    let found: [IndexedPacket]?
    if let bytesPerFrame {
      // A demuxer takes samples of several moments each apart in its own way.
      guard sizes.isUniform, sizes[0] <= bytesPerFrame else { return nil }
      found = Self.packets(of: chunks, durations, bytesPerFrame: UInt64(bytesPerFrame), times, within: file.count)
    } else {
      guard sizes.count <= Self.largest, chunks.allSatisfy({ $0.holds(sizes, within: file.count) }) else { return nil }
      found = Self.packets(sizes, durations, offsets, keyNumbers: keys?.keyNumbers, times)
    }
    guard let found else { return nil }
    packets = found
  }

  /// A packet for each sample up to where nothing is presented any more; nil where the tables contradict each other.
  private static func packets(
    _ sizes: SampleSizes, _ durations: [(count: UInt64, value: UInt64)], _ offsets: ShiftedOffsets,
    keyNumbers: Set<Int>?, _ times: Times
  ) -> [IndexedPacket]? {
    var packets: [IndexedPacket] = []
    packets.reserveCapacity(sizes.count)
    var decodeTime: UInt64 = 0
    let offset = offsets.makeIterator()
    for (count, duration) in durations {
      guard duration <= UInt64(Int32.max), count <= UInt64(sizes.count - packets.count) else { return nil }
      for _ in 0..<count {
        let size = sizes[packets.count]
        guard let shift = offset.next(), size > 0 else { return nil }
        guard let time = times.presentation(of: decodeTime, shown: shift) else { return packets }
        packets.append(
          IndexedPacket(
            time: time, duration: times.duration(from: decodeTime, lasting: duration), byteCount: Int(size),
            isKey: keyNumbers?.contains(packets.count) ?? true))
        decodeTime += duration
      }
    }
    return packets.count == sizes.count ? packets : nil
  }

  /// A packet for each chunk of sound that is not compressed, whose samples all last equally long.
  private static func packets(
    of chunks: [Chunk], _ durations: [(count: UInt64, value: UInt64)], bytesPerFrame: UInt64, _ times: Times,
    within end: UInt64
  ) -> [IndexedPacket]? {
    guard durations.count == 1, let duration = durations.first?.value, duration <= UInt64(Int32.max) else { return nil }
    var packets: [IndexedPacket] = []
    for chunk in chunks where !chunk.samples.isEmpty {
      let (start, length) = (UInt64(chunk.samples.lowerBound) * duration, UInt64(chunk.samples.count) * duration)
      let byteCount = UInt64(chunk.samples.count) * bytesPerFrame
      guard chunk.offset <= end, byteCount <= end - chunk.offset else { return nil }
      guard let time = times.presentation(of: start, shown: 0) else { break }
      packets.append(
        IndexedPacket(
          time: time, duration: times.duration(from: start, lasting: length), byteCount: Int(byteCount), isKey: true))
    }
    return packets
  }
}

extension MovieSampleTable {
  /// The end of the presentation by the edit list of `track`, in nanoseconds of stream time; nil without a list, or
  /// with one of several parts.
  package static func presentationEnd(of track: MovieTracks.Track, in movie: MovieTracks) -> Int64? {
    guard track.edits?.isEmpty == false, track.timescale > 0, movie.timescale > 0 else { return nil }
    return Presentation(of: track, in: movie)?.end
  }

  /// Clock of `track` from media time to stream time: the addend in its units that keeps times from being negative, the
  /// addend in nanoseconds that follows, the media time in nanoseconds from which on no decoded sample is presented,
  /// and the presentation in stream time, which begins behind the list's empty edits. Nil where the edit list cannot be
  /// read so.
  package static func clock(
    of track: MovieTracks.Track, in movie: MovieTracks
  ) -> (lead: Int64, shift: Int64, end: Int64, presentation: Range<Int64>)? {
    guard track.timescale > 0, movie.timescale > 0, let presentation = Presentation(of: track, in: movie) else {
      return nil
    }
    let lead = -track.offsets.lowerBound
    return (
      lead, presentation.time - presentation.start(shift: UInt64(lead), of: track),
      track.edits?.isEmpty == true ? .max : presentation.mediaEnd,
      presentation.time..<max(presentation.time, presentation.end)
    )
  }

  /// Range of the composition offsets in the table in `boxes` of `file`, in the media's units; negative where samples
  /// precede their decoding (§8.6.1.3). Zero where one exceeds any plausible offset.
  package static func offsets(in boxes: MovieBoxes, of file: FileBytes) throws -> ClosedRange<Int64> {
    guard let offsets = try Entries("ctts", in: boxes, of: file)?.pairs(from: 8) else { return 0...0 }
    let values = offsets.lazy.map { Int64(Int32(truncatingIfNeeded: $0.value)) }
    let (least, greatest) = values.reduce((Int64(0), Int64(0))) { (min($0.0, $1), max($0.1, $1)) }
    return least > -(1 << 30) && greatest < 1 << 30 ? least...greatest : 0...0
  }

  /// The track's units in nanoseconds of stream time.
  private struct Times {
    let track: MovieTracks.Track
    /// Offset of stream time from media time, in nanoseconds.
    let shift: Int64
    /// The demuxer's end, in the media's time.
    let end: Int64

    /// The presentation time of what is decoded at `time`, `shown` units later; nil from the demuxer's end on.
    func presentation(of time: UInt64, shown: UInt64) -> Int64? {
      track.nanoseconds(time) < end ? track.nanoseconds(time + shown) + shift : nil
    }

    func duration(from time: UInt64, lasting length: UInt64) -> Int64 {
      track.nanoseconds(time + length) - track.nanoseconds(time)
    }
  }
}

extension MovieSampleTable {
  /// The presented part of the media in an edit list, in nanoseconds: one part, after an empty edit.
  private struct Presentation {
    /// The stream time at which the part begins, and ends.
    var time: Int64
    var end: Int64
    /// Its beginning in the media, and the end of a demuxer.
    private let mediaStart: Int64
    let mediaEnd: Int64

    /// The presentation of `track`; nil where the list has several parts, or one at another speed.
    init?(of track: MovieTracks.Track, in movie: MovieTracks) {
      guard let edits = track.edits else { return nil }
      guard let shown = edits.last else {
        (time, mediaStart) = (0, 0)
        (end, mediaEnd) = (track.nanoseconds(track.duration), track.nanoseconds(track.duration))
        return
      }
      let gaps = edits.dropLast()
      guard let mediaTime = shown.mediaTime, shown.isAtNormalRate, shown.duration > 0, gaps.count < 1_000,
        gaps.allSatisfy({ $0.mediaTime == nil && $0.duration > 0 })
      else { return nil }
      let gap = gaps.reduce(UInt64(0)) { $0 &+ $1.duration }
      time = movie.nanoseconds(gap)
      mediaStart = track.nanoseconds(mediaTime)
      let listed = movie.nanoseconds(gap &+ shown.duration)
      let reach = movie.nanoseconds(gap &+ (shown.reach ?? shown.duration))
      let media = track.nanoseconds(track.duration)
      // A time of a hundred years is none.
      guard max(time, mediaStart, listed, reach, media) < 1 << 61 else { return nil }
      if let exact = shown.mediaDuration {
        mediaEnd = track.nanoseconds(mediaTime &+ exact)
        end = time + mediaEnd - mediaStart
        return
      }
      // A sound that is shown to the end of its media ends with them: the movie's ticks are coarser.
      let whole = time + media - mediaStart
      end = track.handler == "soun" && abs(whole - listed) <= movie.nanoseconds(1) ? whole : listed
      mediaEnd = mediaStart + reach - time
    }

    /// The beginning of the part in times that are `shift` units later, so that none is before zero.
    func start(shift: UInt64, of track: MovieTracks.Track) -> Int64 { mediaStart + track.nanoseconds(shift) }
  }
}

extension MovieTracks.Track {
  /// Whole nanoseconds of a time in the media's units, rounded down (C: `QTSTREAMTIME_TO_GSTTIME`).
  fileprivate func nanoseconds(_ time: UInt64) -> Int64 { MovieTracks.nanoseconds(time, timescale) }
}

extension MovieTracks {
  /// Whole nanoseconds of a time in the movie's units, rounded down (C: `QTTIME_TO_GSTTIME`).
  fileprivate func nanoseconds(_ time: UInt64) -> Int64 { Self.nanoseconds(time, timescale) }

  fileprivate static func nanoseconds(_ time: UInt64, _ timescale: UInt64) -> Int64 {
    Int64(clamping: UInt128(time) * 1_000_000_000 / UInt128(timescale))
  }

  /// The demuxer's reach into the media, in nanoseconds: the movie's duration, or its replacement.
  package func reach(_ replacement: HeaderCorrection?) -> Int64 {
    let field = replacement?.fields.first { $0.offset == durationField.offset }
    return nanoseconds(field?.bytes.bigEndian(at: 0, durationField.width) ?? duration)
  }
}
