import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// Short segments that show pieces of one media track: the track is decoded once for all of them, in its own order.
///
/// ```
///  film       ├─ 3 ─┤├─ 4 ─┤├─ 5 ─┤├─ 6 ─┤         segments, each a piece of the track
///  track      K · · ├─ 5 ─┤ · ├── 3 ──┤ ├─ 4 ─┤     decoded from K on: 5, 3 and 4, each by an encoder of its own
///                         ├─ 6 ─┤                   beside 5, as far as there is room for encoders
/// ```
///
/// A segment's frames are the same as if it were rendered by itself, and so are its bytes.
struct SharedDecoding: Sendable {
  /// The segments, by the first frame of the track that they show.
  let segments: [SegmentPlan.Segment]
  /// The frames of the track from the first to the last one that each of them shows.
  let shown: [ClosedRange<Int>]
  /// The frames of the track that any of them shows, in order, each once.
  let plan: RenderPlan
  /// The frames of the film that show each of them: a segment's place in `segments`, and the frame.
  let uses: [[(segment: Int, frame: Int)]]

  /// Limit of the segments that are decoded together.
  private static let most = 48

  /// `pieces` of `picture`, at least two, by the first frame of the track that they show.
  private init(_ pieces: [Piece], of picture: PicturePlan) {
    (segments, shown) = (pieces.map(\.segment), pieces.map { $0.first...max($0.first, $0.last) })
    let numbers = Set(pieces.flatMap(\.numbers)).sorted()
    var run = picture.runs[pieces[0].run]
    (run.frames, run.numbers) = (0..<numbers.count, SourceFrameNumbers(numbers))
    var shared = PicturePlan(
      grid: picture.grid, origin: .zero, frameCount: numbers.count, size: picture.size,
      pixelFormat: picture.pixelFormat, colorimetry: picture.colorimetry, runs: [run],
      spans: [PictureSpan(frames: 0..<numbers.count, method: .passthrough(run: 0))])
    shared.hardwareDecoding = picture.hardwareDecoding
    plan = RenderPlan(picture: shared, sound: nil)
    let places = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($1, $0) })
    var uses: [[(segment: Int, frame: Int)]] = Array(repeating: [], count: numbers.count)
    for (number, piece) in pieces.enumerated() {
      for (offset, shown) in piece.numbers.enumerated() {
        if let place = places[shown] { uses[place].append((number, piece.segment.frames.lowerBound + offset)) }
      }
    }
    self.uses = uses
  }

  /// A segment that shows nothing but a piece of a track, as it is.
  private struct Piece {
    var segment: SegmentPlan.Segment
    var run: Int
    /// The frames of the track that it shows, one for each of its own.
    var numbers: [Int]

    init?(_ segment: SegmentPlan.Segment, of picture: PicturePlan) {
      guard !segment.isCopied, let run = picture.run(ofPiece: segment.frames) else { return nil }
      (self.segment, self.run) = (segment, run)
      numbers = segment.frames.map { picture.runs[run].sourceFrame(at: $0) }
    }

    var first: Int { numbers.first ?? 0 }
    var last: Int { numbers.last ?? 0 }
  }

  /// The most segments of a film of `size` that are encoded at a time where their pieces overlap: as many as take the memory of two of
  /// 1920 × 1080, three at most; one of larger films.
  private static func encoders(of size: PixelSize) -> Int {
    max(1, min(3, 2 * 1920 * 1080 / max(1, size.width * size.height)))
  }

  /// The most encoders that a job has at a time of `segments` of `picture`: where pieces are decoded together, one ends beside those that
  /// are fed.
  static func encoders(of segments: [SegmentPlan.Segment], in picture: PicturePlan) -> Int {
    pieceGroups(of: segments, in: picture, jobs: 1).isEmpty ? 1 : encoders(of: picture.size) + 1
  }

  /// The `segments` of `picture` that are decoded together, in groups of which each of `jobs` workers has some.
  static func groups(
    of segments: [SegmentPlan.Segment], in picture: PicturePlan, jobs: Int
  ) -> [SharedDecoding] {
    pieceGroups(of: segments, in: picture, jobs: jobs).map { SharedDecoding($0, of: picture) }
      .sorted { ($0.segments.map(\.number).min() ?? 0) < ($1.segments.map(\.number).min() ?? 0) }
  }

  /// The pieces of each group, at least two, by the first frame of the track that they show.
  private static func pieceGroups(
    of segments: [SegmentPlan.Segment], in picture: PicturePlan, jobs: Int
  ) -> [[Piece]] {
    var pieces: [CompositionTrackSegment.Source: [Piece]] = [:]
    for segment in segments {
      if let piece = Piece(segment, of: picture) { pieces[picture.runs[piece.run].source, default: []].append(piece) }
    }
    let each = jobs == 1 ? most : pieces.values.map(\.count).reduce(0, +) / (3 * jobs)
    let most = max(4, min(most, each))
    let encoders = encoders(of: picture.size)
    var groups: [[Piece]] = []
    for track in pieces.values {
      var rest = track.sorted { ($0.first, $0.segment.number) < ($1.first, $1.segment.number) }[...]
      while let first = rest.popFirst() {
        var group = [first]
        // Those that overlap with too many are decoded apart: each holds an encoder, and a film of many cuts takes no more memory than
        // one of few.
        var (apart, last) = ([Piece](), first.last)
        while let next = rest.first, group.count < most, next.first <= last + CutList.distance {
          if group.count(where: { $0.last >= next.first }) < encoders { group.append(next) } else { apart.append(next) }
          last = max(last, next.last)
          rest.removeFirst()
        }
        if !apart.isEmpty { rest = apart + rest }
        if group.count > 1 { groups.append(group) }
      }
    }
    return groups
  }
}
