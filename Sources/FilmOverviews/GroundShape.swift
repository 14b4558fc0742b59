import EditingModel
import Layers

/// A line that a drawn ground ends in toward the sky.
enum GroundShape: Sendable {
  case mountains, hills, dunes, waves, trees, houses, heads
  /// A head and shoulders, with the head at a part of the width.
  case person(Double)

  /// The line and all below it in a picture of `size`, about `height` from its top.
  func path(in size: Size, height: Double, chance: inout GroundChance) -> BezierPath {
    var path: [BezierPath.Element] = []
    func place(_ x: Double, _ y: Double) -> Point { Point(x: x * size.width, y: y * size.height) }
    switch self {
    case .mountains:
      path = line(in: size, rolling([(1.7, 0.1), (4.3, 0.06), (11, 0.03), (29, 0.012)], height, &chance))
    case .hills: path = line(in: size, rolling([(0.9, 0.06), (2.1, 0.03)], height, &chance))
    case .dunes: path = line(in: size, rolling([(0.7, 0.1), (1.9, 0.05), (3.1, 0.02)], height, &chance))
    case .waves: path = line(in: size, rolling([(5, 0.0012), (17, 0.0008)], height, &chance))
    case .trees:
      let ground = rolling([(0.8, 0.03)], height + 0.05, &chance)
      path = [.move(place(-0.02, 1.02)), .line(place(-0.02, ground(0)))]
      var x = -0.01
      while x < 1.02 {
        let width = 0.018 + 0.02 * chance.next()
        let top = ground(x) - 0.06 - 0.12 * chance.next()
        // A spruce: three tiers of branches.
        for (part, depth) in [(0.5, 1.0), (0.3, 0.62), (0.16, 0.3)] {
          path.append(.line(place(x + width * (0.5 - part), top + (ground(x) - top) * depth)))
        }
        path.append(.line(place(x + width / 2, top)))
        for (part, depth) in [(0.16, 0.3), (0.3, 0.62), (0.5, 1.0)] {
          path.append(.line(place(x + width * (0.5 + part), top + (ground(x) - top) * depth)))
        }
        x += width * (0.7 + 0.9 * chance.next())
      }
      path += [.line(place(1.04, ground(1))), .line(place(1.04, 1.02))]
    case .houses:
      path = [.move(place(-0.02, 1.02))]
      var x = -0.02
      while x < 1.02 {
        let width = 0.03 + 0.06 * chance.next()
        let top = height + 0.14 * (chance.next() - 0.5)
        path += [.line(place(x, top)), .line(place(x + width, top))]
        x += width
      }
      path.append(.line(place(x, 1.02)))
    case .heads:
      var x = -0.03
      while x < 1.03 {
        let radius = 0.03 + 0.012 * chance.next()
        let top = height + 0.05 * (chance.next() - 0.5)
        let wide = radius * size.height / size.width
        path +=
          BezierPath.ellipse(
            in: Rectangle(
              x: (x - wide) * size.width, y: top * size.height, width: 2 * wide * size.width,
              height: 2.4 * radius * size.height)
          ).elements
        path += shoulders(at: x, top: top + 2.1 * radius, width: 3.6 * wide, in: size)
        x += 2.6 * wide + 0.02 * chance.next()
      }
    case .person(let x):
      let radius = 0.14
      let wide = radius * 0.8 * size.height / size.width
      path =
        BezierPath.ellipse(
          in: Rectangle(
            x: (x - wide) * size.width, y: height * size.height, width: 2 * wide * size.width,
            height: 2 * radius * size.height)
        ).elements
      path += shoulders(at: x, top: height + 1.75 * radius, width: 5.2 * wide, in: size)
    }
    return BezierPath(path + [.close])
  }

  /// A neck that widens into shoulders, down to the picture's bottom.
  private func shoulders(at x: Double, top: Double, width: Double, in size: Size) -> [BezierPath.Element] {
    func place(_ dx: Double, _ y: Double) -> Point { Point(x: (x + dx) * size.width, y: y * size.height) }
    let drop = width * size.width / size.height * 0.35
    return [
      .move(place(-width * 0.1, top - 0.02)), .line(place(width * 0.1, top - 0.02)),
      .curve(
        control1: place(width * 0.14, top + drop * 0.5), control2: place(width * 0.45, top + drop * 0.4),
        to: place(width * 0.5, top + drop)),
      .line(place(width * 0.55, 1.02)), .line(place(-width * 0.55, 1.02)), .line(place(-width * 0.5, top + drop)),
      .curve(
        control1: place(-width * 0.45, top + drop * 0.4), control2: place(-width * 0.14, top + drop * 0.5),
        to: place(-width * 0.1, top - 0.02)),
      .close,
    ]
  }

  /// Waves with numbers of turns over the width and heights, with random phases.
  private func rolling(
    _ waves: [(turns: Double, height: Double)], _ middle: Double, _ chance: inout GroundChance
  ) -> (Double) -> Double {
    let begun = waves.map { ($0.turns, $0.height, chance.next()) }
    return { x in
      begun.reduce(middle) { $0 + $1.1 * GroundWave.height(at: $1.0 * x + $1.2) }
    }
  }

  private func line(in size: Size, _ height: (Double) -> Double) -> [BezierPath.Element] {
    let points = (0...160).map { number -> Point in
      let x = Double(number) / 160
      return Point(x: x * size.width, y: height(x) * size.height)
    }
    return [.move(Point(x: 0, y: size.height + 2))] + points.map { .line($0) }
      + [.line(Point(x: size.width, y: size.height + 2))]
  }
}

/// A wave that rises and falls like a sine, −1…1, once a turn.
enum GroundWave {
  static func height(at turns: Double) -> Double {
    let part = turns - turns.rounded(.down)
    // Two parabolas, within 6 % of a sine.
    return part < 0.5 ? 16 * part * (0.5 - part) : -16 * (part - 0.5) * (1 - part)
  }
}

/// Numbers between 0 and 1 without an order that is seen, the same for each seed.
struct GroundChance {
  private var state: UInt64

  /// Begins with `seed`.
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// The next number (xorshift64*).
  mutating func next() -> Double {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) / Double(1 << 53)
  }
}
