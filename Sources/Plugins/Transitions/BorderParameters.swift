import Compositing
import EditingModel
import PictureRows

/// What every transition with a border can be told.
enum BorderParameters {
  /// How soft the border is.
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
  init(at progress: Double, told values: CompositorParameterValues) throws {
    self.init(progress: progress, softness: try values.number(BorderParameters.softness.name))
  }
}
