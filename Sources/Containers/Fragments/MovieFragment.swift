/// The description of a fragment of a movie, which stands before its samples (ISO/IEC 14496-12 §8.8).
///
/// ```
///  moof ─ mfhd                  its number
///       ├ traf ─ tfhd, tfdt     a track, and when the first of its samples here is decoded
///       │      └ trun, trun, …  samples that lie behind one another, each with its duration, size, flags and offset
///       └ traf ─ …
/// ```
package struct MovieFragment {
  /// A sample, whose times are in its track's ticks.
  package struct Sample {
    /// The track, counted from 0.
    package var track: Int
    /// Its offset, and its length in bytes.
    package var place: Int64
    package var byteCount: Int64
    /// Its decode time, from the track's first sample on, and its duration.
    package var decoding: Int64
    package var duration: Int64
    /// Its composition offset.
    package var offset: Int64
    /// Whether decoding can start with it.
    package var isKeyFrame: Bool

    /// A sample of a track; times in its ticks, places in bytes.
    package init(
      track: Int, place: Int64, byteCount: Int64, decoding: Int64, duration: Int64, offset: Int64, isKeyFrame: Bool
    ) {
      self.track = track
      self.place = place
      self.byteCount = byteCount
      self.decoding = decoding
      self.duration = duration
      self.offset = offset
      self.isKeyFrame = isKeyFrame
    }
  }

  /// Its number, from 1 on.
  package var number: Int
  /// Its samples in the order in which they stand in the file.
  package var samples: [Sample] = []

  /// The fragment of that number, from 1 on, with `samples`.
  package init(number: Int, samples: [Sample] = []) {
    self.number = number
    self.samples = samples
  }

  /// The box, which stands at `place`. How long it is does not depend on that.
  package func bytes(at place: Int64) -> [UInt8] {
    let tracks = Set(samples.map(\.track)).sorted()
    let parts = tracks.flatMap { track in part(samples.filter { $0.track == track }, of: track, at: place) }
    return MovieBoxes.Box.bytes("moof", MovieBoxes.Box.bytes("mfhd", Self.bytes(0, number)) + parts)
  }

  /// The track fragment box of `samples` of `track`.
  private func part(_ samples: [Sample], of track: Int, at place: Int64) -> [UInt8] {
    var runs: [[Sample]] = []
    for var sample in samples {
      guard let last = runs.last?.last else {
        runs.append([sample])
        continue
      }
      // The duration up to the next sample is known better than the one that was stated.
      let index = runs.count - 1
      runs[index][runs[index].count - 1].duration = sample.decoding - last.decoding
      sample.duration = sample.duration > 0 ? sample.duration : sample.decoding - last.decoding
      if last.place + last.byteCount == sample.place { runs[index].append(sample) } else { runs.append([sample]) }
    }
    // Places count from the beginning of the description.
    let head = MovieBoxes.Box.bytes("tfhd", Self.bytes(0x02_0000, track + 1))
    let start = UInt64(clamping: samples.first?.decoding ?? 0)
    let time = MovieBoxes.Box.bytes("tfdt", Self.bytes(1 << 24, Int(start >> 32), Int(start & 0xFFFF_FFFF)))
    return MovieBoxes.Box.bytes("traf", head + time + runs.flatMap { Self.run($0, at: place) })
  }

  /// `samples`, which lie behind one another.
  private static func run(_ samples: [Sample], at place: Int64) -> [UInt8] {
    let first = samples.first?.place ?? place
    // The offset of the first sample, and all fields of each sample (`trun`, version 1, whose composition offsets may
    // be negative).
    let head = bytes(1 << 24 | 0xF01, samples.count, Int(first - place))
    return MovieBoxes.Box.bytes(
      "trun",
      head
        + samples.flatMap { sample in
          bytes(Int(sample.duration), Int(sample.byteCount), flags(of: sample), Int(sample.offset))
        })
  }

  /// Whether a sample depends on others, and whether decoding can start with it (§8.8.3.1).
  private static func flags(of sample: Sample) -> Int { sample.isKeyFrame ? 0x0200_0000 : 0x0101_0000 }

  /// `numbers` of 32 bits.
  private static func bytes(_ numbers: Int...) -> [UInt8] { numbers.flatMap { [UInt8](bigEndian: $0, 4) } }
}
