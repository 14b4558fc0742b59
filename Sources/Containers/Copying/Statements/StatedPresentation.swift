package import MediaTime
import Rendering

/// A file's statement of the presentation of its only stream of pictures or sound that libavformat ignores.
///
/// ```
///  song       ├─ priming ─┼──────── the sound ────────┼─ remainder ─┤      `iTunSMPB`: from `start` to `end`
///  Matroska   │ │  │ │    │                           ┤                    `Duration`: the last picture stays until `end`
/// ```
package struct StatedPresentation {
  /// The stream's number in its file.
  package let stream: Int
  /// The beginning of the sound, in the file's time; nil of pictures.
  package let start: Rational?
  /// The end of the sound or of the last picture, in the file's time.
  package let end: Rational
  /// Presentation times of the pictures that last until the end, in their stream's ticks: the last one, and the last
  /// one in decoding order, whose duration a movie states. Empty of sound.
  package let heldPictures: Set<Int64>

  /// The statement of the file at `path`, opened as `source`; nil without one.
  ///
  /// - Throws: `RenderError` where the file cannot be read.
  package init?(of source: PacketSource, at path: String) throws {
    if source.container.hasPrefix("mov") {
      try self.init(ofSong: source, FileBytes(path, isReadOnly: true))
    } else if source.container.hasPrefix("matroska") {
      try self.init(ofMatroska: source, FileBytes(path, isReadOnly: true), at: path)
    } else {
      return nil
    }
  }

  private init?(ofSong source: PacketSource, _ file: FileBytes) throws {
    guard let movie = try MovieTracks(of: file),
      let track = movie.tracks.first(where: { $0.edits?.last?.mediaDuration != nil }),
      let rate = Int64(exactly: track.timescale), let edit = track.edits?.last, let first = edit.mediaTime,
      let count = edit.mediaDuration, let start = Int64(exactly: first), let end = Int64(exactly: first + count),
      let stream = source.streams.first(where: { $0.kind == .sound && $0.identifier == Int(track.number) })
    else { return nil }
    self.stream = stream.index
    self.start = try Rational(start, rate)
    self.end = try Rational(end, rate)
    heldPictures = []
  }

  private init?(ofMatroska source: PacketSource, _ file: FileBytes, at path: String) throws {
    let tracks = try MatroskaTrack.all(in: file)
    guard tracks.count == 1, tracks[0].kind == .pictures, !tracks[0].hasOwnTimescale,
      let duration = try MatroskaDuration.nanoseconds(of: file),
      let stream = source.streams.first(where: { $0.kind == .pictures }),
      let tick = try? (stream.tick * Rational(1_000_000_000)), tick.denominator == 1, tick > .zero
    else { return nil }
    func nanoseconds(_ ticks: Int64) -> Int64 { Int64(clamping: Int128(ticks) * Int128(tick.numerator)) }
    // Most files end with their last picture, which is found without the others.
    let tail = Self.pictures(ofStream: stream.index, at: path, from: duration / tick.numerator)
    guard let last = tail.max(by: { $0.time < $1.time }) else { return nil }
    let lasting = last.duration > 0 ? nanoseconds(last.duration) : Int64(clamping: tracks[0].packetDuration ?? 0)
    guard FinalPicture.outlastsPacket(from: nanoseconds(last.time), lasting: lasting, until: duration) else {
      return nil
    }
    let times = Self.pictures(ofStream: stream.index, at: path, from: nil).map(\.time)
    guard let decodedLast = times.last, times.max() == last.time,
      FinalPicture.isUneven(times.sorted().map(nanoseconds))
    else { return nil }
    self.stream = stream.index
    start = nil
    end = try Rational(duration, 1_000_000_000)
    heldPictures = [last.time, decodedLast]
  }

  /// The presentation times and the durations of the pictures of `stream` of the file at `path`, in ticks: of all, or
  /// of those from the key frame before `start` on; as far as they can be read, for damage is found when they are
  /// copied.
  private static func pictures(
    ofStream stream: Int, at path: String, from start: Int64?
  ) -> [(time: Int64, duration: Int64)] {
    guard let scan = try? PacketSource(path, for: .decoding), scan.streams.contains(where: { $0.index == stream })
    else {
      return []
    }
    scan.selectOnly([stream])
    if let start { _ = scan.seek(to: start, stream: stream) }
    var pictures: [(time: Int64, duration: Int64)] = []
    while let packet = try? scan.next() {
      guard packet.stream == stream, let time = packet.presentation ?? packet.decoding else { continue }
      pictures.append((time, packet.duration))
    }
    return pictures
  }
}
