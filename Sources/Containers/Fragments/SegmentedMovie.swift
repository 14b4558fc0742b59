import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering

/// A fragmented movie that is handed over in segments while it is written, and not kept.
///
/// ```
///  ftyp moov │ moof mdat │ moof mdat │ …      a segment each
///  presented │ ► key     │ ► key     │        the first key frame at a border, or behind it
/// ```
///
/// libavformat writes all of it, in memory; the edit lists, which it leaves out, are put into the header before that is handed over.
///
/// Threads: one at a time.
final class SegmentedMovie: FragmentWriting {
  private let target: PacketTarget
  /// Segments that are complete, and not handed over.
  private var complete: [MovieSegment] = []
  /// Whether the header is handed over.
  private var hasHeader = false
  /// The beginnings of segments that are still to come, in nanoseconds of the movie.
  private var borders: [Int64] = []
  /// The presentation time of the first packet in the segment under way that decoding can start with; nil before the
  /// first.
  private var begin: Int64?
  /// The decode time of the next segment's first packet, in nanoseconds; nil where none is known.
  private var next: Int64?
  /// The last picture: its decoding duration is known with the next one.
  private var held: (packet: StoredPacket, track: Int, presentation: Int64, decoding: Int64)?
  /// The composition offset of the first picture, in ticks; nil before it.
  private var delay: Int64?
  /// The samples of the segment under way, by track.
  private var parts: [Int: Part] = [:]
  /// The tracks: pictures or sound, and their ticks.
  private var tracks: [(mediaType: MediaType, tick: Rational)] = []
  /// The bytes of all segments.
  private(set) var byteCount: Int64 = 0

  /// The part of a track in a segment, in the track's ticks and in bytes.
  private struct Part {
    var start: Int64
    var end: Int64
    var byteCount = 0
    /// The first packet.
    var first: (presentation: Int64, byteCount: Int, isKeyFrame: Bool)
  }

  /// The options by which the muxer of movies writes such segments of `streams`, whose first fragment has the number `number`.
  static func options(for streams: [PacketStream], from number: Int) -> [(String, String)] {
    [
      ("movflags", streams.fragmentFlags + "+skip_trailer"), ("use_editlist", "1"), ("fragment_index", "\(number)"),
    ]
  }

  /// A movie that `target`, which is in memory, writes.
  init(_ target: PacketTarget) {
    self.target = target
  }

  /// Whether segments are complete that were not taken.
  var hasSegments: Bool { !complete.isEmpty }

  /// The segments that are complete, in order; they are not given again.
  func takeSegments() -> [MovieSegment] {
    defer { complete = [] }
    return complete
  }

  /// Begins, once the target has, with ``options(for:from:)`` and `tracks`.
  func begin(_ tracks: [(mediaType: MediaType, tick: Rational)]) { self.tracks = tracks }

  /// Has a segment begin with the first packet presented at `time`, in nanoseconds, or later, that decoding can start with.
  func beginSegment(at time: Int64) { borders.append(time) }

  func isComplete(before time: Int64, presented: Int64, isStart: Bool) -> Bool {
    guard isStart else { return false }
    guard let begin else {
      self.begin = presented
      borders.removeAll { $0 <= presented }
      return false
    }
    guard borders.contains(where: { $0 > begin && $0 <= presented }) else { return false }
    borders.removeAll { $0 <= presented }
    (self.begin, next) = (presented, time)
    return true
  }

  func add(
    _ packet: StoredPacket, to track: Int, at time: Int64,
    _ ticks: (presentation: Int64, decoding: Int64, duration: Int64)
  ) throws {
    var part =
      parts[track]
      ?? Part(
        start: ticks.presentation, end: ticks.presentation,
        first: (ticks.presentation, packet.byteCount, packet.isKeyFrame))
    part.start = min(part.start, ticks.presentation)
    part.end = max(part.end, ticks.presentation + ticks.duration)
    part.byteCount += packet.byteCount
    parts[track] = part
    guard tracks[track].mediaType == .video else {
      return try target.write(
        packet, to: track, presentation: ticks.presentation, decoding: ticks.decoding, duration: ticks.duration)
    }
    delay = delay ?? ticks.presentation - ticks.decoding
    try writeHeld(until: ticks.decoding)
    held = (packet, track, ticks.presentation, ticks.decoding)
  }

  /// Writes the picture that is held, which is decoded until `end`.
  private func writeHeld(until end: Int64) throws {
    guard let held else { return }
    self.held = nil
    try target.write(
      held.packet, to: held.track, presentation: held.presentation, decoding: held.decoding,
      duration: max(0, end - held.decoding))
  }

  func writeFragment(_ complete: ([UInt8]) throws -> [UInt8]) throws {
    guard !hasHeader || !parts.isEmpty else { return }
    try endPictures()
    var bytes = try target.takePart()
    if !hasHeader {
      hasHeader = true
      add(.initialization, try MovieBoxes.beginning(of: bytes, complete), [])
      bytes.removeFirst(MovieBoxes(bytes)["moov"].map { Int($0.end) } ?? 0)
      // A muxer that has waited for packets writes the header first, and the fragment when it is asked a second time.
      if bytes.isEmpty { bytes = try target.takePart() }
    }
    guard !parts.isEmpty else { return }
    add(.separable, bytes, try described(in: bytes))
    (parts, next) = ([:], nil)
  }

  /// Ends the pictures of the segment where those of the next begin; the last ones are decoded for as long as what they show is presented.
  private func endPictures() throws {
    guard let track = held?.track, var part = parts[track] else { return }
    func ticks(_ time: Int64) throws -> Int64 { try (Rational(time, 1_000_000_000) / tracks[track].tick).rounded() }
    if let next, let begin {
      part.end = try ticks(begin)
      parts[track] = part
      try writeHeld(until: ticks(next))
    } else {
      try writeHeld(until: part.end - (delay ?? 0))
    }
  }

  private func add(_ kind: MovieSegment.Kind, _ bytes: [UInt8], _ tracks: [MovieSegment.Track]) {
    byteCount += Int64(bytes.count)
    complete.append(MovieSegment(kind, Data(bytes), tracks: tracks))
  }

  /// The tracks of the segment `bytes`: the samples of one lie behind those of the other, in the order of the tracks.
  private func described(in bytes: [UInt8]) throws -> [MovieSegment.Track] {
    guard let media = MovieBoxes(bytes)["mdat"] else {
      throw RenderError(.engineFailed, "A movie's muxer wrote a fragment without media.")
    }
    var place = Int(media.body)
    return try parts.sorted { $0.key < $1.key }.map { number, part in
      let (mediaType, tick) = tracks[number]
      var track = MovieSegment.Track(
        trackID: number + 1, mediaType: mediaType, earliestPresentation: try Rational(part.start) * tick,
        duration: try Rational(part.end - part.start) * tick)
      if mediaType == .video {
        track.firstPicture = MovieSegment.Picture(
          presentation: try Rational(part.first.presentation) * tick, bytes: place..<place + part.first.byteCount,
          isKeyFrame: part.first.isKeyFrame)
      }
      place += part.byteCount
      return track
    }
  }

  func finish(_ edits: MovieEdits) throws { try target.finish() }
}
