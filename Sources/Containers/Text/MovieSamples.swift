import MediaTime
import Rendering

/// The samples of a movie's track, one by one: those of its sample table, and those of fragments (ISO/IEC 14496-12 §8.6, 8.8).
///
/// For tracks of few samples, as text has them.
package struct MovieSamples {
  /// A sample: where it is, and when, in the track's units.
  package struct Sample {
    package var offset: UInt64
    package var size: UInt64
    package var time: UInt64
    package var duration: UInt64
  }

  /// The samples, in the order of their times.
  package private(set) var samples: [Sample] = []

  private static let most = 200_000

  /// The samples of `track`.
  package init(of track: MovieTracks.Track, in movie: MovieTracks, file: FileBytes, cancellation: Cancellation) throws {
    samples = try Self.listed(of: track, in: file, most: Self.most)?.samples ?? []
    if movie.isFragmented { try addFragments(of: track, file: file, cancellation: cancellation) }
  }

  /// The samples of the table of `track`, and when the last of them ends; nil where there is none that can be read, or more than `most`.
  static func listed(
    of track: MovieTracks.Track, in file: FileBytes, most: Int
  ) throws -> (samples: [Sample], end: UInt64)? {
    let boxes = try MovieBoxes(file, inside: track.sampleTable)
    guard let sizes = try MovieSampleTable.SampleSizes(in: boxes, of: file), sizes.count <= most,
      let durations = try MovieSampleTable.Entries("stts", in: boxes, of: file)?.pairs(from: 8),
      let chunks = try MovieSampleTable.Chunks(in: boxes, of: file)?.filled(with: sizes.count)
    else { return nil }
    var times: [(UInt64, UInt64)] = []
    var time: UInt64 = 0
    for (count, duration) in durations {
      for _ in 0..<min(count, UInt64(sizes.count - times.count)) {
        times.append((time, duration))
        time &+= duration
      }
    }
    var samples: [Sample] = []
    for chunk in chunks where chunk.offset < file.count {
      var offset = chunk.offset
      for sample in chunk.samples where sample < times.count {
        samples.append(Sample(offset: offset, size: sizes[sample], time: times[sample].0, duration: times[sample].1))
        offset &+= sizes[sample]
      }
    }
    return (samples, time)
  }

  // MARK: Fragments

  /// The defaults of a fragment's samples.
  private struct Defaults {
    var duration: UInt64 = 0
    var size: UInt64 = 0
  }

  private mutating func addFragments(
    of track: MovieTracks.Track, file: FileBytes, cancellation: Cancellation
  ) throws {
    let outer = try MovieBoxes(file)
    var defaults = Defaults()
    if let header = outer["moov"], let extends = try MovieBoxes(file, inside: header)["mvex"] {
      for box in try MovieBoxes(file, inside: extends).all("trex") {
        let bytes = try file.read(at: box.body, 24)
        guard Int32(truncatingIfNeeded: bytes.bigEndian(at: 4, 4)) == track.number else { continue }
        defaults = Defaults(duration: bytes.bigEndian(at: 12, 4), size: bytes.bigEndian(at: 16, 4))
      }
    }
    var time = samples.last.map { $0.time &+ $0.duration } ?? 0
    for fragment in outer.all("moof") {
      try cancellation.check()
      for box in try MovieBoxes(file, inside: fragment).all("traf") {
        try addRuns(MovieBoxes(file, inside: box), of: track, in: fragment, file: file, defaults, time: &time)
      }
    }
  }

  private mutating func addRuns(
    _ parts: MovieBoxes, of track: MovieTracks.Track, in fragment: MovieBoxes.Box, file: FileBytes,
    _ defaults: Defaults, time: inout UInt64
  ) throws {
    guard let header = parts["tfhd"] else { return }
    let head = try file.read(at: header.body, 40)
    guard Int32(truncatingIfNeeded: head.bigEndian(at: 4, 4)) == track.number else { return }
    let flags = head.bigEndian(at: 1, 3)
    var place = 8
    func field(_ flag: UInt64, _ length: Int) -> UInt64? {
      guard flags & flag != 0 else { return nil }
      defer { place += length }
      return head.bigEndian(at: place, length)
    }
    let base = field(1, 8) ?? fragment.offset
    _ = field(2, 4)
    let own = Defaults(duration: field(8, 4) ?? defaults.duration, size: field(16, 4) ?? defaults.size)
    if let start = parts["tfdt"] {
      let bytes = try file.read(at: start.body, 12)
      time = bytes.first == 1 ? bytes.bigEndian(at: 4, 8) : bytes.bigEndian(at: 4, 4)
    }
    var next = base
    for run in parts.all("trun") {
      let bytes = try file.read(at: run.body, Int(clamping: min(run.end - run.body, 1 << 22)))
      let flags = bytes.bigEndian(at: 1, 3)
      var place = 8
      if flags & 1 != 0 {
        next = base &+ UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: bytes.bigEndian(at: 8, 4))))
        place += 4
      }
      if flags & 4 != 0 { place += 4 }
      for _ in 0..<min(bytes.bigEndian(at: 4, 4), UInt64(Self.most)) {
        guard samples.count < Self.most, place <= bytes.count else { break }
        var sample = Sample(offset: next, size: own.size, time: time, duration: own.duration)
        if flags & 0x100 != 0 { (sample.duration, place) = (bytes.bigEndian(at: place, 4), place + 4) }
        if flags & 0x200 != 0 { (sample.size, place) = (bytes.bigEndian(at: place, 4), place + 4) }
        if flags & 0x400 != 0 { place += 4 }
        if flags & 0x800 != 0 { place += 4 }
        time &+= sample.duration
        next &+= sample.size
        if sample.offset < file.count { samples.append(sample) }
      }
    }
  }
}
