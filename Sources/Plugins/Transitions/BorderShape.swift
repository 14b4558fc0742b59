import EditingModel

/// A shape in which the border between two pictures travels over the frame.
protocol BorderShape: Hashable, Sendable {
  /// When the new picture arrives at (`x`, `y`), counted in pixels from the top left corner of a frame of `size`: 0 first,
  /// 1 last.
  func arrival(_ x: Double, _ y: Double, in size: Size) -> Double
}
