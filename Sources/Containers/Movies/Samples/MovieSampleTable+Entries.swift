package import MediaFormats
import MediaTime
package import Rendering

extension MovieSampleTable {
  /// The packets of `track` in the order of the file, in its own ticks; nil where the tables contradict each other.
  package static func entries(
    of track: MovieTracks.Track, _ mediaType: MediaType, file: FileBytes
  ) throws -> [SampleTable.Entry]? {
    let boxes = try MovieBoxes(file, inside: track.sampleTable)
    guard let sizes = try SampleSizes(in: boxes, of: file), sizes.count > 0,
      let durations = try Entries("stts", in: boxes, of: file)?.pairs(from: 8),
      let chunks = try Chunks(in: boxes, of: file)?.filled(with: sizes.count),
      // A table may say anything of a file that is not there; it has no more samples than bytes, then.
      sizes.count <= largest || sizes.isUniform, chunks.allSatisfy({ $0.isInside(file, sizes) })
    else { return nil }
    // Sound that is not compressed has as many samples as it sounds: there a chunk is a packet.
    if mediaType == .audio, durations.count == 1, durations[0].value == 1, sizes.isUniform {
      return chunks.enumerated().map { number, chunk in
        SampleTable.Entry(
          presentation: Int64(chunk.samples.lowerBound), decoding: Int64(chunk.samples.lowerBound),
          duration: Int64(chunk.samples.count), offset: chunk.offset,
          byteCount: chunk.samples.count * Int(clamping: sizes[0]), chunk: number, isSync: true)
      }
    }
    guard sizes.count <= largest else { return nil }
    let offsets = try SignedOffsets(in: boxes, of: file)
    let keys = try Entries("stss", in: boxes, of: file)?.keyNumbers
    let needs = try Entries("sdtp", in: boxes, of: file).map { Array($0.bytes.dropFirst(4)) } ?? []
    var entries: [SampleTable.Entry] = []
    entries.reserveCapacity(sizes.count)
    var (time, run, left) = (Int64(0), 0, durations.first?.count ?? 0)
    for (number, chunk) in chunks.enumerated() {
      var place = chunk.offset
      for sample in chunk.samples {
        while left == 0, run + 1 < durations.count { (run, left) = (run + 1, durations[run + 1].count) }
        guard left > 0 else { return nil }
        let duration = Int64(clamping: durations[run].value)
        var entry = SampleTable.Entry(
          presentation: time &+ offsets[sample], decoding: time, duration: duration, offset: place,
          byteCount: Int(clamping: sizes[sample]), chunk: number, isSync: keys?.contains(sample) ?? true)
        let flags = sample < needs.count ? needs[sample] : 0
        entry.dependsOnOthers = [1: true, 2: false][flags >> 4 & 3] ?? (entry.isSync ? false : nil)
        entry.isDependedOnByOthers = [1: true, 2: false][flags >> 2 & 3]
        entries.append(entry)
        place &+= sizes[sample]
        time &+= duration
        left -= 1
      }
    }
    return entries
  }

  /// Composition offsets of samples, in the track's units, with their signs.
  private struct SignedOffsets {
    private var starts: [Int] = []
    private var values: [Int64] = []

    init(in boxes: MovieBoxes, of file: FileBytes) throws {
      var count = 0
      for (length, value) in try Entries("ctts", in: boxes, of: file)?.pairs(from: 8) ?? [] {
        starts.append(count)
        values.append(Int64(Int32(truncatingIfNeeded: value)))
        count += Int(length)
      }
    }

    subscript(sample: Int) -> Int64 {
      let run = starts.partitioningIndex { $0 > sample } - 1
      return run >= 0 ? values[run] : 0
    }
  }
}
