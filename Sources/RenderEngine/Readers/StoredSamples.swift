import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering

/// Finds the packets of a track in the lists of its file: in the sample table of a movie, or in the clusters of Matroska.
///
/// Threads: one; blocks.
struct StoredSamples {
  /// The packets.
  let table: SampleTable

  /// The packets of track `source` of `mediaType` in the file that `index` describes.
  ///
  /// - Throws: `RenderError`: `.invalidModel` where there is no such track, `.unsupported` for a file that lists none.
  init(
    of source: CompositionTrackSegment.Source, _ mediaType: MediaType, _ index: MediaIndex, cancellation: Cancellation
  ) throws {
    let facts = index.facts
    let identities = mediaType == .video ? facts.videoTracks.map(\.identity) : facts.audioTracks.map(\.identity)
    guard identities.indices.contains(source.trackIndex) else {
      throw RenderError(
        .invalidModel, "The file has no \(mediaType.rawValue) track number \(source.trackIndex).",
        remedy: "Ask for one of its \(identities.count) tracks of that kind.", asset: source.asset)
    }
    let file = try FileBytes(source.asset.url.path, isReadOnly: true)
    let number = identities[source.trackIndex].number
    if let movie = try MovieTracks(of: file) {
      table = try Self.table(of: movie, numbered: number, mediaType, file, zero: index.zero)
    } else if index.container.isMatroska, let number {
      let delay = mediaType == .audio ? index.audioAddress(source.trackIndex).codecDelay : 0
      table = try MatroskaSamples(of: UInt64(number), in: file, cancellation: cancellation)
        .table(zero: index.zero + Rational(delay, 1_000_000_000))
    } else {
      throw Self.refusal("is no movie and no Matroska file, and lists no packets")
    }
  }

  static func refusal(_ why: String) -> RenderError {
    RenderError(.unsupported, "The file \(why).", remedy: "Read its packets one after another.")
  }

  private static func table(
    of movie: MovieTracks, numbered number: Int32?, _ mediaType: MediaType, _ file: FileBytes, zero: Rational
  ) throws -> SampleTable {
    guard !movie.isFragmented else { throw refusal("is a movie in fragments, which has no list of them all") }
    guard let track = movie.track(numbered: number), track.timescale > 0,
      let entries = try MovieSampleTable.entries(of: track, mediaType, file: file)
    else { throw refusal("has a sample table that cannot be read") }
    // What of the media stands at the movie's zero, by the first edit that shows some.
    let edits = track.edits ?? []
    let gap = try edits.prefix { $0.mediaTime == nil }.reduce(Rational.zero) {
      try $0 + Rational(Int64(clamping: $1.duration), Int64(clamping: max(1, movie.timescale)))
    }
    let timescale = Int64(clamping: track.timescale)
    let start = edits.first { $0.mediaTime != nil }?.mediaTime.map { Int64(clamping: $0) } ?? 0
    let origin = try Rational(start) - (gap - zero) * Rational(timescale)
    return SampleTable(entries, timescale: timescale, origin: origin)
  }
}

extension MovieSampleTable {
  /// How many packets are listed: some days of pictures.
  private static let mostEntries = 20_000_000

  /// The packets of `track` in the order of the file, in its own ticks; nil where the tables contradict each other.
  static func entries(
    of track: MovieTracks.Track, _ mediaType: MediaType, file: FileBytes
  ) throws -> [SampleTable.Entry]? {
    let boxes = try MovieBoxes(file, inside: track.sampleTable)
    guard let sizes = try SampleSizes(in: boxes, of: file), sizes.count > 0,
      let durations = try Entries("stts", in: boxes, of: file)?.pairs(from: 8),
      let chunks = try Chunks(in: boxes, of: file)?.filled(with: sizes.count),
      // A table may say anything of a file that is not there; it has no more samples than bytes, then.
      sizes.count <= mostEntries || sizes.isUniform, chunks.allSatisfy({ $0.isInside(file, sizes) })
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
    guard sizes.count <= mostEntries else { return nil }
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

  /// How much later than decoded each sample is shown, in the track's units.
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
