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
/// the file (`MediaScan`).
struct MovieSampleTable {
  /// The packets, in the order of the file.
  let packets: [MediaScan.Packet]
  /// Where the presentation ends, in nanoseconds of stream time.
  let presentationEnd: Int64
  /// Whether the table says which samples are key frames; otherwise all of them count as such.
  let saysKeyFrames: Bool

  /// How many packets a track may have: thirteen hours of samples of 1/400 s, or some days of pictures.
  private static let largest = 20_000_000

  /// The packets of `track` of the movie in `file`, as far as `lastTime`, in nanoseconds of the media, which is all that
  /// the demuxer reads; nil where the table does not suffice.
  ///
  /// - Parameter bytesPerFrame: bytes in a moment of all channels, for sound that is not compressed: a demuxer delivers
  ///   whole chunks of it.
  init?(
    of track: MovieTracks.Track, in movie: MovieTracks, file: FileBytes, lastTime: Int64, bytesPerFrame: Int?
  ) throws {
    guard track.timescale > 0, movie.timescale > 0, let presentation = Presentation(of: track, in: movie) else {
      return nil
    }
    let boxes = try MovieBoxes(file, inside: track.sampleTable)
    guard let sizes = try Entries("stsz", in: boxes, of: file),
      let durations = try Entries("stts", in: boxes, of: file)?.pairs(from: 8),
      let offsets = try ShiftedOffsets(in: boxes, of: file),
      let chunks = try Chunks(in: boxes, of: file)
    else { return nil }
    let uniform = sizes.number(at: 4)
    let count = Int(sizes.number(at: 8))
    guard (1...Self.largest).contains(count), uniform > 0 || sizes.bytes.count >= 12 + 4 * count else { return nil }
    let size = { (sample: Int) in
      bytesPerFrame.map(UInt64.init) ?? (uniform > 0 ? uniform : sizes.number(at: 12 + 4 * sample))
    }
    guard chunks.hold(count, size: size, within: file.count) else { return nil }

    let keys = try Entries("stss", in: boxes, of: file)
    saysKeyFrames = keys != nil
    var keyNumbers = Set<Int>()
    if let keys { for entry in 0..<keys.count { keyNumbers.insert(Int(keys.number(at: 8 + 4 * entry)) - 1) } }

    var packets: [MediaScan.Packet] = []
    var decodeTime: UInt64 = 0
    var run = durations.makeIterator()
    var current = run.next() ?? (0, 0)
    var offset = offsets.makeIterator()
    var boundaries = bytesPerFrame == nil ? nil : chunks.firstSamples(of: count)[...]
    for sample in 0..<count {
      while current.count == 0 {
        guard let next = run.next() else { return nil }
        current = next
      }
      current.count -= 1
      guard let shift = offset.next(), current.value <= UInt64(Int32.max) else { return nil }
      let start = track.nanoseconds(decodeTime)
      let duration = track.nanoseconds(decodeTime + current.value) - start
      let bytes = size(sample)
      guard bytes > 0, start < lastTime, start < presentation.mediaEnd else { return nil }
      if let next = boundaries?.first, next > sample, let last = packets.indices.last {
        // The same chunk of uncompressed sound.
        packets[last].byteCount += Int(bytes)
        packets[last].duration? += duration
      } else {
        if boundaries?.first == sample { boundaries?.removeFirst() }
        let shown = track.nanoseconds(decodeTime + shift) - presentation.start(shift: offsets.lead, of: track)
        packets.append(
          MediaScan.Packet(
            time: shown + presentation.time, duration: duration, byteCount: Int(bytes),
            isKey: keys == nil || keyNumbers.contains(sample)))
      }
      decodeTime += current.value
    }
    self.packets = packets
    presentationEnd = presentation.end
  }
}

extension MovieSampleTable {
  /// What of the media an edit list shows, in nanoseconds: one part, after as much nothing as it says.
  private struct Presentation {
    /// The stream time at which the part begins, and ends.
    var time: Int64
    var end: Int64
    /// Where it begins in the media, and ends.
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
      end = movie.nanoseconds(gap &+ shown.duration)
      mediaStart = track.nanoseconds(mediaTime)
      mediaEnd = mediaStart + end - time
    }

