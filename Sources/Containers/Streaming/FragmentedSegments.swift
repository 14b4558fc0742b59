import MediaTime
import Rendering

/// Media segments of fragmented MP4 (ISO/IEC 14496-12 §8.16), of one track.
///
/// ```
///  init.mp4    ftyp │ moov ─ trak, mvex                                   the track, without a sample
///  00001.m4s   styp │ moof mdat (key frame) │ moof mdat (the others) │ …   a key frame can be read by itself
/// ```
///
/// Pictures are decoded when the segment's pictures are presented, in their order, and presented `delay` later, which the edit list
/// takes back: so that a segment's decode times begin where it is presented, in all sizes alike, and none is presented before it
/// is decoded.
///
/// ```
///  decoded     K0 P3 B1 B2 │ K4 …         one at each time at which one is presented
///  presented   ╰──► K0 B1 B2 P3 │ K4 …    a constant delay behind
/// ```
///
/// Threads: one at a time.
final class FragmentedSegments: MediaSegmentForm {
  private let stream: PacketStream
  private let isPictures: Bool
  /// The duration of the longest picture, in ticks.
  private let longest: Int64
  /// The delay of pictures behind the edit list's times; nil before the first segment.
  private var delay: Int64?
  /// The first packet, which says what AC-3 is; nil before the first segment.
  private var first: MuxedPacket?

  /// Fragments of a segment that its numbers leave room for.
  private static let mostFragments = 1 << 12

  /// Segments of `stream`, whose pictures last `longest` ticks at most.
  init(_ stream: PacketStream, isPictures: Bool, longest: Int64) {
    (self.stream, self.isPictures, self.longest) = (stream, isPictures, longest)
  }

  // QUIRK: Fragmented MP4, written: libavformat moves pictures by the greatest negative offset that it has met in fragments so far,
  // and those of the first fragment not. In: FFmpeg 5.1. Test: "each rendition shows the film's frames at their times".
  /// How many pictures are decoded before the first one is presented, by what the encoder says of the first of `packets`, or by
  /// their order: times as long as the longest is how much earlier one is decoded at most.
  private func delay(of packets: [SegmentPacket], _ times: [Int64]) -> Int64 {
    guard isPictures, let first = packets.first else { return 0 }
    let early = first.presentation - first.decoding
    let stated = times.firstIndex { $0 - first.presentation >= early } ?? 0
    let needed =
      packets.indices.map { index in
        index - (times.firstIndex(of: packets[index].presentation) ?? index)
      }.max() ?? 0
    return Int64(max(stated, needed)) * longest
  }

  var clockOffset: Rational { .zero }

  func initialization(hiding hidden: Int64) throws -> [UInt8]? {
    let target = try PacketTarget(inMemory: "mp4")
    _ = try target.addStream(stream)
    if let language = stream.language { target.state("language", language, ofStream: 0) }
    try target.begin([("movflags", [stream].fragmentFlags), ("movie_timescale", "1000")])
    let hidden = hidden + (delay ?? 0)
    let edits = MovieEdits(
      tracks: [hidden > 0 ? [.init(duration: .zero, mediaTime: hidden)] : []], isOpen: true)
    if let first {
      let packet = try StoredPacket(copying: first.bytes.span, isKeyFrame: first.isKeyFrame)
      try target.write(packet, to: 0, presentation: 0, decoding: 0, duration: 1)
    }
    return try MovieBoxes.beginning(of: target.takePart(), edits.corrected)
  }

  func segment(
    _ number: Int, of packets: [SegmentPacket], from origin: Int64, until end: Int64
  ) throws -> (bytes: [UInt8], keyFrames: [MediaSegments.KeyFrame]) {
    var bytes = MovieBoxes.Box.bytes("styp", Array("msdh".utf8) + [0, 0, 0, 0] + Array("msdh".utf8))
    var keyFrames: [MediaSegments.KeyFrame] = []
    let times = packets.map(\.presentation).sorted() + [end]
    let delay = self.delay ?? delay(of: packets, times)
    (self.delay, first) = (delay, first ?? packets.first?.packet)
    var count = 0
    for run in fragments(of: packets) {
      let samples = run.map { index -> MovieFragment.Sample in
        let packet = packets[index]
        let decoding = times[index]
        return MovieFragment.Sample(
          track: 0, place: 0, byteCount: Int64(packet.packet.bytes.count), decoding: decoding - origin,
          duration: max(0, times[index + 1] - decoding), offset: packet.presentation - decoding + delay,
          isKeyFrame: packet.packet.isKeyFrame)
      }
      count += 1
      let start = Int64(bytes.count)
      append(
        MovieFragment(number: (number - 1) * Self.mostFragments + count, samples: samples),
        holding: packets[run], to: &bytes)
      if isPictures, packets[run.lowerBound].packet.isKeyFrame {
        keyFrames.append(
          MediaSegments.KeyFrame(tick: packets[run.lowerBound].presentation, bytes: start..<Int64(bytes.count)))
      }
    }
    return (bytes, keyFrames)
  }

  /// The runs of `packets` that are a fragment each: a key frame of pictures is one by itself.
  private func fragments(of packets: [SegmentPacket]) -> [Range<Int>] {
    guard isPictures else { return packets.isEmpty ? [] : [0..<packets.count] }
    var borders: Set<Int> = [0]
    for (index, packet) in packets.enumerated() where packet.packet.isKeyFrame {
      borders.formUnion([index, index + 1])
    }
    let sorted = borders.filter { $0 < packets.count }.sorted() + [packets.count]
    return zip(sorted, sorted.dropFirst()).map { $0..<$1 }
  }

  /// Has the samples of `fragment` lie behind one another from `place` on.
  private func place(_ fragment: inout MovieFragment, from place: Int64) {
    var place = place
    for index in fragment.samples.indices {
      fragment.samples[index].place = place
      place += fragment.samples[index].byteCount
    }
  }

  /// Appends `fragment`, whose samples are `packets`, to `bytes`.
  private func append(_ fragment: MovieFragment, holding packets: ArraySlice<SegmentPacket>, to bytes: inout [UInt8]) {
    var fragment = fragment
    let start = Int64(bytes.count)
    // The length of the description depends on the samples that lie behind one another, and not on their places.
    place(&fragment, from: start)
    place(&fragment, from: start + Int64(fragment.bytes(at: start).count) + 8)
    bytes += fragment.bytes(at: Int64(bytes.count))
    bytes += MovieBoxes.Box.bytes("mdat", packets.flatMap(\.packet.bytes))
  }
}
