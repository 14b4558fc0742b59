import Compositing
import EditingModel
import PictureRows

/// The border between the old picture and the new one on its way over the frame, at one instant.
///
/// ```
///  share of the    1 ──────╮
///  new picture              ╲          as wide as the softness
///                  0         ╰──────
///                 arrivals ──────► 1    the border travels this way as progress grows
/// ```
struct SoftEdge {
  /// The arrival that stands for the last of all; 0 is the first.
  static let lastArrival = 1 << 15

  /// The first arrival at which the new picture is invisible.
  private let front: Int32
  /// The distance behind that at which all of it is there.
  private let width: Int32
  /// The gain of the share for a step behind the front.
  private let slope: UInt32

  /// The edge at `progress`, 0…1, whose width is the part `softness`, 0…1, of the way. It begins to come in at progress 0
  /// and is gone at 1.
  init(progress: Double, softness: Double) {
    width = max(1, Int32((softness * Double(Self.lastArrival)).rounded()))
    front = Int32((progress * Double(Int32(Self.lastArrival) + width)).rounded())
    slope = (SampleMixer.whole + UInt32(width) - 1) / UInt32(width)
  }

  /// The share of the new picture, 0…`SampleMixer.whole`, where it arrives at `arrival`.
  func share(at arrival: UInt16) -> UInt32 {
    let behind = min(max(front &- Int32(arrival), 0), width)
    return min(UInt32(truncatingIfNeeded: behind) &* slope, SampleMixer.whole)
  }
}

/// The parameters of transitions with a border.
enum BorderParameters {
  /// The softness of the border.
  static let softness = CompositorParameter(
    "softness", .number(0...1), default: .number("0.02"),
    summary: "How wide the border between the pictures is, as a part of its way over the frame; 0 is a hard edge.")

  /// Whether the border travels the other way round.
  static let reversed = CompositorParameter(
    "reversed", .boolean, default: .bool(false),
    summary:
      "Whether what comes first comes last: an iris closes, a hand turns anticlockwise, a matte's bright parts lead.")
}

extension SoftEdge {
  /// The edge at `progress`, as soft as `values` say.
  init(at progress: Double, _ values: CompositorParameterValues) throws {
    self.init(progress: progress, softness: try values.number(BorderParameters.softness.name))
  }
}
