public import EditingModel
import MediaTime

/// A value over output frames or output samples, as straight pieces: what the ramps of the model come to on a grid.
///
/// Each piece is evaluated from exact times when it is planned, so that a value does not depend on those before it.
public struct Curve<Axis: CurveAxis, Value: Interpolatable>: Hashable, Sendable {
  /// Straight pieces in order, contiguous over the span or the strip.
  public var pieces: [Piece]

  /// A straight line.
  public struct Piece: Hashable, Sendable {
    /// The output frames or samples, counted as those of the plan are.
    public var range: Range<Axis.Position>
    /// The value at the start of `range`.
    public var first: Value
    /// The value where the line ends: at the last frame, or one past the last sample.
    public var last: Value

    /// A line over `range` from `first` to `last`.
    public init(range: Range<Axis.Position>, first: Value, last: Value) {
      self.range = range
      self.first = first
      self.last = last
    }

    /// Whether the value is the same throughout.
    public var isConstant: Bool { first == last }

    /// The value at `position`.
    public func value(at position: Axis.Position) -> Value {
      let steps = Axis.steps(in: range)
      guard steps > 0 else { return first }
      return .interpolated(from: first, to: last, at: Double(position - range.lowerBound) / Double(steps))
    }
  }

  /// A curve of `pieces`.
  public init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// One value for all of `range`.
  public init(constant value: Value, over range: Range<Axis.Position>) {
    self.init(pieces: [Piece(range: range, first: value, last: value)])
  }

  /// The value where it is the same everywhere, or nil.
  public var constant: Value? {
    guard let first = pieces.first?.first else { return nil }
    return pieces.allSatisfy { $0.first == first && $0.last == first } ? first : nil
  }

  /// The piece that `position` belongs to; nil where there is none.
  public func piece(at position: Axis.Position) -> Piece? {
    pieces.first(partitionedBy: { $0.range.upperBound > position }).flatMap { $0.range.contains(position) ? $0 : nil }
  }

  /// The value at `position`; the nearest piece's where `position` lies outside, nil without pieces.
  public func value(at position: Axis.Position) -> Value? {
    let next = pieces.partitioningIndex { $0.range.lowerBound > position }
    return (next > 0 ? pieces[next - 1] : pieces.first)?.value(at: position)
  }

  /// The same curve with each value changed by `change`, which must keep straight lines straight.
  func map<Other: Interpolatable>(_ change: (Value) -> Other) -> Curve<Axis, Other> {
    Curve<Axis, Other>(
      pieces: pieces.map { piece in
        Curve<Axis, Other>.Piece(range: piece.range, first: change(piece.first), last: change(piece.last))
      })
  }

  /// This curve, and after its end `next`; where one constant goes on as the same, it stays one piece.
  func followed(by next: Curve) -> Curve {
    var joined = self
    for piece in next.pieces { joined.append(piece) }
    return joined
  }

  /// Adds `piece`, which begins where the last one ends: as part of it where both are the same constant.
  mutating func append(_ piece: Piece) {
    if let last = pieces.last, last.isConstant, piece.isConstant, last.first == piece.first {
      pieces[pieces.count - 1].range = last.range.lowerBound..<piece.range.upperBound
    } else {
      pieces.append(piece)
    }
  }
}

/// The axis of a curve, with the points at which its lines end.
public protocol CurveAxis: Sendable {
  /// The number of a frame or of a sample.
  associatedtype Position: FixedWidthInteger & Sendable & Codable

  /// The number of positions from the start of `range` to the last value of a line over it.
  static func steps(in range: Range<Position>) -> Position
}

/// Output frames. A frame is evaluated at its own time, so a line has its last value at its last frame.
public enum FrameAxis: CurveAxis {
  /// One less than the frames there are.
  public static func steps(in range: Range<Int>) -> Int { range.count - 1 }
}

/// Output samples. A line has its last value one past its last sample, where the next line begins.
public enum SampleAxis: CurveAxis {
  /// As many as there are samples.
  public static func steps(in range: Range<Int64>) -> Int64 { range.upperBound - range.lowerBound }
}

/// A value for each frame of a span.
public typealias FrameCurve<Value: Interpolatable> = Curve<FrameAxis, Value>

/// The linear gain of each sample of a strip.
public typealias VolumeCurve = Curve<SampleAxis, Double>

extension Curve: Codable where Value: Codable {}
extension Curve.Piece: Codable where Value: Codable {}

extension Array {
  /// The first element that fulfills `condition`, which all later ones fulfill too; nil where none does.
  func first(partitionedBy condition: (Element) -> Bool) -> Element? {
    let index = partitioningIndex(where: condition)
    return index < count ? self[index] : nil
  }
}