    /// Where the part begins in times that are `shift` units later, so that none is before zero.
    func start(shift: UInt64, of track: MovieTracks.Track) -> Int64 { mediaStart + track.nanoseconds(shift) }
  }

  /// The content of a box of the table.
  private struct Entries {
    var bytes: [UInt8]

    /// The box `type`, unless there is none, or more of it than a header holds.
    init?(_ type: String, in boxes: MovieBoxes, of file: FileBytes) throws {
      guard let box = boxes.first(where: { $0.type == type }), box.end <= file.count, box.end - box.body < 1 << 28
      else {
        return nil
      }
      bytes = try file.read(at: box.body, Int(box.end - box.body))
    }

    /// Version and flags come first, then the number of entries.
    var count: Int { min(Int(number(at: 4)), bytes.count / 4) }

    func number(at offset: Int) -> UInt64 { bytes.bigEndian(at: offset, 4) }

    /// Entries of a count and a value.
    func pairs(from start: Int) -> [(count: UInt64, value: UInt64)] {
      (0..<min(count, (bytes.count - start) / 8)).map { (number(at: start + 8 * $0), number(at: start + 8 * $0 + 4)) }
    }
  }

  /// How much later than decoded each sample is shown, in the track's units, plus what makes the least of them zero.
  private struct ShiftedOffsets: Sequence {
    private let runs: [(count: UInt64, value: UInt64)]?
    /// What is added, so that nothing is shown before it is decoded.
    let lead: UInt64

    /// Nil where an offset cannot be meant.
    init?(in boxes: MovieBoxes, of file: FileBytes) throws {
      guard let entries = try Entries("ctts", in: boxes, of: file) else {
        (runs, lead) = (nil, 0)
        return
      }
      let offsets = entries.pairs(from: 8).map { ($0.count, Int64(Int32(truncatingIfNeeded: $0.value))) }
      // A box that says the shift itself may say another.
      guard offsets.allSatisfy({ abs($0.1) < 1 << 30 }), boxes.first(where: { $0.type == "cslg" }) == nil else {
        return nil
      }
      let least = Swift.min(0, offsets.map(\.1).min() ?? 0)
      lead = UInt64(-least)
      runs = offsets.map { ($0, UInt64($1 - least)) }
    }

    func makeIterator() -> AnyIterator<UInt64> {
      guard let runs else { return AnyIterator { 0 } }
      var position = runs.makeIterator()
      var current = position.next() ?? (0, 0)
      return AnyIterator {
        while current.count == 0 {
          guard let next = position.next() else { return nil }
          current = next
        }
        current.count -= 1
        return current.value
      }
    }
  }

  /// Which samples each chunk holds, and where it is.
  private struct Chunks {
    private let offsets: [UInt64]
    /// The number of the first chunk of each run, from 0, and how many samples its chunks hold.
    private let runs: [(chunk: Int, samples: Int)]

    init?(in boxes: MovieBoxes, of file: FileBytes) throws {
      guard let runs = try Entries("stsc", in: boxes, of: file) else { return nil }
      if let short = try Entries("stco", in: boxes, of: file) {
        guard short.bytes.count >= 8 + 4 * short.count else { return nil }
        offsets = (0..<short.count).map { short.number(at: 8 + 4 * $0) }
      } else if let long = try Entries("co64", in: boxes, of: file) {
        guard long.bytes.count >= 8 + 8 * long.count else { return nil }
        offsets = (0..<long.count).map { long.bytes.bigEndian(at: 8 + 8 * $0, 8) }
      } else {
        return nil
      }
      var found: [(chunk: Int, samples: Int)] = []
      for entry in 0..<min(runs.count, (runs.bytes.count - 8) / 12) {
        let first = Int(runs.number(at: 8 + 12 * entry)) - 1
        // All samples have the first description: another one is another codec.
        guard first >= 0, first > found.last?.chunk ?? -1, runs.number(at: 8 + 12 * entry + 8) == 1 else { return nil }
        found.append((first, Int(runs.number(at: 8 + 12 * entry + 4))))
      }
      guard found.first?.chunk == 0 else { return nil }
      self.runs = found
    }

    private func samples(inChunk chunk: Int) -> Int {
      runs[runs.partitioningIndex { $0.chunk > chunk } - 1].samples
    }

    /// Whether the chunks hold `count` samples, all of them inside the first `end` bytes.
    func hold(_ count: Int, size: (Int) -> UInt64, within end: UInt64) -> Bool {
      var sample = 0
      for (chunk, offset) in offsets.enumerated() where sample < count {
        let next = min(count, sample + samples(inChunk: chunk))
        var position = offset
        for number in sample..<next { position = position &+ size(number) }
        guard position >= offset, position <= end else { return false }
        sample = next
      }
      return sample == count
    }

    /// The first of the `count` samples in each chunk that has any.
    func firstSamples(of count: Int) -> [Int] {
      var firsts: [Int] = []
      var sample = 0
      for chunk in offsets.indices where sample < count && samples(inChunk: chunk) > 0 {
        firsts.append(sample)
        sample += samples(inChunk: chunk)
      }
      return firsts
    }
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

  /// How far into the media the demuxer reads, in nanoseconds: the movie's duration, or what stands for it.
  func reach(_ replacement: MovieDurations?) -> Int64 {
    let field = replacement?.fields.first { $0.offset == durationField.offset }
    return nanoseconds(field?.bytes.bigEndian(at: 0, durationField.width) ?? duration)
  }
}
