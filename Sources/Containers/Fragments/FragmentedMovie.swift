import Rendering

/// A movie in fragments, which can be played as far as its last one whatever becomes of its writer, and is a movie as any other
/// when it is finished.
///
/// ```
///  while it is written   ftyp free mdat │ moov mdat │ moof mdat │ moof mdat │ …    the first mdat holds no samples
///  when it is finished   ftyp free mdat ─────────────────────────────────── │ moov   it has grown over all that was there
/// ```
///
/// libavformat writes the samples and the header at the end, as of all movies: where a sample is is where it stays. Packets wait
/// until those of a fragment are there, for its description stands before them. That of the first ones is a movie's header with
/// their tables, by another muxer: players apply edit lists to the samples of tables.
///
/// Threads: one at a time.
package final class FragmentedMovie {
  private let target: PacketTarget
  private let path: String
  private let file: FileBytes
  /// The duration of a fragment, and of the first one, in nanoseconds.
  private let duration: Int64
  private let firstDuration: Int64
  /// The target that writes the header of the first fragment; nil once it is written.
  private var start: PacketTarget?
  /// The offset of the first `mdat`.
  private var media: UInt64 = 0
  /// The samples of the next fragment.
  private var packets: [(packet: StoredPacket, sample: MovieFragment.Sample)] = []
  private var begin: Int64?
  private var byteCount = 0
  private var number = 0
  /// Samples that wait for bytes, by track, where the first packet gave none yet: some muxers join two.
  private var open: [Int: MovieFragment.Sample] = [:]
  /// The decode time of each track's first sample.
  private var origins: [Int: Int64] = [:]

  /// The most bytes of a fragment, which are held in memory.
  private static let mostBytes = 1 << 24

  /// A movie that `target`, which has begun, writes at `path`, in fragments of `duration` nanoseconds, the first of `first`. `start`
  /// has begun, too, with the same tracks, in memory.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where there is no place for media.
  package init(_ target: PacketTarget, at path: String, start: PacketTarget, duration: Int64, first: Int64) throws {
    (self.target, self.path, self.start) = (target, path, start)
    (self.duration, firstDuration) = (max(1, duration), max(1, first))
    try target.flush()
    file = try FileBytes(path)
    guard let media = try MovieBoxes(file)["mdat"] else { throw RenderError.unexpectedMovieLayout }
    self.media = media.offset
    // Its samples are titles of chapters.
    try setSize(UInt64(target.position) - media.offset)
  }

  /// Whether a packet that is decoded at `time`, in nanoseconds, belongs to the next fragment.
  package func isComplete(before time: Int64) -> Bool {
    let length = start == nil ? duration : firstDuration
    return begin.map { time - $0 >= length || byteCount >= Self.mostBytes } ?? false
  }

  /// Adds `packet`, which is decoded at `time` in nanoseconds and at `ticks` in those of its track, to the fragment.
  package func add(
    _ packet: StoredPacket, to track: Int, at time: Int64,
    _ ticks: (presentation: Int64, decoding: Int64, duration: Int64)
  ) {
    begin = begin ?? time
    byteCount += packet.byteCount
    let sample = MovieFragment.Sample(
      track: track, place: 0, byteCount: Int64(packet.byteCount), decoding: ticks.decoding, duration: ticks.duration,
      offset: ticks.presentation - ticks.decoding, isKeyFrame: packet.isKeyFrame)
    packets.append((packet, sample))
  }

  /// Writes the fragment: when this returns, the file is with the system, and can be played so far. The header that describes the
  /// first one is as `complete` has it.
  package func writeFragment(_ complete: ([UInt8]) throws -> [UInt8]) throws {
    guard !packets.isEmpty else { return }
    let header = try start.map { try beginning(by: $0, complete) }
    start = nil
    number += header == nil ? 1 : 0
    var fragment = MovieFragment(number: number)
    for (_, sample) in packets {
      var sample = sample
      sample.place = fragment.samples.last.map { $0.place + $0.byteCount } ?? 0
      fragment.samples.append(sample)
    }
    // Room for what describes the samples, which may become fewer; and the media, which last until the end.
    let room = header ?? Self.free(fragment.bytes(at: 0).count)
    let place = target.position
    target.append(room + Self.media(size: nil))
    fragment.samples = try writeSamples()
    try target.flush()
    let description = header ?? fragment.bytes(at: place)
    let rest = room.count - description.count
    guard rest == 0 || rest >= 8 else { throw RenderError.unexpectedMovieLayout }
    let size = target.position - place - Int64(room.count)
    try file.write(description + Self.free(rest) + Self.media(size: UInt64(size)), at: UInt64(place))
    (packets, begin, byteCount) = ([], nil, 0)
  }

  /// The header of a movie of the packets, by `start`, as `complete` has it: they come to stand behind it and the head of a box.
  private func beginning(by start: PacketTarget, _ complete: ([UInt8]) throws -> [UInt8]) throws -> [UInt8] {
    for (packet, sample) in packets { try Self.write(packet, sample, to: start) }
    let bytes = try start.takeInitialization()
    let boxes = MovieBoxes(bytes)
    guard let header = boxes["moov"], let media = boxes["mdat"] else { throw RenderError.unexpectedMovieLayout }
    let movie = try complete(Array(bytes[Int(header.offset)..<Int(header.end)]))
    return try FastStart.moved(movie, further: target.position + 16 - Int64(media.body))
  }

  private static func write(_ packet: StoredPacket, _ sample: MovieFragment.Sample, to target: PacketTarget) throws {
    try target.write(
      packet, to: sample.track, presentation: sample.decoding + sample.offset, decoding: sample.decoding,
      duration: sample.duration)
  }

  /// Writes the packets, and says what they became.
  private func writeSamples() throws -> [MovieFragment.Sample] {
    var samples: [MovieFragment.Sample] = []
    for (packet, sample) in packets {
      let track = sample.track
      var whole = open[track] ?? sample
      whole.place = target.position
      try Self.write(packet, sample, to: target)
      whole.byteCount = target.position - whole.place
      open[track] = whole.byteCount > 0 ? nil : whole
      guard whole.byteCount > 0 else { continue }
      let origin = origins[track] ?? whole.decoding
      origins[track] = origin
      whole.decoding -= origin
      samples.append(whole)
    }
    return samples
  }

  /// Writes the movie's own header, with `edits`, and closes the file.
  package func finish(_ edits: MovieEdits) throws {
    target.append(Self.media(size: nil))
    let end = UInt64(try target.finishAfterFragments())
    let size = try FileBytes(path, isReadOnly: true).count - end
    let bytes = try edits.corrected(try file.read(at: end, Int(size)))
    try file.write(bytes, at: end)
    try file.truncate(to: end + UInt64(bytes.count))
    try setSize(end - media)
  }

  /// Has the first `mdat` have `size` bytes.
  private func setSize(_ size: UInt64) throws {
    guard size > UInt64(UInt32.max) else { return try file.write([UInt8](bigEndian: size, 4), at: media) }
    // The empty box before it gives its place.
    try file.write(Self.media(size: size + 8), at: media - 8)
  }

  /// An empty box of `size` bytes; none of 0.
  private static func free(_ size: Int) -> [UInt8] {
    size < 8 ? [] : MovieBoxes.Box.bytes("free", [UInt8](repeating: 0, count: size - 8))
  }

  /// The head of a box of media, which has `size` bytes with it; nil for all that come.
  private static func media(size: UInt64?) -> [UInt8] {
    [0, 0, 0, size == nil ? 0 : 1] + Array("mdat".utf8) + [UInt8](bigEndian: size ?? 0, 8)
  }
}
