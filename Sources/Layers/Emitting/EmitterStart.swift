import Glibc
import ModelValues

/// The beginning of a particle, and the direction in which it leaves the shape unless its cell turns it.
struct EmitterStart {
  /// The place, in all three directions.
  var place: [Double]
  /// The direction in the plane, in radians from x toward y.
  var longitude = 0.0
  /// The rise of the direction toward the viewer, in radians.
  var latitude = 0.0
}

extension EmitterLayer {
  /// The beginning of a particle that draws `chance`.
  func start(_ chance: inout ChanceSequence) -> EmitterStart {
    // Every particle draws as many numbers, so that a change of shape changes nothing else.
    let (first, second, third) = (chance.next(), chance.next(), chance.next())
    let half = [emitterSize.width / 2, emitterSize.height / 2, emitterDepth / 2]
    let offset: [Double] =
      switch emitterShape {
      case .point: [0, 0, 0]
      case .line: [half[0] * (emitterMode == .points ? Self.side(first) : 2 * first - 1), 0, 0]
      case .rectangle: Self.rectangle(emitterMode, half, first, second) + [0]
      case .cuboid:
        switch emitterMode {
        case .points: [half[0] * Self.side(first), half[1] * Self.side(second), half[2] * Self.side(third)]
        case .outline, .surface: Self.surface(half, first, second, third)
        case .volume: zip(half, [first, second, third]).map { $0 * (2 * $1 - 1) }
        }
      case .circle:
        switch emitterMode {
        case .points: [0, 0, 0]
        case .outline: Self.circle(emitterSize.width, first)
        case .surface, .volume: Self.circle(emitterSize.width * second.squareRoot(), first)
        }
      case .sphere:
        switch emitterMode {
        case .points: [0, 0, 0]
        case .outline, .surface: Self.sphere(emitterSize.width, first, second)
        case .volume: Self.sphere(emitterSize.width * cbrt(third), first, second)
        }
      }
    var start = EmitterStart(
      place: zip([emitterPosition.x, emitterPosition.y, emitterZPosition], offset).map { $0 + $1 })
    switch (emitterShape, emitterMode) {
    case (.line, _): start.longitude = -.pi / 2
    case (.circle, .outline): start.longitude = 2 * .pi * first
    case (.sphere, .outline), (.sphere, .surface):
      (start.longitude, start.latitude) = (2 * .pi * first, asin(2 * second - 1))
    default: break
    }
    return start
  }

  private static func side(_ part: Double) -> Double { part < 0.5 ? -1 : 1 }

  private static func rectangle(
    _ mode: EmitterMode, _ half: [Double], _ first: Double, _ second: Double
  ) -> [Double] {
    switch mode {
    case .points: return [half[0] * side(first), half[1] * side(second)]
    case .surface, .volume: return [half[0] * (2 * first - 1), half[1] * (2 * second - 1)]
    case .outline:
      let isAlong = first * (half[0] + half[1]) < half[0]
      let along = 2 * second - 1
      let part = half[0] + half[1] > 0 ? first * (half[0] + half[1]) : 0
      let far = isAlong ? side(half[0] > 0 ? part / half[0] : 0) : side((part - half[0]) / half[1])
      return isAlong ? [half[0] * along, half[1] * far] : [half[0] * far, half[1] * along]
    }
  }

  private static func circle(_ radius: Double, _ part: Double) -> [Double] {
    [radius * cos(2 * .pi * part), radius * sin(2 * .pi * part), 0]
  }

  /// A place on a sphere, evenly spread by Archimedes' law: as much of it is between any two heights that are as far apart.
  private static func sphere(_ radius: Double, _ part: Double, _ height: Double) -> [Double] {
    let z = 2 * height - 1
    let across = max(0, 1 - z * z).squareRoot()
    return [
      radius * across * cos(2 * .pi * part), radius * across * sin(2 * .pi * part), radius * z,
    ]
  }

  /// A place on the six sides of a cuboid, evenly spread.
  private static func surface(_ half: [Double], _ first: Double, _ second: Double, _ third: Double) -> [Double] {
    let areas = [half[1] * half[2], half[0] * half[2], half[0] * half[1]]
    var rest = first * areas.reduce(0, +)
    var axis = 0
    while axis < 2, rest >= areas[axis] {
      rest -= areas[axis]
      axis += 1
    }
    let sides = [second, third].map { 2 * $0 - 1 }
    var place = [0.0, 0, 0]
    let others = [[1, 2], [0, 2], [0, 1]][axis]
    place[axis] = half[axis] * (areas[axis] > 0 ? side(rest / areas[axis]) : 1)
    for (index, other) in others.enumerated() { place[other] = half[other] * sides[index] }
    return place
  }
}
