import MediaTime
import Rendering

/// The samples of a movie's track with the files in which they lie (ISO/IEC 14496-12 §8.5–8.7).
///
/// ```
///  dref   1: /films/a.mov   2: this file
///  stsd   avc1, in 1        avc1, in 2      the same format twice, where its samples lie in two files
///  stsc   chunks, each with the number of its description      co64   where in its file each begins
/// ```
///
/// Tables of several tracks in one format can be put behind one another (``append(_:)``): the media of a track whose edit list shows parts
/// of several files.
package struct ReferencedSamples {
  /// Samples that lie behind one another in a file.
  struct Chunk {
    /// The offset of the first one.
    var offset: UInt64
    /// The number of samples.
    var count: Int
    /// The index of their description.
    var description: Int
  }

  /// A format, and the file in which its samples lie.
  struct Description: Hashable {
    /// The box of the description, with 0 for the number of the data reference.
    var box: [UInt8]
    /// The file.
    var place: String
  }

  /// Units a second of the track's times.
  private(set) var timescale: UInt64
  private(set) var descriptions: [Description]
  private(set) var chunks: [Chunk]
  /// Durations of samples, in runs.
  private var durations: [(count: UInt64, value: UInt64)]
  /// Composition offsets of samples, in runs; nil where presentation follows decoding at once.
  private var offsets: [(count: UInt64, value: Int64)]?
  /// The indices of the key frames; nil where all samples are.
  private var keys: [Int]?
  /// Bytes of each sample, or of every one.
  private var sizes: Sizes

  private enum Sizes {
    case each([UInt64])
    case all(UInt64, count: Int)
  }

  /// The types of the boxes that ``table(_:beside:)`` writes, or has others in place of.
  static let tableTypes: Set = ["stsd", "stts", "ctts", "stss", "stsc", "stsz", "stco", "co64"]

  /// More entries than the tables of a track have.
  private static let most = 1 << 24

  /// The samples of `track` of the movie in `file`, which is at `path`; `references` are the places that it refers to, by their numbers.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` where the tables contradict each other.
  init(of track: MovieTracks.Track, in file: FileBytes, at path: String, _ references: [String]) throws {
    let boxes = try MovieBoxes(file, inside: track.sampleTable)
    guard track.timescale > 0, let table = try MovieSampleTable.SampleSizes(in: boxes, of: file),
      table.count <= (table.isUniform ? .max >> 1 : Self.most),
      let times = try MovieSampleTable.Entries("stts", in: boxes, of: file)?.pairs(from: 8),
      let formats = try MovieSampleTable.Entries("stsd", in: boxes, of: file)
    else { throw Self.unreadable(path) }
    (timescale, durations) = (track.timescale, times)
    sizes = table.isUniform ? .all(table[0], count: table.count) : .each((0..<table.count).map { table[$0] })
    offsets = try MovieSampleTable.Entries("ctts", in: boxes, of: file)?.pairs(from: 8)
      .map { ($0.count, Int64(Int32(truncatingIfNeeded: $0.value))) }
    keys = try MovieSampleTable.Entries("stss", in: boxes, of: file)?.keyNumbers.sorted()
    descriptions = []
    for box in MovieBoxes(Array(formats.bytes.dropFirst(8))).prefix(64) {
      var bytes = Array(formats.bytes[(8 + Int(box.offset))..<(8 + Int(box.end))])
      let number = Int(bytes.bigEndian(at: 14, 2))
      guard bytes.count >= 16, references.indices.contains(number - 1) else { throw Self.unreadable(path) }
      bytes.setBigEndian(0, at: 14, 2)
      descriptions.append(Description(box: bytes, place: references[number - 1]))
    }
    guard
      let found = try MovieSampleTable.Chunks(in: boxes, of: file, descriptions: descriptions.count)?
        .filled(with: table.count), !found.contains(where: \.samples.isEmpty),
      times.reduce(0, { $0 &+ $1.count }) >= UInt64(table.count)
    else { throw Self.unreadable(path) }
    chunks = found.map { Chunk(offset: $0.offset, count: $0.samples.count, description: $0.description) }
  }

  private static func unreadable(_ path: String) -> RenderError {
    RenderError(
      .mediaUnreadable, "The movie at \(path) has a track whose list of samples cannot be read.",
      remedy: "Write it anew, as with: ffmpeg -i FILE -c copy NEW.mov.")
  }

  // MARK: Contents

  /// The number of samples.
  var count: Int {
    switch sizes {
    case .each(let sizes): sizes.count
    case .all(_, let count): count
    }
  }

  /// The duration of all samples, in units of the track.
  var duration: UInt64 { durations.reduce(0) { $0 &+ $1.count.multipliedReportingOverflow(by: $1.value).partialValue } }

  /// The files in which samples lie, each once, in the order of the descriptions.
  var places: [String] {
    var found: [String] = []
    for description in descriptions where !found.contains(description.place) { found.append(description.place) }
    return found
  }

  /// Bytes of each chunk.
  var chunkLengths: [UInt64] {
    var sample = 0
    return chunks.map { chunk in
      defer { sample += chunk.count }
      switch sizes {
      case .all(let size, _): return size.multipliedReportingOverflow(by: UInt64(chunk.count)).partialValue
      case .each(let sizes): return sizes[sample..<(sample + chunk.count)].reduce(0) { $0 &+ $1 }
      }
    }
  }

  // MARK: Changes

  /// Has the chunks whose samples lie at a place of `moved` lie at `place`, at the offsets that `moved` says, one a chunk.
  mutating func move(to place: String, _ moved: [UInt64?]) {
    for (index, offset) in zip(chunks.indices, moved) {
      guard let offset else { continue }
      let format = Description(box: descriptions[chunks[index].description].box, place: place)
      chunks[index].offset = offset
      chunks[index].description = number(of: format)
    }
    // Descriptions that no chunk has any more are left out.
    let used = descriptions.indices.filter { number in chunks.contains { $0.description == number } }
    descriptions = used.map { descriptions[$0] }
    for index in chunks.indices { chunks[index].description = used.firstIndex(of: chunks[index].description) ?? 0 }
  }

  private mutating func number(of format: Description) -> Int {
    if let known = descriptions.firstIndex(of: format) { return known }
    descriptions.append(format)
    return descriptions.count - 1
  }

  /// Puts the samples of `other` behind these.
  ///
  /// - Throws: `RenderError` with `.unsupported` where no units hold the times of both.
  mutating func append(_ other: ReferencedSamples) throws {
    var other = other
    guard let scale = Int64(clamping: timescale).leastCommonMultiple(with: Int64(clamping: other.timescale)),
      scale <= Int64(Int32.max)
    else {
      throw RenderError(
        .unsupported,
        "The track's media count \(timescale) and \(other.timescale) units a second, which no movie holds.",
        remedy: "Export the movie instead.")
    }
    multiply(by: UInt64(scale) / timescale)
    other.multiply(by: UInt64(scale) / other.timescale)
    let before = count
    for chunk in other.chunks {
      var chunk = chunk
      chunk.description = number(of: other.descriptions[chunk.description])
      chunks.append(chunk)
    }
    durations += other.durations
    if offsets != nil || other.offsets != nil {
      offsets = (offsets ?? [(UInt64(before), 0)]) + (other.offsets ?? [(UInt64(other.count), 0)])
    }
    if keys != nil || other.keys != nil {
      keys = (keys ?? Array(0..<before)) + (other.keys ?? Array(0..<other.count)).map { $0 + before }
    }
    switch (sizes, other.sizes) {
    case (.all(let one, let count), .all(let two, let more)) where one == two: sizes = .all(one, count: count + more)
    default: sizes = .each(allSizes + other.allSizes)
    }
  }

  private var allSizes: [UInt64] {
    switch sizes {
    case .each(let sizes): sizes
    case .all(let size, let count): [UInt64](repeating: size, count: count)
    }
  }

  /// Counts in units that are `factor` times finer.
  private mutating func multiply(by factor: UInt64) {
    guard factor > 1 else { return }
    timescale *= factor
    durations = durations.map { ($0.count, $0.value &* factor) }
    offsets = offsets?.map { ($0.count, $0.value &* Int64(factor)) }
  }

  // MARK: Boxes

  /// The box of the sample table, whose data references are counted as in `places`, from 1; `others` are boxes that stand beside.
  func table(_ places: [String], beside others: [UInt8] = []) -> [UInt8] {
    typealias Box = MovieBoxes.Box
    func list(_ type: String, _ count: Int, _ content: [UInt8], version: UInt8 = 0) -> [UInt8] {
      Box.bytes(type, [version, 0, 0, 0] + [UInt8](bigEndian: count, 4) + content)
    }
    let formats = descriptions.flatMap { description in
      var box = description.box
      box.setBigEndian(UInt64((places.firstIndex(of: description.place) ?? 0) + 1), at: 14, 2)
      return box
    }
    var bytes = list("stsd", descriptions.count, formats)
    bytes += list(
      "stts", durations.count, durations.flatMap { [UInt8](bigEndian: $0.count, 4) + [UInt8](bigEndian: $0.value, 4) })
    if let offsets {
      let shifts = offsets.flatMap { [UInt8](bigEndian: $0.count, 4) + [UInt8](bigEndian: $0.value, 4) }
      bytes += list("ctts", offsets.count, shifts, version: offsets.contains { $0.value < 0 } ? 1 : 0)
    }
    if let keys { bytes += list("stss", keys.count, keys.flatMap { [UInt8](bigEndian: $0 + 1, 4) }) }
    var (runs, last) = ([UInt8](), (count: 0, description: -1))
    var runCount = 0
    for (number, chunk) in chunks.enumerated() where (chunk.count, chunk.description) != last {
      runs += [UInt8](bigEndian: number + 1, 4) + [UInt8](bigEndian: chunk.count, 4)
      runs += [UInt8](bigEndian: chunk.description + 1, 4)
      last = (chunk.count, chunk.description)
      runCount += 1
    }
    bytes += list("stsc", runCount, runs)
    switch sizes {
    case .all(let size, let count):
      bytes += Box.bytes("stsz", [0, 0, 0, 0] + [UInt8](bigEndian: size, 4) + [UInt8](bigEndian: count, 4))
    case .each(let sizes):
      let each = sizes.flatMap { [UInt8](bigEndian: $0, 4) }
      bytes += Box.bytes("stsz", [UInt8](repeating: 0, count: 8) + [UInt8](bigEndian: sizes.count, 4) + each)
    }
    bytes += list("co64", chunks.count, chunks.flatMap { [UInt8](bigEndian: $0.offset, 8) })
    return Box.bytes("stbl", bytes + others)
  }
}
