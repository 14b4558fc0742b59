public import Foundation
import ModelValues

/// Colors that blend into each other (`CGGradient`). Immutable. Threads: any.
public final class CGGradient: Sendable {
  /// The colors, not multiplied by their opacities, and where each is, 0…1, the places rising.
  private let stops: [(place: Double, color: Color)]

  /// `colors`, of sRGB or grey, at `locations`, 0…1 in any order: as many as there are colors, or evenly from 0 to 1 where that is nil. Nil
  /// without colors, or of what is no color. Colors are not converted to `space`.
  public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
    let given = colors.compactMap { $0 as? CGColor }
    guard given.count == colors.count else { return nil }
    // SAFETY: as many numbers are read as there are colors, as Core Graphics documents the argument.
    let places = unsafe locations.map { start in given.indices.map { unsafe Double(start[$0]) } }
    self.init(given.map(\.color), places)
  }

  /// Colors of `space`, whose components, the opacity of each behind the others, follow one another in `components`; nil where `count` is
  /// less than 1. Colors are not converted.
  public convenience init?(
    colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>, locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    let length = space.numberOfComponents + 1
    // SAFETY: as many numbers are read as `count` colors have, as Core Graphics documents the arguments.
    let colors = (0..<max(0, count)).map { index in
      let numbers = (0..<length).map { unsafe components[index * length + $0] }
      return numbers.count == 4
        ? CGColor(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
        : CGColor(gray: numbers[0], alpha: numbers[1])
    }
    let places = unsafe locations.map { start in colors.indices.map { unsafe Double(start[$0]) } }
    self.init(colors.map(\.color), places)
  }

  private init?(_ colors: [Color], _ places: [Double]?) {
    guard !colors.isEmpty else { return nil }
    let last = Double(max(1, colors.count - 1))
    let placed = colors.enumerated().map { index, color in
      (place: min(max(places?[index] ?? Double(index) / last, 0), 1), color: color)
    }
    // Of colors at one place the order stays.
    stops = placed.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
  }

  /// The color at `place`: between two of its colors a share of each; before the first and behind the last those.
  func color(at place: Double) -> PremultipliedColor {
    var (low, high) = (stops[0], stops[stops.count - 1])
    if place <= low.place { return PremultipliedColor(straight: low.color) }
    if place >= high.place { return PremultipliedColor(straight: high.color) }
    for (index, stop) in stops.enumerated() where stop.place > place {
      (low, high) = (stops[index - 1], stop)
      break
    }
    let share = (place - low.place) / (high.place - low.place)
    func mixed(_ first: Double, _ second: Double) -> Double { first + share * (second - first) }
    return PremultipliedColor(
      straight: Color(
        red: mixed(low.color.red, high.color.red), green: mixed(low.color.green, high.color.green),
        blue: mixed(low.color.blue, high.color.blue), alpha: mixed(low.color.alpha, high.color.alpha)))
  }
}

/// The ends beyond which a gradient goes on (`CGGradientDrawingOptions`).
public struct CGGradientDrawingOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// The options of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The first color before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last color behind the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 1 << 1)

  /// Whether `place` is drawn, where 0…1 lies between start and end.
  fileprivate func draws(_ place: Double) -> Bool {
    place < 0 ? contains(.drawsBeforeStartLocation) : place <= 1 || contains(.drawsAfterEndLocation)
  }
}

extension CGContext {
  /// Draws `gradient` on all of what is drawn on, along the line from `start` to `end` and square to it.
  public func drawLinearGradient(
    _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
  ) {
    let (across, down) = (Double(endPoint.x - startPoint.x), Double(endPoint.y - startPoint.y))
    let length = across * across + down * down
    guard length > 0, length.isFinite else { return }
    drawPixels { point in
      let place = (Double(point.x - startPoint.x) * across + Double(point.y - startPoint.y) * down) / length
      return options.draws(place) ? gradient.color(at: place) : nil
    }
  }

  /// Draws `gradient` on all of what is drawn on, from one circle to another: each place in the color of the last circle between them, and
  /// beyond them as `options` say, that goes through it.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    let circles = CirclesBetween(
      start: startCenter, startRadius: Double(startRadius), end: endCenter, endRadius: Double(endRadius))
    drawPixels { point in
      circles.places(of: point).first { options.draws($0) }.map { gradient.color(at: $0) }
    }
  }
}

/// Circles that lead from one to another.
private struct CirclesBetween {
  let start: CGPoint
  let startRadius: Double
  let end: CGPoint
  let endRadius: Double

  /// The circles that go through `point`, 0 for the first and 1 for the last, the greatest number first: the places s
  /// at which its distance from start + s (end − start) is the radius there, which is not negative.
  func places(of point: CGPoint) -> [Double] {
    let (across, down, growth) = (Double(end.x - start.x), Double(end.y - start.y), endRadius - startRadius)
    let (x, y) = (Double(point.x - start.x), Double(point.y - start.y))
    let a: Double = across * across + down * down - growth * growth
    let b: Double = x * across + y * down + startRadius * growth
    let c: Double = x * x + y * y - startRadius * startRadius
    var places: [Double] = []
    if abs(a) < 1e-12 {
      if b != 0 { places = [c / (2 * b)] }
    } else {
      let root: Double = b * b - a * c
      if root >= 0 { places = [(b + root.squareRoot()) / a, (b - root.squareRoot()) / a] }
    }
    return places.filter { $0.isFinite && startRadius + $0 * growth >= 0 }.sorted(by: >)
  }
}

extension PremultipliedColor {
  /// `color`, multiplied by its opacity.
  fileprivate init(straight color: Color) {
    self.init(
      red: color.red * color.alpha, green: color.green * color.alpha, blue: color.blue * color.alpha,
      alpha: color.alpha)
  }
}

extension CGGradient: Hashable {
  /// A gradient equals itself alone (`CFEqual`).
  public static func == (left: CGGradient, right: CGGradient) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
