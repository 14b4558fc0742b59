import EditingModel
import MediaTime

extension Ramps {
  /// The times at which another entry begins to govern or a ramp comes to its end.
  var borders: [Rational] {
    entries.flatMap { [$0.start.rational, $0.end.rational].compactMap(\.self) }
  }

  /// The value over `frames`, among which no border falls but on the first: one straight piece, whose ends are evaluated
  /// at the exact times of the first and the last frame.
  func curve(
    over frames: Range<Int>, in window: RenderWindow, on grid: FrameGrid, initial: Value
  ) throws(RationalError) -> FrameCurve<Value> {
    if entries.isEmpty { return FrameCurve(constant: initial, over: frames) }
    let first = value(at: try window.time(ofFrame: frames.lowerBound, on: grid), initial: initial)
    let last = value(at: try window.time(ofFrame: frames.upperBound - 1, on: grid), initial: initial)
    return FrameCurve(pieces: [FrameCurve.Piece(frames: frames, first: first, last: last)])
  }
}

extension FrameCurve {
  /// The same curve with each value changed by `change`, which must keep straight lines straight.
  func map<Other: Interpolatable>(_ change: (Value) -> Other) -> FrameCurve<Other> {
    FrameCurve<Other>(
      pieces: pieces.map { piece in
        FrameCurve<Other>.Piece(frames: piece.frames, first: change(piece.first), last: change(piece.last))
      })
  }

  /// This curve, and after its last frame `next`; where one constant goes on as the same, it stays one piece.
  func followed(by next: FrameCurve) -> FrameCurve {
    guard let last = pieces.last, let first = next.pieces.first,
      Set([last.first, last.last, first.first, first.last]).count == 1
    else { return FrameCurve(pieces: pieces + next.pieces) }
    let joined = Piece(frames: last.frames.lowerBound..<first.frames.upperBound, first: last.first, last: last.last)
    return FrameCurve(pieces: pieces.dropLast() + [joined] + next.pieces.dropFirst())
  }
}
