public import EditingModel
import MediaTime

/// A value for each frame of a span, as straight pieces: what the ramps of the model come to on the frame grid.
///
/// Each piece is evaluated from exact times when it is planned, so that a frame's value does not depend on the frames
/// before it.
public struct FrameCurve<Value: Interpolatable>: Hashable, Sendable {
  /// Straight pieces in frame order, contiguous over the span.
  public var pieces: [Piece]

  /// A straight line over some frames.
  public struct Piece: Hashable, Sendable {
    /// The output frames, counted as the span's are.
    public var frames: Range<Int>
    /// The value at the first frame.
    public var first: Value
    /// The value at the last frame.
    public var last: Value

    /// A line from `first`, at the first of `frames`, to `last`, at the last of them.
    public init(frames: Range<Int>, first: Value, last: Value) {
      self.frames = frames
      self.first = first
      self.last = last
    }
  }

  /// A curve of `pieces`.
  public init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// One value for all of `frames`.
  public init(constant value: Value, over frames: Range<Int>) {
    self.init(pieces: [Piece(frames: frames, first: value, last: value)])
  }

  /// The value where it is the same for every frame, or nil.
  public var constant: Value? {
    guard let first = pieces.first?.first else { return nil }
    return pieces.allSatisfy { $0.first == first && $0.last == first } ? first : nil
  }

  /// The value at output frame `frame`; the nearest piece's where `frame` lies outside, nil without pieces.
  public func value(at frame: Int) -> Value? {
    let next = pieces.partitioningIndex { $0.frames.lowerBound > frame }
    guard let piece = next > 0 ? pieces[next - 1] : pieces.first else { return nil }
    let steps = piece.frames.count - 1
    guard steps > 0 else { return piece.first }
    let passed = frame - piece.frames.lowerBound
    return Value.interpolated(from: piece.first, to: piece.last, at: Double(passed) / Double(steps))
  }
}
