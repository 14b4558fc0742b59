import EditingModel
import Foundation
import Layers

/// A gradient's color, point by point.
struct ReferenceGradient {
  private let gradient: GradientLayer
  private let bounds: Rectangle
  private let places: [Double]

  init(_ gradient: GradientLayer, in bounds: Rectangle) {
    (self.gradient, self.bounds) = (gradient, bounds)
    let count = gradient.colors.count
    places =
      gradient.locations.isEmpty ? (0..<count).map { Double($0) / Double(max(1, count - 1)) } : gradient.locations
  }

  /// The color at a place of the bounds.
  func color(at point: Point) -> Color {
    let (x, y) = ((point.x - bounds.x) / bounds.width, (point.y - bounds.y) / bounds.height)
    let (start, end) = (gradient.startPoint, gradient.endPoint)
    let (across, down) = (end.x - start.x, end.y - start.y)
    let place: Double
    switch gradient.gradientType {
    case .axial:
      place = ((x - start.x) * across + (y - start.y) * down) / (across * across + down * down)
    case .radial: place = hypot((x - start.x) / across, (y - start.y) / down)
    case .conic:
      let turn = (atan2(y - start.y, x - start.x) - atan2(down, across)) / (2 * .pi)
      place = turn - turn.rounded(.down)
    }
    guard let next = places.firstIndex(where: { $0 > place }) else { return gradient.colors.last ?? .black }
    guard next > 0 else { return gradient.colors[0] }
    let share = (place - places[next - 1]) / (places[next] - places[next - 1])
    let (before, after) = (gradient.colors[next - 1], gradient.colors[next])
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
    return Color(
      red: mix(before.red, after.red), green: mix(before.green, after.green), blue: mix(before.blue, after.blue),
      alpha: mix(before.alpha, after.alpha))
  }
}
