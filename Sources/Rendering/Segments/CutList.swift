import EditingModel
import MediaFormats
import MediaTime

/// Short pieces of the same media, shown in an order that is not the media's: each is a segment, so that the media is decoded once for all of
/// them, in its own order, and not from a key frame on for each.
///
/// ```
///  film     ├ A 40 ┤├ B 7 ┤├ A 12 ┤├ B 31 ┤├ A 25 ┤         three pieces of A, two of B
///  media A  K · · ├ 12 ┤ · · ├ 25 ┤ · · · K · ├ 40 ┤        25 needs what was decoded for 12 already
/// ```
///
/// A cut shows a new picture, which takes about as many bits as a key frame does. Where the film goes on with what stands near in the
/// media, as after silences are left out, the picture is nearly the same: there no border is wanted.
package struct CutList {
  /// Frames with which a piece begins or behind which one ends, in order, within the rendered frames.
  let borders: [Int]

  /// Pieces of fewer frames are short: of longer ones little is decoded that is not shown.
  package static let shortest = 100
  /// Pixels of a frame of 1280 × 720, in which the work of decoding is counted.
  package static let framePixels = 1280 * 720
  /// Frames of the media, about a group of pictures, that two pieces may lie apart to be decoded together, and from which on a cut from one
  /// to the other is taken for one to a new picture.
  package static let distance = 250
  /// Pixels that need not be decoded, for each piece, that outweigh the start of an encoder: those of ten frames.
  private static let worth = 10 * framePixels

  /// The cuts of `picture`, whose media can be decoded from `keyFrames` on.
  init(_ picture: PicturePlan, _ keyFrames: [CompositionTrackSegment.Source: [Int]]) {
    var pieces: [CompositionTrackSegment.Source: [Piece]] = [:]
    for piece in Self.pieces(of: picture) {
      guard keyFrames[piece.source]?.isEmpty == false else { continue }
      pieces[piece.source, default: []].append(piece)
    }
    let chosen = pieces.flatMap { source, pieces in
      let size = pieces.first.map { picture.runs[$0.run].facts.size } ?? PixelSize(width: 0, height: 0)
      let saved = Self.savedFrames(of: pieces, keyFrames[source] ?? []) * size.width * size.height
      return saved >= Self.worth * pieces.count ? pieces : []
    }
    let inner = (picture.range.lowerBound + 1)..<picture.range.upperBound
    borders = Set(chosen.flatMap { [$0.frames.lowerBound, $0.frames.upperBound] }).filter(inner.contains).sorted()
  }

  /// A span that shows nothing but one stretch of a media track, as it is.
  private struct Piece {
    var source: CompositionTrackSegment.Source
    /// The number of its run.
    var run: Int
    /// The frames of the film.
    var frames: Range<Int>
    /// The frames of the media from the first one shown to the last one.
    var shown: ClosedRange<Int>

    /// Whether a film that goes on with `next` shows what is near in the media.
    func isNear(_ next: Piece) -> Bool {
      source == next.source
        && (shown.lowerBound - CutList.distance...shown.upperBound + CutList.distance).overlaps(next.shown)
    }
  }

  /// The short pieces of `picture` before and behind which the picture is a new one.
  private static func pieces(of picture: PicturePlan) -> [Piece] {
    let spans = picture.spans.filter { $0.frames.overlaps(picture.range) }
    let all = spans.map { span -> Piece? in
      guard case .passthrough(let number) = span.method, picture.runs[number].facts.timing != .still else { return nil }
      let (run, frames) = (picture.runs[number], span.frames.clamped(to: picture.range))
      let (first, last) = (run.sourceFrame(at: frames.lowerBound), run.sourceFrame(at: frames.upperBound - 1))
      guard first <= last else { return nil }
      return Piece(source: run.source, run: number, frames: frames, shown: first...last)
    }
    return all.indices.compactMap { index in
      guard let piece = all[index], picture.run(ofPiece: piece.frames) != nil else { return nil }
      // In a dissolve, as under a custom compositor, the picture goes on from the piece.
      let goesOn = [index - 1, index + 1].filter(all.indices.contains).contains { neighbour in
        all[neighbour].map(piece.isNear) ?? spans[neighbour].method.runs.contains(piece.run)
      }
      return goesOn ? nil : piece
    }
  }

  /// The frames that need not be decoded where `pieces` of one media track with `keyFrames` are decoded in its order.
  private static func savedFrames(of pieces: [Piece], _ keyFrames: [Int]) -> Int {
    var (saved, decoded) = (0, -1)
    for piece in pieces.sorted(by: { $0.shown.lowerBound < $1.shown.lowerBound }) {
      let key = keyFrames.partitioningIndex { $0 > piece.shown.lowerBound }
      let start = key > 0 ? keyFrames[key - 1] : 0
      // From its key frame on, what an earlier piece has been decoded up to; over larger gaps nothing is decoded together.
      if piece.shown.lowerBound <= decoded + distance {
        saved += max(0, min(decoded, piece.shown.upperBound) - start + 1)
      }
      decoded = max(decoded, piece.shown.upperBound)
    }
    return saved
  }
}

extension PicturePlan {
  /// The run of media of which `frames` are a short piece, shown as it is; nil where they show anything else, or more, or a still.
  package func run(ofPiece frames: Range<Int>) -> Int? {
    guard frames.count < CutList.shortest, let span = span(at: frames.lowerBound),
      case .passthrough(let run) = span.method, frames.upperBound <= span.frames.upperBound,
      runs[run].facts.timing != .still, !(overlay?.frames.contains { $0.overlaps(frames) } ?? false)
    else { return nil }
    return run
  }
}
